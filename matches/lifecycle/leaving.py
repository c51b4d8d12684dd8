"""Leaving a match: when it counts as a loss, and which players kept a match from beginning."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from engines import Side
from engines.record import History
from matches.lifecycle import setup
from matches.lifecycle.finish import ABORTED, ON_TIME, RESIGNED
from matches.lifecycle.history import turns_made
from matches.model import LEAVING_COUNTS, EntryKind, Match, MatchFacts, Phase
from matches.players import Player

LATELY: Final = timedelta(days=30)
"""The window in which a player's matches that they did not begin are counted."""
FORGIVEN: Final = 2
"""The number of matches not begun LATELY that cost nothing: each further one is a loss."""


def has_begun(match: Match, history: History | None, side: Side) -> bool:
    """True once a side has confirmed its pick or finished a turn; ``history`` is None before play."""
    return side in match.picks or (history is not None and turns_made(history)[side] > 0)


def is_underway(match: Match, history: History) -> bool:
    """True once a turn was finished, or if the player of the first turn has already begun with a pick.

    From then on, in a match with a clock, a win on time has to be claimed.
    """
    by_pick = (
        match.terms.conduct >= LEAVING_COUNTS
        and match.terms.pace.timed
        and history.position.to_act in match.picks
    )
    return by_pick or bool(turns_made(history))


def silence_loses(match: MatchFacts) -> bool:
    """True if the player to act loses the match by long silence: in a rated match without a clock."""
    return match.terms.conduct >= LEAVING_COUNTS and match.rated and not match.terms.pace.timed


def left_by(before: Match, after: Match) -> tuple[Side, ...]:
    """The sides that ended a match by leaving it: by resigning, or by running out of time."""
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
    """The players who kept a match from beginning: it was cancelled because their time was up."""
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
