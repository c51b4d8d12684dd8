"""The parts of boards that are put together elsewhere: they fit each other, and show what cards show."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from engines import GAMES
from imaging import THEMES
from imaging.board.parts import PIECE_SIZE, board_plan, draw_ground, draw_piece
from tests.imaging import positions


@pytest.mark.parametrize("theme", THEMES)
def test_cells_lie_on_the_ground_and_a_piece_fits_one(theme: str) -> None:
    diagram = positions.middle()
    plan, ground = board_plan(diagram), draw_ground(diagram, theme=theme)
    assert (ground.width, ground.height) == (plan.width, plan.height)
    assert set(plan.cells) == set(diagram.shape.points)
    for corners in plan.cells.values():
        assert all(0 <= x <= plan.width and 0 <= y <= plan.height for x, y in corners)
    piece = draw_piece(diagram.game, diagram.sides, diagram.pieces[0], theme=theme)
    with Image.open(io.BytesIO(piece.png)) as image:
        assert image.size == (PIECE_SIZE, PIECE_SIZE) and image.mode == "RGBA"
        assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if game.secret_setup is None])
def test_a_turned_board_has_its_cells_the_other_way_round(game: str) -> None:
    diagram = GAMES[game].start().diagram()
    other = replace(diagram, bottom=next(side for side in diagram.sides if side != diagram.bottom))
    plan, turned = board_plan(diagram), board_plan(other)
    first, last = diagram.shape.points[0], diagram.shape.points[-1]
    assert plan.cells[first] != turned.cells[first]
    assert (plan.cells[first][0][1] > plan.cells[last][0][1]) != (
        turned.cells[first][0][1] > turned.cells[last][0][1]
    )


def test_a_ground_has_the_marks_of_the_ground_and_no_others() -> None:
    diagram = positions.middle()
    bare = replace(diagram, pieces=(), hands=())
    assert draw_ground(diagram).png == draw_ground(bare).png
    zones = replace(bare, marks=tuple(mark for mark in bare.marks if mark.kind == "dry"))
    assert draw_ground(zones).png != draw_ground(bare).png
