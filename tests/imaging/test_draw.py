from __future__ import annotations

from functools import lru_cache
from typing import get_args

import pytest
from PIL import Image, ImageChops

from engines import Diagram, Hand, Mark, MarkKind, Piece, Squares
from imaging import draw, writable
from imaging.draw.canvas import Canvas, Paint, filled, shortened
from tests.imaging import handmade, positions
from tests.imaging.compare import decoded, distance, rgb, same
from tests.imaging.positions import by_hand, prawn

SIZES = range(5, 9)
MOST_BYTES = 75_000
"""A board at 900 pixels, whatever is on it."""

MARKS: tuple[MarkKind, ...] = get_args(MarkKind)
GENE_POOL = Hand("green", "Green's gene pool", (("krill", "K", 3), ("crab", "C", 0)))


DIAGRAMS = [
    positions.opening(),
    positions.middle(("d4",)),
    positions.ending(),
    handmade.prudh_middle(),
    handmade.cannons_opening(),
    handmade.cannons_middle(),
    handmade.cannons_check(),
    handmade.pjawns_middle(),
]
SHAPES = [Squares(files, ranks) for files in SIZES for ranks in SIZES]


@lru_cache(maxsize=8)
def seen(diagram: Diagram) -> Image.Image:
    return rgb(draw(diagram))


def changed(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    """The box in which two pictures differ."""
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None, "the pictures are the same"
    return box


@pytest.mark.gate(draw=5)
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.files}x{shape.ranks}")
def test_every_board_is_as_wide_as_asked_and_a_little_taller(shape: Squares) -> None:
    picture = draw(by_hand(shape=shape))
    assert picture.width == 900
    assert 1.05 <= picture.height / picture.width <= 1.25
    assert rgb(picture).size == (picture.width, picture.height)


@pytest.mark.parametrize("width", [400, 640, 1200])
def test_other_widths_have_the_same_aspect(width: int) -> None:
    picture = draw(positions.opening(), width=width)
    assert picture.width == width
    assert picture.height / width == pytest.approx(1094 / 900, abs=0.02)


@pytest.mark.gate(draw=4)
@pytest.mark.parametrize("diagram", DIAGRAMS)
def test_a_picture_is_a_small_palette_file_of_at_most_64_colours(diagram: Diagram) -> None:
    picture = draw(diagram)
    image = decoded(picture.png)
    assert len(picture.png) <= MOST_BYTES and picture.alt == diagram.alt
    assert image.mode == "P" and len(image.getcolors(256) or ()) <= 64


def test_the_same_diagram_gives_the_same_picture_whatever_was_drawn_before() -> None:
    first = draw(positions.middle())
    for chosen in ((), ("d4",), ("g2",)):
        draw(positions.middle(chosen))
    draw(positions.ending())
    assert same(draw(positions.middle()), first)


def test_a1_is_at_the_lower_left_for_the_first_side_and_at_the_upper_right_for_the_second() -> None:
    for bottom, left, top in (("green", True, False), ("blue", False, True)):
        empty = seen(by_hand(bottom=bottom))
        box = changed(empty, seen(by_hand(prawn("a1"), bottom=bottom)))
        assert (box[2] < 450) is left
        assert (box[3] < 547) is top


@pytest.mark.parametrize("kind", MARKS)
def test_every_mark_is_seen(kind: MarkKind) -> None:
    plain = seen(by_hand(prawn("d4")))
    marked = seen(by_hand(prawn("d4"), marks=(Mark(kind, "f6", "green"),)))
    box = changed(plain, marked)
    if kind != "dry":  # a shore runs around all that is left
        assert box[0] >= 40 + 5 * 105 and box[2] <= 40 + 6 * 105
        assert box[1] >= 114 + 2 * 105 and box[3] <= 114 + 3 * 105


@pytest.mark.parametrize("kind", [kind for kind in MARKS if kind != "dry"])
def test_a_mark_is_seen_around_a_piece(kind: MarkKind) -> None:
    plain = seen(by_hand(prawn("d4")))
    changed(plain, seen(by_hand(prawn("d4"), marks=(Mark(kind, "d4", "green"),))))


def test_where_a_piece_may_go_leaves_the_piece_there_to_be_seen() -> None:
    plain = seen(by_hand(prawn("d4")))
    box = changed(plain, seen(by_hand(prawn("d4"), marks=(Mark("target", "d4"),))))
    middle = 40 + 3 * 105 + 52, 114 + 4 * 105 + 52
    assert box[0] > middle[0] and box[1] > middle[1]


def test_a_threatened_piece_is_seen_from_afar() -> None:
    """Most of what its piece leaves of the square turns red and white, and it bears a sign."""
    king = Piece("d4", "black", "king", "K")
    pictures = [
        rgb(
            draw(
                by_hand(
                    king,
                    marks=marks,
                    game="cannons-and-crabs",
                    sides=("white", "black"),
                    bottom="white",
                    to_act="black",
                )
            )
        )
        for marks in ((), (Mark("check", "d4", "black"),))
    ]
    square = 40 + 3 * 105, 114 + 4 * 105, 40 + 4 * 105, 114 + 5 * 105
    assert distance(*(picture.crop(square) for picture in pictures)) >= 20.0


def test_the_goals_of_the_two_sides_differ() -> None:
    changed(*(seen(by_hand(marks=(Mark("goal", "c3", side),))) for side in positions.SIDES))


def test_the_zones_of_the_two_sides_differ() -> None:
    changed(*(seen(by_hand(marks=(Mark("zone", "c3", side),))) for side in positions.SIDES))


def test_the_side_to_act_is_seen_and_so_is_that_nobody_is() -> None:
    green, blue, nobody = (seen(by_hand(to_act=side)) for side in ("green", "blue", None))
    assert changed(green, nobody)[1] > 547
    assert changed(blue, nobody)[3] < 547


def test_what_a_side_holds_is_on_its_own_side_of_the_board() -> None:
    for bottom, below in (("green", True), ("blue", False)):
        box = changed(seen(by_hand(bottom=bottom)), seen(by_hand(bottom=bottom, hands=(GENE_POOL,))))
        assert (box[1] > 547) is below


def test_a_count_is_seen() -> None:
    more = Hand("green", GENE_POOL.title, (("krill", "K", 4), ("crab", "C", 0)))
    changed(seen(by_hand(hands=(GENE_POOL,))), seen(by_hand(hands=(more,))))


def test_a_long_title_leaves_the_pieces_alone() -> None:
    plain = seen(by_hand(hands=(Hand("green", "", GENE_POOL.pieces),)))
    titled = seen(by_hand(hands=(Hand("green", "A gene pool " * 6, GENE_POOL.pieces),)))
    assert changed(plain, titled)[2] < 640


def test_a_piece_nobody_drew_is_shown_by_its_letter() -> None:
    pictures = [
        rgb(
            draw(
                by_hand(
                    Piece("d4", "white", kind, letter), game="x", sides=("white", "black"), bottom="white"
                )
            )
        )
        for kind, letter in (("rook", "R"), ("king", "K"), ("stack", "10"))
    ]
    changed(pictures[0], pictures[1])
    changed(pictures[1], pictures[2])


def test_every_point_of_the_board_has_its_own_place() -> None:
    empty = seen(by_hand(shape=Squares(5, 6)))
    boxes = {
        changed(empty, seen(by_hand(prawn(f"{file}{rank}"), shape=Squares(5, 6))))
        for file in "abcde"
        for rank in range(1, 7)
    }
    assert len(boxes) == 30


def test_many_kinds_fit_beside_the_board() -> None:
    kinds = tuple((f"kind {letter}", letter, 12) for letter in "ABCDEFGHIJ")
    empty = seen(by_hand(hands=(Hand("green", "Taken", ()),)))
    box = changed(empty, seen(by_hand(hands=(Hand("green", "Taken", kinds),))))
    assert box[0] > 250 and box[2] <= 886


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ada", "Ada"),
        ("Łukasz Ząb", "Łukasz Zab"),
        ("Nguyễn Đức", "Nguyen Duc"),
        ("𝓐𝓭𝓪  ✨🦐", "Ada"),
        ("Straße №5", "Straße No5"),
        ("Анна", ""),
        ("たろう", ""),
        ("Ada Анна", ""),
        ("🦐🦐", ""),
        ("...", ""),
        ("", ""),
    ],
)
def test_a_name_in_the_letters_of_the_font(name: str, written: str) -> None:
    assert writable(name) == written


def test_what_is_too_long_is_cut() -> None:
    assert shortened("Ada", 40, 200) == "Ada"
    assert shortened("Ada of the Shore", 40, 175) == "Ada of…"
    assert shortened("Ada of the Shore", 40, 120) == "Ada…"
    assert shortened("Ada", 40, 0) == "…"


@pytest.mark.parametrize("paint", [(200, 30, 7), (255, 255, 255, 140), (31, 99, 254, 77)])
def test_an_outline_filled_with_one_paint_is_what_a_canvas_makes_of_it(paint: Paint) -> None:
    size, points = (40, 27), [(-3.0, 5.2), (33.3, 1.1), (44.0, 20.6), (12.7, 26.9), (20.5, 9.4)]
    pen = Canvas(size, unit=1)
    pen.moved(-20, -13.5).polygon(points, paint)
    assert filled(size, points, paint).tobytes() == pen.finish().tobytes()
