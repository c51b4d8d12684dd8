"""Shows a match in Discord: its challenge, its thread, its cards, its direct messages.

The match is stored before anything here is called, so a failure never undoes it. Each step stores what
Discord has; what is missing after a crash, an outage or a lost permission is painted again by the sweep in
``cogs.upkeep``. Sending twice is harmless: see ``cogs.delivery.sender``.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import discord
from cachetools import LRUCache

from cogs.connection.state import ConnectionState
from cogs.delivery.notifier import Notifier
from cogs.delivery.sender import NamePeople, Sender, delete_message, locale_of
from cogs.delivery.venue import Home, Venue
from cogs.hosting.metrics import Metrics
from cogs.kit import permissions
from cogs.kit.errors import UNSENT, NotShownError
from cogs.kit.failures import INVALID_FORM, Loss, cannot_edit, is_outage, loss
from cogs.kit.turns import OneByOne
from cogs.panels.match.match_card import Card, Cards
from cogs.panels.match.watching import with_watchers
from cogs.text import computer_texts, errors_texts, phrases, speaking
from matches import (
    ChannelId,
    Clock,
    Match,
    MatchId,
    MessageId,
    Notice,
    NoticeState,
    Phase,
    Shown,
    UserId,
)
from matches.errors import MatchError, StoreUnavailableError
from matches.lifecycle import oops, sets
from matches.lifecycle.around import Around
from matches.model import EntryKind, NoticeKind
from matches.players import Human, users_of
from services import Services
from settings.deadlines import Deadlines

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

EDIT_AT_MOST: Final = timedelta(minutes=50)
"""Maximum age of a card that is edited within a turn: Discord limits edits of messages over an hour old."""
FIRST_LOOK: Final = 0.05
"""Seconds before the first look if another process has shown a match; each wait is 1.5 times the last."""
KEPT: Final = 500
"""Matches whose state on Discord is cached."""


class Publisher:
    """Paints matches, each one never twice at the same time."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        services: Services,
        cards: Cards,
        clock: Clock,
        notifier: Notifier,
        connection: ConnectionState,
        metrics: Metrics,
        venue: Venue,
        name_people: NamePeople,
        deadlines: Deadlines,
    ) -> None:
        self._bot = bot
        self._services = services
        self._cards = cards
        self._clock = clock
        self._connection = connection
        self._metrics = metrics
        self._deadlines = deadlines
        self._sender = Sender(bot, clock, name_people)
        self._notifier = notifier
        self._venue = venue
        self._seen: LRUCache[MatchId, Shown] = LRUCache(KEPT)
        """The state of each match last shown on Discord, as stored."""
        self._turns = OneByOne[MatchId]()

    async def publish(self, match_id: MatchId, changed: Match | None = None) -> Match:
        """Show the newest version of a match, unless Discord already has it; returns the match.

        That is ``changed``, the result of a change, unless there is a newer version. Then sends due notices
        and deletes answered ones. Raises NotShownError if Discord refuses or is down.
        """
        match = await self._published(match_id, changed)
        await self._go_on_with_set(match)
        return match

    async def _published(self, match_id: MatchId, changed: Match | None = None) -> Match:
        async with self._turns.turn(match_id):
            match = await self._newest_of(match_id, changed)
            if match.shown.version >= match.version:
                return match
            if not self._services.sharding.territory.has(match.guild_id):
                return await self._shown_elsewhere(match)
            around = await self._services.notifications.around(match)
            try:
                with speaking(locale_of(self._bot, match.guild_id)):
                    shown = await self._paint(match, around)
                    match = await self._painted(match, replace(shown, version=match.version))
            except UNSENT as error:
                self._connection.failed(error)
                raise NotShownError(match, await self._why(match, error)) from error
            self._connection.worked()
        await self._notifier.catch_up(match, around.notices)
        return match

    async def _shown_elsewhere(self, match: Match) -> Match:
        """Have the process that handles the match's server show it; returns the match as shown there.

        Raises NotShownError if that takes too long. Nothing is lost: that process also finds such matches
        itself.
        """
        await self._services.sharding.call(match)
        end, pause = time.monotonic() + self._deadlines.handed_over, FIRST_LOOK
        while time.monotonic() < end:
            await asyncio.sleep(pause)
            pause *= 1.5
            present = await self._services.matches.load(match.id)
            if present.shown.version >= match.version:
                return present
        log.info("match=%s version=%s is left to the process of its server", match.id, match.version)
        raise NotShownError(match, errors_texts.WHY_ELSEWHERE)

    async def _go_on_with_set(self, match: Match) -> None:
        """Begin the second match of a set and show it, below the end of the first.

        It is stored as due: if this fails or the bot crashes first, the sweep does it.
        """
        if (number := sets.second_of(match)) is None:
            return
        try:
            await self.publish(number, await self._services.matches.challenges.begin_second(number))
        except (NotShownError, MatchError, StoreUnavailableError) as error:
            log.warning("match=%s the second of the set is left to the sweep: %s", number, error)

    async def _show_first_of_set(self, second: Match) -> None:
        """Show the end of the match before ``second``, above it: after a crash it may not be shown yet."""
        assert second.rematch_of is not None, "the second of a set follows the first"
        try:
            await self._published(second.rematch_of)
        except (NotShownError, MatchError, StoreUnavailableError) as error:
            log.warning("match=%s its end is left to the sweep: %s", second.rematch_of, error)

    async def _newest_of(self, match_id: MatchId, changed: Match | None) -> Match:
        """``changed`` if neither the match nor its shown state has changed since; else the stored match."""
        if (
            changed is not None
            and self._services.matches.is_latest(changed)
            and self._seen.get(match_id, changed.shown) == changed.shown
        ):
            return changed
        return await self._services.matches.load(match_id)

    # --- what is painted -------------------------------------------------------------------------

    async def _paint(self, match: Match, around: Around) -> Shown:
        if not match.seated:
            # If it begins without being accepted, a crash kept it from beginning, and the sweep begins it.
            return match.shown if match.begins_by_itself else await self._paint_invitation(match, around)
        is_first = match.shown.card is None
        if is_first and match.second_of_set:
            await self._show_first_of_set(match)
        if match.alone:
            if match.shown.home is not None and _taken_over(match):
                await self._venue.private.let_in(match)
            return await self._paint_card(match, around)
        if match.shown.home is None and match.shown.invitation is None:
            # It was accepted before it was stored as sent. The thread hangs on it, so it is found first.
            match = match.shown_as(await self._paint_invitation(match, around))
        shown = await self._paint_card(match, around)
        if is_first:
            # Last: Discord may delay an edit of an old message, and this one isn't urgent.
            await self._edit_invitation(match.shown_as(shown))
        return shown

    async def _card(self, match: Match, around: Around, *, above: str = "", watched: bool = True) -> Card:
        unreachable = await self._deliver(match) if match.phase is Phase.SETUP else ()
        card = await self._cards.of(match, above=above, unreachable=unreachable, around=around)
        if match.alone:
            # No ping for its player, who is there; but a player who takes over has to be told.
            return _addressed(match, around, card, _taken_over(match), self._clock())
        # The first card brings both players into the thread.
        users, now = match.users if match.shown.card is None else card.pings, self._clock()
        card = _addressed(match, around, card, users, now)
        told = watched and not match.shown.direct and not oops.is_the_last(match)
        return self._watched(match, around, card, now) if told else card

    def _watched(self, match: Match, around: Around, card: Card, now: datetime) -> Card:
        """``card`` naming the watchers who want to hear of the match; they are pinged once a stage.

        Only its players decide whether it makes a sound: for them it may be night.
        """
        told = around.pinged(match, around.watching(match), now)
        return with_watchers(card, told.users, fresh=match.shown.stage != self._services.matches.stage(match))

    async def _paint_invitation(self, match: Match, around: Around) -> Shown:
        card = await self._cards.invitation(match)
        if match.shown.invitation is None:
            card = _addressed(match, around, card, card.pings, self._clock())
            sent = await self._sender.send(
                match,
                match.channel_id,
                card,
                nonce=f"{match.id}.invitation",
                silent=card.silent,
                # It may no longer be a challenge by then, and its button holds for any version.
                version=0 if match.terms.ladder else None,
            )
            return replace(match.shown, invitation=MessageId(sent))
        await self._edit_invitation(match)
        return match.shown

    async def _edit_invitation(self, match: Match) -> None:
        if match.shown.invitation is None:
            return
        try:
            card = await self._cards.invitation(match)
            await self._sender.edit(match.channel_id, match.shown.invitation, card)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            # A deleted or inaccessible challenge card must not stop the match.
            log.info("match=%s its challenge card was not updated: %s", match.id, error)

    async def offer_computer(self, match_id: MatchId) -> bool:
        """Edit the card of a challenge that nobody has accepted, so that it offers the computer.

        Returns False if the card has not been posted yet. Pings no one. Raises discord.py's errors.
        """
        async with self._turns.turn(match_id):
            match = await self._services.matches.load(match_id)
            if match.phase is Phase.CHALLENGED and match.shown.invitation is None:
                return False
            with speaking(locale_of(self._bot, match.guild_id)):
                while match.phase is Phase.CHALLENGED:
                    await self._edit_invitation(match)
                    # This edit must not hide what another process has shown in the meantime.
                    present = await self._services.matches.load(match_id)
                    if present.version == match.version:
                        break
                    match = present
                else:
                    await self._edit_invitation(match)
        return True

    async def _paint_card(self, match: Match, around: Around) -> Shown:
        """Edit the match's card, or post one in the first place that takes it."""
        shown, stage = match.shown, self._services.matches.stage(match)
        same = shown.stage == stage
        card = None if shown.home is None else await self._card(match, around)
        if card and same and shown.card and self._may_edit(match):
            try:
                await self._sender.edit_card(match, shown, card)
                return shown
            except discord.HTTPException as error:
                if not cannot_edit(error):
                    raise
        async with aclosing(self._venue.homes(match, around.guild.home, same_stage=same)) as homes:
            async for home in homes:
                match = await self._moved(match, home)
                if card is None or home.line:
                    card = await self._card(match, around, above=home.line, watched=home.channel is not None)
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
        nonce = f"{match.id}.{match.version if same else stage}"
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
        return await self._noted(match, moved)

    async def _post_directly(self, match: Match, card: Card, stage: str, nonce: str) -> Shown:
        """Send the card to both players; the match's current card is the one of the player to act.

        If one player's direct messages are closed, the other still gets the card.
        """
        awaited = (*users_of(self._services.matches.to_act(match)), *card.pings)
        sent: list[Shown] = []
        refused: discord.HTTPException | None = None
        if not match.users:
            return replace(match.shown, stage=stage)  # all players are erased
        for user in sorted(match.users, key=lambda user: user not in awaited):
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

    async def _painted(self, match: Match, shown: Shown) -> Match:
        """``match`` as shown, stored; or as another process has shown it by now, if that is newer."""
        newest = await self._services.matches.note_shown(match, shown, self._venue.sleeps_after(shown))
        self._seen[match.id] = shown
        painted = match.shown_as(shown)
        return painted if newest <= shown.version else await self._newest(match, painted)

    async def _newest(self, before: Match, painted: Match) -> Match:
        """The match in the newest version, which another process showed; Discord shows that one now.

        A message from this process may have arrived later and covered it, so it is brought up to date.
        """
        match = painted
        while (present := await self._services.matches.load(match.id)).shown.version > match.version:
            match, shown = present, painted.shown
            try:
                await self._tidy(before, match, shown)
            except discord.HTTPException as error:
                if is_outage(error):
                    raise
                # The newest version is visible anyway.
                log.info("match=%s a card that came late was left as it is: %s", match.id, error)
        return match

    async def _tidy(self, before: Match, match: Match, shown: Shown) -> None:
        """Update a message that this process sent too late to ``match``, or delete it."""
        if shown.card is None or shown.home is None:
            await self._edit_invitation(match)
        elif shown.card == match.shown.card:
            await self._sender.edit_card(match, shown, await self._cards.of(match))
        elif shown.card != before.shown.card:
            # It was posted for a turn that was already over, and stands below the newer card.
            await delete_message(self._bot, shown.home, shown.card)

    # --- direct messages -------------------------------------------------------------------------

    async def _deliver(self, match: Match) -> tuple[UserId, ...]:
        """Send the due direct messages that ask for a pick; returns the players whom they can't reach."""
        states: dict[UserId, NoticeState] = {}
        for notice in await self._services.notifications.of_match(match.id):
            if notice.kind is not NoticeKind.PICK:
                continue
            state = notice.state
            if state is NoticeState.DUE:
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

    # --- what became of it ----------------------------------------------------------------------

    async def _noted(self, match: Match, shown: Shown) -> Match:
        await self._services.matches.note_shown(match, shown)
        self._seen[match.id] = shown
        return match.shown_as(shown)

    async def _why(self, match: Match, error: Exception) -> str:
        log.warning("match=%s version=%s was not shown: %s", match.id, match.version, error)
        lost = loss(error)
        guild = self._bot.get_guild(match.guild_id)
        if lost is Loss.FORBIDDEN and guild is not None and (until := permissions.timed_out_until(guild)):
            return phrases.timed_out(until)
        if match.alone and lost is not None:
            return computer_texts.nowhere(match, await self._venue.private.lacking(match))
        if lost is not Loss.FORBIDDEN:
            return errors_texts.WHY_DISCORD if lost is None else errors_texts.WHY_GONE
        home = self._bot.get_channel(match.shown.home or match.channel_id)
        channel = home or self._bot.get_channel(match.channel_id)
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            return errors_texts.WHY_FORBIDDEN
        names = permissions.missing(
            channel.permissions_for(channel.guild.me), in_thread=isinstance(channel, discord.Thread)
        )
        return errors_texts.why_missing(names) if names else errors_texts.WHY_FORBIDDEN


def _addressed(match: Match, around: Around, card: Card, users: Sequence[UserId], now: datetime) -> Card:
    """``card`` with the pings and the sound that ``users`` have chosen."""
    told = around.pinged(match, users, now)
    return replace(card, pings=told.users, silent=told.silent)


def _taken_over(match: Match) -> tuple[UserId, ...]:
    """The user whom an administrator made take over, while that is the match's last entry; else empty."""
    last = match.entries[-1] if match.entries else None
    if last is None or last.kind is not EntryKind.HANDED_OVER_BY_ADMIN:
        return ()
    return users_of([match.player_of(last.side)])


def _log_refused(match: Match, user: UserId, error: discord.HTTPException) -> None:
    """Log a direct message that Discord refused; an invalid one as a warning, since that is our bug."""
    level = logging.WARNING if error.code == INVALID_FORM else logging.INFO
    log.log(level, "match=%s user=%s could not be sent a direct message: %s", match.id, user, error)
