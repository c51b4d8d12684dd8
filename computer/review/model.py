"""Matches to review, searches of them, their findings, and reviews. Nothing here searches."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Final

from engines import GAMES
from engines.record import History, Played

NODES: Final = 10_000
"""The positions searched for a turn, if the match isn't too long for that."""
MOST_TURNS: Final = 400
"""The most turns in a review: those at the end of a longer match."""
WINNING_LINE: Final = 15
"""The most turns of a winning line."""
WHOLE_TURNS: Final = frozenset({"predation"})
"""Games whose turns are searched as a whole: their values are never proved, and not shown."""
MADE_AS: Final = 3
"""The version of reviews' analysis and format: a stored review of another version is useless."""
WORST: Final = 3
"""The most turns of a side that are shown."""
INACCURACY, MISTAKE, BLUNDER = 0.1, 0.2, 0.3
"""The least losses of chance of such turns."""
AHEAD: Final = 0.65
"""The least chance of a side that is clearly ahead."""
SWING: Final = 0.15
"""The least gain of chance by a deciding turn."""
MISSED: Final = 0.1
"""The least weight of a missed win, however good the position stayed."""


@dataclass(frozen=True, slots=True)
class SearchJob:
    """A job: search positions of a finished match. It holds nothing else.

    Without a ``line``: the turns made of ``actions`` from ``position`` on, each searched from its beginning;
    and the final position too, if ``to_end``. With a ``line``: that many best turns from ``position`` on;
    more if they win by force. The first action is ``first`` if given, and never ``but``: if that is the only
    action, nothing is found. ``nodes`` limits the search for each turn.
    """

    game: str
    position: str
    nodes: int
    actions: tuple[str, ...] = ()
    to_end: bool = False
    line: int = 0
    but: str = ""
    first: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    rules_version: int = 1


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """The finding about a turn: its value at the beginning for the side named first, and the best actions.

    If the match is over there: the value of its result, and no actions.
    """

    value: int
    actions: tuple[str, ...] = ()


SearchResult = tuple[SeenTurn, ...]


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a match: the ply it began at, its side, 0 or 1, the position before it, and its actions."""

    ply: int
    side: int
    position: str
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match to review: its turns, and the position after them, or where one was broken off.

    ``key`` identifies everything that was played.
    """

    game: str
    turns: tuple[PlayedTurn, ...]
    end: str
    options: Mapping[str, str] = field(default_factory=dict)
    rules_version: int = 1
    key: str = ""

    @property
    def latest(self) -> PlayedMatch:
        """The part of the match that is reviewed."""
        return replace(self, turns=self.turns[-MOST_TURNS:])


def played_match(game: str, options: Mapping[str, str], rules_version: int, history: History) -> PlayedMatch:
    """The match of a history, turn by turn; an unfinished last turn is left out."""
    sides = GAMES[game].sides
    turns: list[PlayedTurn] = []
    begun: list[Played] = []
    for played in history.played:
        if begun and played.before.turn_of != begun[0].before.turn_of:
            turns.append(_turn(begun, sides))
            begun = []
        begun.append(played)
    end = history.position
    if begun and end.turn_of == begun[0].before.turn_of:
        end = begun[0].before
    elif begun:
        turns.append(_turn(begun, sides))
    return PlayedMatch(game, tuple(turns), end.to_text(), dict(options), rules_version, key_of(history))


def key_of(history: History) -> str:
    """A hash of everything that was played in a match."""
    said = " ".join(played.action.text for played in history.played)
    return hashlib.blake2b(said.encode(), digest_size=8).hexdigest()


def _turn(actions: Sequence[Played], sides: Sequence[str]) -> PlayedTurn:
    before = actions[0].before
    side = 0 if before.turn_of == sides[0] else 1
    return PlayedTurn(before.ply, side, before.to_text(), tuple(one.action.text for one in actions))


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A costly turn.

    ``before`` and ``after`` are its side's chances of winning, from 0 to 1: with the best turn, and after the
    one that was played. ``line`` is the better line, turn by turn, the side's own one first; ``reply`` the
    best reply to the turn played. ``won_in`` are the side's own turns until ``line`` wins by force;
    ``lost_by_force``: after the turn played the other side could force a win. ``pieces`` are those lost
    avoidably, in games whose reviews tell only that.
    """

    ply: int
    side: int
    played: tuple[str, ...]
    before: float
    after: float
    line: tuple[tuple[str, ...], ...]
    reply: tuple[str, ...] = ()
    won_in: int | None = None
    lost_by_force: bool = False
    pieces: int | None = None

    @property
    def loss(self) -> float:
        """The chance that the turn lost."""
        return max(self.before - self.after, 0.0)

    @property
    def weight(self) -> float:
        """The importance of the turn: its loss, or more for a missed win."""
        if self.pieces is not None:
            return self.pieces / 10 + (2.0 if self.won_in is not None else 0.0) + self.loss / 100
        return max(self.loss, MISSED) if self.won_in is not None else self.loss


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a match.

    ``chances`` are those of the side named first, where each turn began and at the end, ``plies`` the plies
    of these moments; ``turns`` the worst ones of each side; ``key`` that of the match. ``brief``: each turn
    was searched more briefly than usual, since there are so many.
    """

    plies: tuple[int, ...]
    chances: tuple[float, ...]
    turns: tuple[ReviewedTurn, ...]
    key: str
    brief: bool = False

    def worst(self, side: int | None) -> tuple[ReviewedTurn, ...]:
        """The turns of a side, or of both, that cost most, the worst first."""
        own = [turn for turn in self.turns if side is None or turn.side == side]
        return tuple(sorted(own, key=lambda turn: (-turn.weight, turn.ply))[:WORST])

    def chances_of(self, side: int) -> tuple[float, ...]:
        """The chances of a side, 0 or 1, where each turn began and at the end."""
        return self.chances if side == 0 else tuple(1 - chance for chance in self.chances)

    def written(self) -> str:
        """The review as text."""
        return json.dumps(asdict(self), separators=(",", ":"))


def deciding_turn(review: Review, winner: int) -> int | None:
    """The number of the turn in a review, from 0, where the chances swung to the ``winner`` for good.

    None if they swung gradually, or if the winner was ahead all the time or not ahead at the end.
    """
    chances = review.chances_of(winner)
    behind = [number for number, chance in enumerate(chances) if chance < AHEAD]
    if not behind:
        return None
    gains = [after - before for before, after in pairwise(chances)]
    return next((number for number in range(behind[-1], len(gains)) if gains[number] >= SWING), None)


def read(text: str) -> Review:
    """Parse the text that :meth:`Review.written` returns."""
    kept = json.loads(text)
    turns = [
        ReviewedTurn(
            **{
                **turn,
                "played": tuple(turn["played"]),
                "line": tuple(map(tuple, turn["line"])),
                "reply": tuple(turn["reply"]),
            }
        )
        for turn in kept["turns"]
    ]
    return Review(tuple(kept["plies"]), tuple(kept["chances"]), tuple(turns), kept["key"], kept["brief"])
