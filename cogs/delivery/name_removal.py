"""Takes erased users' names out of the names of threads.

A match may have had several threads: its present one, the one of its challenge, and those it moved away from,
whether the bot closed them or couldn't use them any more. The database knows the first two; the others are
found by the match's id in their names, among the threads of the channels that the user's matches were in.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord

from cogs.delivery.thread_names import ThreadNames, former_spelling, number_in
from cogs.kit.errors import UNSENT
from cogs.kit.failures import THREAD_ARCHIVED, UnreadableError, is_outage, reading
from matches import GuildId, MatchId, UserId
from matches.model import MatchFacts
from services import Services
from settings.deadlines import Deadlines

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

STEPS_AT_ONCE: Final = 30
"""Steps of a removal at a time, of two requests at most, so that other work gets a turn."""
MATCHES_AT_ONCE: Final = 20
"""Matches read in one step."""
TRIES: Final = 5
"""Failures of a step after which a late removal gives it up, though Discord hasn't refused it."""
_LISTED: Final = 100
"""Archived threads in one answer of Discord's, at most."""
_KINDS: Final = frozenset(
    kind.value
    for kind in discord.ChannelType
    if kind.name in ("news_thread", "public_thread", "private_thread")
)


class _Thread(NamedTuple):
    id: int
    owner: int
    parent: int
    name: str
    archived: bool


@dataclass(slots=True)
class _Step:
    """A step of a removal: a request or two. ``thread``: the one that it renames, if it does."""

    do: Callable[[], Awaitable[None]]
    thread: int | None = None
    failures: int = 0


@dataclass(slots=True)
class _Removal:
    """The removal of a user's name: what was found, and what is left to do. A new process starts over."""

    user: UserId
    steps: deque[_Step] = field(default_factory=deque)
    matches: dict[tuple[GuildId, MatchId], MatchFacts] = field(default_factory=dict)
    """The user's matches, as seen from each of their servers."""
    threads: set[int] = field(default_factory=set)
    """The threads that were looked at, or will be."""
    channels: dict[int, GuildId] = field(default_factory=dict)
    """The channels whose threads are looked through, by server."""
    left: dict[GuildId, bool] = field(default_factory=dict)
    """The servers asked about, and whether the bot is in them no longer."""
    kept: set[int] = field(default_factory=set)
    """The threads that keep the name."""

    def add(self, do: Callable[[], Awaitable[None]], thread: int | None = None) -> None:
        """Plan a step."""
        self.steps.append(_Step(do, thread))


class NameRemoval:
    """Removes names, for the whole bot. Its requests are by id, so it needs no server in the cache."""

    def __init__(
        self, bot: commands.AutoShardedBot, services: Services, names: ThreadNames, deadlines: Deadlines
    ) -> None:
        self._bot = bot
        self._services = services
        self._names = names
        self._deadlines = deadlines
        self._removals: dict[UserId, _Removal] = {}

    async def remove(self, user: UserId, *, late: bool) -> int | None:
        """Remove ``user`` from the names of some more threads.

        Returns the number of threads that keep the name once there is nothing left to do, else None. What
        Discord refuses is left as it is; what fails is tried again, but if it is ``late`` not for ever.
        Threads renamed before stay as they are, so this can be repeated after a crash.
        """
        removal = self._removals.get(user)
        if removal is None:
            removal = self._removals[user] = _Removal(user)
            removal.add(partial(self._plan_matches, removal, MatchId(0)))
        for _ in range(STEPS_AT_ONCE):
            if not removal.steps:
                break
            step = removal.steps[0]
            try:
                async with asyncio.timeout(self._deadlines.renamed):
                    await step.do()
            except UNSENT as error:
                step.failures += 1
                if is_outage(error) and not (late and step.failures >= TRIES):
                    log.info("user=%s a thread's name will be tried again: %r", user, error)
                    removal.steps.rotate(-1)  # the other steps first
                    return None
                self._leave(removal, step, error)
            removal.steps.popleft()
        if removal.steps:
            return None
        del self._removals[user]
        return len(removal.kept)

    @staticmethod
    def _leave(removal: _Removal, step: _Step, error: Exception) -> None:
        """Give a step up: its thread keeps the name."""
        if isinstance(error, discord.NotFound):
            return
        if step.thread is None:
            log.info("user=%s some threads cannot be looked through: %s", removal.user, error)
        else:
            removal.kept.add(step.thread)
            log.warning("user=%s thread=%s keeps their name: %s", removal.user, step.thread, error)

    # --- where to look ---------------------------------------------------------------------------

    async def _plan_matches(self, removal: _Removal, after: MatchId) -> None:
        """Plan a look at the threads that the database knows, and then at the others in their channels."""
        found = await self._services.privacy.threads_naming(removal.user, after, MATCHES_AT_ONCE)
        for match in found:
            for number in range(len(match.places)):
                await self._plan_threads(removal, match.seen_from(number))
        if found:
            removal.add(partial(self._plan_matches, removal, found[-1].id))
        else:
            removal.add(partial(self._plan_channels, removal))

    async def _plan_threads(self, removal: _Removal, match: MatchFacts) -> None:
        """Plan a look at a match's present thread and at that of its challenge."""
        guild, shown = match.guild_id, match.shown
        # Direct messages have no name. A thread has the id of the message it was made from.
        found = (shown.invitation, None if shown.direct else shown.home)
        known = {int(thread) for thread in found if thread is not None} - removal.threads
        if await self._has_left(removal, guild):
            removal.kept.update(thread for thread in known if thread == shown.home)
            return
        removal.matches[guild, match.id] = match
        for channel in (match.channel_id, (await self._services.guilds.rules(guild)).home):
            if channel is not None:
                removal.channels.setdefault(channel, guild)
        for thread in known:
            removal.threads.add(thread)
            removal.add(partial(self._see_to, removal, match, thread), thread)

    async def _has_left(self, removal: _Removal, guild: GuildId) -> bool:
        """True if the bot is no longer in a server, where it can change nothing."""
        if guild not in removal.left:
            removal.left[guild] = self._bot.get_guild(guild) is None and await self._is_shut_out(guild)
        return removal.left[guild]

    async def _is_shut_out(self, guild: GuildId) -> bool:
        try:
            # The server may be another process's, or this one hasn't heard of it yet.
            await self._bot.http.get_guild(guild, with_counts=False)
        except (discord.NotFound, discord.Forbidden) as error:
            if is_outage(error):
                raise
            return True
        return False

    async def _plan_channels(self, removal: _Removal) -> None:
        """Plan a look at the lists of threads in which those are that a match has left."""
        http = self._bot.http
        for guild in {guild for guild, _ in removal.matches}:
            removal.add(partial(self._list, removal, guild, partial(http.get_active_threads, guild)))
        for channel, guild in removal.channels.items():
            if channel not in removal.threads:
                for archived in (http.get_public_archived_threads, http.get_joined_private_archived_threads):
                    removal.add(
                        partial(self._list, removal, guild, partial(archived, channel, limit=_LISTED))
                    )

    async def _list(
        self, removal: _Removal, guild: GuildId, ask: Callable[..., Awaitable[Any]], **page: Any
    ) -> None:
        """Look through a page of a list of threads; plan what is to be renamed, and the next page."""
        with reading():
            told = await ask(**page)
            threads = [_read(one) for one in told["threads"]]
            last, more = (told["threads"] or [None])[-1], told.get("has_more", False)
        for thread in threads:
            match = thread and removal.matches.get((guild, number_in(thread.name) or MatchId(0)))
            if thread and match and thread.id not in removal.threads:
                removal.threads.add(thread.id)
                removal.add(partial(self._rename, removal, match, thread), thread.id)
        if threads and more:
            removal.add(partial(self._list, removal, guild, ask, before=_place_in_list(last)))

    # --- a thread --------------------------------------------------------------------------------

    async def _see_to(self, removal: _Removal, match: MatchFacts, id_: int) -> None:
        """Take the user out of the name of the thread of this id, if there is one."""
        with reading():
            # Raw: discord.py's own method raises for direct messages and for kinds unknown to it.
            thread = _read(await self._bot.http.get_channel(id_))
        if thread is None:
            removal.threads.discard(id_)  # it is a channel, which may have threads
        else:
            removal.channels.setdefault(thread.parent, match.guild_id)
            await self._rename(removal, match, thread)

    async def _rename(self, removal: _Removal, match: MatchFacts, thread: _Thread) -> None:
        """Take the user out of the name of a thread, if the bot made it for this match."""
        bot = self._bot.user
        if bot is None or thread.owner != bot.id or number_in(thread.name) != match.id:
            return
        name = await self._names.without(match, removal.user)
        nameless = (name, self._names.plain(match))
        if thread.name in (*nameless, *map(former_spelling, nameless)):
            if thread.id != match.shown.home and not thread.archived:
                await self._put_away(thread)  # opened to be renamed, before a crash
            return
        opened = {}
        if thread.archived:
            # The next step, even if Discord's answer gets lost: an archived thread is opened to be renamed.
            removal.steps.insert(1, _Step(partial(self._put_away, thread)))
            opened = {"archived": False}
        try:
            await self._names.used(match, lambda used: self._edit(thread, name=used, **opened), name)
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED or thread.archived:
                raise
            # It was archived after it was read: renames may have to wait for hours.
            await self._rename(removal, match, thread._replace(archived=True))

    async def _put_away(self, thread: _Thread) -> None:
        try:
            await self._edit(thread, archived=True)
        except (discord.HTTPException, UnreadableError) as error:
            if is_outage(error):
                raise
            log.info("thread=%s was renamed and stays open: %s", thread.id, error)

    async def _edit(self, thread: _Thread, **changes: Any) -> None:
        with reading():
            await self._bot.http.edit_channel(thread.id, **changes)


def _read(told: Any) -> _Thread | None:
    """Read a channel as Discord describes it; returns None if it is no thread."""
    if told["type"] not in _KINDS:
        return None
    archived = told["thread_metadata"]["archived"]
    return _Thread(int(told["id"]), int(told["owner_id"]), int(told["parent_id"]), told["name"], archived)


def _place_in_list(told: Any) -> str:
    """The place of a thread in a list of archived ones; private threads are listed by id."""
    private = told["type"] == discord.ChannelType.private_thread.value
    return str(told["id"] if private else told["thread_metadata"]["archive_timestamp"])
