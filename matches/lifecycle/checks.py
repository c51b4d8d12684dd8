"""Checks shared by the operations on a match: the user, the version, the phase, the length of its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines import Side
from matches.errors import NotAPlayerError, Problem, Refused, StaleError, WrongPhaseError
from matches.model import Entry, EntryKind, Match, Phase, UserId

MOST_ENTRIES: Final = 5000
"""The most entries of a record; beyond it, only entries that end the match and effects of time are added."""
MOST_TAKE_BACKS: Final = 50
"""The most times that a player may take back within one turn."""
_ALWAYS_FIT: Final = frozenset(
    {
        # Effects of time: players cannot cause more than a few of them.
        EntryKind.AWAY,
        EntryKind.BACK,
        EntryKind.TIME_UP,
        EntryKind.GONE_ON,
        # Offers that end a match, if accepted; each side can ask only once, since moves no longer fit.
        EntryKind.DRAW_OFFER,
        EntryKind.NO_RESULT_OFFER,
        # Answers to earlier offers.
        EntryKind.DRAW_REFUSAL,
        EntryKind.NO_RESULT_REFUSAL,
        EntryKind.TAKE_BACK_REFUSAL,
        EntryKind.PAUSE_REFUSAL,
        EntryKind.GO_ON_REFUSAL,
    }
)


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


def check_fits(before: Match, after: Match) -> None:
    """Raise Refused if a change adds entries that no longer fit the record."""
    if len(after.entries) <= MOST_ENTRIES or after.result is not None:
        return
    if any(entry.kind not in _ALWAYS_FIT for entry in after.entries[len(before.entries) :]):
        raise Refused(Problem.RECORD_FULL, match=before, limit=MOST_ENTRIES)


def take_backs(entries: Sequence[Entry], side: Side) -> int:
    """The number of actions that ``side`` has taken back since the other side last acted.

    Turns taken back with the other side's consent are not counted.
    """
    kept = taken_back = 0
    for entry in entries[_begin(entries, side) :]:
        if entry.kind.is_action:
            kept += 1
        elif entry.kind is EntryKind.TAKE_BACK and kept:
            kept -= 1
            taken_back += 1
    return taken_back


def _begin(entries: Sequence[Entry], side: Side) -> int:
    """The index of the first entry after the last action of the other side."""
    for number in range(len(entries), 0, -1):
        entry = entries[number - 1]
        if entry.kind is EntryKind.REWOUND_BY_ADMIN or (entry.kind.is_action and entry.side != side):
            return number
    return 0
