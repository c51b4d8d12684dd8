"""Between clocks and the plain values that are kept of them as JSON. Spans are whole microseconds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Final

from data.schema import utc
from matches.clock import Clocks, Pace, SideClock

_UNIT: Final = timedelta(microseconds=1)


def plain_clocks(clocks: Clocks) -> Mapping[str, Any]:
    """The part of clocks that is stored: all but their stops, which come from elsewhere."""
    return {
        # Their own: in the setup it is another one than the match's.
        "pace": str(clocks.pace),
        "running": clocks.running,
        "since": None if clocks.since is None else utc(clocks.since).isoformat(" ", "microseconds"),
        "sides": {side: _plain(clock) for side, clock in clocks.sides.items()},
    }


def _plain(clock: SideClock) -> Mapping[str, Any]:
    return {
        "left": clock.left // _UNIT,
        "allowed": clock.allowed // _UNIT,
        "term": clock.term,
        "rest": None if clock.rest is None else clock.rest // _UNIT,
        "again": clock.again,
    }


def read_clocks(plain: Mapping[str, Any]) -> Clocks:
    """The clocks of what was kept. Raises what a missing or impossible value raises."""
    since = plain["since"]
    return Clocks(
        pace=Pace.read(plain["pace"]),
        sides=MappingProxyType({side: _clock(kept) for side, kept in plain["sides"].items()}),
        running=plain["running"],
        since=None if since is None else utc(datetime.fromisoformat(since)),
    )


def _clock(plain: Mapping[str, Any]) -> SideClock:
    rest = plain["rest"]
    return SideClock(
        left=plain["left"] * _UNIT,
        allowed=plain["allowed"] * _UNIT,
        term=plain["term"],
        rest=None if rest is None else rest * _UNIT,
        again=plain["again"],
    )
