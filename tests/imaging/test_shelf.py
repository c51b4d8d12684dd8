"""The picture of several games."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from engines import GAMES
from imaging import THEMES, moment_of
from imaging.shelf import BOARD, draw_shelf

BOARDS = tuple((game.name, moment.diagram(key)) for key, game in GAMES.items() if (moment := moment_of(key)))


@pytest.mark.parametrize("theme", THEMES)
def test_all_five_are_in_it_and_named(theme: str) -> None:
    picture = draw_shelf(BOARDS, theme=theme)
    with Image.open(io.BytesIO(picture.png)) as image:
        assert image.size == (picture.width, picture.height)
    assert len(BOARDS) == 5 and picture.width > 3 * BOARD
    assert all(name in picture.alt for name, _ in BOARDS)
    assert draw_shelf(BOARDS, theme=theme) == picture


def test_no_boards_are_no_picture() -> None:
    with pytest.raises(ValueError, match="no boards"):
        draw_shelf(())
