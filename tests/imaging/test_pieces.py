"""Every piece is told from every other on a board 400 pixels wide, without colour."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from PIL import Image, ImageStat

from imaging import draw
from tests.imaging.compare import distance, rgb
from tests.imaging.positions import KINDS, SIDES, by_hand, prawn

PHONE = 400
"""Pixels across the board's picture where it is shown smallest."""

KINDS_APART = 20.0
"""Least mean difference (of 255) between two kinds of one side on their square."""

SIDES_APART = 50.0
"""Least mean difference between any two pieces of different sides."""

FORMS_APART = 30.0
"""Least difference between the coats near the corner of their square."""

DARK_SQUARES = {"green": ("a1", "c1", "e1", "g1"), "blue": ("b4", "d4", "f4", "h4")}


@pytest.fixture(scope="module")
def sheet() -> dict[tuple[str, str], Image.Image]:
    """Each piece on a dark square, as grey as a phone without colours would show it."""
    pieces = [
        prawn(at, kind, side) for side in SIDES for at, kind in zip(DARK_SQUARES[side], KINDS, strict=True)
    ]
    picture = rgb(draw(by_hand(*pieces)))
    scale = PHONE / picture.width
    small = picture.resize((PHONE, round(picture.height * scale)), Image.Resampling.LANCZOS).convert("L")
    return {(piece.side, piece.kind): _square(small, piece.at, scale) for piece in pieces}


def _square(picture: Image.Image, at: str, scale: float) -> Image.Image:
    tile = 105 * scale
    left, bottom = 40 * scale, (114 + 8 * 105) * scale
    x, y = left + "abcdefgh".index(at[0]) * tile, bottom - int(at[1]) * tile
    return picture.crop((round(x), round(y), round(x) + round(tile), round(y) + round(tile)))


def test_squares_are_as_small_as_they_get(sheet: dict[tuple[str, str], Image.Image]) -> None:
    assert {square.size for square in sheet.values()} == {(47, 47)}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("one", "other"), list(combinations(KINDS, 2)))
def test_kinds_differ_in_grey(
    sheet: dict[tuple[str, str], Image.Image], side: str, one: str, other: str
) -> None:
    assert distance(sheet[side, one], sheet[side, other]) >= KINDS_APART


@pytest.mark.parametrize(("green", "blue"), list(product(KINDS, repeat=2)))
def test_sides_differ_in_grey(sheet: dict[tuple[str, str], Image.Image], green: str, blue: str) -> None:
    assert distance(sheet["green", green], sheet["blue", blue]) >= SIDES_APART


@pytest.mark.parametrize("kind", KINDS)
def test_sides_differ_in_form(sheet: dict[tuple[str, str], Image.Image], kind: str) -> None:
    """Near the corner of its square a disc shows water, and the other form itself."""

    def corner(side: str) -> float:
        square = sheet[side, kind]
        mean: float = ImageStat.Stat(square.crop((6, 6, 11, 11))).mean[0]
        return mean

    assert abs(corner("green") - corner("blue")) >= FORMS_APART
