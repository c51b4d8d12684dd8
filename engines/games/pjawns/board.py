"""The board as bits, and every action there is, made once.

A set of squares is an integer, one bit a square: a1 is the lowest, h8 the highest, and one rank ahead is
eight bits up. The rules are written for a side that plays upwards; black's squares are turned over first,
so that "ahead" and "rank 4" mean the same to both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engines.core import Action, Side
from engines.grids import Grid

WHITE, BLACK = SIDES = ("white", "black")
OTHER: Mapping[Side, Side] = {WHITE: BLACK, BLACK: WHITE}
PJAWNS = 8
"""The number of pjawns that each side owns."""

GRID = Grid(8, 8)
NAMES, NUMBERS = GRID.names, GRID.numbers

Bits = int
"""A set of squares, one bit each."""

ALL: Bits = (1 << 64) - 1
RANKS: tuple[Bits, ...] = tuple(0xFF << 8 * rank for rank in range(8))
RANK_1, RANK_2, _, RANK_4, _, _, _, RANK_8 = RANKS
FILE_A: Bits = 0x0101010101010101
FILE_H: Bits = FILE_A << 7
AHEAD, AHEAD_LEFT, AHEAD_RIGHT = 8, 7, 9
"""The number of bits up that a pjawn goes."""


def bit(name: str) -> Bits:
    """A square as a set of one."""
    return 1 << NUMBERS[name]


def named(squares: Bits) -> Iterator[str]:
    """The names of a set of squares, from a1 on."""
    return (name for square, name in enumerate(NAMES) if squares >> square & 1)


def turned(squares: Bits) -> Bits:
    """The set with the board turned over: rank 1 becomes rank 8."""
    return int.from_bytes(squares.to_bytes(8, "little"), "big")


def mirrored(squares: Bits) -> Bits:
    """The set with left and right exchanged: the a-file becomes the h-file."""
    return sum((squares & FILE_A << file) >> file << 7 - file for file in range(8))


def seen_by(side: Side, squares: Bits) -> Bits:
    """The set as seen by a side, which plays upwards. Its own inverse."""
    return squares if side == WHITE else turned(squares)


def rank_for(side: Side, name: str) -> int:
    """The rank of a square, counted from the side's own first rank."""
    return int(name[1]) if side == WHITE else 9 - int(name[1])


class Effect(NamedTuple):
    """The effect of an action: the white and black squares that change, its target, the square passed."""

    white: Bits
    black: Bits
    target: Bits
    passed: Bits = 0


class Repertoire(NamedTuple):
    """Every action of a side, by kind, then by the square it starts from as seen by that side."""

    place: Mapping[Bits, Action]
    advance: Mapping[Bits, Action]
    double_step: Mapping[Bits, Action]
    capture_left: Mapping[Bits, Action]
    capture_right: Mapping[Bits, Action]


EFFECTS: dict[str, Effect] = {}
"""The effect of every action, by its text; no text is an action of both sides."""

EN_PASSANT: dict[str, Effect] = {}
"""The effects of captures en passant, by text: used instead of those in :data:`EFFECTS`."""


def _name(side: Side, square: Bits) -> str:
    return next(named(seen_by(side, square)))


def _effect(side: Side, own: Bits, enemy: Bits, target: Bits, passed: Bits = 0) -> Effect:
    own, enemy, target, passed = (seen_by(side, squares) for squares in (own, enemy, target, passed))
    return Effect(own, enemy, target, passed) if side == WHITE else Effect(enemy, own, target, passed)


def _place(side: Side, square: Bits) -> Action:
    name = _name(side, square)
    EFFECTS[f"@{name}"] = _effect(side, square, 0, square)
    return Action(f"@{name}", ("place", name))


def _advance(side: Side, start: Bits, ranks: int) -> Action:
    target = start << AHEAD * ranks
    names = _name(side, start), _name(side, target)
    EFFECTS["-".join(names)] = _effect(side, start | target, 0, target, start << AHEAD if ranks == 2 else 0)
    return Action("-".join(names), names)


def _capture(side: Side, start: Bits, way: int) -> Action:
    target = start << way
    names = _name(side, start), _name(side, target)
    EFFECTS["x".join(names)] = _effect(side, start | target, target, target)
    EN_PASSANT["x".join(names)] = _effect(side, start | target, target >> AHEAD, target)
    return Action("x".join(names), names)


def _repertoire(side: Side) -> Repertoire:
    every = [1 << square for square in range(64)]
    first = [square for square in every if square & RANK_1]
    below = [square for square in every if not square & RANK_8]
    return Repertoire(
        place={square: _place(side, square) for square in first},
        advance={square: _advance(side, square, 1) for square in below},
        double_step={square: _advance(side, square, 2) for square in first},
        capture_left={square: _capture(side, square, AHEAD_LEFT) for square in below if not square & FILE_A},
        capture_right={
            square: _capture(side, square, AHEAD_RIGHT) for square in below if not square & FILE_H
        },
    )


REPERTOIRE: Mapping[Side, Repertoire] = {side: _repertoire(side) for side in SIDES}
