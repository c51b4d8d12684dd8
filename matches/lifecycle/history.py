"""The history of a match, replayed from its record and cached, so that a move replays one entry."""

from __future__ import annotations

from typing import Final, NamedTuple

from cachetools import LRUCache

from engines.record import TAKE_BACK, History, Record
from matches.errors import WrongPhaseError
from matches.model import Entry, EntryKind, Match, MatchId

KEPT: Final = 500
"""The number of cached histories; others are replayed when they are needed."""
_GONE_ON: Final = 100
"""The most new entries to add to a cached history; a replay is faster then, as it skips undone actions."""


def folded(match: Match) -> History:
    """The history of a match that has started, replayed from its first entry."""
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
    """The number of standing actions before the current turn."""
    unfinished = len(history.last_turn()) if history.can_take_back() else 0
    return len(history.played) - unfinished


class Histories:
    """A cache of histories by match. Entries are only ever added, so a cached history can be extended.

    It is used only if its entries are those of the match: a change that was cached may not have been stored,
    if another process was faster.
    """

    def __init__(self) -> None:
        self._kept: LRUCache[MatchId, _Kept] = LRUCache(KEPT)

    def of(self, match: Match) -> History:
        """The history of ``match``. Raises WrongPhaseError unless play has started.

        A position before that would reveal the picks made so far, and show defaults for the missing ones.
        """
        kept = self._kept.get(match.id)
        if kept is not None and match.entries and kept.entries is match.entries:
            # The same tuple needs no comparison: one change asks for its history many times.
            return kept.history
        if not match.started:
            raise WrongPhaseError(match)
        kept = self._kept[match.id] = _gone_on(kept, match)
        return kept.history


class _Kept(NamedTuple):
    """A cached history, with the match's entries and their texts for the engines."""

    entries: tuple[Entry, ...]
    of_play: list[str]
    history: History


def _gone_on(kept: _Kept | None, match: Match) -> _Kept:
    """The cache entry of ``match``: ``kept`` extended if its entries are the same, else a replay."""
    of_play = _of_play(match)
    fresh = of_play[len(kept.of_play) :] if kept is not None else []
    if kept is None or len(fresh) > _GONE_ON or kept.of_play != of_play[: len(kept.of_play)]:
        return _Kept(match.entries, of_play, folded(match))
    history = kept.history
    for entry in fresh:
        history = history.then(entry)
    return _Kept(match.entries, of_play, history)


def _of_play(match: Match) -> list[str]:
    """The entries of play as texts for the engines, without offers and other events."""
    return [
        TAKE_BACK if entry.kind is EntryKind.TAKE_BACK else entry.text
        for entry in match.entries
        if entry.kind.of_play
    ]
