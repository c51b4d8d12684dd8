"""Positions that the tests of the pictures share."""

from __future__ import annotations

from dataclasses import replace

from engines import GAMES, Diagram, Hand, Mark, Piece, Squares
from imaging.board.art import art_of

PICKS = {"green": ("crab", "lobster"), "blue": ("shrimp", "crab")}
MIDDLE = "f1ff3f/s5kc/2k2K2/1k2l3/3CK3/2L5/C1K3KL/2F4F b a1-h8 K2S2C0L0/K1S1C1L1 -"
ENDING = "4k3/3K2K1/4k3/8/5C2/3L4/8/8 b a1-h8 K6S2C1L1/K6S2C2L2 -"
KINDS = ("krill", "shrimp", "crab", "lobster")
SIDES = ("green", "blue")

DRAWN: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    key: (game.sides, tuple(art_of(key))) for key, game in GAMES.items() if art_of(key)
}
"""The sides and the kinds of every game whose kinds have drawings."""


def opening() -> Diagram:
    return GAMES["prawns"].start(picks=PICKS).diagram()


def middle(chosen: tuple[str, ...] = ()) -> Diagram:
    """A full board: blue's lobster has just come to g3, and green is to act."""
    return _after(MIDDLE, "e5-g3", chosen)


def ending() -> Diagram:
    """Five prawns are left after a meal on d7, and the sea has shrunk to d3-g7."""
    return _after(ENDING, "e8xd7")


def _after(text: str, played: str, chosen: tuple[str, ...] = ()) -> Diagram:
    before = GAMES["prawns"].from_text(text)
    action = before.parse(played)
    return replace(before.play(action).diagram([action], chosen=chosen), number=1)


def by_hand(
    *pieces: Piece,
    marks: tuple[Mark, ...] = (),
    hands: tuple[Hand, ...] = (),
    shape: Squares = Squares(8, 8),  # noqa: B008 - immutable
    bottom: str = "green",
    to_act: str | None = "green",
    game: str = "prawns",
    sides: tuple[str, ...] = SIDES,
    number: int = 0,
) -> Diagram:
    """A diagram that no rules stand behind."""
    return Diagram(game, shape, sides, pieces, marks, hands, bottom, to_act, "Made by hand.", number)


def prawn(at: str, kind: str = "krill", side: str = "green") -> Piece:
    return Piece(at, side, kind, kind[0].upper())
