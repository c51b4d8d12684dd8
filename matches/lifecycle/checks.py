"""Checks shared by all commands of a match: the user, the expected version, the phase."""

from __future__ import annotations

from engines import Side
from matches.errors import NotAPlayerError, StaleError, WrongPhaseError
from matches.model import Match, Phase, UserId


def check_own(match: Match, user: UserId) -> None:
    """Raise NotAPlayerError unless ``user`` is one of the people of the match."""
    if user not in match.users:
        raise NotAPlayerError(match)


def check_version(match: Match, expected_version: int | None) -> None:
    """Raise StaleError unless the match is at ``expected_version``; None accepts any version."""
    if expected_version is not None and expected_version != match.version:
        raise StaleError(match)


def check_phase(match: Match, phase: Phase) -> None:
    """Raise WrongPhaseError unless the match is in this phase."""
    if match.phase is not phase:
        raise WrongPhaseError(match)


def check_player(match: Match, user: UserId, expected_version: int | None) -> Side:
    """The side of ``user``, who expects this version.

    Raises NotAPlayerError, StaleError, WrongPhaseError.
    """
    check_own(match, user)
    check_version(match, expected_version)
    side = match.side_of(user)
    if side is None:
        raise WrongPhaseError(match)  # seats are given when the challenge is accepted
    return side


def check_running(match: Match, user: UserId, expected_version: int | None) -> Side:
    """The side of ``user`` in a match that runs. Raises what :func:`check_player` does."""
    side = check_player(match, user, expected_version)
    if not match.phase.running:
        raise WrongPhaseError(match)
    return side


def check_playing(match: Match, user: UserId, expected_version: int | None) -> Side:
    """The side of ``user`` in a match in play. Raises what :func:`check_player` does."""
    side = check_player(match, user, expected_version)
    check_phase(match, Phase.PLAYING)
    return side
