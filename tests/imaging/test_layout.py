from __future__ import annotations

from itertools import product

import pytest

from engines import Squares
from imaging.board.layout import Box
from imaging.board.squares import SquareLayout

LAYOUTS = [
    SquareLayout(Squares(files, ranks), flipped=flipped, width=900)
    for files, ranks, flipped in product(range(5, 9), range(5, 9), (False, True))
]


def name(layout: SquareLayout) -> str:
    return f"{layout.shape.files}x{layout.shape.ranks}{'-flipped' if layout.flipped else ''}"


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("layout", LAYOUTS, ids=name)
def test_a1_is_dark_and_where_the_first_side_sits(layout: SquareLayout) -> None:
    cell = layout.places["a1"]
    assert not layout.is_light(cell)
    assert layout.is_light(layout.places["b1"])
    last = layout.shape.files - 1, layout.shape.ranks - 1
    assert cell == ((last[0], 0) if layout.flipped else (0, last[1]))


@pytest.mark.parametrize("layout", LAYOUTS, ids=name)
def test_names_stand_beside_their_files_and_ranks(layout: SquareLayout) -> None:
    files = {x: label for label, (x, y) in layout.labels() if label.isalpha() and y > layout.board[3]}
    ranks = {y: label for label, (x, y) in layout.labels() if label.isdigit() and x < layout.board[0]}
    names = [files[x] + ranks[y] for x, y in map(layout.middle, layout.cells())]
    assert names == [layout.names[cell] for cell in layout.cells()]


@pytest.mark.parametrize("layout", LAYOUTS, ids=name)
def test_everything_is_on_the_picture_and_nothing_on_top_of_another(layout: SquareLayout) -> None:
    boxes = [layout.board, layout.upper_strip, layout.lower_strip]
    for box in boxes:
        assert box[0] >= 0 and box[1] >= 0
        assert box[2] <= layout.width and box[3] <= layout.height
    spots = [(x - 45, y - 45, x + 45, y + 45) for x, y in layout.bare_spots]
    for index, box in enumerate(boxes + spots):
        assert not any(overlap(box, other) for other in (boxes + spots)[index + 1 :])
    for x, _ in layout.bare_spots:
        assert 45 <= x <= layout.width - 45


@pytest.mark.parametrize("layout", LAYOUTS, ids=name)
def test_cells_fill_the_board(layout: SquareLayout) -> None:
    boxes = [layout.box(cell) for cell in layout.cells()]
    assert len(set(boxes)) == layout.shape.files * layout.shape.ranks
    assert boxes[0][:2] == layout.board[:2]
    assert boxes[-1][2:] == layout.board[2:]
