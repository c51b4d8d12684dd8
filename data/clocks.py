"""Conversion between clocks and their stored JSON. Time spans are whole microseconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Final

from data.schema import utc
from matches.time.clocks import Clocks, SideClock
from matches.time.intervals import DaysOff
from matches.time.pace import Pace

_UNIT: Final = timedelta(microseconds=1)


def plain_clocks(clocks: Clocks) -> Mapping[str, Any]:
    """The stored part of clocks: everything but their stops."""
    return {
        # Their own: during setup the pace differs from the match's.
        "pace": str(clocks.pace),
        "running": clocks.running,
        "since": _plain_time(clocks.since),
        "sides": {side: _plain(clock) for side, clock in clocks.sides.items()},
        "days_off": {side: _plain_days(days) for side, days in clocks.days_off.items()},
    }


def _plain_days(days: DaysOff) -> list[Any]:
    return [days.zone, days.first, _plain_time(days.changed_at)]


def _plain_time(moment: datetime | None) -> str | None:
    return None if moment is None else utc(moment).isoformat(" ", "microseconds")


def _plain(clock: SideClock) -> Mapping[str, Any]:
    return {
        "left": clock.left // _UNIT,
        "allowed": clock.allowed // _UNIT,
        "term": clock.term,
        "rest": None if clock.rest is None else clock.rest // _UNIT,
        "again": clock.again,
    }


def read_clocks(plain: Mapping[str, Any]) -> Clocks:
    """The clocks from their stored form. Bad values raise KeyError, TypeError, ValueError and the like."""
    return Clocks(
        pace=Pace.read(plain["pace"]),
        sides=MappingProxyType({side: _clock(kept) for side, kept in plain["sides"].items()}),
        running=plain["running"],
        since=_time(plain["since"]),
        # Older bots don't write it.
        days_off=MappingProxyType({side: _days(kept) for side, kept in plain.get("days_off", {}).items()}),
    )


def _time(plain: str | None) -> datetime | None:
    return None if plain is None else utc(datetime.fromisoformat(plain))


def _days(plain: Sequence[Any]) -> DaysOff:
    zone, first, changed_at = plain
    return DaysOff(str(zone), int(first), _time(changed_at))


def _clock(plain: Mapping[str, Any]) -> SideClock:
    rest = plain["rest"]
    return SideClock(
        left=plain["left"] * _UNIT,
        allowed=plain["allowed"] * _UNIT,
        term=plain["term"],
        rest=None if rest is None else rest * _UNIT,
        again=plain["again"],
    )
