"""Downtimes of the bot and of its shards: the clocks they concern stop while the bot cannot be reached."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from data import Database, stores
from matches.guilds.shards import ShardLife, Territory, shard_of
from matches.model import Clock, MatchFacts
from matches.time.intervals import Interval, merged
from matches.time.pace import DOWN_AFTER, FAST_DOWN_AFTER

log = logging.getLogger(__name__)

SIGN_EVERY: Final = timedelta(seconds=15)
"""The time between signs of life during a long-running task."""
DIRECT_SHARD: Final = 0
"""The shard that receives direct messages."""


class Downtime:
    """The stored downtimes, as this process knows them, and those that may be going on."""

    def __init__(self, store: Database, clock: Clock, territory: Territory) -> None:
        self._db = store
        self._clock = clock
        self._territory = territory
        self._stops: tuple[Interval, ...] = ()
        self._shards = ShardLife()
        self._alive_at: datetime | None = None

    def stops(self, now: datetime, match: MatchFacts) -> list[Interval]:
        """The downtimes that stop the clock of a match, and one until ``now`` if its sign of life is old.

        A fast clock is stopped by shorter ones too: see :attr:`Pace.down_after`.
        """
        pace, found = match.terms.pace if match.clocks is None else match.clocks.pace, self._stops
        if self._shards.stops or self.may_go_on(now, match):
            found = merged([*found, *self._stops_of_shards(match), *self._going_on(now, match)])
        return [stop for stop in found if stop.end - stop.start > pace.down_after]

    def may_go_on(self, now: datetime, match: MatchFacts | None = None) -> bool:
        """True if the last sign of life is so old that any process may have a downtime to store.

        The sign of life of the bot, or of a shard of ``match``. Until the downtime is stored, deadlines are
        unknown.
        """
        return any(True for _ in self._going_on(now, match))

    def _going_on(self, now: datetime, match: MatchFacts | None) -> Iterator[Interval]:
        heard = [] if self._alive_at is None else [self._alive_at]
        if match is not None and self._shards.alive_at:
            mine = _shards_of(match, self._shards.count)
            heard += [at for number, at in self._shards.alive_at if number in mine]
        return (Interval(at, now) for at in heard if now - at > FAST_DOWN_AFTER)

    def _stops_of_shards(self, match: MatchFacts) -> Iterator[Interval]:
        return (one.stop for one in self._shards.stops if one.number in _shards_of(match, one.count))

    async def record_alive(self) -> Interval | None:
        """Record that the bot is up and reaches Discord; returns the downtime that just ended, or None.

        Must be called first at start, and then every few seconds. With several shards, those are recorded
        that this process has and that are up.
        """
        now, found = self._clock(), self._territory.shards
        if not found.numbers:
            return None
        ended = await self._db.write(stores.host.record_alive, now, FAST_DOWN_AFTER, found)
        whom = "the bot" if found.complete else "a shard"
        if ended is not None and ended.end - ended.start > DOWN_AFTER:
            log.warning("%s was down from %s to %s; all its clocks stood still", whom, ended.start, ended.end)
        elif ended is not None:
            log.info("%s was away from %s to %s; fast clocks stood still", whom, ended.start, ended.end)
        missed = self._alive_at is None or now - self._alive_at > FAST_DOWN_AFTER
        if ended is not None or missed or not found.complete or self._shards.alive_at:
            # Another process may have been the first to store the downtime.
            self._stops = await self._db.read(stores.host.downtimes)
            self._shards = await self._db.read(stores.shards.life)
        self._alive_at = now
        return ended

    async def still_alive(self) -> None:
        """Record a sign of life during a long-running task, unless the last one is recent."""
        if self._alive_at is None or self._clock() - self._alive_at > SIGN_EVERY:
            await self.record_alive()

    async def pass_over(self, until: datetime) -> None:
        """Record that the clock is about to be set ahead on purpose: the time skipped is no downtime."""
        await self._db.write(stores.host.record_alive, until, timedelta.max)
        self._alive_at = until


def _shards_of(match: MatchFacts, count: int) -> Sequence[int]:
    """The shards that a match needs: its server's, and that of direct messages if it uses them."""
    own = tuple(shard_of(place.guild_id, count) for place in match.places)
    return (*own, DIRECT_SHARD) if any(place.shown.direct for place in match.places) else own
