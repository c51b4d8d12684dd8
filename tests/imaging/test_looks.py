"""What the themes promise: sides stay apart for every kind of vision, and strong contrasts are strong."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines import GAMES, Hexes
from imaging import THEMES
from imaging.themes.catalog import theme_for
from imaging.themes.theme import Theme
from tests.imaging.vision import VISIONS, apart, contrast, lab

SIDES_APART = 50.0
"""Least distance between the faces of two sides, to everybody, in the theme made for it."""

LIGHTER = 35.0
"""Least difference in lightness between them."""

RIMS_APART = 15.0
MARKS_APART = 12.0
TEXT, GRAPHICS = 7.0, 3.0
"""Contrast ratios: that of text at level AAA, and that of graphics, in the guidelines' words."""

READABLE = 4.5
"""Contrast of text in every theme: level AA."""


def theme(game: str, key: str) -> Theme:
    return theme_for(GAMES[game].sides, key)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("game", GAMES)
def test_sides_stay_apart_for_the_colour_blind(game: str, vision: str) -> None:
    first, second = theme(game, "colour-blind").coats
    assert apart(first.face, second.face, vision) >= SIDES_APART
    assert abs(lab(first.face, vision)[0] - lab(second.face, vision)[0]) >= LIGHTER
    assert apart(first.rim, second.rim, vision) >= RIMS_APART


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("game", GAMES)
def test_marks_stay_apart_for_the_colour_blind(game: str, vision: str) -> None:
    board = theme(game, "colour-blind")
    marks = (board.sun, board.coral, board.deep, board.sea_light, board.sea_dark)
    for one, other in combinations(marks[:3], 2):
        assert apart(one, other, vision) >= MARKS_APART
    for mark in marks[:3]:
        for water in marks[3:]:
            assert apart(mark, water, vision) >= MARKS_APART, (mark, water)


@pytest.mark.parametrize("key", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_sides_differ_in_every_theme(game: str, key: str) -> None:
    first, second = theme(game, key).coats
    for vision in VISIONS:
        assert apart(first.face, second.face, vision) >= 30.0, vision


@pytest.mark.parametrize("game", GAMES)
def test_high_contrast_is_high(game: str) -> None:
    board = theme(game, "high-contrast")
    for ground in (board.sand, board.pool_colour):
        assert contrast(board.text, ground) >= TEXT
    for coat in board.coats:
        assert contrast(coat.ink, coat.face) >= TEXT
        for water in (board.sea_light, board.sea_dark):
            # A piece is seen by its face, or by the rim around it.
            assert max(contrast(coat.face, water), contrast(coat.rim, water)) >= GRAPHICS
            assert contrast(board.deep, water) >= GRAPHICS
    first, second = board.coats
    assert contrast(first.face, second.face) >= TEXT


@pytest.mark.parametrize("key", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_text_can_be_read_in_every_theme(game: str, key: str) -> None:
    board = theme(game, key)
    for ground in (board.sand, board.pool_colour):
        assert contrast(board.text, ground) >= READABLE
    for coat in board.coats:
        assert contrast(coat.ink, coat.face) >= READABLE
    # Large and bold: the words on a flag, and on boards of hexes the names of points that a piece may go to.
    assert contrast(board.foam, board.coral) >= GRAPHICS
    if isinstance(GAMES[game].start().diagram().shape, Hexes):
        assert contrast(board.foam, board.deep) >= GRAPHICS


@pytest.mark.parametrize("key", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_where_a_piece_may_go_is_seen_in_every_theme(game: str, key: str) -> None:
    board = theme(game, key)
    for water in (board.sea_light, board.sea_dark):
        # A dot of the deep with foam around it.
        assert max(contrast(board.deep, water), contrast(board.foam, water)) >= 2.0
    assert contrast(board.deep, board.foam) >= 2.0
