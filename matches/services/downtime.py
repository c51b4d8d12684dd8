"""The downtimes of the bot: while nobody can reach it, all clocks stand still."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from matches.clock import DOWN_AFTER, FAST_DOWN_AFTER
from matches.intervals import Interval, merged
from matches.model import Clock
from matches.ports.host import HostStore

log = logging.getLogger(__name__)

SIGN_EVERY: Final = timedelta(seconds=15)
"""The time after which what takes long gives another sign of life."""


class Downtime:
    """The downtimes that are stored, as a process knows them, and one that may be going on."""

    def __init__(self, host: HostStore, clock: Clock) -> None:
        self._host = host
        self._clock = clock
        self._stops: tuple[Interval, ...] = ()
        self._alive_at: datetime | None = None

    def stops(self, now: datetime) -> tuple[Interval, ...]:
        """The downtimes; the one too that lasts until ``now``, where the bot has not been heard of since.

        Short ones are among them, which count for fast matches only: see :attr:`Pace.down_after`.
        """
        if self._alive_at is None or not self.may_go_on(now):
            return self._stops
        return merged([*self._stops, Interval(self._alive_at, now)])

    def may_go_on(self, now: datetime) -> bool:
        """True if the last sign of life is so old that any process may have a downtime to store.

        Until that is settled, nobody can say when a clock will call for something.
        """
        return self._alive_at is not None and now - self._alive_at > FAST_DOWN_AFTER

    async def note_alive(self) -> Interval | None:
        """Note that the bot is there and reaches Discord; returns the downtime that thereby ended, or None.

        To be called at the start before anything else, and every few seconds after.
        """
        now = self._clock()
        ended = await self._host.note_alive(now, FAST_DOWN_AFTER)
        if ended is not None and ended.end - ended.start > DOWN_AFTER:
            log.warning("the bot was down from %s to %s; all clocks stood still", ended.start, ended.end)
        elif ended is not None:
            log.info("the bot was away from %s to %s; fast clocks stood still", ended.start, ended.end)
        missed = self._alive_at is None or now - self._alive_at > FAST_DOWN_AFTER
        if ended is not None or missed:
            # Another process may have been the first to note the downtime.
            self._stops = await self._host.downtimes()
        self._alive_at = now
        return ended

    async def still_alive(self) -> None:
        """Note it again in the middle of what takes long, unless that was done a moment ago."""
        if self._alive_at is None or self._clock() - self._alive_at > SIGN_EVERY:
            await self.note_alive()

    async def pass_over(self, until: datetime) -> None:
        """Note that the clock is about to be set ahead on purpose: the time between is no downtime."""
        await self._host.note_alive(until, timedelta.max)
        self._alive_at = until
