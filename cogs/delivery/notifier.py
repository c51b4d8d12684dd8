"""Sends notices, the messages besides the cards: reminders, direct messages, digests, results.

A process claims a notice in the store before it sends it, so only one process does. If that process is
killed, the notice is claimed again later and looked for on Discord before it is sent again. A notice is sent
only if it is still current, and deleted once it is answered.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final

import discord

from cogs.connection.requests import Budget, Purpose, requests_for
from cogs.connection.state import ConnectionState
from cogs.delivery.outbox import LogLines, work_through
from cogs.delivery.sender import (
    NamePeople,
    NameStrangers,
    delete_message,
    edit_message,
    locale_of,
    open_dm,
    send_once,
    with_control_like,
)
from cogs.hosting.metrics import Metrics
from cogs.kit import permissions
from cogs.kit.card import Card
from cogs.kit.errors import UNSENT
from cogs.kit.failures import INVALID_FORM, UnreadableError, is_outage
from cogs.kit.turns import Lanes, side_by_side
from cogs.kit.visibility import channel_of, may_see
from cogs.panels.account.notices import NoticeCards
from cogs.text import speaking
from matches import (
    ChannelId,
    Clock,
    Match,
    MatchId,
    MessageId,
    Notice,
    NoticeId,
    NoticeState,
    StoreUnavailableError,
    UserId,
)
from matches.errors import DamagedMatchError
from matches.guilds.posts import Week, guild_of
from matches.lifecycle.match_context import Loaded
from matches.model import MatchFacts, NoticeKind, NoticePlace
from services import Services

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

_REPAIRED: Final = timedelta(hours=1)
"""Wait before a retry if the notice's match cannot be read."""
_LATER: Final = timedelta(minutes=1)
"""Wait before a retry if the notice's match has no place yet."""
KEPT: Final = 500
"""Messages that are remembered to have been redrawn."""
_WITHOUT_MATCH: Final = (NoticeKind.DIGEST, NoticeKind.WEEKLY)
_LINES: Final = LogLines(
    *(log, "notice=%s match=%s user=%s", lambda group: (group[0].id, group[0].match_id, group[0].user_id)),
    refused="was not sent",
    broken="could not be told",
)


class Notifier:
    """Delivers notices. Raises no Discord errors: a notice that can't be sent now stays due."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        services: Services,
        cards: NoticeCards,
        clock: Clock,
        connection: ConnectionState,
        metrics: Metrics,
        budget: Budget,
        name_people: NamePeople,
        name_strangers: NameStrangers,
    ) -> None:
        self._lanes = Lanes()
        self._bot = bot
        self._services = services
        self._cards = cards
        self._clock = clock
        self._connection = connection
        self._metrics = metrics
        self._budget = budget
        self._name_people = name_people
        self._name_strangers = name_strangers
        self._redrawn = deque[MessageId](maxlen=KEPT)
        """Messages that asked for a pick and already say that it was made."""

    async def catch_up(self, match: Match, notices: Sequence[Notice]) -> None:
        """Delete the answered messages of a match and send those that are due."""
        try:
            await self._take_away(match, notices)
            if any(notice.state is NoticeState.DUE for notice in notices):
                await self.deliver(10, match.id)
        except StoreUnavailableError as error:
            log.warning("match=%s its messages will be seen to later: %s", match.id, error)
        except Exception:  # the card itself was shown: the user who made the change need not hear of this
            log.exception("match=%s its messages were not seen to", match.id)

    def record_redrawn(self, message: MessageId) -> None:
        """Record that a message which asked for a pick already says that it was made."""
        self._redrawn.append(message)

    async def withdraw(self, match_id: MatchId, notice_id: NoticeId, user: UserId) -> None:
        """Delete a message that ``user`` wants to see later."""
        for notice in await self._services.notifications.of_match(match_id):
            if (notice.id, notice.user_id) == (notice_id, user):
                await self._withdraw(notice)

    async def deliver(self, limit: int, match_id: MatchId | None = None) -> int:
        """Send due notices, earliest first, at most ``limit``; returns how many were claimed.

        While requests queue, notices that are only for reading are left for later.
        """
        reading = not self._budget.short
        claimed = await self._services.notifications.claim(limit, match_id, reading=reading)
        outage = asyncio.Event()
        with requests_for(Purpose.NOTICE):
            await side_by_side(self._deliver(groups, outage) for groups in _in_order(_groups(claimed)))
        return len(claimed)

    async def _deliver(self, groups: Sequence[Sequence[Notice]], outage: asyncio.Event) -> None:
        """Send ``groups`` in order, until an outage; then set ``outage``."""
        tell = partial(self._tell, outage=outage)
        if not await work_through(groups, tell, self._connection, _LINES, refused=self._settle_refused):
            outage.set()

    # --- telling ---------------------------------------------------------------------------------

    async def _tell(self, group: Sequence[Notice], outage: asyncio.Event) -> None:
        first = group[0]
        if first.kind in _WITHOUT_MATCH:
            guild = guild_of(first) if first.kind is NoticeKind.WEEKLY else None
            async with self._lanes.turn(guild):
                if outage.is_set():
                    return
                with requests_for(Purpose.READING):
                    await (self._tell_digest(first) if guild is None else self._tell_week(first))
            return
        found = [(notice, await self._current(notice)) for notice in group]
        current = [(notice, loaded) for notice, loaded in found if loaded is not None]
        if not current:
            return
        guild = current[0][1].match.guild_id
        async with self._lanes.turn(guild):
            if outage.is_set():
                return
            with speaking(locale_of(self._bot, guild)):
                if len(current) == 1:
                    await self._tell_one(*current[0])
                else:
                    await self._tell_all(current)

    async def _current(self, notice: Notice) -> Loaded | None:
        """The match of a notice that is still current; otherwise None, and the notice is dropped.

        If the match cannot be read, None too, and the notice is put off.
        """
        try:
            loaded = await self._services.notifications.stands(notice)
        except DamagedMatchError as error:
            # The other notices are still sent.
            log.error("match=%s notice=%s cannot be told: %s", notice.match_id, notice.id, error.advice)
            await self._services.notifications.put_off(notice, _REPAIRED)
            return None
        if loaded is None:
            await self._services.notifications.drop(notice)
            log.info(
                "match=%s notice=%s user=%s was answered before", notice.match_id, notice.id, notice.user_id
            )
        return loaded

    async def _tell_one(self, notice: Notice, loaded: Loaded) -> None:
        match = loaded.match
        if notice.kind is NoticeKind.RESULT:
            await self._announce(notice, match, loaded.guild.results)
            return
        told = await self._services.notifications.told(notice, loaded)
        card = await self._cards.about(loaded, notice, told.users)
        if notice.place is NoticePlace.DIRECT or match.shown.direct:
            if notice.kind is NoticeKind.WATCHED and not await may_see(
                self._bot, match, discord.Object(notice.reader)
            ):
                await self._services.notifications.drop(notice)
                return
            await self._name_people(card, (match.guild_id,))
            await self._send_directly([notice], card, silent=told.silent)
        elif match.shown.home is None:
            await self._services.notifications.put_off(notice, _LATER)
        else:
            await self._name_strangers(card, match.strangers)
            await self._send([notice], match.shown.home, card, silent=told.silent)

    async def _tell_all(self, current: Sequence[tuple[Notice, Loaded]]) -> None:
        """Send one direct message for several notices: a user coming out of quiet hours wants no flood."""
        notices = [notice for notice, _ in current]
        matches = list({loaded.match.id: loaded.match for _, loaded in current}.values())
        told = await self._services.notifications.told(*current[0])
        card = self._cards.waiting(matches, notices[0].reader, notices)
        await self._name_people(card, {match.guild_id for match in matches})
        await self._send_directly(notices, card, silent=told.silent, keep=True)

    async def _tell_digest(self, notice: Notice) -> None:
        user = notice.reader
        waiting = await self._services.matches.lists.waiting(user)
        # By due time, not sending time: each finished match is in exactly one digest.
        since, until = notice.due_at - timedelta(days=1), notice.due_at
        finished = await self._services.matches.lists.finished_of(user, 10)
        ended = [match for match in finished if since < match.changed_at <= until]
        if waiting or ended:
            told = await self._services.notifications.told(notice)
            card = self._cards.digest(waiting, ended, user, notice)
            await self._name_people(card, {match.guild_id for match in (*waiting, *ended)})
            try:
                await self._post([notice], await open_dm(self._bot, user), card, silent=told.silent)
            except discord.HTTPException as error:
                if is_outage(error):
                    raise
                log.info("user=%s could not be sent their digest: %s", user, error)
        await self._services.notifications.digest_done(notice)

    async def _tell_week(self, notice: Notice) -> None:
        """Post a server's weekly summary if it wants one; sent or refused, the next one is scheduled."""
        guild = guild_of(notice)
        channel = (await self._services.guilds.rules(guild)).weekly
        week = await self._services.spectators.last_week(guild) if channel is not None else None
        if channel is not None and week is not None:
            try:
                with speaking(locale_of(self._bot, guild)):
                    await self._post_week(notice, week, channel)
            except discord.HTTPException as error:
                if is_outage(error):
                    raise
                log.warning("guild=%s channel=%s its week could not be summed up: %s", guild, channel, error)
        await self._services.spectators.weekly_done(notice, goes_on=channel is not None)

    async def _post_week(self, notice: Notice, week: Week, channel: ChannelId) -> None:
        # Readers of this channel may not see every other channel.
        shown = [match for match in week.latest if await self._may_be_told(match, channel)]
        told = replace(week, latest=tuple(shown))
        await self._post([notice], channel, self._cards.week(told, notice), silent=True)

    async def _may_be_told(self, match: MatchFacts, channel: ChannelId) -> bool:
        """True if all readers of ``channel``, in the server of ``match``, may look at the match."""
        played_in = await channel_of(self._bot, match)
        if played_in is None:
            return False
        told_in = played_in.guild.get_channel_or_thread(channel)
        if told_in is None:
            return permissions.everybody_sees(played_in)
        return permissions.as_open(played_in, told_in)

    async def _announce(self, notice: Notice, match: Match, channel: ChannelId | None) -> None:
        guild = self._bot.get_guild(match.guild_id)
        if guild is not None and guild.unavailable:
            # Channel permissions are unknown until Discord sends the channels.
            await self._services.notifications.put_off(notice, _LATER)
            return
        if channel is None or not await self._may_be_told(match, channel):
            await self._services.notifications.drop(notice)
            return
        card = await self._cards.result(match, notice)
        await self._send([notice], channel, card, silent=True)

    # --- sending ---------------------------------------------------------------------------------

    async def _send_directly(
        self, notices: Sequence[Notice], card: Card, *, silent: bool, keep: bool = False
    ) -> None:
        try:
            place = await open_dm(self._bot, notices[0].reader)
            sent = await self._post(notices, place, card, silent=silent)
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            # An invalid message is the bot's fault, not closed direct messages: hosts should see it.
            level = logging.WARNING if error.code == INVALID_FORM else logging.INFO
            log.log(level, "user=%s could not be sent a direct message: %s", notices[0].user_id, error)
            await self._settle_refused(notices)
            await self._tell_at_home(notices)
            return
        if keep:
            await self._settle(notices, NoticeState.SENT)
        else:
            await self._settle(notices, NoticeState.SENT, ChannelId(place), sent)

    async def _send(self, notices: Sequence[Notice], channel: ChannelId, card: Card, *, silent: bool) -> None:
        sent = await self._post(notices, channel, card, silent=silent)
        await self._settle(notices, NoticeState.SENT, channel, sent)

    async def _post(
        self, notices: Sequence[Notice], place: int, card: Card, *, silent: bool
    ) -> MessageId | None:
        """Post a card for notices, unless it was sent before a crash.

        Returns the message's id, or None if Discord's answer is unreadable.
        """
        first = notices[0]
        before = with_control_like(_TOLD_OF.format(first.id)) if first.tried else None
        try:
            sent = await send_once(self._bot, place, card, before, nonce=f"n{first.id}", silent=silent)
        except UnreadableError:
            # It has arrived. It can't be deleted later, but that beats sending it over and over.
            sent = None
        self._connection.worked()
        for notice in notices:
            self._metrics.notices_sent.labels(notice.kind.value).inc()
        return None if sent is None else MessageId(sent.id)

    async def _settle_refused(self, notices: Sequence[Notice]) -> None:
        """Record that Discord refused these, so that they are not sent again."""
        await self._settle(notices, NoticeState.REFUSED)

    async def _tell_at_home(self, notices: Sequence[Notice]) -> None:
        """Move undeliverable direct messages to the place where the match is played."""
        for notice in notices:
            if notice.place is NoticePlace.DIRECT:
                await self._services.notifications.tell_at_home(notice)

    async def _settle(
        self,
        notices: Sequence[Notice],
        state: NoticeState,
        channel: ChannelId | None = None,
        message: MessageId | None = None,
    ) -> None:
        for notice in notices:
            await self._services.notifications.settle(notice, state, channel=channel, message=message)

    # --- taking away -----------------------------------------------------------------------------

    async def _take_away(self, match: Match, notices: Sequence[Notice]) -> None:
        for notice in notices:
            told = notice.state in (NoticeState.SENT, NoticeState.REFUSED)
            if not told or self._services.notifications.is_current(notice, match):
                continue
            if notice.kind is NoticeKind.PICK:
                await self._close_pick(match, notice)
            elif notice.kind is not NoticeKind.RESULT:
                await self._withdraw(notice)
                await self._services.notifications.drop(notice)

    async def _close_pick(self, match: Match, notice: Notice) -> None:
        """Edit the direct message that asked for a pick to say that it was made, wherever that was; once."""
        match = match.seen_by(notice.reader)
        shown = self._cards.pick_made(match, notice.reader)
        if notice.channel is None or notice.message is None or shown is None:
            return
        if notice.message not in self._redrawn:
            await self._name_people(shown, (match.guild_id,))
            try:
                await edit_message(self._bot, notice.channel, notice.message, shown)
            except UNSENT as error:
                # Its menus give the same answer, so the edit isn't needed.
                log.info("match=%s notice=%s was not brought up to date: %s", match.id, notice.id, error)
        await self._settle([notice], notice.state)

    async def _withdraw(self, notice: Notice) -> None:
        if notice.channel is None or notice.message is None:
            return
        try:
            await delete_message(self._bot, notice.channel, notice.message)
        except UNSENT as error:
            # A message that stays says what was true then; no harm.
            log.info("match=%s notice=%s was not taken away: %s", notice.match_id, notice.id, error)


_TOLD_OF: Final = r"(?:turn|laterin|later|final|next|weekly):\d+:\d+:([\d.]*\.)?{}(\.[\d.]*)?"
"""A pattern of the ids of controls on messages that were sent for a notice, among others."""


def _groups(notices: Sequence[Notice]) -> list[list[Notice]]:
    """The notices in order, grouped by the message that they can share."""
    alike = [list(group) for _, group in groupby(sorted(notices, key=_together), key=_together)]
    return sorted(alike, key=lambda group: min((notice.due_at, notice.id) for notice in group))


def _in_order(groups: Sequence[list[Notice]]) -> list[list[list[Notice]]]:
    """The groups by destination, in order: those of one match, or those to one user."""
    found: dict[tuple[str, int], list[list[Notice]]] = {}
    for group in groups:
        first = group[0]
        if first.place is NoticePlace.DIRECT and first.user_id is not None:
            key: tuple[str, int] = ("user", first.user_id)
        elif first.kind in _WITHOUT_MATCH:
            key = ("notice", first.id)
        else:
            key = ("match", first.match_id)
        found.setdefault(key, []).append(group)
    return list(found.values())


def _together(notice: Notice) -> tuple[int, int]:
    """The key shared by notices that go into one message."""
    alone = (NoticeKind.DIGEST, NoticeKind.WATCHED, NoticeKind.OFFER_OFF)
    single = notice.place is not NoticePlace.DIRECT or notice.kind in alone
    return (notice.user_id or 0, notice.id if single else 0)
