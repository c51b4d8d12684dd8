"""The results of this package: pictures and films with their alt texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from imaging.draw.palette import Palette
from imaging.draw.png import encode

MOST_WORDS = 1024
"""Characters of an alt text at most."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: the bytes of a PNG file, its size in pixels, and what it shows in words."""

    png: bytes
    width: int
    height: int
    alt: str


@dataclass(frozen=True, slots=True)
class Clip:
    """A finished film: the bytes of a GIF file, its size in pixels, and what it shows in words.

    ``frames`` counts the positions that are held for a while: one for each diagram, but fewer where a
    match was so long that some had to be left out.
    """

    content: bytes
    width: int
    height: int
    alt: str
    frames: int


def told(sentences: Sequence[str]) -> str:
    """The sentences as an alt text: as many as fit, then how many more there are."""
    text = " ".join(sentences)
    left = 0
    while len(text) > MOST_WORDS and left < len(sentences):
        left += 1
        text = " ".join([*sentences[: len(sentences) - left], f"And {left} more."])
    return text


def finished(image: Image.Image, palette: Palette, alt: str, *, dithered: bool = False) -> Picture:
    """The picture of an image (``RGB`` or ``RGBA``) in the colours of a palette."""
    indices = palette.reduce(image.convert("RGB"), dithered=dithered)
    return Picture(encode(indices, palette.content), *image.size, alt)
