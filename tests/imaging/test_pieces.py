"""Every piece is told from every other on a board 400 pixels wide, without colour."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

import pytest
from PIL import Image

from engines import Piece
from imaging import DEFAULT_THEME, THEMES, draw
from imaging.board.hexes import HexLayout
from tests.imaging.compare import distance, rgb
from tests.imaging.handmade import HEXES, predation
from tests.imaging.positions import DRAWN, by_hand

PHONE = 400
"""Pixels across the board's picture where it is shown smallest."""

KINDS_APART = 20.0
"""Least mean difference (of 255) between two kinds of one side on their square."""

SIDES_APART = 50.0
"""Least mean difference between any two pieces of different sides."""

FORMS_APART = 30.0
"""Least difference between the coats near the corner of their square."""

DARK_SQUARES = (
    ("a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2"),
    ("b4", "d4", "f4", "h4", "a5", "c5", "e5", "g5"),
)

Sheet = dict[tuple[str, str], Image.Image]


@cache
def sheet(game: str, theme: str) -> Sheet:
    """Each piece on a dark square, as grey as a phone without colours would show it."""
    sides, kinds = DRAWN[game]
    pieces = [
        Piece(at, side, kind, "?")
        for side, squares in zip(sides, DARK_SQUARES, strict=True)
        for at, kind in zip(squares, kinds, strict=False)
    ]
    diagram = by_hand(*pieces, game=game, sides=sides, bottom=sides[0], to_act=sides[0])
    picture = rgb(draw(diagram, theme=theme))
    scale = PHONE / picture.width
    small = picture.resize((PHONE, round(picture.height * scale)), Image.Resampling.LANCZOS).convert("L")
    return {(piece.side, piece.kind): _square(small, piece.at, scale) for piece in pieces}


def _square(picture: Image.Image, at: str, scale: float) -> Image.Image:
    tile = 105 * scale
    left, bottom = 40 * scale, (114 + 8 * 105) * scale
    x, y = left + "abcdefgh".index(at[0]) * tile, bottom - int(at[1]) * tile
    return picture.crop((round(x), round(y), round(x) + round(tile), round(y) + round(tile)))


def test_there_is_room_for_every_drawing() -> None:
    assert DRAWN.keys() >= {"prawns", "cannons-and-crabs", "pjawns", "predation"}
    assert max(len(kinds) for _, kinds in DRAWN.values()) <= len(DARK_SQUARES[0])


@pytest.mark.parametrize("game", DRAWN)
def test_squares_are_as_small_as_they_get(game: str) -> None:
    assert {square.size for square in sheet(game, DEFAULT_THEME).values()} == {(47, 47)}


@pytest.mark.gate(draw=5)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", DRAWN)
def test_kinds_differ_in_grey_and_sides_in_form_too(game: str, theme: str) -> None:
    """Near the corner of its square a disc shows water, and the other form itself."""
    (sides, kinds), pieces = DRAWN[game], sheet(game, theme)
    for side, (one, other) in product(sides, combinations(kinds, 2)):
        assert distance(pieces[side, one], pieces[side, other]) >= KINDS_APART, (side, one, other)
    for one, other in product(kinds, repeat=2):
        assert distance(pieces[sides[0], one], pieces[sides[1], other]) >= SIDES_APART, (one, other)
    for kind in kinds:
        corners = (pieces[side, kind].crop((6, 6, 11, 11)) for side in sides)
        assert distance(*corners) >= FORMS_APART, kind


@pytest.mark.parametrize("theme", THEMES)
def test_predator_and_prey_differ_in_grey_on_hexes(theme: str) -> None:
    layout = HexLayout(HEXES, flipped=False, width=PHONE)
    picture = rgb(draw(predation("c3", "e3", act="prey"), theme=theme, width=PHONE)).convert("L")
    predator, prey = (picture.crop(layout.box(layout.places[at])) for at in ("c3", "e3"))
    assert distance(predator, prey) >= SIDES_APART
