"""Shows matches for the background jobs: what takes long goes on by itself, what failed is tried later.

Discord may hold back all new threads of a channel for minutes. No deadline, notice or other server waits for
that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from cogs.delivery.outbox import backoff
from cogs.delivery.publisher import Publisher
from cogs.kit.errors import NotShownError
from cogs.kit.turns import InFlight
from matches import Clock, MatchId, StoreUnavailableError

log = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds that a job waits for a match to be shown."""
FIRST_WAIT: Final = timedelta(minutes=1)
LONGEST_WAIT: Final = timedelta(hours=1)


class BackgroundPublisher:
    """The matches that jobs show. Raises no errors: what can't be shown is noted for later."""

    def __init__(self, publisher: Publisher, clock: Clock, in_flight: InFlight) -> None:
        self._publisher = publisher
        self._clock = clock
        self._in_flight = in_flight
        self._under_way: dict[MatchId, asyncio.Task[None]] = {}
        self._waits: dict[MatchId, tuple[datetime, int]] = {}
        """For each match that could not be shown: the time of the next try, and the number of tries."""

    async def show(self, match_id: MatchId, patience: float = PATIENCE) -> None:
        """Show the newest version of a match; returns after ``patience`` seconds if that goes on."""
        if (before := self._under_way.get(match_id)) is not None:
            # It may show an earlier version.
            await asyncio.wait({before}, timeout=patience)
            if not before.done():
                return
        task = self._under_way[match_id] = asyncio.create_task(self._show(match_id))
        await asyncio.wait({task}, timeout=patience)
        if not task.done():
            log.info("match=%s takes long to be shown, and nothing waits for it", match_id)

    async def show_all(self, matches: Collection[MatchId]) -> None:
        """Show matches one after the other; once one takes long, the others no longer wait for it."""
        for match_id in matches:
            await self.show(match_id, 0 if self.is_held_up(matches) else PATIENCE)

    def is_held_up(self, matches: Collection[MatchId]) -> bool:
        """True while one of these matches is still being shown."""
        return any(match_id in self._under_way for match_id in matches)

    def may_show(self, match_id: MatchId) -> bool:
        """False while a match is being shown, and after a failure until the time of the next try."""
        due = match_id not in self._waits or self._waits[match_id][0] <= self._clock()
        return due and match_id not in self._under_way

    @property
    def left_alone(self) -> set[MatchId]:
        """The matches that are being shown, or could not be: some of them may not be shown now."""
        return self._waits.keys() | self._under_way.keys()

    def close(self) -> None:
        """Stop showing matches; the next process shows them."""
        for task in self._under_way.values():
            task.cancel()

    async def _show(self, match_id: MatchId) -> None:
        try:
            with self._in_flight.doing():
                await self._publisher.publish(match_id)
            self._waits.pop(match_id, None)
        except NotShownError:
            self._wait(match_id)
        except StoreUnavailableError as error:
            log.warning("match=%s is not shown yet and will be tried again: %s", match_id, error)
        except Exception:  # one bad match must not stop the others
            log.exception("match=%s could not be shown", match_id)
            self._wait(match_id)
        finally:
            del self._under_way[match_id]

    def _wait(self, match_id: MatchId) -> None:
        now, tries = self._clock(), self._waits.get(match_id, (self._clock(), 0))[1] + 1
        self._waits[match_id] = (now + backoff(FIRST_WAIT, tries, LONGEST_WAIT), tries)
