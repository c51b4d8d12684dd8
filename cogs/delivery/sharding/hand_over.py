"""Cards of matches in servers that another process sees to: it is called, and waited for."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from matches import Match, MatchId, Services
from settings.deadlines import Deadlines

log = logging.getLogger(__name__)

FIRST_LOOK: Final = 0.05
"""Seconds before the first look whether it is shown; each next one comes after half as long again."""


class HandOver:
    """Has matches shown by the process that sees to their servers."""

    def __init__(
        self, services: Services, deadlines: Deadlines, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._services = services
        self._deadlines = deadlines
        self._now = now

    def concerns(self, match: Match) -> bool:
        """True if another process is to show ``match``."""
        return not self._services.sharding.territory.has(match.guild_id)

    async def show(self, match: Match) -> Match | None:
        """Have ``match`` shown; returns it as it then stands, None while it isn't shown.

        That process does it by itself too, within seconds: whoever was not heard loses nothing.
        """
        if match.shown.version >= match.version:
            return match
        await self._services.sharding.call(match)
        end, pause = self._now() + self._deadlines.handed_over, FIRST_LOOK
        while self._now() < end:
            await asyncio.sleep(pause)
            pause *= 1.5
            present = await self._services.matches.load(match.id)
            if present.shown.version >= match.version:
                return present
        log.info("match=%s version=%s is left to the process of its server", match.id, match.version)
        return None

    async def listen(self, show: Callable[[MatchId], None]) -> None:
        """Have ``show`` told of the matches that other processes leave to this one, until cancelled."""
        await self._services.sharding.listen(show)
