"""The one way a match ends."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from engines import Outcome, Side
from matches.model import Match, Phase, Result

RESIGNED = "resigned"
"""The reason of a match that a player gave up; the rules' own reasons come from the engines."""
AGREED = "agreed"
"""The reason of a match that both players called a draw."""


def by_rules(match: Match, outcome: Outcome, now: datetime) -> Match:
    """``match`` ended as its position ended."""
    return _ended(match, Result(outcome.winner, outcome.reason), now)


def by_resignation(match: Match, loser: Side, now: datetime) -> Match:
    """``match`` given up by the side ``loser``."""
    return _ended(match, Result(match.rules.other(loser), RESIGNED), now)


def by_agreement(match: Match, now: datetime) -> Match:
    """``match`` ended in the draw that both players want."""
    return _ended(match, Result(None, AGREED), now)


def _ended(match: Match, result: Result, now: datetime) -> Match:
    return replace(match, phase=Phase.FINISHED, result=result, deadline_at=None, changed_at=now)
