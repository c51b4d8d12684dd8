"""The record is the match: its position is the fold of its entries, kept so that a move adds one step."""

from __future__ import annotations

from typing import Final, NamedTuple

from cachetools import LRUCache

from engines.record import TAKE_BACK, History, Record
from matches.errors import WrongPhaseError
from matches.model import Entry, EntryKind, Match, MatchId

KEPT: Final = 500
"""Folded matches that are remembered; any other is folded anew when it is asked for."""
_GONE_ON: Final = 100
"""Entries that a kept fold is gone on with; a fold from the beginning plays nothing that was taken back."""


def folded(match: Match) -> History:
    """The history of a match that has started, from its first entry on."""
    picks = {side: sealed.choices for side, sealed in match.picks.items()}
    record = Record(
        match.game_key,
        match.rules_version,
        options=match.options,
        first=match.first,
        picks=picks or None,
        entries=_of_play(match),
        position=match.terms.start,
    )
    return record.replay()


def turn_start(history: History) -> int:
    """The number of actions that stand from before the present turn."""
    unfinished = len(history.last_turn()) if history.can_take_back() else 0
    return len(history.played) - unfinished


class Histories:
    """Folds, by match; the entries of a match only ever grow, so a kept fold is gone on from.

    Only where it is a fold of the same entries, though: a change that was folded may not have been stored,
    since another process was faster.
    """

    def __init__(self) -> None:
        self._kept: LRUCache[MatchId, _Kept] = LRUCache(KEPT)

    def of(self, match: Match) -> History:
        """The history of ``match``. Raises WrongPhaseError unless play has started.

        A position before that would give picks away: those made, and defaults for those awaited.
        """
        kept = self._kept.get(match.id)
        if kept is not None and match.entries and kept.entries is match.entries:
            # The very same entries need no second look: a change asks for its history many times.
            return kept.history
        if not match.started:
            raise WrongPhaseError(match)
        kept = self._kept[match.id] = _gone_on(kept, match)
        return kept.history


class _Kept(NamedTuple):
    """A fold: of which entries of a match, how the engines know these, and what it gave."""

    entries: tuple[Entry, ...]
    of_play: list[str]
    history: History


def _gone_on(kept: _Kept | None, match: Match) -> _Kept:
    """The fold of ``match``, gone on from a kept one if that is of the same entries."""
    of_play = _of_play(match)
    fresh = of_play[len(kept.of_play) :] if kept is not None else []
    if kept is None or len(fresh) > _GONE_ON or kept.of_play != of_play[: len(kept.of_play)]:
        return _Kept(match.entries, of_play, folded(match))
    history = kept.history
    for entry in fresh:
        history = history.then(entry)
    return _Kept(match.entries, of_play, history)


def _of_play(match: Match) -> list[str]:
    """The entries as the engines know them, without the talk between the players."""
    return [
        TAKE_BACK if entry.kind is EntryKind.TAKE_BACK else entry.text
        for entry in match.entries
        if entry.kind.of_play
    ]
