"""Servers that the bot was removed from: their settings are deleted a while after it was last seen there."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from data import stores
from matches.model import GuildId
from services.core import Core

log = logging.getLogger(__name__)

KEPT: Final = timedelta(days=90)
"""How long a server's settings stay, at least, after the bot was last seen there."""
EVERY: Final = timedelta(days=1)
"""The time between two notes that the bot is in a server. Settings stay as much longer: never too short."""
AT_ONCE: Final = 500
"""Servers noted in one transaction."""


class LastSeen:
    """The times at which the bot was last seen in servers, of the shards that this process handles."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db
        self._noted: dict[GuildId, datetime] = {}
        """When this process noted each server."""
        self._begun: datetime | None = None
        """When it looked for servers that were never noted."""

    async def note(self, present: Collection[GuildId]) -> None:
        """Record that the bot is in these servers, once a day each."""
        now = self._core.now()
        left = sorted(guild for guild in present if self._is_due(self._noted.get(guild), now))
        for start in range(0, len(left), AT_ONCE):
            batch = left[start : start + AT_ONCE]
            await self._db.write(stores.last_seen.note, batch, now, EVERY)
            self._noted.update(dict.fromkeys(batch, now))
        if self._is_due(self._begun, now):
            while await self._db.write(stores.last_seen.begin, now, AT_ONCE) == AT_ONCE:
                pass
            self._begun = now

    @staticmethod
    def _is_due(noted: datetime | None, now: datetime) -> bool:
        return noted is None or now - noted >= EVERY

    async def long_gone(self, limit: int) -> tuple[GuildId, ...]:
        """Servers in which the bot wasn't seen for :data:`KEPT`, at most ``limit``."""
        shards = self._core.territory.shards
        return await self._db.read(stores.last_seen.long_unseen, self._before(), limit, shards)

    async def forget(self, guild: GuildId) -> None:
        """Delete the settings of a server, unless the bot was seen there meanwhile."""
        if await self._db.write(stores.last_seen.forget, guild, self._before()):
            log.info("guild=%s its settings are deleted: the bot was removed from it long ago", guild)

    def _before(self) -> datetime:
        return self._core.now() - KEPT - EVERY
