"""Paints a match in Discord: its challenge, the card in its place, the messages that ask for picks.

Whether a match has to be painted at all, by this process and now, is up to ``cogs.delivery.publisher``.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import discord

from cogs.delivery.sender import NameStrangers, Sender, delete_message
from cogs.delivery.venue import Home, Venue
from cogs.hosting.metrics import Metrics
from cogs.kit.failures import INVALID_FORM, cannot_edit, is_outage, loss
from cogs.panels.match.match_card import Card, Cards
from cogs.panels.match.watching import with_watchers
from matches import (
    ChannelId,
    Clock,
    Match,
    MessageId,
    Notice,
    NoticeState,
    Phase,
    Shown,
    UserId,
)
from matches.lifecycle import oops
from matches.lifecycle.match_context import Around
from matches.model import EntryKind, NoticeKind
from matches.players import Human, users_of
from services import Services

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

EDIT_AT_MOST: Final = timedelta(minutes=50)
"""Maximum age of a card that is edited within a turn: Discord limits edits of messages over an hour old."""


class Painter:
    """Sends and edits the messages of a match; ``record`` stores a place before a match is painted there."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        services: Services,
        cards: Cards,
        clock: Clock,
        metrics: Metrics,
        venue: Venue,
        sender: Sender,
        record: Callable[[Match, Shown], Awaitable[Match]],
        name_strangers: NameStrangers,
    ) -> None:
        self._bot = bot
        self._services = services
        self._cards = cards
        self._clock = clock
        self._metrics = metrics
        self._venue = venue
        self._sender = sender
        self._record = record
        self._name_strangers = name_strangers

    async def paint(self, match: Match, around: Around) -> Shown:
        """Send or edit what shows a match; returns where it is. Raises UNSENT's errors."""
        if not match.seated:
            # If it begins without being accepted, a crash kept it from beginning, and the sweep begins it.
            return match.shown if match.begins_by_itself else await self._paint_invitation(match, around)
        is_first = match.shown.card is None
        if match.secluded and match.shown.home is not None and _taken_over(match):
            await self._venue.private.let_in(match)
        if match.alone:
            return await self._paint_card(match, around)
        starts_in_channel = not (match.shown.closed or match.terms.in_contest)
        if match.shown.home is None and match.shown.invitation is None and starts_in_channel:
            # It was accepted before it was stored as sent. The thread hangs on it, so it is found first.
            match = match.shown_as(await self._late_invitation(match, around))
        shown = await self._paint_card(match, around)
        if is_first:
            # Last: Discord may delay an edit of an old message, and this one isn't urgent.
            await self.edit_invitation(match.shown_as(shown))
        return shown

    async def _card(self, match: Match, around: Around, *, above: str = "", watched: bool = True) -> Card:
        unreachable = await self._deliver(match) if match.phase is Phase.SETUP else ()
        card = await self._cards.of(match, above=above, unreachable=unreachable, around=around)
        if match.alone:
            # No ping for its player, who is there; but a player who takes over has to be told.
            return _addressed(match, around, card, _taken_over(match), self._clock())
        # The first card brings both players into the thread.
        users, now = match.users if match.shown.card is None else card.pings, self._clock()
        card = await self._for_readers(match, _addressed(match, around, card, users, now))
        told = watched and not match.shown.direct and not oops.is_the_last(match)
        return self._watched(match, around, card, now) if told else card

    async def _for_readers(self, match: Match, card: Card) -> Card:
        """``card`` with no mention of a player who isn't in the place that ``match`` is seen from."""
        if not match.strangers:
            return card
        await self._name_strangers(card, match.strangers)
        return replace(card, pings=tuple(user for user in card.pings if user in match.users_here))

    def _watched(self, match: Match, around: Around, card: Card, now: datetime) -> Card:
        """``card`` naming the watchers who want to hear of the match; they are pinged once a stage.

        Only its players decide whether it makes a sound: for them it may be night.
        """
        told = around.pinged(match, around.watching(match), now)
        return with_watchers(card, told.users, fresh=match.shown.stage != self._services.matches.stage(match))

    async def _paint_invitation(self, match: Match, around: Around) -> Shown:
        if match.shown.invitation is None:
            card = await self._invitation(match)
            pings = () if await self._services.matches.challenges.is_quiet(match) else card.pings
            card = _addressed(match, around, card, pings, self._clock())
            sent = await self._sender.send(
                match,
                match.channel_id,
                card,
                nonce=f"{_nonce_of(match)}.invitation",
                silent=card.silent,
                # It may no longer be a challenge by then, and its button holds for any version.
                version=0 if match.terms.agreed else None,
            )
            return replace(match.shown, invitation=MessageId(sent))
        await self.edit_invitation(match)
        return match.shown

    async def _late_invitation(self, match: Match, around: Around) -> Shown:
        """Post the message above a match that has begun; without one if its channel is lost."""
        try:
            return await self._paint_invitation(match, around)
        except discord.HTTPException as error:
            if loss(error) is None:
                raise
            log.warning("match=%s its channel=%s is lost: %s", match.id, match.channel_id, error)
            return match.shown

    async def _invitation(self, match: Match) -> Card:
        return await self._for_readers(match, await self._cards.invitation(match))

    async def edit_invitation(self, match: Match) -> None:
        """Edit the card of the challenge, if it was posted and is still there."""
        if match.shown.invitation is None:
            return
        try:
            card = await self._invitation(match)
            await self._sender.edit(match.channel_id, match.shown.invitation, card)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            # A deleted or inaccessible challenge card must not stop the match.
            log.info("match=%s its challenge card was not updated: %s", match.id, error)

    async def tidy_late(self, before: Match, match: Match, shown: Shown) -> None:
        """Update a message that this process sent too late to ``match``, or delete it."""
        if shown.card is None or shown.home is None:
            await self.edit_invitation(match)
        elif shown.card == match.shown.card:
            card = await self._for_readers(match, await self._cards.of(match))
            await self._sender.edit_card(match, shown, card)
        elif shown.card != before.shown.card:
            # It was posted for a turn that was already over, and stands below the newer card.
            await delete_message(self._bot, shown.home, shown.card)

    async def renew(self, match: Match, around: Around) -> None:
        """Edit the card of a finished match that has a deciding turn to show, or had a rematch."""
        if match.rematch is not None or await self._cards.deciding_turn(match) is not None:
            await self._sender.edit_card(match, match.shown, await self._card(match, around))

    # --- the card and its place ------------------------------------------------------------------

    async def _paint_card(self, match: Match, around: Around) -> Shown:
        """Edit the match's card, or post one in the first place that takes it."""
        shown, stage = match.shown, self._services.matches.stage(match)
        same = shown.stage == stage
        card = None if shown.home is None else await self._card(match, around)
        if card and same and shown.card and self._may_edit(match) and not shown.evicted:
            try:
                await self._sender.edit_card(match, shown, card)
                return shown
            except discord.HTTPException as error:
                if not cannot_edit(error):
                    raise
        async with aclosing(self._venue.homes(match, around.guild.home, same_stage=same)) as homes:
            async for home in homes:
                match = await self._moved(match, home)
                if card is None or home.sentence:
                    card = await self._card(
                        match, around, above=home.sentence, watched=home.channel is not None
                    )
                try:
                    return await self._post(match, home, card, stage, same=same)
                except discord.HTTPException as error:
                    lost = error
                    if is_outage(error) if home.channel is None else loss(error) is None:
                        raise
                    log.warning("match=%s its place %s is lost: %s", match.id, home.channel or "by DM", error)
        raise lost

    async def _post(self, match: Match, home: Home, card: Card, stage: str, *, same: bool) -> Shown:
        # One card a stage, whichever version or process is first; within a stage, a card is posted again.
        nonce = f"{_nonce_of(match)}.{match.version if same else stage}"
        if home.channel is None:
            return await self._post_directly(match, card, stage, nonce)
        # Within a turn the same player has to act: a card posted again makes no sound then.
        silent = card.silent or (not card.pings if match.alone else same)
        silent = silent and not home.heard
        sent = await self._sender.send(match, home.channel, card, nonce=nonce, silent=silent)
        return self._shown(match, home.channel, sent, stage)

    def _may_edit(self, match: Match) -> bool:
        posted = match.shown.card_at
        return match.phase is not Phase.PLAYING or (
            posted is not None and self._clock() - posted < EDIT_AT_MOST
        )

    async def _moved(self, match: Match, home: Home) -> Match:
        """``match`` with its card about to be posted in ``home``."""
        shown = match.shown
        if home.channel is None:
            return match if shown.home is not None else match.shown_as(replace(shown, direct=True))
        if home.channel == shown.home and not shown.direct:
            return match
        moved = replace(shown, home=home.channel, direct=False)
        if shown.home is not None and home.channel == match.channel_id:
            return match.shown_as(moved)
        # A thread is stored first: after a crash the match must not get another one.
        return await self._record(match, moved)

    async def _post_directly(self, match: Match, card: Card, stage: str, nonce: str) -> Shown:
        """Send the card to the place's players; the match's current card is the one of the player to act.

        If one player's direct messages are closed, the other still gets the card.
        """
        awaited = (*users_of(self._services.matches.to_act(match)), *card.pings)
        sent: list[Shown] = []
        refused: discord.HTTPException | None = None
        if not match.users_here:
            return replace(match.shown, stage=stage)  # all players are erased
        for user in sorted(match.users_here, key=lambda user: user not in awaited):
            own = card if user in awaited else replace(card, pings=())
            # A nonce for each: Discord merges messages with the same nonce, even in different channels.
            to_them = f"{nonce}+{match.players.index(Human(user))}"
            try:
                home, message = await self._sender.send_card_directly(match, user, own, nonce=to_them)
            except discord.HTTPException as error:
                if is_outage(error):
                    raise
                refused = error
                _log_refused(match, user, error)
            else:
                shown = self._shown(match, ChannelId(home), message, stage)
                sent.append(replace(shown, direct=True))
        if refused is not None and not sent:
            raise refused
        return sent[0]

    def _shown(self, match: Match, home: ChannelId, sent: int, stage: str) -> Shown:
        return replace(match.shown, home=home, card=MessageId(sent), card_at=self._clock(), stage=stage)

    # --- direct messages -------------------------------------------------------------------------

    async def _deliver(self, match: Match) -> tuple[UserId, ...]:
        """Send the due direct messages that ask for a pick; returns the players they can't reach."""
        states: dict[UserId, NoticeState] = {}
        for notice in await self._services.notifications.of_match(match.id):
            if notice.kind is not NoticeKind.PICK:
                continue
            state = notice.state
            if state is NoticeState.DUE and notice.reader in match.users_here:
                state = await self._send_choice(match, notice)
            states[notice.reader] = state  # the last one: a player who came back got another
        return tuple(user for user in match.users if states.get(user) is NoticeState.REFUSED)

    async def _send_choice(self, match: Match, notice: Notice) -> NoticeState:
        """Send the direct message for a pick, and store its state and where it is."""
        state, place = await self._sent_choice(match, notice)
        channel, message = place or (None, None)
        await self._services.notifications.settle(notice, state, channel=channel, message=message)
        return state

    async def _sent_choice(
        self, match: Match, notice: Notice
    ) -> tuple[NoticeState, tuple[ChannelId, MessageId] | None]:
        if not self._services.notifications.is_current(notice, match):
            return NoticeState.SENT, None
        card = await self._cards.pick_panel(
            match, notice.reader, await self._services.matches.picks.drafted(match.id, notice.reader)
        )
        try:
            place = await self._sender.send_directly(match, notice.reader, card, nonce=f"n{notice.id}")
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            # They can make the same choice in the thread, so nothing depends on this.
            _log_refused(match, notice.reader, error)
            return NoticeState.REFUSED, None
        self._metrics.notices_sent.labels(notice.kind.value).inc()
        return NoticeState.SENT, place


def _nonce_of(match: Match) -> str:
    """The beginning of the nonces of a match: Discord merges messages with the same nonce in all channels."""
    return f"{match.id}b" if match.here else f"{match.id}"


def _addressed(match: Match, around: Around, card: Card, users: Sequence[UserId], now: datetime) -> Card:
    """``card`` with the pings and the sound that ``users`` have chosen."""
    told = around.pinged(match, users, now)
    return replace(card, pings=told.users, silent=told.silent)


def _taken_over(match: Match) -> tuple[UserId, ...]:
    """The user who took over, if an administrator's hand-over is the last entry; else empty."""
    last = match.entries[-1] if match.entries else None
    if last is None or last.kind is not EntryKind.HANDED_OVER_BY_ADMIN:
        return ()
    return users_of([match.player_of(last.side)])


def _log_refused(match: Match, user: UserId, error: discord.HTTPException) -> None:
    """Log a direct message that Discord refused; an invalid one as a warning, since that is our bug."""
    level = logging.WARNING if error.code == INVALID_FORM else logging.INFO
    log.log(level, "match=%s user=%s could not be sent a direct message: %s", match.id, user, error)
