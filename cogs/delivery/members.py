"""Members of a server: presence, names and avatars.

The bot has no list of members: that would need a privileged intent. It asks for the few users that it is
about to name and caches the answers for an hour, only in memory. Names for suggestions are requested ahead,
many users in one request, since suggestions are due while the user types.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Final

import discord
from cachetools import TTLCache

from cogs.delivery.display_names import plain
from cogs.kit.card import Card
from cogs.kit.errors import UNSENT
from cogs.kit.failures import is_no_member, reading
from cogs.kit.guilds import guild_of
from cogs.text import phrases
from cogs.text.mentions import literal
from imaging import writable
from matches import Clock, GuildId, UserId
from matches.players import Player
from services import Services
from settings.deadlines import Deadlines

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

KNOWN_FOR: Final = timedelta(hours=1)
"""Time for which an answer is cached."""
MOST_KNOWN: Final = 5000
AVATAR_SIZE: Final = 128
"""Pixels; Discord serves powers of two."""
_NOWHERE: Final = GuildId(0)
"""The key for users looked up outside any server."""
AT_ONCE: Final = 5
"""Requests at a time."""
DOUBTED_AT_ONCE: Final = 50
"""Users who may have left a server, asked about one by one before something is decided."""
RENEWED_AFTER: Final = timedelta(minutes=45)
"""Time after which a server's players are requested again: before the cache drops them."""
PLAYED: Final = 100
"""Running matches of a server, newest first, whose players' names are kept in the cache."""
GUILDS_AT_ONCE: Final = 10
"""Servers whose names one sweep renews."""
MOST_AT_ONCE: Final = 100
"""Users in one request (Discord's limit)."""
MOST_A_MINUTE: Final = 60
"""Requests: half of what a connection may send, so that heartbeats never have to wait."""
_MINUTE: Final = timedelta(minutes=1)

Told = Callable[[GuildId, UserId, discord.Member | None], None]
"""Called with each answer: the member, or None for a user who is not in the server."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A user as last looked up: presence in the server, avatar and name (plain text).

    ``handle`` is the unique name of the account, which Discord makes of Latin letters. ``stored``: what is
    stored of their presence is the same. A look for names doesn't change that.
    """

    there: bool
    avatar: discord.Asset | None
    name: str | None = None
    handle: str = ""
    stored: bool = False


class Members:
    """Members of all servers, one object for the whole bot."""

    def __init__(
        self, bot: commands.AutoShardedBot, services: Services, clock: Clock, deadlines: Deadlines
    ) -> None:
        self._bot = bot
        self._services = services
        self._deadlines = deadlines
        self._known: TTLCache[tuple[GuildId, UserId], _Known, datetime] = TTLCache(
            MOST_KNOWN, KNOWN_FOR, clock
        )
        self._asking = asyncio.Semaphore(AT_ONCE)
        self._clock = clock
        self._requests = MemberRequests(bot, clock, self._record)
        self._renewed: dict[int, datetime] = {}
        """When the players of each server were last requested."""

    async def greet(self, guild: int | None, person: discord.User | discord.Member) -> None:
        """Record that a member who just did something in a server is present."""
        if guild is None or not isinstance(person, discord.Member):
            return
        key = GuildId(guild), UserId(person.id)
        before = self._known.get(key)
        if before is None or not (before.there and before.stored):
            await self._services.leaderboards.record_presence(*key, there=True)
            self._known[key] = replace(_known(person), stored=True)

    async def absent(self, guild: GuildId, users: Iterable[UserId]) -> bool:
        """Record which of ``users`` have left a server; returns True if any have.

        For cards and lists: a user who is cached as present counts as present.
        """
        asked = list(dict.fromkeys(users))
        found = await asyncio.gather(*(self._look_up(guild, user) for user in asked))
        gone = [user for user, known in zip(asked, found, strict=True) if known and not known.there]
        return await self._record_gone(guild, gone)

    async def absent_now(self, guild: GuildId, users: Iterable[UserId]) -> bool:
        """Ask Discord which of ``users`` have left a server, and record it; returns True if any have.

        For decisions about them: the cache isn't enough. All are asked about in few requests. A user without
        an answer in time counts as present, as do those beyond DOUBTED_AT_ONCE.
        """
        asked = list(dict.fromkeys(users))
        if not asked:
            return False
        before = {user: self._known.get((guild, user)) for user in asked}
        wait = self._deadlines.named * (1 + len(asked) // MOST_AT_ONCE)
        await asyncio.wait((self._requests.ask(guild, asked),), timeout=wait)
        after = {user: self._known.get((guild, user)) for user in asked}
        doubted = [
            user for user, known in after.items() if not known or known is before[user] or not known.there
        ]
        return await self._record_gone(guild, doubted[:DOUBTED_AT_ONCE])

    async def _record_gone(self, guild: GuildId, users: Sequence[UserId]) -> bool:
        """Record those of ``users`` who are out of a server by Discord's word; returns True if any are."""
        out = await asyncio.gather(*(self._is_gone(guild, user) for user in users))
        gone = [user for user, is_out in zip(users, out, strict=True) if is_out]
        for user in gone:
            await self.record_gone(guild, user)
        return bool(gone)

    async def record_gone(self, guild: GuildId, user: UserId) -> None:
        """Record that a user is out of a server, as Discord has just said."""
        self._known[guild, user] = _Known(there=False, avatar=None)
        await self._services.leaderboards.record_presence(guild, user, there=False)

    async def _is_gone(self, guild: GuildId, user: UserId) -> bool:
        """True if Discord, asked now, says that a user is no member; False for any other answer."""
        try:
            found = await self._fetched(guild, user)
        except UNSENT as error:
            if not is_no_member(error):
                log.info("guild=%s user=%s counts as present: %s", guild, user, error)
                return False
            return True
        if found is not None:
            self._known[guild, user] = found
        return False

    async def names(self, guild: GuildId | None, players: Sequence[Player]) -> Mapping[Player, str]:
        """The names of ``players`` for readers in a server, or in direct messages; unknown ones left out.

        Members are mentioned; others get their name, since Discord would show a mention as a number.
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
        return literal(stranger.name) if stranger and stranger.name else None

    async def name_people(self, shown: Card, guilds: Collection[GuildId]) -> None:
        """Replace a card's mentions by names for direct messages, where many clients show numbers.

        Each user is named as in the first of ``guilds`` (the reader's servers) that they are in, else by
        their account; users who can't be looked up in time get a placeholder. Roles are named too.
        """
        users, roles = shown.mentioned()
        if not users and not roles:
            return
        names: dict[UserId, str] = {}
        for guild in guilds:
            names = {**await self.names_in_time(guild, users - names.keys()), **names}
        names |= await self.account_names(users - names.keys())
        found = (role for guild in self._bot.guilds for id_ in roles if (role := guild.get_role(id_)))
        shown.say_names(names, {role.id: plain(role.name) for role in found})

    async def name_strangers(self, shown: Card, users: Collection[UserId]) -> None:
        """Replace a card's mentions of ``users``, who aren't in its server, by the names of their accounts.

        Users who can't be looked up in time get a placeholder.
        """
        if met := shown.mentioned()[0] & set(users):
            shown.name_only(met, await self.account_names(met))

    def guilds_of(self, user: UserId) -> tuple[GuildId, ...]:
        """The servers in which ``user`` is cached as present."""
        keys = [key for key in self._known if key[1] == user]
        return tuple(key[0] for key in keys if (known := self._known.get(key)) and known.there)

    async def account_names(self, users: Collection[UserId]) -> Mapping[UserId, str]:
        """The account names of those of ``users`` who are known in time, as plain text."""
        asked = [asyncio.create_task(self._look_up(_NOWHERE, user)) for user in users]
        if asked:
            # Later answers are still cached.
            await asyncio.wait(asked, timeout=self._deadlines.named)
        known = {user: self._known.get((_NOWHERE, user)) for user in users}
        return {user: found.name for user, found in known.items() if found and found.name}

    def known_names(self, guild: GuildId, users: Collection[UserId]) -> Mapping[UserId, str]:
        """The cached names of ``users``, as plain text, without waiting.

        Requests the others for next time.
        """
        if unknown := [user for user in users if (guild, user) not in self._known]:
            self._requests.ask(guild, unknown)
        return self.names_so_far(guild, users)

    async def names_in_time(self, guild: GuildId, users: Collection[UserId]) -> Mapping[UserId, str]:
        """The names of those of ``users`` who are known in time, as plain text."""
        if unknown := [user for user in users if (guild, user) not in self._known]:
            # Later answers are still cached.
            await asyncio.wait((self._requests.ask(guild, unknown),), timeout=self._deadlines.named)
        return self.names_so_far(guild, users)

    def names_so_far(self, guild: GuildId, users: Collection[UserId]) -> Mapping[UserId, str]:
        """The cached names of ``users``, as plain text, without asking for others."""
        known = {user: self._known.get((guild, user)) for user in users}
        return {user: found.name for user, found in known.items() if found and found.there and found.name}

    async def names_to_draw(self, guild: GuildId, users: Collection[UserId]) -> Mapping[UserId, str]:
        """The names of those of ``users`` who are known in time, in letters that pictures can be written in.

        That is the name in the server, or else, as of a name in Cyrillic or Chinese letters, the unique name
        of the account.
        """
        await self.names_in_time(guild, users)
        known = {user: self._known.get((guild, user)) for user in users}
        return {
            user: drawn
            for user, found in known.items()
            if found and found.there and (drawn := writable(found.name or "") or writable(found.handle))
        }

    async def renew_names(self) -> None:
        """Request the players of some servers, so that their names are cached before they are needed."""
        now = self._clock()
        due = (guild.id for guild in self._bot.guilds if self._is_due(guild.id, now))
        for guild_id in list(islice(due, GUILDS_AT_ONCE)):
            self._renewed[guild_id] = now
            guild = GuildId(guild_id)
            played = await self._services.matches.lists.running_in(guild, PLAYED)
            if users := {user for match in played for user in match.users}:
                self._requests.ask(guild, users)

    def _is_due(self, guild_id: int, now: datetime) -> bool:
        renewed = self._renewed.get(guild_id)
        return renewed is None or now - renewed >= RENEWED_AFTER

    def _record(self, guild: GuildId, user: UserId, member: discord.Member | None) -> None:
        """Cache the answer to a request."""
        self._known[guild, user] = _Known(there=False, avatar=None) if member is None else _known(member)

    async def avatars(self, guild: GuildId, users: Sequence[UserId]) -> Mapping[UserId, bytes]:
        """The avatars, as image files, of those of ``users`` whose avatar could be fetched in time."""
        fetching = {user: asyncio.create_task(self._avatar(guild, user)) for user in users}
        if fetching:
            await asyncio.wait(fetching.values(), timeout=self._deadlines.avatars)
        for task in fetching.values():
            task.cancel()  # no effect on finished tasks
        done = {user: task for user, task in fetching.items() if task.done() and not task.cancelled()}
        return {user: content for user, task in done.items() if (content := task.result())}

    def forget(self, user: UserId) -> None:
        """Drop a user from the cache."""
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
        """Look up a user, in the cache first; None if Discord couldn't be asked."""
        if known := self._known.get((guild, user)):
            return known
        try:
            found = await self._fetched(guild, user) or _Known(there=True, avatar=None)
        except discord.NotFound:
            found = _Known(there=False, avatar=None)
        except UNSENT as error:
            log.info("guild=%s user=%s could not be looked up: %s", guild, user, error)
            return None
        self._known[guild, user] = found
        return found

    async def _fetched(self, guild: GuildId, user: UserId) -> _Known | None:
        """A user as Discord, asked now, describes them; None if it can't be asked about the server.

        Raises NotFound, also for reasons other than that they are no member, and UNSENT's errors.
        """
        async with self._asking:
            place = None if guild == _NOWHERE else await guild_of(self._bot, guild)
            with reading():
                if guild == _NOWHERE:
                    person = self._bot.get_user(user) or await self._bot.fetch_user(user)
                    return _Known(False, person.avatar, plain(person.display_name) or plain(person.name))
                return None if place is None else _known(await place.fetch_member(user))


def _known(member: discord.Member) -> _Known:
    return _Known(True, member.guild_avatar or member.avatar, plain(member.display_name), plain(member.name))


# --- asking Discord -------------------------------------------------------------------------------


class MemberRequests:
    """Requests members over the gateway in the background: a hundred users of a server in each request.

    One request at a time for each server. Each answer goes to ``told`` as soon as it arrives.
    """

    def __init__(self, bot: commands.AutoShardedBot, clock: Clock, told: Told) -> None:
        self._bot = bot
        self._clock = clock
        self._told = told
        self._wanted: dict[GuildId, dict[UserId, None]] = {}
        self._asking: dict[GuildId, asyncio.Task[None]] = {}
        self._sent: deque[datetime] = deque()
        """The times of the requests of the last minute."""

    def ask(self, guild: GuildId, users: Iterable[UserId]) -> asyncio.Task[None]:
        """Start asking about ``users``; the task ends when all are answered or Discord can't be asked."""
        self._wanted.setdefault(guild, {}).update(dict.fromkeys(users))
        if guild not in self._asking:
            task = self._asking[guild] = asyncio.create_task(self._ask(guild))
            task.add_done_callback(lambda _: self._asking.pop(guild, None))
        return self._asking[guild]

    async def _ask(self, guild: GuildId) -> None:
        wanted = self._wanted[guild]
        try:
            while batch := list(islice(wanted, MOST_AT_ONCE)):
                await self._request(guild, batch)
                for user in batch:
                    del wanted[user]
        except (discord.DiscordException, RuntimeError, *UNSENT) as error:
            # A RuntimeError: there is no connection. The next lookup asks again.
            log.info("guild=%s %s members could not be asked for: %s", guild, len(wanted), error)
        finally:
            del self._wanted[guild]

    async def _request(self, guild: GuildId, users: Collection[UserId]) -> None:
        place = self._bot.get_guild(guild)
        if place is None or place.unavailable or not self._may_send():
            return
        found = await place.query_members(user_ids=list(users), limit=MOST_AT_ONCE, cache=False)
        members = {member.id: member for member in found}
        for user in users:
            self._told(guild, user, members.get(user))

    def _may_send(self) -> bool:
        """Count a request against this minute's limit; False if the limit is reached."""
        now = self._clock()
        while self._sent and now - self._sent[0] >= _MINUTE:
            self._sent.popleft()
        if len(self._sent) >= MOST_A_MINUTE:
            log.info("no more members are asked for in this minute")
            return False
        self._sent.append(now)
        return True
