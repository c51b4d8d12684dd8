"""Reads a position text, and refuses one that no position of Predation would write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from engines.core import PositionTextError, Side
from engines.games.predation import origins
from engines.games.predation.habitat import BY_ROW, HEXES, Hex, Hexes, names_of
from engines.games.predation.pieces import LANDINGS_TO_WIN, PREDATOR, PREY
from engines.games.predation.position import MOVING, SPAWNING, Landed, PredationPosition, Stage

_GAPS = "123456789"
_TURNS: dict[str, Side] = {"p": PREDATOR, "y": PREY}
_SPAWNS = re.compile(r"spawn:([1-9])", re.ASCII)


def read(text: str) -> PredationPosition:
    """The position that a text states. Raises PositionTextError with what is wrong."""
    try:
        position = _position(text)
        if reason := origins.contradiction(position):
            raise _Refusal(reason)
        return position
    except _Refusal as refusal:
        raise PositionTextError(text, str(refusal)) from None


class _Refusal(Exception):
    """What is wrong with a text; leaves this module as a PositionTextError."""


def _position(text: str) -> PredationPosition:
    """The position as written, contradictions and all."""
    parts = text.split(" ")
    if len(parts) != 5:
        raise _Refusal("a position is five parts, one space between: rows, turn, stage, moved, landed")
    rows, turn, stage, moved, landed = parts
    if turn not in _TURNS:
        raise _Refusal(f"the turn is p or y, not {turn!r}")
    predators, prey = _pieces(rows)
    return PredationPosition(
        predators,
        prey,
        side=_TURNS[turn],
        stage=_stage(stage),
        moved=0 if moved == "-" else _hexes(moved),
        landed=_landed(landed),
    )


def _pieces(text: str) -> tuple[Hexes, Hexes]:
    rows = text.split("/")
    if len(rows) != len(BY_ROW):
        raise _Refusal(f"a board of {len(BY_ROW)} rows is written with {len(rows)}")
    predators = prey = 0
    for number, (row, hexes) in enumerate(zip(reversed(rows), BY_ROW, strict=True), start=1):
        if any(one in _GAPS and other in _GAPS for one, other in pairwise(row)):
            raise _Refusal(f"empty hexes side by side are one number, not as in {row!r}")
        signs = "".join(_signs(row))
        if len(signs) != len(hexes):
            raise _Refusal(f"row {number}, {row!r}, has {len(signs)} hexes and not {len(hexes)}")
        predators |= sum(place for place, sign in zip(hexes, signs, strict=True) if sign == "P")
        prey |= sum(place for place, sign in zip(hexes, signs, strict=True) if sign == "y")
    return predators, prey


def _signs(row: str) -> Iterator[str]:
    for sign in row:
        if sign in _GAPS:
            yield "." * int(sign)
        elif sign in "Py":
            yield sign
        else:
            raise _Refusal(f"{sign!r} is no piece: they are written P and y")


def _stage(text: str) -> Stage:
    if text == "move":
        return MOVING
    if text.startswith("helper:"):
        return Stage(captured=_hex(text.removeprefix("helper:")))
    found = _SPAWNS.fullmatch(text)
    if not found or int(found[1]) >= len(SPAWNING):
        raise _Refusal(f"the stage is move, spawn:1 and up, or helper: and a hex, not {text!r}")
    return SPAWNING[int(found[1])]


def _landed(text: str) -> Landed:
    count, colon, hexes = text.partition(":")
    if count not in map(str, range(LANDINGS_TO_WIN + 1)):
        raise _Refusal(f"0, 1 or 2 prey have landed, not {count!r}")
    return Landed(int(count), _hexes(hexes) if colon else 0)


def _hexes(text: str) -> Hexes:
    names = text.split(",")
    hexes = 0
    for name in names:
        hexes |= _hex(name)
    if names_of(hexes) != names:
        raise _Refusal(f"hexes are listed once each, sorted by row and then by column, not as in {text!r}")
    return hexes


def _hex(name: str) -> Hex:
    if name not in HEXES:
        raise _Refusal(f"{name!r} is not a hex of the board")
    return HEXES[name]
