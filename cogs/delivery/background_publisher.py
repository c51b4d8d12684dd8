"""Shows matches for the background jobs: what takes long goes on by itself, what failed is tried later.

Discord may hold back all new threads of a channel for minutes. No deadline, notice or other server waits for
that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from cogs.delivery.outbox import backoff
from cogs.delivery.publisher import Place, Publisher
from cogs.kit.errors import NotShownError
from cogs.kit.turns import InFlight
from matches import Clock, MatchId, StoreUnavailableError
from matches.model import FIRST_PLACE

log = logging.getLogger(__name__)

PATIENCE: Final = 10.0
"""Seconds that a job waits for a match to be shown."""
FIRST_WAIT: Final = timedelta(minutes=1)
LONGEST_WAIT: Final = timedelta(hours=1)


class BackgroundPublisher:
    """The matches that jobs show. Raises no errors: what can't be shown is recorded for later."""

    def __init__(self, publisher: Publisher, clock: Clock, in_flight: InFlight) -> None:
        self._publisher = publisher
        self._clock = clock
        self._in_flight = in_flight
        self._under_way: dict[Place, asyncio.Task[None]] = {}
        self._waits: dict[Place, tuple[datetime, int]] = {}
        """For each place where a match could not be shown: when to try again, and the number of tries."""

    async def show(self, match_id: MatchId, patience: float = PATIENCE) -> None:
        """Show the newest version of a match; returns after ``patience`` seconds if that goes on."""
        await self._begin((match_id, FIRST_PLACE), partial(self._publisher.publish, match_id), patience)

    async def show_at(self, place: Place) -> None:
        """Show the newest version of a match in one of its places only; returns as :meth:`show` does."""
        await self._begin(place, partial(self._publisher.publish_at, *place), PATIENCE)

    async def show_all(self, matches: Collection[MatchId]) -> None:
        """Show matches one after the other; once one takes long, the others no longer wait for it."""
        for match_id in matches:
            await self.show(match_id, 0 if self.is_held_up(matches) else PATIENCE)

    def is_held_up(self, matches: Collection[MatchId]) -> bool:
        """True while one of these matches is still being shown."""
        return any((match_id, FIRST_PLACE) in self._under_way for match_id in matches)

    def may_show(self, place: Place) -> bool:
        """False while a match is being shown there, and after a failure until the time of the next try."""
        due = place not in self._waits or self._waits[place][0] <= self._clock()
        return due and place not in self._under_way

    @property
    def left_alone(self) -> set[Place]:
        """The places where matches are being shown, or could not be: some may not be shown there now."""
        return self._waits.keys() | self._under_way.keys()

    def close(self) -> None:
        """Stop showing matches; the next process shows them."""
        for task in self._under_way.values():
            task.cancel()

    async def _begin(self, place: Place, publish: Callable[[], Awaitable[object]], patience: float) -> None:
        if (before := self._under_way.get(place)) is not None:
            # It may show an earlier version.
            await asyncio.wait({before}, timeout=patience)
            if not before.done():
                return
        task = self._under_way[place] = asyncio.create_task(self._show(place, publish))
        await asyncio.wait({task}, timeout=patience)
        if not task.done():
            log.info("match=%s takes long to be shown, and nothing waits for it", place[0])

    async def _show(self, place: Place, publish: Callable[[], Awaitable[object]]) -> None:
        match_id, _ = place
        try:
            with self._in_flight.doing():
                await publish()
            self._waits.pop(place, None)
        except NotShownError:
            self._wait(place)
        except StoreUnavailableError as error:
            log.warning("match=%s is not shown yet and will be tried again: %s", match_id, error)
        except Exception:  # one bad match must not stop the others
            log.exception("match=%s could not be shown", match_id)
            self._wait(place)
        finally:
            del self._under_way[place]

    def _wait(self, place: Place) -> None:
        tries = self._waits[place][1] + 1 if place in self._waits else 1
        self._waits[place] = (self._clock() + backoff(FIRST_WAIT, tries, LONGEST_WAIT), tries)
