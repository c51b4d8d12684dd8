"""Keeps servers' front doors up to date, a message each in the channel that the server chose.

A process claims a front door before it touches it, so only one process does. Each step stores what Discord
has; before posting a first message, the bot looks for an earlier one of its own, so that a crash leaves no
duplicate. One that hasn't changed is not edited, and each gets one edit a minute: Discord refuses frequent
edits of old messages, and these aren't urgent. Whose turn it is alone is worth one edit an hour.

Servers that had lists get a front door in the lists' channel. Once it stands, the lists are taken away.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import discord

from cogs.connection.requests import Purpose, requests_for
from cogs.delivery.kept_message import keep
from cogs.delivery.outbox import LogLines, work_through
from cogs.delivery.sender import (
    control_ids,
    delete_message,
    edit_message,
    find_own,
    locale_of,
    post,
    with_control,
)
from cogs.front_door.panel import DoorCard, door_card
from cogs.front_door.rules import DoorKind, DoorMessage
from cogs.front_door.service import EVERY, FrontDoors
from cogs.front_door.whole_lists import mark
from cogs.kit import permissions
from cogs.kit.card import Card
from cogs.kit.failures import is_outage, persistently, reading
from cogs.text import speaking
from matches import ChannelId, GuildId, MessageId
from matches.guilds.posts import MOST_LOST

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

BETWEEN_EDITS: Final = timedelta(seconds=58)
"""Time between two edits of a front door: a minute, less what a look may come early."""
BETWEEN_TURNS: Final = timedelta(hours=1)
"""Time between two edits of a front door that change nothing but whose turn it is."""
RESTS: Final = timedelta(hours=6)
"""Wait before the bot tries again to bring a front door up to date that it currently can't."""
DAILY: Final = timedelta(days=1)
"""Wait before it tries again to post one that it couldn't."""
AT_ONCE: Final = 30
"""Front doors that one round updates."""
OLD_PINS: Final = 50
"""Pinned messages searched for the bot's own."""
_LINES: Final = LogLines(
    log, "guild=%s its front door", lambda kept: (kept.guild_id,), "was not shown", "could not be shown"
)


class FrontDoorKeeper:
    """Keeps the front doors. Raises no Discord errors: what can't be shown now is shown later."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._bot = app.bot
        self._doors = app[FrontDoors]
        self._clock = app.clock
        self._began = app.clock()
        """The start of the latest round: its edits are dated to then, however long it takes."""
        self._told: set[tuple[GuildId, DoorKind, str]] = set()
        """Problems already logged."""
        self.refused: dict[GuildId, str] = {}
        """Why Discord has refused to post a front door, by server, until it takes it."""

    async def keep_up(self, limit: int = AT_ONCE) -> None:
        """Update the front doors that are due, at most ``limit``."""
        self._began = self._clock()
        due = await self._doors.due(limit)
        await work_through(due, self._keep, self._app.connection, _LINES, refused=self._rest)

    async def _keep(self, kept: DoorMessage) -> None:
        guild = self._bot.get_guild(kept.guild_id)
        if guild is None:
            await self._rest(kept)
            return
        wanted = (await self._app.guilds.rules(kept.guild_id)).pinned
        if kept.channel is not None and kept.channel != wanted:
            kept = await self._take_away(kept, for_good=wanted is None)
        if wanted is None:
            if await self._take_lists_away(kept):
                await self._doors.drop(kept)
            else:
                await self._rest(kept)
            return
        channel = guild.get_channel(wanted)
        trouble = self._trouble(guild, channel)
        if trouble:
            self._tell(kept, trouble)
        if trouble or kept.lost > MOST_LOST:
            await self._rest(kept)
            return
        assert isinstance(channel, discord.TextChannel), "any other is a trouble"
        with speaking(locale_of(self._bot, kept.guild_id)):
            await self._show(kept, channel)

    @staticmethod
    def _trouble(guild: discord.Guild, channel: discord.abc.GuildChannel | None) -> str:
        """Why the bot can't post in a channel, for the log; empty if it can."""
        if not isinstance(channel, discord.TextChannel):
            return "its channel is gone or hidden"
        lacking = permissions.missing(channel.permissions_for(guild.me))
        until = permissions.timed_out_until(guild) if lacking else None
        return f"timed out until {until}" if until else f"it takes {', '.join(lacking)}" if lacking else ""

    async def _show(self, kept: DoorMessage, channel: discord.TextChannel) -> None:
        """Update the message, or post it, and pin it; then take lists away that are there from before."""
        shown = await door_card(self._app, channel, self._began)
        # With lists: to be sure that it is there.
        if kept.message is None or kept.has_lists or kept.digest != shown.digest:
            if kept.message is not None and (next_edit := self._next_edit(kept, shown)) > self._began:
                await self._doors.settle(kept, again=min(next_edit, self._began + EVERY))
                return
            posted = partial(self._post, channel, shown.card)
            kept = await keep(self._bot, channel.id, shown.card, kept, posted, self._record_deleted)
            if kept.message is not None:
                kept = replace(kept, digest=shown.digest, shown_at=self._began)
                await self._doors.record(kept)
                self.refused.pop(kept.guild_id, None)
        if kept.message is not None and not kept.pinned:
            kept = await self._pin(kept, channel, kept.message)
        if kept.message is not None and not await self._take_lists_away(kept):
            await self._rest(kept)
            return
        await self._doors.settle(kept)

    async def _take_lists_away(self, kept: DoorMessage) -> bool:
        """Take away the lists that a server has from before; True if none is left."""
        found = await self._doors.of_guild(kept.guild_id) if kept.has_lists else ()
        left = False
        for one in found:
            if one.kind is DoorKind.FRONT_DOOR:
                continue
            try:
                await self._doors.drop(await self._take_away(one, for_good=True))
            except discord.Forbidden as error:
                self._tell(one, f"it was not taken away: {error}")
                left = True
        return not left

    def _next_edit(self, kept: DoorMessage, shown: DoorCard) -> datetime:
        """The earliest time of the next edit of a front door, which is to be ``shown``."""
        if kept.shown_at is None:
            return self._began
        by_turns = shown.differs_by_turns_alone(kept.digest)
        return kept.shown_at + (BETWEEN_TURNS if by_turns else BETWEEN_EDITS)

    async def _post(self, channel: discord.TextChannel, card: Card, kept: DoorMessage) -> DoorMessage:
        """Post the message, or edit one left from before a crash or before a database backup was restored."""
        # Stored first: if the server chooses another channel after a crash, this one is still searched.
        kept = replace(kept, channel=ChannelId(channel.id))
        await self._doors.record(kept)
        try:
            message = await self._find(kept, channel.id)
            if message is not None:
                await edit_message(self._bot, channel.id, message, card)
            else:
                sent = await post(self._bot, channel.id, card, nonce=_nonce(kept), silent=True)
                message = MessageId(sent.id)
        except discord.HTTPException as error:
            if not is_outage(error):
                self.refused[kept.guild_id] = str(error)
            raise
        return replace(kept, message=message)

    async def _record_deleted(self, kept: DoorMessage) -> DoorMessage:
        kept = replace(kept, message=None, digest=None, pinned=False, lost=kept.lost + 1)
        await self._doors.record(kept)
        log.info("guild=%s its front door was deleted", kept.guild_id)
        return kept

    async def _pin(self, kept: DoorMessage, channel: discord.TextChannel, message: MessageId) -> DoorMessage:
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

    async def _find(self, kept: DoorMessage, channel: int) -> MessageId | None:
        """The message of this kind among the pinned and the latest messages of a channel, or None."""
        is_it = with_control(mark(kept.guild_id, kept.kind))
        with reading():
            told = await persistently(lambda: self._bot.http.pins_from(channel))
            for item in told["items"][:OLD_PINS]:
                message = item["message"]
                own = self._bot.user is not None and int(message["author"]["id"]) == self._bot.user.id
                if own and is_it(tuple(control_ids(message))):
                    return MessageId(int(message["id"]))
        sent = await find_own(self._bot, channel, is_it)
        return None if sent is None else MessageId(sent.id)

    async def _take_away(self, kept: DoorMessage, *, for_good: bool) -> DoorMessage:
        """Delete the message in the previous channel, whether stored or posted just before a crash.

        One that the bot may not reach is given up, unless it goes ``for_good``. Then it is tried again later:
        raises discord.Forbidden.
        """
        if kept.channel is not None:
            try:
                message = kept.message or await self._find(kept, kept.channel)
                if message is not None:
                    await delete_message(self._bot, kept.channel, message)
            except discord.HTTPException as error:
                if is_outage(error) or (for_good and isinstance(error, discord.Forbidden)):
                    raise
                log.info("guild=%s its %s stays where it was: %s", kept.guild_id, _name(kept), error)
        kept = kept.taken_away
        await self._doors.record(kept)
        return kept

    async def _rest(self, kept: DoorMessage) -> None:
        await self._doors.settle(kept, again=self._clock() + (RESTS if kept.message else DAILY))

    def _tell(self, kept: DoorMessage, what: str) -> None:
        """Log once a problem that an administrator can solve."""
        if (told := (kept.guild_id, kept.kind, what)) not in self._told:
            self._told.add(told)
            log.warning("guild=%s its %s: %s", kept.guild_id, _name(kept), what)


def _name(kept: DoorMessage) -> str:
    return "front door" if kept.kind is DoorKind.FRONT_DOOR else f"list {kept.kind}"


def _nonce(kept: DoorMessage) -> str:
    """The nonce by which Discord recognizes a repeated message: at most 25 characters."""
    return f"{kept.kind[0]}{kept.lost}.{kept.guild_id}"


async def keep_up(app: App) -> None:
    """Update the front doors that are due."""
    with requests_for(Purpose.TIDYING):
        await app[FrontDoorKeeper].keep_up()


def has_news(app: App) -> bool:
    """True if front doors may have changed in a way that the database doesn't know of."""
    return app[FrontDoors].has_news
