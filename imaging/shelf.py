"""Several games in one picture: a board of each, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from engines import Diagram
from imaging.board.painter import scene_of
from imaging.draw.palette import Palette
from imaging.draw.png import encode
from imaging.picture import Picture
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
    if not boards:
        raise ValueError("no boards")
    scenes = [scene_of(diagram, theme, BOARD) for _, diagram in boards]
    palette = Palette((one for scene in scenes for one in scene.theme.palette.colours), limit=256)
    images = [scene.theme.palette.coloured(scene.indices()).convert("RGB") for scene in scenes]
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
    said = ", ".join(name for name, _ in boards)
    content = encode(palette.reduce(sheet), palette.content)
    return Picture(content, *sheet.size, alt=f"A board of each game: {said}.")
