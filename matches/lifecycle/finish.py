"""The one way a match ends."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from engines import Outcome, Side
from matches.model import Match, Phase, Result

RESIGNED: Final = "resigned"
"""The reason of a match that a player resigned; the rules' own reasons come from the engines."""
AGREED: Final = "agreed"
"""The reason of a match that both players agreed to call a draw."""
ON_TIME: Final = "time"
"""The reason of a match whose loser's time was up."""
ABORTED: Final = "aborted"
"""The reason of a match that never started, or that an administrator cancelled: nobody won."""
NO_RESULT: Final = "no-result"
"""The reason of a match that the players ended without a result, or that made no progress: nobody won."""
IDLE: Final = "idle"
"""The reason of a match without a clock that ended for inactivity: nobody won."""
BY_ADMIN: Final = "ended-by-admin"
"""The reason of a match whose result an administrator set."""

AGREED_ON: Final = frozenset({AGREED, NO_RESULT})
"""Reasons that both players may have agreed on."""
NOT_BY_RULES: Final = frozenset({RESIGNED, AGREED, ON_TIME, ABORTED, NO_RESULT, IDLE, BY_ADMIN})
"""The reasons that aren't a game's own."""
WITHOUT_RESULT: Final = frozenset({ABORTED, NO_RESULT, IDLE})
"""Reasons of matches that have no winner and are not draws."""


def by_rules(match: Match, outcome: Outcome, now: datetime) -> Match:
    """``match`` ended with the outcome of its position."""
    return _ended(match, Result(outcome.winner, outcome.reason), now)


def by_resignation(match: Match, loser: Side, now: datetime, *, counts: bool) -> Match:
    """``match`` resigned by the side ``loser``."""
    return _ended(match, Result(match.game.other(loser), RESIGNED, counts=counts), now)


def by_agreement(match: Match, now: datetime) -> Match:
    """``match`` ended in a draw by agreement."""
    return _ended(match, Result(None, AGREED), now)


def on_time(match: Match, loser: Side, now: datetime, *, counts: bool = True) -> Match:
    """``match`` lost by the side whose time was up."""
    return _ended(match, Result(match.game.other(loser), ON_TIME, counts=counts), now)


def aborted(match: Match, now: datetime) -> Match:
    """``match`` cancelled, without a winner; it does not count."""
    return _ended(match, Result(None, ABORTED, counts=False), now)


def without_result(match: Match, now: datetime) -> Match:
    """``match`` ended without a result, by agreement or for lack of progress."""
    return _ended(match, Result(None, NO_RESULT, counts=False), now)


def idle(match: Match, now: datetime) -> Match:
    """``match`` ended for inactivity."""
    return _ended(match, Result(None, IDLE, counts=False), now)


def by_admin(match: Match, winner: Side | None, now: datetime) -> Match:
    """``match`` ended by an administrator, with a winner or as a draw."""
    return _ended(match, Result(winner, BY_ADMIN, counts=False), now)


def _ended(match: Match, result: Result, now: datetime) -> Match:
    return replace(match, phase=Phase.FINISHED, result=result, deadline_at=None, changed_at=now)
