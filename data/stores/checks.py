"""Checks that every write makes before it stores anything.

A failed check is a bug in the caller: ValueError.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from data.schema import utc
from matches.chores import NewChore
from matches.intervals import Interval
from matches.model import EntryKind, Match, NewMatch, NewNotice


def check_times(*times: datetime | None) -> None:
    """Raise ValueError for a naive time."""
    for time in times:
        if time is not None and time.tzinfo is not UTC:
            utc(time)


def check_new(new: NewMatch) -> None:
    """Raise ValueError for a challenge with a naive time."""
    check_times(new.created_at, new.deadline_at)


def check_notices(notices: Iterable[NewNotice]) -> None:
    """Raise ValueError for a notice with a naive time."""
    check_times(*(one.due_at for one in notices))


def check_chores(chores: Iterable[NewChore]) -> None:
    """Raise ValueError for a chore with a naive time."""
    for one in chores:
        check_times(one.due_at, one.posted_at)


def check_stop(stop: Interval) -> None:
    """Raise ValueError for an interval with a naive time."""
    check_times(stop.start, stop.end)


def check_change(after: Match) -> None:
    """Raise ValueError for a naive time, or unless each side belongs to one of the two players."""
    check_times(after.changed_at, after.deadline_at)
    if after.clocks is not None:
        check_times(after.clocks.since)
    if after.pause is not None:
        check_stop(after.pause)
    seated = {seat.player for seat in after.seats}
    players = len(after.seats) if after.both_sides else len(seated)
    fewest = min(players, len({seat.side for seat in after.seats}))
    if seated - set(after.players) or fewest < len(after.seats):
        raise ValueError(f"match={after.id}: each side belongs to one of the two players")


def check_growth(after: Match, *, entries_stored: int, picks_stored: int) -> None:
    """Raise ValueError if a change removes record entries or picks, or adds an entry with a naive time."""
    if len(after.entries) < entries_stored or len(after.picks) < picks_stored:
        raise ValueError(f"match={after.id}: a record only grows")
    check_times(*(entry.at for entry in after.entries[entries_stored:]))


def handed_over(after: Match, *, entries_stored: int) -> bool:
    """True if a change hands a side to another player."""
    fresh = after.entries[entries_stored:]
    return any(one.kind is EntryKind.HANDED_OVER_BY_ADMIN for one in fresh)
