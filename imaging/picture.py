"""What comes out of this package."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: the bytes of a PNG file, its size in pixels, and what it shows in words."""

    png: bytes
    width: int
    height: int
    alt: str
