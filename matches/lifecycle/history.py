"""The history of a match, replayed from its record and cached; and the progress in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from cachetools import LRUCache

from engines import Position, Side
from engines.record import TAKE_BACK, History, Record
from matches.errors import WrongPhaseError
from matches.model import Entry, EntryKind, Match, MatchId

KEPT: Final = 500
"""The number of cached histories; others are replayed when they are needed."""
_GONE_ON: Final = 100
"""The most new entries to add to a cached history; a replay is faster then, as it skips undone actions."""
OPENING_TURNS: Final = 2
"""The number of turns of each side that make up the opening of a match."""
IDLE_TURNS: Final = 50
"""The turns of each side without an irreversible action after which either player may claim no result."""


def folded(match: Match, turns: int | None = None) -> History:
    """The history of a match that has started, or of its first ``turns``, replayed from its first entry."""
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
    return record.replay(turns)


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


def turn_begun(history: History) -> bool:
    """True if the current turn already has an action."""
    return bool(history.played) and not history.played[-1].ends_turn


def last_to_rewind_to(history: History) -> int:
    """The last turn that a match can be rewound to with an effect; -1 if there is nothing to undo."""
    return history.played[-1].turn - 1 if history.played else -1


def goes_nowhere(history: History) -> bool:
    """True if each side has made IDLE_TURNS turns since the last irreversible action."""
    turns: Counter[Side] = Counter()
    for played in reversed(history.played):
        if played.before.is_irreversible(played.action):
            return False
        if (side := played.before.turn_of) is not None and played.ends_turn:
            turns[side] += 1
            if len(turns) > 1 and min(turns.values()) >= IDLE_TURNS:
                return True
    return False


def turns_made(history: History) -> Counter[Side]:
    """The number of turns each side has finished."""
    ended = (played.before.turn_of for played in history.played if played.ends_turn)
    return Counter(side for side in ended if side is not None)


def after_opening(history: History, *, at_once: bool = False) -> Sequence[Position]:
    """The positions from each side's third turn on; all of them if ``at_once``."""
    if at_once:
        return [history.start, *(played.after for played in history.played)]
    turns: Counter[Side] = Counter()
    for number, played in enumerate(history.played):
        if (side := played.before.turn_of) is not None and played.after.turn_of != side:
            turns[side] += 1
        if len(turns) > 1 and min(turns.values()) >= OPENING_TURNS:
            return [one.after for one in history.played[number:]]
    return []
