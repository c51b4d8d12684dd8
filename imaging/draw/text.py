"""Letters and digits, drawn with the font that is kept beside this file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from imaging.draw.canvas import SUPERSAMPLING, Colour

_FONT = Path(__file__).with_name("fonts") / "FredokaOne-Regular.ttf"
_SMALLEST = 8


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    # The basic layout is in every build of Pillow and gives the same advances everywhere.
    return ImageFont.truetype(_FONT, size, layout_engine=ImageFont.Layout.BASIC)


def fitting(text: str, size: int, room: float) -> int:
    """The largest size (pixels) up to ``size`` at which the text is at most ``room`` pixels wide."""
    while size > _SMALLEST and _font(size).getlength(text) > room:
        size -= 1
    return size


@lru_cache(maxsize=256)
def lettering(text: str, size: int, colour: Colour) -> Image.Image:
    """The text on a transparent ``RGBA`` image as high as the font's line, at ``size`` pixels.

    It is drawn large and reduced: hinting, which differs between builds of FreeType, leaves no trace. It is
    kept, since the same few counts and words are on every board; not to be changed by the caller.
    """
    font = _font(size * SUPERSAMPLING)
    ascent, descent = font.getmetrics()
    # Whole final pixels, so that reducing does not cut the last ones off.
    width = -(-round(font.getlength(text)) // SUPERSAMPLING) * SUPERSAMPLING
    height = -(-(ascent + descent) // SUPERSAMPLING) * SUPERSAMPLING
    image = Image.new("RGBA", (max(width, SUPERSAMPLING), height), (*colour, 0))
    ImageDraw.Draw(image).text((0, 0), text, fill=(*colour, 255), font=font)
    return image.reduce(SUPERSAMPLING)


def centre(onto: Image.Image, text: Image.Image, middle: tuple[float, float]) -> None:
    """Put lettering on an ``RGBA`` image with its middle at a point (pixels)."""
    corner = round(middle[0] - text.width / 2), round(middle[1] - text.height / 2)
    onto.alpha_composite(text, corner)
