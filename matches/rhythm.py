"""The reply rhythm of a player: how long they usually take for a turn, and at what time of day they play.

It is computed on demand from the records of their latest slow matches against people, and not stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from enum import Enum
from statistics import median
from typing import Final, NamedTuple

from engines import Side
from matches.model import EntryKind
from matches.time import HOUR
from matches.time.intervals import Interval

SHOWS_RHYTHM: Final = "rhythm"
"""The key of the player's setting: ``on``, or off."""
TELLING_TURNS: Final = 20
"""The least turns for a rhythm."""


class PartOfDay(Enum):
    """A quarter of the day, by the hour at which it begins."""

    NIGHT = 0
    MORNING = 6
    AFTERNOON = 12
    EVENING = 18


class RecordStep(NamedTuple):
    """An entry of a record as far as the rhythm needs it."""

    kind: EntryKind
    side: Side
    at: datetime


class TurnTaken(NamedTuple):
    """A turn of a player: the time since the other side's turn ended, and when they finished it (UTC)."""

    took: timedelta
    at: datetime


@dataclass(frozen=True, slots=True)
class ShownRhythm:
    """A rhythm as shown to a reader: the usual time in hours, rounded up, at least 1; and ``mostly`` when.

    ``mostly`` is None if no part of the reader's day has most of the turns, or their time zone is unknown.
    """

    hours: int
    mostly: PartOfDay | None = None


@dataclass(frozen=True, slots=True)
class ReplyRhythm:
    """The usual time for a turn (the median), and when each of the turns was finished (UTC)."""

    usual: timedelta
    at: tuple[datetime, ...]

    def shown(self, zone: tzinfo | None) -> ShownRhythm:
        """The rhythm for a reader in ``zone``; None: unknown."""
        hours = max(1, -(-self.usual // HOUR))
        return ShownRhythm(hours, None if zone is None else self._mostly(zone))

    def _mostly(self, zone: tzinfo) -> PartOfDay | None:
        """The part of the day in ``zone`` with more than half of the turns, or None."""
        found = Counter(PartOfDay(at.astimezone(zone).hour // 6 * 6) for at in self.at)
        part, count = found.most_common(1)[0]
        return part if 2 * count > len(self.at) else None


def rhythm_of(turns: Sequence[TurnTaken]) -> ReplyRhythm | None:
    """The rhythm of a player's ``turns``; None if they are fewer than TELLING_TURNS."""
    if len(turns) < TELLING_TURNS:
        return None
    usual = timedelta(seconds=median(turn.took.total_seconds() for turn in turns))
    return ReplyRhythm(usual, tuple(turn.at for turn in turns))


_STOPS: Final = frozenset({EntryKind.PAUSED, EntryKind.GONE_ON, EntryKind.REWOUND_BY_ADMIN})


def turns_taken(steps: Iterable[RecordStep], side: Side, away: Iterable[Interval] = ()) -> list[TurnTaken]:
    """The turns of ``side`` in a record, in order, each counted from the end of the other side's turn.

    Not counted: turns played automatically, in a pause or vacation (``away``), or after a takeback, and those
    before an administrator handed a side over, which somebody else may have played.
    """
    vacations = list(away)
    found: list[TurnTaken] = []
    since: datetime | None = None  # when the other side last played; None: unknown, or the clock stood still
    took_turn = False  # the last entry of found is of the turn that goes on
    for step in steps:
        if step.kind is EntryKind.HANDED_OVER_BY_ADMIN:
            found, since, took_turn = [], None, False
        elif step.kind in _STOPS or step.kind is EntryKind.TAKE_BACK:
            since, took_turn = None, False
        elif not step.kind.is_action:
            continue
        elif step.side != side:
            since, took_turn = step.at, False
        elif step.kind is EntryKind.ACTION and since is not None:
            if took_turn:
                found.pop()  # another action of the same turn
            found.append(TurnTaken(step.at - since, step.at))
            took_turn = True
    return [turn for turn in found if not _is_within(turn, vacations)]


def _is_within(turn: TurnTaken, vacations: Sequence[Interval]) -> bool:
    """True if a part of the time for ``turn`` was in one of ``vacations``."""
    return any(stop.start < turn.at and turn.at - turn.took < stop.end for stop in vacations)
