"""Keeps servers' front doors or pinned lists up to date, messages in the channel that the server chose.

A process claims a list before it touches it, so only one process does. Each step stores what Discord has;
before posting a first message, the bot looks for an earlier one of its own, so that a crash leaves no
duplicate. Unchanged lists are not edited, and a server gets one edit a minute: Discord refuses frequent edits
of old messages, and these aren't urgent. Whose turn it is alone is worth one edit an hour.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import discord

from cogs.connection.state import ConnectionState
from cogs.delivery.outbox import LogLines, work_through
from cogs.delivery.sender import (
    Controls,
    control_ids,
    delete_message,
    edit_message,
    find_own,
    locale_of,
    post,
)
from cogs.kit import permissions
from cogs.kit.controls import AnyControl
from cogs.kit.failures import is_deleted, is_outage, persistently, reading
from cogs.panels.community.front_door import Presentations, door_card
from cogs.panels.community.pinned_lists import ListCard, is_needed, list_card, mark
from cogs.text import speaking
from matches import ChannelId, Clock, MessageId
from matches.guild_posts import MOST_LOST, ListKind, PinnedList
from services import Services
from services.guilds import EVERY

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

BETWEEN_EDITS: Final = timedelta(seconds=58)
"""Time between two edits of a server's lists: a minute, less what a look may come early."""
BETWEEN_TURNS: Final = timedelta(hours=1)
"""Time between two edits of a front door that change nothing but whose turn it is."""
RESTS: Final = timedelta(hours=6)
"""Wait before the bot tries again to show a list that it currently can't."""
OLD_PINS: Final = 50
"""Pinned messages searched for the bot's own."""
_LINES: Final = LogLines(
    log, "guild=%s its list %s", attrgetter("guild_id", "kind"), "was not shown", "could not be shown"
)


class PinnedLists:
    """Keeps the lists. Raises no Discord errors: a list that can't be shown now is shown later."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        services: Services,
        presentations: Presentations,
        clock: Clock,
        connection: ConnectionState,
        front_door: Sequence[Callable[[], AnyControl]] = (),
    ) -> None:
        """``front_door``: buttons of features on that list."""
        self._bot = bot
        self._services = services
        self._presentations = presentations
        self._front_door = front_door
        self._pinned = services.pinned
        self._clock = clock
        self._connection = connection
        self._looks_at = clock()
        """The start of the latest look: its edits are dated to then, however long it takes."""
        self._told: set[tuple[int, str]] = set()
        """Problems already logged, by server."""

    async def keep_up(self, limit: int) -> None:
        """Update the lists that are due, at most ``limit``."""
        self._looks_at = self._clock()
        due = await self._pinned.due(limit)
        await work_through(due, self._keep, self._connection, _LINES, refused=self._rest)

    async def _keep(self, kept: PinnedList) -> None:
        guild = self._bot.get_guild(kept.guild_id)
        if guild is None:
            await self._rest(kept)
            return
        rules = await self._services.guilds.rules(kept.guild_id)
        wanted = rules.pinned if kept.kind in rules.live_lists else None
        if kept.channel is not None and kept.channel != wanted:
            kept = await self._take_away(kept, for_good=wanted is None)
        if wanted is None:
            await self._pinned.drop(kept)
            return
        channel = guild.get_channel(wanted)
        if kept.lost > MOST_LOST or not isinstance(channel, discord.TextChannel):
            await self._rest(kept)
            return
        if lacking := permissions.missing(channel.permissions_for(guild.me)):
            until = permissions.timed_out_until(guild)
            self._tell(kept, f"timed out until {until}" if until else f"it takes {', '.join(lacking)}")
            await self._rest(kept)
            return
        with speaking(locale_of(self._bot, kept.guild_id)):
            await self._show(kept, channel)

    async def _show(self, kept: PinnedList, channel: discord.TextChannel) -> None:
        """Update the message, or post it, and pin it."""
        if kept.message is None and not await is_needed(self._services, kept.kind, kept.guild_id):
            await self._pinned.settle(kept)
            return
        shown = await self._card(kept.kind, channel)
        if kept.message is None:
            kept = await self._post(kept, channel, shown)
        elif kept.digest != shown.digest:
            if (next_edit := await self._next_edit(kept, shown)) > self._looks_at:
                await self._pinned.settle(kept, again=min(next_edit, self._looks_at + EVERY))
                return
            kept = await self._edit(kept, channel, shown)
        if kept.message is not None and not kept.pinned:
            kept = await self._pin(kept, channel, kept.message)
        await self._pinned.settle(kept)

    async def _card(self, kind: ListKind, channel: discord.TextChannel) -> ListCard:
        if kind is ListKind.FRONT_DOOR:
            return await door_card(
                self._services, self._presentations, channel, self._looks_at, self._front_door
            )
        return await list_card(self._services, kind, channel)

    async def _next_edit(self, kept: PinnedList, shown: ListCard) -> datetime:
        """The earliest time of the next edit of a list, which is to be ``shown``."""
        times = [one.shown_at for one in await self._pinned.of_guild(kept.guild_id) if one.shown_at]
        soonest = max(times, default=self._looks_at - BETWEEN_EDITS) + BETWEEN_EDITS
        if kept.shown_at is not None and shown.differs_by_turns_alone(kept.digest):
            return max(soonest, kept.shown_at + BETWEEN_TURNS)
        return soonest

    async def _post(self, kept: PinnedList, channel: discord.TextChannel, shown: ListCard) -> PinnedList:
        """Post the message, or edit one left from before a crash or before a database backup was restored."""
        # Stored first: if the server chooses another channel after a crash, this one is still searched.
        kept = replace(kept, channel=ChannelId(channel.id))
        await self._pinned.note(kept)
        message = await self._find(kept, channel.id)
        if message is not None:
            await edit_message(self._bot, channel.id, message, shown.card)
        else:
            sent = await post(self._bot, channel.id, shown.card, nonce=_nonce(kept), silent=True)
            message = MessageId(sent.id)
        return await self._note(replace(kept, message=message), shown.digest)

    async def _edit(self, kept: PinnedList, channel: discord.TextChannel, shown: ListCard) -> PinnedList:
        assert kept.message is not None, "asked for those that are there"
        try:
            await edit_message(self._bot, channel.id, kept.message, shown.card)
        except discord.HTTPException as error:
            if not is_deleted(error):
                raise
            # Stored first: a second deletion is deliberate.
            kept = replace(kept, message=None, digest=None, pinned=False, lost=kept.lost + 1)
            await self._pinned.note(kept)
            log.info("guild=%s its list %s was deleted", kept.guild_id, kept.kind)
            return kept if kept.lost > MOST_LOST else await self._post(kept, channel, shown)
        return await self._note(kept, shown.digest)

    async def _note(self, kept: PinnedList, digest: str) -> PinnedList:
        kept = replace(kept, digest=digest, shown_at=self._looks_at)
        await self._pinned.note(kept)
        return kept

    async def _pin(self, kept: PinnedList, channel: discord.TextChannel, message: MessageId) -> PinnedList:
        """Pin the message if that is allowed; an unpinned one is kept up to date too."""
        if not channel.permissions_for(channel.guild.me).pin_messages:
            self._tell(kept, "it is not pinned, which takes Pin Messages")
            return kept
        try:
            await persistently(lambda: self._bot.http.pin_message(channel.id, message))
        except discord.HTTPException as error:
            if is_outage(error):
                raise
            self._tell(kept, f"it was not pinned: {error}")
            return kept
        return replace(kept, pinned=True)

    async def _find(self, kept: PinnedList, channel: int) -> MessageId | None:
        """The message of this list among the pinned and the latest messages of a channel, or None."""
        custom_id = mark(kept.guild_id, kept.kind)

        def is_it(controls: Controls) -> bool:
            return custom_id in controls

        with reading():
            told = await persistently(lambda: self._bot.http.pins_from(channel))
            for item in told["items"][:OLD_PINS]:
                message = item["message"]
                own = self._bot.user is not None and int(message["author"]["id"]) == self._bot.user.id
                if own and is_it(tuple(control_ids(message))):
                    return MessageId(int(message["id"]))
        sent = await find_own(self._bot, channel, is_it)
        return None if sent is None else MessageId(sent.id)

    async def _take_away(self, kept: PinnedList, *, for_good: bool) -> PinnedList:
        """Delete the message in the previous channel, whether stored or posted just before a crash.

        One that the bot may not reach is given up, unless the list goes ``for_good``. Then it is tried again
        later: raises discord.Forbidden.
        """
        if kept.channel is not None:
            try:
                message = kept.message or await self._find(kept, kept.channel)
                if message is not None:
                    await delete_message(self._bot, kept.channel, message)
            except discord.HTTPException as error:
                if is_outage(error) or (for_good and isinstance(error, discord.Forbidden)):
                    raise
                log.info("guild=%s its list %s stays where it was: %s", kept.guild_id, kept.kind, error)
        kept = kept.taken_away
        await self._pinned.note(kept)
        return kept

    async def _rest(self, kept: PinnedList) -> None:
        await self._pinned.settle(kept, again=self._clock() + RESTS)

    def _tell(self, kept: PinnedList, what: str) -> None:
        """Log once a problem that an administrator can solve."""
        if (kept.guild_id, what) not in self._told:
            self._told.add((kept.guild_id, what))
            log.warning("guild=%s its list %s: %s", kept.guild_id, kept.kind, what)


def _nonce(kept: PinnedList) -> str:
    """The nonce by which Discord recognizes a repeated message: at most 25 characters."""
    return f"{kept.kind[0]}{kept.lost}.{kept.guild_id}"
