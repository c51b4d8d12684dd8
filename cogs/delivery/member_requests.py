"""Requests for members over the gateway: a hundred users of a server each, without a privileged intent.

They run in the background. Each answer goes to the ``told`` callback as soon as it arrives.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Final

import discord

from cogs.kit.errors import UNSENT
from matches import Clock, GuildId, UserId

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 100
"""Users in one request (Discord's limit)."""
MOST_A_MINUTE: Final = 60
"""Requests: half of what a connection may send, so that heartbeats never have to wait."""
_MINUTE: Final = timedelta(minutes=1)

Told = Callable[[GuildId, UserId, discord.Member | None], None]
"""Called with each answer: the member, or None for a user who is not in the server."""


class MemberRequests:
    """Requests members; one request at a time for each server."""

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
