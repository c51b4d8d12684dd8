"""The results of this package: pictures and films with their alt texts."""

from __future__ import annotations

from dataclasses import dataclass


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
