"""Prudh as a game: its options, its start, and how a position text is read.

A text whose parts contradict each other is refused; the position need not be reachable.
"""

from __future__ import annotations

import re

from engines.core import Credit, Game, Option, OptionError, Options, Picks, PositionTextError, Side
from engines.games.prudh.board import DARK, GRID, PIECES, SIDES
from engines.games.prudh.describe import LETTERS
from engines.games.prudh.position import PrudhPosition
from engines.games.prudh.state import Rules
from engines.ranks import RefusedText, parts_of


class Prudh(Game):
    """The rules of Prudh. Outcomes have the reason ``"higher-score"`` or ``"tie-second-mover"``."""

    key = "prudh"
    name = "Prudh"
    sides = SIDES
    options = (Option("edge", "Edge", ("ordinary", "traditional", "tika", "tomio"), "ordinary"),)
    credit = Credit(
        "James Ernest, Rick Fish and Greg Whitehead (Crab Fragment Labs)",
        "https://crabfragmentlabs.com/prudh",
    )
    starter = "drawn"

    def start(
        self, options: Options | None = None, *, first: Side | None = None, picks: Picks | None = None
    ) -> PrudhPosition:
        """The start: one piece on every space."""
        first = DARK if first is None else first
        if first not in SIDES:
            raise OptionError(f"Prudh is played by dark and light, not by {first!r}")
        if picks:
            raise OptionError("nothing is picked before a match of Prudh")
        return PrudhPosition(Rules(self._edge(options), first), bytes([1] * PIECES), first)

    def from_text(self, text: str, options: Options | None = None) -> PrudhPosition:
        return read(text, self._edge(options))

    def _edge(self, options: Options | None) -> str:
        return self.complete_options(options)["edge"]


# --- reading a position text ---------------------------------------------------------------------


_SMALLEST_CAPTURE = 2
"""A stack of one and the piece dropped on it."""

_NUMBER = re.compile(r"0|[1-9][0-9]?", re.ASCII)
_SIDES: dict[str, Side] = {letter: side for side, letter in LETTERS.items()}


def read(text: str, edge: str) -> PrudhPosition:
    """The position that a text states. Raises PositionTextError with what is wrong."""
    try:
        position = _position(text, edge)
        _check_count(position)
        return position
    except RefusedText as refusal:
        raise PositionTextError(text, str(refusal)) from None


def _position(text: str, edge: str) -> PrudhPosition:
    """The position as written, not checked for contradictions."""
    names = ("ranks", "side to move", "side that started", "points", "pit")
    ranks, side, first, points, pit = parts_of(text, *names)
    for letter in (side, first):
        if letter not in _SIDES:
            raise RefusedText(f"a side is d or l, not {letter!r}")
    return PrudhPosition(
        Rules(edge, _SIDES[first]), _cells(ranks), _SIDES[side], (*_points(points), _number(pit))
    )


def _cells(text: str) -> bytes:
    ranks = text.split("/")
    if len(ranks) != GRID.ranks:
        raise RefusedText(f"a board of {GRID.ranks} ranks is written with {len(ranks)}")
    return b"".join(map(_rank, reversed(ranks)))


def _rank(text: str) -> bytes:
    heights = text.split(",")
    if len(heights) != GRID.files:
        raise RefusedText(f"rank {text!r} has {len(heights)} spaces and not {GRID.files}")
    return bytes(map(_number, heights))


def _points(text: str) -> tuple[int, int]:
    points = text.split(":")
    if len(points) != 2:
        raise RefusedText(f"the points are dark's and light's such as 5:3, not {text!r}")
    return _number(points[0]), _number(points[1])


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > PIECES:
        raise RefusedText(f"{text!r} is not a number of pieces from 0 to {PIECES}")
    return int(text)


def _check_count(position: PrudhPosition) -> None:
    """Refuse impossible numbers of pieces: they leave by captures, or with the edge tomio into the pit."""
    there = sum(position.cells) + sum(position.off_board)
    if there != PIECES:
        raise RefusedText(f"{PIECES} pieces are on the board, captured or in the pit, and not {there}")
    for side in SIDES:
        if position.points(side) == 1:
            raise RefusedText(
                f"a capture is worth at least {_SMALLEST_CAPTURE} points, so {side} cannot have 1"
            )
    if position.pit and position.rules.edge != "tomio":
        raise RefusedText(f"with the edge {position.rules.edge} there is no pit, so nothing is in it")
    if position.pit and not any(position.points(side) for side in SIDES):
        raise RefusedText("pieces come into the pit by a run, and a run scores")
