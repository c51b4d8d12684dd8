"""Oops: a player takes back the turn they have just made, without asking.

A rule of the Prawns designers: a move may be redone until the next player has started theirs. The record
stores it as a take-back offer that is granted at once, which older readers of records understand. The text of
the offer marks it as an oops, with the number of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from engines import Side
from engines.record import History
from matches.errors import Problem, Refused
from matches.lifecycle import offers, schedule
from matches.lifecycle.last_turns import kept_kinds
from matches.model import OOPS, Entry, EntryKind, Match, Phase

WITHIN: Final = timedelta(minutes=2)
"""The time after a turn in which it can be taken back."""
WITHIN_FAST: Final = timedelta(minutes=1)
"""The same in a fast match."""
MOST: Final = 3
"""The most turns that a player can take back like this in one match."""
_PASSING: Final = (EntryKind.AWAY, EntryKind.BACK)
"""Entries without an action of a player: a vacation began or ended."""


def within(match: Match) -> timedelta:
    """The time after a turn of ``match`` in which it can be taken back."""
    return WITHIN_FAST if match.terms.pace.fast else WITHIN


def problem(
    match: Match, history: History, side: Side, now: datetime, *, ply: int | None = None
) -> Problem | None:
    """Why ``side`` cannot take back the turn that it has just made, or None.

    ``ply``: the ply after the turn that the player means, if known.
    """
    if not match.terms.takebacks:
        return Problem.OOPS_NOT_HERE
    last = next((entry for entry in reversed(match.entries) if entry.kind not in _PASSING), None)
    if last is not None and last.kind is EntryKind.ADVANCE:
        return Problem.OOPS_SAID if last.side == side else Problem.OOPS_ANSWERED
    if last is None or not _has_just_moved(match, history, side, last) or ply not in (None, last.ply):
        return Problem.OOPS_OVERTAKEN
    if now - last.at > within(match):
        return Problem.OOPS_LATE
    turns = list(_turns(match, side))
    if history.played[-1].turn in turns:
        return Problem.OOPS_AGAIN
    if len(turns) >= MOST:
        return Problem.OOPS_USED_UP
    clocks = match.clocks and match.clocks.reopened(side)
    return Problem.OOPS_TIME_IS_UP if clocks is not None and clocks.is_up(now) else None


def taken_back(match: Match, history: History, side: Side, now: datetime, *, ply: int | None = None) -> Match:
    """``match`` without the turn that ``side`` has just made. Raises Refused."""
    if found := problem(match, history, side, now, ply=ply):
        raise Refused(found, match=match)
    turn, reached = history.played[-1].turn, history.position.ply
    gone = offers.reach(history, side)
    asked = Entry(EntryKind.TAKE_BACK_OFFER, f"{OOPS} {turn}", side, reached, now)
    undone = (Entry(EntryKind.TAKE_BACK, "", side, reached - count, now) for count in range(1, gone + 1))
    after = match.with_entries(asked, *undone)
    return schedule.after_oops(after, side, history.until(len(history.played) - gone))


def is_the_last(match: Match) -> bool:
    """True if an oops is the last event of a match in play."""
    if match.phase is not Phase.PLAYING:
        return False
    passing = (*_PASSING, EntryKind.TAKE_BACK)
    last = next((entry for entry in reversed(match.entries) if entry.kind not in passing), None)
    return last is not None and last.is_oops


def _has_just_moved(match: Match, history: History, side: Side, last: Entry) -> bool:
    """True if the ``last`` entry ends a turn of ``side`` with at least one action that was not forced."""
    if match.both_sides or match.phase is not Phase.PLAYING or not last.kind.is_action:
        return False
    made = history.played[-1]
    if not made.ends_turn or made.before.turn_of != side or made.side != side:
        return False
    return EntryKind.ACTION in kept_kinds(match)[-offers.reach(history, side) :]


def _turns(match: Match, side: Side) -> Iterator[int]:
    """The numbers of the turns that ``side`` has taken back like this."""
    for entry in match.entries:
        if entry.side == side and entry.is_oops:
            yield int(entry.text.split()[1])
