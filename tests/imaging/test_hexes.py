"""Boards of hexes: where everything is, and that everything is seen."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import get_args

import pytest
from PIL import Image, ImageChops

from engines import Diagram, Hexes, Mark, MarkKind, Piece
from imaging import draw
from imaging.board.ground import Background, Terrain, drawn
from imaging.board.hexes import HexLayout
from imaging.board.layout import Box
from imaging.board.painter import _land, _tile
from imaging.themes.catalog import THEMES, theme_for
from tests.imaging import handmade
from tests.imaging.compare import decoded, distance, rgb, same
from tests.imaging.handmade import HEXES, LAIR, WARREN, diagram, marked, predation, titled
from tests.pictures import pixels_of

MOST_BYTES = 80_000
"""A board at 900 pixels, whatever is on it."""

LAYOUTS = [
    HexLayout(shape, flipped=flipped, width=width)
    for shape in (HEXES, Hexes(5, 5), Hexes(11, 6))
    for flipped in (False, True)
    for width in (400, 900)
]
SIDES = ("predator", "prey")


def name(layout: HexLayout) -> str:
    seen = "flipped" if layout.flipped else "upright"
    return f"{layout.shape.files}x{layout.shape.rows}-{layout.width}-{seen}"


def bare(*pieces: Piece, marks: tuple[Mark, ...] = (), bottom: str = "prey") -> Diagram:
    """A board with the homes of both sides and what is given."""
    homes = [*marked("zone", *LAIR, side="predator"), *marked("zone", *WARREN, side="prey")]
    hands = titled(predator="Predator", prey="Prey")
    return diagram("predation", HEXES, SIDES, pieces, [*homes, *marks], hands, act="prey", bottom=bottom)


def fish(at: str) -> Piece:
    return Piece(at, "prey", "prey", "Y")


def changed(one: Diagram, other: Diagram) -> Box:
    """The box in which the pictures of two diagrams differ."""
    box = ImageChops.difference(seen(one), seen(other)).getbbox()
    assert box is not None, "the pictures are the same"
    return box


@lru_cache(maxsize=8)
def seen(diagram: Diagram) -> Image.Image:
    return rgb(draw(diagram))


def inside(box: Box, other: Box) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]


# --- the layout ---------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS, ids=name)
def test_every_hex_has_a_name_of_its_own(layout: HexLayout) -> None:
    long, short = range(layout.shape.files), range(layout.shape.files - 1)
    names = {
        f"{'abcdefghijk'[file]}{number}"
        for number in range(1, layout.shape.rows + 1)
        for file in (long if number % 2 else short)
    }
    assert layout.places.keys() == names
    assert sorted(layout.places.values()) == sorted(layout.cells())


@pytest.mark.parametrize("layout", LAYOUTS, ids=name)
def test_everything_is_on_the_picture(layout: HexLayout) -> None:
    upper, lower, board = layout.upper_strip, layout.lower_strip, layout.board
    assert 0 <= upper[1] < upper[3] < board[1] < board[3] < lower[1] < lower[3] <= layout.height
    assert 0 < board[0] < board[2] < layout.width
    assert all(inside(layout.box(cell), board) for cell in layout.cells())
    assert layout.height > layout.width


def test_the_board_has_as_many_hexes_as_the_rules_say() -> None:
    assert len(list(HexLayout(HEXES, flipped=False, width=900).cells())) == 111


@pytest.mark.parametrize("flipped", [False, True])
def test_neighbours_are_next_to_each_other(flipped: bool) -> None:
    layout = HexLayout(HEXES, flipped=flipped, width=900)
    for one, others in {
        "d5": ("c5", "e5", "c6", "d6", "c4", "d4"),
        "d6": ("c6", "e6", "d7", "e7", "d5", "e5"),
    }.items():
        x, y = layout.middle(layout.places[one])
        for other in others:
            ox, oy = layout.middle(layout.places[other])
            assert ((x - ox) ** 2 + (y - oy) ** 2) ** 0.5 == pytest.approx(layout.outline.across, rel=0.02)


def test_a1_is_at_the_lower_left_and_from_the_other_side_at_the_upper_right() -> None:
    upright, flipped = (HexLayout(HEXES, flipped=flipped, width=900) for flipped in (False, True))
    assert upright.places["a1"] == (0, 12) and upright.places["h12"] == (7, 1)
    assert flipped.places["a1"] == (8, 0) and flipped.places["h12"] == (0, 11)


# --- the picture --------------------------------------------------------------------------------


def test_a_piece_changes_its_own_hex_and_nothing_else() -> None:
    layout = HexLayout(HEXES, flipped=False, width=900)
    for point in ("a1", "e7", "h12", "i13"):
        assert inside(changed(bare(), bare(fish(point))), layout.box(layout.places[point]))


@pytest.mark.parametrize(("bottom", "low"), [("prey", True), ("predator", False)])
def test_the_side_at_the_bottom_has_its_home_there(bottom: str, low: bool) -> None:
    box = changed(bare(bottom=bottom), bare(fish("b1"), bottom=bottom))
    assert (box[1] > 582) is low
    assert (box[2] < 450) is low


def test_without_homes_the_side_named_first_is_at_row_1() -> None:
    def empty(bottom: str, *pieces: Piece) -> Diagram:
        return diagram("predation", HEXES, SIDES, pieces, (), (), act=None, bottom=bottom)

    assert changed(empty("predator"), empty("predator", fish("b1")))[1] > 582
    assert changed(empty("prey"), empty("prey", fish("b1")))[3] < 582


@pytest.mark.parametrize("kind", [kind for kind in get_args(MarkKind) if kind != "dry"])
@pytest.mark.parametrize("occupied", [False, True])
def test_every_mark_is_seen_and_stays_in_its_hex(kind: MarkKind, occupied: bool) -> None:
    layout = HexLayout(HEXES, flipped=False, width=900)
    pieces = (fish("e6"),) if occupied else ()
    box = changed(bare(*pieces), bare(*pieces, marks=(Mark(kind, "e6", "prey"),)))
    assert inside(box, layout.box(layout.places["e6"]))


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("occupied", [False, True])
def test_no_two_marks_look_alike_without_colour(occupied: bool, theme: str) -> None:
    layout = HexLayout(HEXES, flipped=False, width=400)
    pieces = (fish("e6"),) if occupied else ()
    looks = {}
    for kind in get_args(MarkKind):
        if kind != "dry":
            shown = bare(*pieces, marks=(Mark(kind, "e6", "prey"),))
            picture = rgb(draw(shown, theme=theme, width=400)).convert("L")
            looks[kind] = picture.crop(layout.box(layout.places["e6"]))
    for (one, first), (other, second) in combinations(looks.items(), 2):
        assert distance(first, second) >= 1.5, (one, other)


def test_the_zones_of_the_two_sides_differ() -> None:
    changed(*(bare(marks=(Mark("zone", "e6", side),)) for side in SIDES))


def test_a_goal_is_seen_in_a_zone() -> None:
    changed(bare(), bare(marks=tuple(marked("goal", *LAIR, side="prey"))))


def test_hexes_never_dry_up() -> None:
    dry = draw(bare(fish("e6"), marks=(Mark("dry", "e6"),)))
    assert pixels_of(dry.png) == pixels_of(draw(bare(fish("e6"))).png)


def test_a_piece_nobody_drew_is_shown_by_its_letter() -> None:
    changed(*(bare(Piece("e6", "prey", "whale", letter)) for letter in "WV"))


@pytest.mark.gate(draw=5)
@pytest.mark.parametrize("key", THEMES)
@pytest.mark.parametrize("width", [400, 640, 900, 1200])
def test_the_ground_and_the_tiles_agree_to_the_pixel(key: str, width: int) -> None:
    layout = HexLayout(HEXES, flipped=False, width=width)
    theme = theme_for(SIDES, key)
    terrain = Terrain.of(handmade.predation_opening().marks, layout)
    plain = Background.of(drawn(layout, terrain, theme), theme).indices()
    again = plain.copy()
    for cell, floor in terrain.floors.items():
        bare_tile = _tile(floor, None, frozenset(), "", theme, layout.outline)
        again.paste(bare_tile.indices, layout.box(cell), bare_tile.stencil)
    assert again.tobytes() == plain.tobytes()


@pytest.mark.parametrize("width", [400, 640, 1200])
def test_other_widths_have_the_same_aspect(width: int) -> None:
    picture = draw(handmade.predation_opening(), width=width)
    assert picture.width == width
    assert picture.height / width == pytest.approx(1164 / 900, abs=0.06)


@pytest.mark.parametrize("make", ["opening", "middle", "hunt", "ending"])
def test_a_picture_is_small_and_of_few_colours(make: str) -> None:
    drawn: Diagram = getattr(handmade, f"predation_{make}")()
    picture = draw(drawn)
    image = decoded(picture.png)
    assert len(picture.png) <= MOST_BYTES
    assert image.mode == "P" and len(image.getcolors(256) or ()) <= 64
    assert picture.alt == drawn.alt
    assert same(draw(drawn), picture)


def test_64_pieces_still_make_a_small_picture() -> None:
    layout = HexLayout(HEXES, flipped=False, width=900)
    points = list(layout.places)[::2]
    crowd = predation(" ".join(points[::2]), " ".join(points[1::2]), act="prey")
    assert len(draw(crowd).png) <= MOST_BYTES


def test_the_ground_is_drawn_once() -> None:
    draw(bare())
    before = _land.cache_info().misses
    draw(bare(fish("e6")))
    assert _land.cache_info().misses == before


def core(image: Image.Image, layout: HexLayout, point: str) -> Image.Image:
    """The middle of a hex, where a name would be, without colours."""
    left, top, right, bottom = layout.box(layout.places[point])
    inset = layout.outline.across // 4
    return image.convert("L").crop(
        (left + inset, top + inset * 3 // 2, right - inset, bottom - inset * 3 // 2)
    )


def contrast_of(image: Image.Image) -> int:
    dark, light = image.getextrema()
    assert isinstance(dark, int) and isinstance(light, int)
    return light - dark


def test_a_hex_bears_no_name_but_where_a_piece_may_go() -> None:
    """The names of a hundred hexes cannot be read on a phone, and hide what is on the board."""
    layout = HexLayout(HEXES, flipped=False, width=900)
    image = rgb(draw(bare(marks=(Mark("target", "d6"),))))
    for point in ("a2", "c6", "h12"):
        assert contrast_of(core(image, layout, point)) == 0
    assert contrast_of(core(image, layout, "d6")) >= 60


@pytest.mark.parametrize("flipped", [False, True])
def test_the_letters_of_the_files_stand_above_and_below(flipped: bool) -> None:
    layout = HexLayout(HEXES, flipped=flipped, width=900)
    sand = rgb(draw(bare(bottom="predator" if flipped else "prey"))).convert("L")
    _, top, _, bottom = layout.board
    for point in ("a1", "e1", "i1", "a13", "i13"):
        x, y = layout.middle(layout.places[point])
        at = bottom + 24 if y > 582 else top - 24
        assert contrast_of(sand.crop((round(x) - 9, at - 10, round(x) + 9, at + 10))) >= 60, point
