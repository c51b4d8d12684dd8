"""Small drawings that several charts share. Lengths are pixels. Cached: callers must not change them."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from imaging.board.player_strips import pool
from imaging.charts.colours import METALS
from imaging.draw.canvas import Canvas, Colour, Point, arc, fitting, shortened, star, write
from imaging.themes.theme import Theme

WIDTH = 900
PAD = 14
"""The width of the sand around a picture's contents."""
ACROSS = WIDTH - 2 * PAD
TITLE_HEIGHT = 80


def on_ground(drawing: Image.Image, ground: Colour) -> Image.Image:
    """A drawing on a ground, ``RGBA``."""
    image = Image.new("RGBA", drawing.size, ground)
    image.alpha_composite(drawing)
    return image


@lru_cache(maxsize=32)
def bar(height: int, rim: Colour, theme: Theme) -> Image.Image:
    """A pool in the sand, as wide as the picture allows, ``RGBA``."""
    return on_ground(pool((ACROSS, height), rim, theme.pool_colour, unit=height / 100), theme.sand)


@lru_cache(maxsize=64)
def disc(size: int, colour: Colour, radius: float = 50) -> Image.Image:
    """A disc on a transparent ``RGBA`` square; ``radius`` is in hundredths of the square's width."""
    pen = Canvas(size)
    pen.disc((0, 0), radius, colour)
    return pen.finish()


@lru_cache(maxsize=32)
def triangle(size: int, reach: Point, colour: Colour, *, up: bool) -> Image.Image:
    """A triangle that points up or down on a transparent ``RGBA`` square.

    ``reach``: half its width and half its height, in hundredths of the square's width.
    """
    pen = Canvas(size)
    across, tip = reach[0], -reach[1] if up else reach[1]
    pen.polygon([(0, tip), (across, -tip), (-across, -tip)], colour)
    return pen.finish()


@lru_cache(maxsize=32)
def badge(rank: int, size: int) -> Image.Image:
    """The medal of a rank from 1 to 3 with its number on it, on a transparent ``RGBA`` square."""
    metal, pen = METALS[rank], Canvas(size)
    for reach, paint in ((48.0, metal.dark), (42.0, metal.face)):
        if rank == 1:
            pen.polygon(star((0, 0), reach, reach - 9, 12), paint)
        elif rank == 2:
            pen.polygon(arc((0, 0), reach, -90, 270, 6), paint)
        else:
            pen.disc((0, 0), reach - 3, paint)
    pen.ring((0, 0), 29, 3.5, metal.light)
    image = pen.finish()
    write(image, str(rank), round(size * 0.5), metal.dark, (size / 2, size / 2))
    return image


def shown_name(name: str, size: int, least: int, room: float) -> tuple[str, int]:
    """A name as it is written, and the size of its letters.

    A name wider than ``room`` is written smaller, down to ``least`` pixels, and below that it is cut.
    """
    size = max(fitting(name, size, room), least)
    return shortened(name, size, room), size
