"""Several games in one picture: a board of each, or a glimpse of it, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from PIL import Image

from engines import Diagram
from imaging.board.layout import Cell, Layout
from imaging.board.painter import layout_of, scene_of
from imaging.draw.canvas import Corner
from imaging.draw.palette import Palette
from imaging.picture import Picture, finished
from imaging.themes.catalog import DEFAULT_THEME

ACROSS: Final = 3
"""Boards in a row."""
BOARD: Final = 400
"""Pixels across a board."""
_GAP: Final = 20

Named = tuple[str, Diagram]
"""A board with the name of its game."""


def draw_shelf(boards: Sequence[Named], *, theme: str = DEFAULT_THEME) -> Picture:
    """The picture of up to six boards, in rows.

    Raises KeyError as ``draw`` does, ValueError for no boards, or so many that their colours don't fit.
    """
    images, palette = _boards(boards, theme, [BOARD] * len(boards))
    rows = [images[start : start + ACROSS] for start in range(0, len(images), ACROSS)]
    heights = [max(image.height for image in row) for row in rows]
    width = max(len(row) for row in rows) * (BOARD + _GAP) + _GAP
    sheet = Image.new("RGB", (width, sum(heights) + _GAP * (len(rows) + 1)), images[0].getpixel((0, 0)))
    top = _GAP
    for row, height in zip(rows, heights, strict=True):
        left = (width - len(row) * (BOARD + _GAP) + _GAP) // 2
        for image in row:
            sheet.paste(image, (left, top + (height - image.height) // 2))
            left += BOARD + _GAP
        top += height + _GAP
    return finished(sheet, palette, f"A board of each game: {_named(boards)}.")


# --- glimpses -----------------------------------------------------------------------------------


GLIMPSE: Final = 168
"""Pixels across a glimpse, and down: three cells."""
_CELL: Final = GLIMPSE // 3
_APART: Final = 16
_SLACK: Final = 3
"""Pixels by which three cells may be wider than a glimpse."""


def draw_glimpses(boards: Sequence[Named], *, theme: str = DEFAULT_THEME) -> Picture:
    """The picture of a square of each board, where most pieces are, in one row: low enough for any card.

    Raises what :func:`draw_shelf` raises.
    """
    widths = [_width(diagram) for _, diagram in boards]
    images, palette = _boards(boards, theme, widths)
    size = len(boards) * (GLIMPSE + _APART) + _APART, GLIMPSE + 2 * _APART
    sheet = Image.new("RGB", size, images[0].getpixel((0, 0)))
    for number, (image, width, (_, diagram)) in enumerate(zip(images, widths, boards, strict=True)):
        left, top = _fullest(diagram, layout_of(diagram, width))
        part = image.crop((left, top, left + GLIMPSE, top + GLIMPSE))
        sheet.paste(part, (_APART + number * (GLIMPSE + _APART), _APART))
    return finished(sheet, palette, f"A part of a board of each game: {_named(boards)}.")


def _width(diagram: Diagram) -> int:
    """The width of a board whose cells are a third of a glimpse wide."""
    return round(BOARD * _CELL / layout_of(diagram, BOARD).outline.across)


def _fullest(diagram: Diagram, layout: Layout) -> Corner:
    """The upper left corner of the square with the most pieces; of several, the one nearest to the middle."""
    left, top, right, bottom = layout.board
    boxes = [layout.box(layout.places[piece.at]) for piece in diagram.pieces]

    def corner(cell: Cell) -> Corner:
        x, y, _, _ = layout.box(cell)
        return min(x, right - GLIMPSE), min(y, bottom - GLIMPSE)

    def merit(at: Corner) -> tuple[int, float]:
        far = at[0] + GLIMPSE + _SLACK, at[1] + GLIMPSE + _SLACK
        whole = sum(at[0] <= x and at[1] <= y and a <= far[0] and b <= far[1] for x, y, a, b in boxes)
        off = hypot(at[0] + GLIMPSE / 2 - (left + right) / 2, at[1] + GLIMPSE / 2 - (top + bottom) / 2)
        return whole, -off

    return max(map(corner, layout.cells()), key=merit)


# --- both ---------------------------------------------------------------------------------------


def _boards(boards: Sequence[Named], theme: str, widths: Sequence[int]) -> tuple[list[Image.Image], Palette]:
    """The boards in colours (``RGB``), and the palette that has all of those."""
    if not boards:
        raise ValueError("no boards")
    scenes = [scene_of(diagram, theme, width) for width, (_, diagram) in zip(widths, boards, strict=True)]
    palette = Palette((one for scene in scenes for one in scene.theme.palette.colours), limit=256)
    return [scene.theme.palette.coloured(scene.indices()).convert("RGB") for scene in scenes], palette


def _named(boards: Sequence[Named]) -> str:
    return ", ".join(name for name, _ in boards)
