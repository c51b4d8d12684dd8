"""Tells refusals from other answers, where many are asked for at one instant."""

from __future__ import annotations

from matches.errors import MatchError, Problem, Refused


def is_refused(answer: object, why: Problem | type[MatchError]) -> bool:
    """True if this was refused for that problem, or with that error."""
    if isinstance(why, Problem):
        return isinstance(answer, Refused) and answer.problem is why
    return isinstance(answer, why)
