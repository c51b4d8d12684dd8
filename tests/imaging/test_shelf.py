"""The picture of several games."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from engines import GAMES
from imaging import THEMES, moment_of
from imaging.several_boards import BOARD, draw_glimpses, draw_shelf
from imaging.themes.catalog import theme_for
from tests.imaging.compare import same
from tests.imaging.positions import by_hand, prawn

BOARDS = tuple((game.name, moment.diagram(key)) for key, game in GAMES.items() if (moment := moment_of(key)))


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("theme", THEMES)
def test_all_five_are_in_it_and_named(theme: str) -> None:
    picture = draw_shelf(BOARDS, theme=theme)
    with Image.open(io.BytesIO(picture.png)) as image:
        assert image.size == (picture.width, picture.height)
    assert len(BOARDS) == 5 and picture.width > 3 * BOARD
    assert all(name in picture.alt for name, _ in BOARDS)
    assert same(draw_shelf(BOARDS, theme=theme), picture)


def test_no_boards_are_no_picture() -> None:
    with pytest.raises(ValueError, match="no boards"):
        draw_shelf(())


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("theme", THEMES)
def test_glimpses_are_low_and_show_pieces(theme: str) -> None:
    """On a card of a phone they are a fifth as high as they are wide."""
    picture = draw_glimpses(BOARDS, theme=theme)
    assert 4 < picture.width / picture.height < 6
    assert len(picture.png) < 60_000
    assert all(name in picture.alt for name, _ in BOARDS)
    assert same(draw_glimpses(BOARDS, theme=theme), picture)


def test_a_glimpse_is_of_where_the_pieces_are() -> None:
    corner = by_hand(*(prawn(at) for at in ("g7", "h7", "g8", "h8")), prawn("d4"))
    picture = draw_glimpses((("Prawns", corner),))
    with Image.open(io.BytesIO(picture.png)) as image:
        colours = {colour for _, colour in image.convert("RGB").getcolors(10_000) or []}
        face = theme_for(corner.sides).coat("green").face
        across = [x for x in range(picture.width) if image.convert("RGB").getpixel((x, 60)) == face]
    assert face in colours and max(across) - min(across) > 60, "two pieces beside each other"
    with pytest.raises(ValueError, match="no boards"):
        draw_glimpses(())
