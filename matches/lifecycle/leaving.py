"""Leaving a match: from when on it is a loss, and who kept one from beginning."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from engines import Side
from engines.record import History
from matches.lifecycle import setup
from matches.lifecycle.finish import ABORTED, ON_TIME, RESIGNED
from matches.lifecycle.progress import turns_made
from matches.model import LEAVING_COUNTS, EntryKind, Match, MatchFacts, Phase
from matches.players import Player

LATELY: Final = timedelta(days=30)
"""The time within which matches that somebody didn't begin are counted."""
FORGIVEN: Final = 2
"""Matches not begun LATELY that cost nothing: each one after these is a loss."""


def has_begun(match: Match, history: History | None, side: Side) -> bool:
    """True once a side has confirmed its pick or finished a turn; ``history`` is None before play."""
    return side in match.picks or (history is not None and turns_made(history)[side] > 0)


def is_underway(match: Match, history: History) -> bool:
    """True once a turn was finished, or where the player of the first one has begun by a pick.

    Time that is up is claimed then, if there is a clock, and ends no match by itself.
    """
    by_pick = (
        match.terms.conduct >= LEAVING_COUNTS
        and match.terms.pace.timed
        and history.position.to_act in match.picks
    )
    return by_pick or bool(turns_made(history))


def silence_loses(match: MatchFacts) -> bool:
    """True if a match without a clock is lost by who has to act and says nothing for long: a rated one."""
    return match.terms.conduct >= LEAVING_COUNTS and match.rated and not match.terms.pace.timed


def left_by(before: Match, after: Match) -> tuple[Side, ...]:
    """The sides that ended a match by leaving it: who gave it up, or let the time run out."""
    result = after.result
    if result is None:
        return ()
    if result.reason in (RESIGNED, ON_TIME) and result.winner is not None:
        return (after.game.other(result.winner),)
    if result.reason != ABORTED or _called_off(after):
        return ()
    if before.phase is Phase.SETUP:
        return tuple(setup.choosing(before))
    running = None if before.clocks is None else before.clocks.running
    return () if running is None else (running,)


def stayed_away(before: Match, after: Match) -> set[Player]:
    """The players who kept a match from beginning: it was called off since their time was up."""
    if after.result is None or after.result.reason != ABORTED:
        return set()
    return {before.player_of(side) for side in left_by(before, after)}


def not_begun_by(before: Match, after: Match, history: History | None) -> tuple[Player, ...]:
    """The players who left a match between two people before they had begun it."""
    if after.terms.conduct < LEAVING_COUNTS or after.alone:
        return ()
    sides = [side for side in left_by(before, after) if not has_begun(after, history, side)]
    return tuple(after.player_of(side) for side in sides)


def _called_off(match: Match) -> bool:
    return any(entry.kind is EntryKind.ABORTED_BY_ADMIN for entry in match.entries)
