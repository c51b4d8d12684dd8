"""The work that is due now, read once for all jobs that ask at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from data import stores
from data.stores.due import DueQueries
from matches.errors import StoreUnavailableError
from matches.summaries import DueWork
from services.core import Core
from services.leaderboards import over_before

AHEAD: Final = timedelta(seconds=1)
"""Cards changed up to this much later count as out of date: a start shows recently changed ones at once."""
ANYTHING: Final = DueWork()
"""The answer if the query fails: each job runs its own, so a damaged table stops only its own job."""


class Workload:
    """The work in this process's shards."""

    def __init__(self, core: Core, features: Mapping[str, DueQueries]) -> None:
        self._core = core
        self._features = tuple(features.items())
        self._asking: asyncio.Task[DueWork] | None = None
        """The query that has not been sent yet."""

    async def due(self) -> DueWork:
        """The work that is due; considers everything stored before this call."""
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
            self._asking.add_done_callback(lambda asked: asked.cancelled() or asked.exception())
        # Others wait for the answer even if one of them is cancelled.
        return await asyncio.shield(self._asking)

    async def _ask(self) -> DueWork:
        """Send the query. Later callers need another one, for changes stored meanwhile."""
        self._asking = None
        now = self._core.now()
        try:
            return await self._core.db.read(
                stores.due.due_work,
                now,
                now + AHEAD,
                over_before(now),
                self._core.territory.shards,
                self._features,
            )
        except StoreUnavailableError:
            return ANYTHING
