"""Deletes the settings of servers that the bot was removed from, 90 days after it was last seen there.

A server that is merely unavailable, or whose shard is away, is none of them: Discord is asked about each
before anything is deleted.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from typing import Final

from discord.ext import commands

from cogs.delivery.outbox import Resting
from cogs.kit.errors import UNSENT
from cogs.kit.failures import Loss, look_up
from matches import Clock, GuildId
from matches.guilds.shards import Territory
from services.last_seen import LastSeen

log = logging.getLogger(__name__)

ASKED_AT_ONCE: Final = 20
"""Servers that one round asks Discord about."""
UNSURE: Final = timedelta(hours=6)
"""Wait before a server is asked about again that Discord couldn't say anything of."""


class LeftServers:
    """Notes the servers that the bot is in, and deletes the settings of those that it has long left."""

    def __init__(
        self, bot: commands.AutoShardedBot, last_seen: LastSeen, territory: Territory, clock: Clock
    ) -> None:
        self._bot = bot
        self._last_seen = last_seen
        self._territory = territory
        self._resting = Resting[GuildId](clock)

    async def keep_up(self) -> None:
        """Record the servers of the connected shards, then look at those that weren't seen for long."""
        there = self._territory.shards
        # The unavailable ones are among them: the bot is still in those.
        present = [GuildId(one.id) for one in self._bot.guilds]
        await self._last_seen.record([guild for guild in present if there.has(guild)])
        for guild in await self._resting.others(self._last_seen.long_gone, ASKED_AT_ONCE):
            if not self._territory.shards.has(guild):
                return  # the shard was lost, or is another process's by now
            if await self._has_left(guild):
                await self._last_seen.forget(guild)

    async def _has_left(self, guild: GuildId) -> bool:
        """True if Discord says that the bot is not in a server."""
        if self._bot.get_guild(guild) is not None:
            return False
        try:
            found = await look_up(partial(self._bot.fetch_guild, guild, with_counts=False))
        except UNSENT as error:
            log.info(
                "guild=%s its settings stay for now: Discord could not say if it is left: %s", guild, error
            )
            await self._resting.rest(guild, UNSURE)
            return False
        if found in (Loss.GONE, Loss.FORBIDDEN):
            return True
        log.warning("guild=%s is not left, though no event told of it", guild)
        await self._last_seen.record([guild])
        return False
