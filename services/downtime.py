"""The downtimes of the bot and of its shards: while nobody can reach it, all clocks concerned stand still."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from data import Database, stores
from matches.clock import DOWN_AFTER, FAST_DOWN_AFTER
from matches.intervals import Interval, merged
from matches.model import Clock, MatchFacts
from matches.shards import ShardLife, Territory, shard_of

log = logging.getLogger(__name__)

SIGN_EVERY: Final = timedelta(seconds=15)
"""The time after which what takes long gives another sign of life."""
DIRECT_SHARD: Final = 0
"""The shard that direct messages come to."""


class Downtime:
    """The downtimes that are stored, as a process knows them, and those that may be going on."""

    def __init__(self, store: Database, clock: Clock, territory: Territory) -> None:
        self._db = store
        self._clock = clock
        self._territory = territory
        self._stops: tuple[Interval, ...] = ()
        self._shards = ShardLife()
        self._alive_at: datetime | None = None

    def stops(self, now: datetime, match: MatchFacts) -> tuple[Interval, ...]:
        """The downtimes for a match, and one that lasts until ``now`` where nothing was heard of since.

        Short ones are among them, which count for fast matches only: see :attr:`Pace.down_after`.
        """
        if not self._shards.stops and not self.may_go_on(now, match):
            return self._stops
        return merged([*self._stops, *self._stops_of_shards(match), *self._going_on(now, match)])

    def may_go_on(self, now: datetime, match: MatchFacts | None = None) -> bool:
        """True if the last sign of life is so old that any process may have a downtime to store.

        Of the bot, or of a shard of ``match``. Until that is settled, nobody can say when
        a clock will call for something.
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

    async def note_alive(self) -> Interval | None:
        """Note that the bot is there and reaches Discord; returns the downtime that thereby ended, or None.

        To be called at the start before anything else, and every few seconds after. Of several shards those
        are noted that this process has and that are there.
        """
        now, found = self._clock(), self._territory.shards
        if not found.numbers:
            return None
        ended = await self._db.write(stores.host.note_alive, now, FAST_DOWN_AFTER, found)
        whom = "the bot" if found.complete else "a shard"
        if ended is not None and ended.end - ended.start > DOWN_AFTER:
            log.warning("%s was down from %s to %s; all its clocks stood still", whom, ended.start, ended.end)
        elif ended is not None:
            log.info("%s was away from %s to %s; fast clocks stood still", whom, ended.start, ended.end)
        missed = self._alive_at is None or now - self._alive_at > FAST_DOWN_AFTER
        if ended is not None or missed or not found.complete or self._shards.alive_at:
            # Another process may have been the first to note the downtime.
            self._stops = await self._db.read(stores.host.downtimes)
            self._shards = await self._db.read(stores.shards.life)
        self._alive_at = now
        return ended

    async def still_alive(self) -> None:
        """Note it again in the middle of what takes long, unless that was done a moment ago."""
        if self._alive_at is None or self._clock() - self._alive_at > SIGN_EVERY:
            await self.note_alive()

    async def pass_over(self, until: datetime) -> None:
        """Note that the clock is about to be set ahead on purpose: the time between is no downtime."""
        await self._db.write(stores.host.note_alive, until, timedelta.max)
        self._alive_at = until


def _shards_of(match: MatchFacts, count: int) -> Sequence[int]:
    """The shards through which a match is played: its server's, or that of direct messages too."""
    own = shard_of(match.guild_id, count)
    return (own, DIRECT_SHARD) if match.shown.direct else (own,)
