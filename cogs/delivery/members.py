"""Members of a server: presence, names and avatars.

The bot has no list of members: that would need a privileged intent. It asks for the few people that it is
about to name, and remembers the answers for a while.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Final

import discord
from cachetools import TTLCache

from cogs.kit.errors import UNSENT
from cogs.text import phrases
from matches import Clock, GuildId, Services, UserId
from matches.players import Player

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

KNOWN_FOR: Final = timedelta(hours=1)
"""Time for which an answer is taken for true."""
MOST_KNOWN: Final = 5000
AVATAR_SIZE: Final = 128
"""Pixels; Discord gives powers of two."""
PATIENCE: Final = 3.0
"""Seconds that are spent on avatars: a picture without them beats none."""
_NOWHERE: Final = GuildId(0)
"""The key for users looked up outside any server."""
NAMED_AT_ONCE: Final = 100
"""People whose names are asked for in one request (Discord's limit)."""
AT_ONCE: Final = 5
"""Requests at a time."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A user as last looked up: presence in the server, avatar and name."""

    there: bool
    avatar: discord.Asset | None
    name: str | None = None


class Members:
    """Members of all servers, one object for the whole bot."""

    def __init__(self, bot: commands.Bot, services: Services, clock: Clock) -> None:
        self._bot = bot
        self._services = services
        self._known: TTLCache[tuple[GuildId, UserId], _Known, datetime] = TTLCache(
            MOST_KNOWN, KNOWN_FOR, clock
        )
        self._asking = asyncio.Semaphore(AT_ONCE)

    async def greet(self, guild: int | None, person: discord.User | discord.Member) -> None:
        """Note that somebody who just did something in a server is there."""
        if guild is None or not isinstance(person, discord.Member):
            return
        key = GuildId(guild), UserId(person.id)
        before = self._known.get(key)
        if before is None or not before.there:
            await self._services.leaderboards.note_presence(*key, there=True)
            self._known[key] = _known(person)

    async def absent(self, guild: GuildId, users: Iterable[UserId]) -> bool:
        """Note those of ``users`` who have left a server; returns whether there is one.

        A user who cannot be asked about counts as there.
        """
        asked = list(dict.fromkeys(users))
        found = await asyncio.gather(*(self._look_up(guild, user) for user in asked))
        gone = [user for user, known in zip(asked, found, strict=True) if known and not known.there]
        for user in gone:
            await self._services.leaderboards.note_presence(guild, user, there=False)
        return bool(gone)

    async def names(self, guild: GuildId | None, players: Sequence[Player]) -> Mapping[Player, str]:
        """The names of ``players`` for readers in a server, or in direct messages; without those unknown.

        Members by mention; of others Discord would show a number, so their names are asked for.
        """
        found = await asyncio.gather(*(self._name(guild, player) for player in players))
        return {player: name for player, name in zip(players, found, strict=True) if name is not None}

    async def _name(self, guild: GuildId | None, player: Player) -> str | None:
        user = player.user_id
        if user is None:
            return phrases.mention(player)
        known = await self._look_up(guild, user) if guild is not None else None
        if known is not None and known.there:
            return phrases.mention(user)
        stranger = await self._look_up(_NOWHERE, user)
        return None if stranger is None else stranger.name

    async def names_in_time(self, guild: GuildId, users: Collection[UserId]) -> Mapping[UserId, str]:
        """The names of ``users``, as plain text, as far as they are known in good time."""
        place, asked = self._bot.get_guild(guild), iter(users)
        found: dict[UserId, str] = {}
        with suppress(TimeoutError, discord.DiscordException, RuntimeError):
            async with asyncio.timeout(PATIENCE):
                while place is not None and (some := [int(user) for user in islice(asked, NAMED_AT_ONCE)]):
                    members = await place.query_members(user_ids=some, limit=NAMED_AT_ONCE, cache=False)
                    found.update((UserId(one.id), _plain(one.display_name)) for one in members)
        return found

    async def avatars(self, guild: GuildId, users: Sequence[UserId]) -> Mapping[UserId, bytes]:
        """The avatars, as image files, of those who have one that could be fetched in time."""
        fetching = {user: asyncio.create_task(self._avatar(guild, user)) for user in users}
        if fetching:
            await asyncio.wait(fetching.values(), timeout=PATIENCE)
        for task in fetching.values():
            task.cancel()  # nothing happens to those that are done
        done = {user: task for user, task in fetching.items() if task.done() and not task.cancelled()}
        return {user: content for user, task in done.items() if (content := task.result())}

    def forget(self, user: UserId) -> None:
        """Remember nothing of somebody any more."""
        self._known.expire()
        for key in [key for key in self._known if key[1] == user]:
            del self._known[key]

    async def _avatar(self, guild: GuildId, user: UserId) -> bytes | None:
        known = await self._look_up(guild, user)
        if known is None or known.avatar is None:
            return None
        try:
            return await known.avatar.with_size(AVATAR_SIZE).with_static_format("png").read()
        except (discord.DiscordException, *UNSENT) as error:
            log.info("user=%s has no avatar to be shown: %s", user, error)
            return None

    async def _look_up(self, guild: GuildId, user: UserId) -> _Known | None:
        """Look somebody up, in the cache first; None where Discord could not be asked."""
        if known := self._known.get((guild, user)):
            return known
        try:
            async with self._asking:
                found = await self._member(guild, user)
        except UNSENT as error:
            log.info("guild=%s user=%s could not be looked up: %s", guild, user, error)
            return None
        self._known[guild, user] = found
        return found

    async def _member(self, guild: GuildId, user: UserId) -> _Known:
        if guild == _NOWHERE:
            return await self._stranger(user)
        place = self._bot.get_guild(guild)
        if place is None:
            return _Known(there=True, avatar=None)  # nobody can be asked about it
        try:
            return _known(await place.fetch_member(user))
        except discord.NotFound:
            return _Known(there=False, avatar=None)

    async def _stranger(self, user: UserId) -> _Known:
        try:
            person = self._bot.get_user(user) or await self._bot.fetch_user(user)
        except discord.NotFound:
            return _Known(there=False, avatar=None)
        return _Known(False, person.avatar, _plain(person.display_name))


def _plain(name: str) -> str:
    """A name that comes from elsewhere, so that it is nothing but text."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name))


def _known(member: discord.Member) -> _Known:
    return _Known(there=True, avatar=member.guild_avatar or member.avatar)
