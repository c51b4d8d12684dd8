"""Stacks of stones: every height is told from every other, on a board 400 pixels wide, without colour."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from engines import Diagram, Hand, Piece, Squares
from imaging import THEMES, draw
from imaging.board.squares import SquareLayout
from tests.imaging.compare import distance, rgb
from tests.imaging.handmade import diagram, titled
from tests.imaging.positions import by_hand

PHONE = 400
HEIGHTS = range(1, 37)
HEIGHTS_APART = 1.5
"""Least mean difference (of 255) over a whole square, of which one digit is a small part."""

READABLE = 0.2
"""Least height of the digits, as a share of the square's."""

SIDES_APART = 25.0

SHAPE = Squares(6, 6)
LAYOUT = SquareLayout(SHAPE, flipped=False, width=PHONE)
PLACES = {"dark": "c3", "light": "d3"}


def stacks(**heights: int) -> Diagram:
    pieces = [Piece(PLACES[side], side, "stack", str(count), count) for side, count in heights.items()]
    return diagram("prudh", SHAPE, ("dark", "light"), pieces, (), titled(dark="", light=""), act="dark")


def square(side: str, height: int) -> Image.Image:
    picture = rgb(draw(stacks(**{side: height}), width=PHONE)).convert("L")
    return picture.crop(LAYOUT.box(LAYOUT.places[PLACES[side]]))


@pytest.fixture(scope="module", params=PLACES)
def heights(request: pytest.FixtureRequest) -> dict[int, Image.Image]:
    return {height: square(request.param, height) for height in HEIGHTS}


def test_every_height_has_its_own_look(heights: dict[int, Image.Image]) -> None:
    closest = min(
        (distance(heights[one], heights[other]), one, other) for one, other in combinations(HEIGHTS, 2)
    )
    assert closest[0] >= HEIGHTS_APART, closest


def test_the_first_stones_can_be_counted(heights: dict[int, Image.Image]) -> None:
    """A stack rises stone by stone, but never out of its square."""

    def free(height: int) -> int:
        """Rows at the top of the square that hold nothing but water."""
        image = heights[height]
        water = Image.new("L", image.size, image.getpixel((2, 2)))
        box = ImageChops.difference(image, water).getbbox()
        assert box is not None
        return box[1]

    tops = [free(height) for height in range(1, 7)]
    assert tops == sorted(tops, reverse=True) and len(set(tops)) == 6
    assert free(36) == tops[-1] >= 1


@pytest.mark.parametrize(("one", "other"), [(8, 9), (11, 22), (36, 20)])
@pytest.mark.parametrize("side", PLACES)
def test_the_number_is_large(side: str, one: int, other: int) -> None:
    """Beyond a few stones only the number changes, so that the difference shows where it is."""
    box = ImageChops.difference(square(side, one), square(side, other)).point(_plain).getbbox()
    assert box is not None
    assert box[3] - box[1] >= READABLE * PHONE / 900 * 140


def _plain(level: float) -> int:
    return 255 if level > 25 else 0


def test_the_sides_differ_in_grey_whatever_the_height() -> None:
    for height in (1, 2, 9, 36):
        assert distance(square("dark", height), square("light", height)) >= SIDES_APART


@pytest.mark.parametrize("theme", THEMES)
def test_the_squares_are_clearly_dark_and_light(theme: str) -> None:
    picture = rgb(draw(stacks(), theme=theme)).convert("L")
    layout = SquareLayout(SHAPE, flipped=False, width=900)
    dark, light = (ImageStat.Stat(picture.crop(layout.box(layout.places[at]))).mean[0] for at in ("a1", "b1"))
    assert light - dark >= 70


def test_a_stack_of_a_kind_nobody_drew_shows_its_count() -> None:
    pictures = [
        rgb(draw(by_hand(Piece("d4", "green", "heap", "H", count), game="x"))) for count in (1, 2, 12)
    ]
    assert distance(pictures[0], pictures[1]) > 0
    assert distance(pictures[1], pictures[2]) > 0


def test_a_stack_in_hand_is_drawn_in_the_strip() -> None:
    empty, held = (
        by_hand(hands=(Hand("dark", "Dark", pieces),), game="prudh", sides=("dark", "light"), bottom="dark")
        for pieces in ((), (("stack", "", 3),))
    )
    assert distance(rgb(draw(empty)), rgb(draw(held))) > 0
