"""Portraits of players: a disc of their avatar, or a token with a creature of the sea on it."""

from __future__ import annotations

import io
import warnings
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageOps

from imaging.board.art import Art, beach, prawns
from imaging.charts.parts import disc
from imaging.draw.canvas import Canvas, Colour, Corner


@dataclass(frozen=True, slots=True)
class PlayerFace:
    """The avatar of a player, as a file from outside, and the ``number`` that chooses a token.

    ``name`` is in letters of the font (:func:`imaging.writable`), or empty where none is known.
    """

    avatar: bytes | None
    number: int
    name: str = ""

    def called(self, number: object) -> str:
        """The name in words, else the ``number`` by which a table knows the player."""
        return self.name or str(number)


FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF")
"""The formats that Discord serves; no other decoder may read the bytes."""

LARGEST: Final = 1024
"""Pixels across or down above which an avatar is not even decoded. Discord serves none that is larger."""

_BACKING: Colour = (0xFA, 0xF5, 0xE9)
"""The colour behind a transparent avatar."""

_FACES: tuple[tuple[Colour, Colour], ...] = (
    ((0xCD, 0xEB, 0x9C), (0x1F, 0x55, 0x33)),
    ((0x2D, 0x55, 0xA8), (0xF3, 0xF7, 0xFF)),
    ((0xFF, 0xDC, 0xB4), (0x86, 0x38, 0x1A)),
    ((0x5E, 0x30, 0x66), (0xFF, 0xF3, 0xEA)),
    ((0xE8, 0x5D, 0x3F), (0xFF, 0xF6, 0xE0)),
    (_BACKING, (0x3E, 0x33, 0x29)),
    ((0x1F, 0x6E, 0x74), (0xFF, 0xEC, 0xA6)),
)
"""The ground of a token, and the ink on it."""

_MOTIFS: tuple[tuple[Art, float], ...] = (
    (prawns.krill, 1.0),
    (prawns.shrimp, 1.0),
    (prawns.crab, 1.0),
    (prawns.lobster, 1.0),
    (beach.starfish, 0.85),
    (beach.shell, 0.85),
)
"""The drawing on a token, and its scale there."""


@lru_cache(maxsize=32)
def portrait(avatar: bytes | None, number: int, size: int) -> Image.Image:
    """The portrait on a transparent ``RGBA`` square of ``size`` pixels: a disc as wide as the square.

    Without an avatar that can be shown, ``number`` chooses a token instead. The caller must not change the
    image.
    """
    picture = None if avatar is None else _decoded(avatar, size)
    square = picture or _token(number, size)
    square.putalpha(disc(size, (0, 0, 0), 49.5).getchannel("A"))
    return square


def face_colours(faces: Sequence[Image.Image], most: int) -> list[Colour]:
    """The ``most`` colours that show these portraits best (``RGBA``, one or more), or fewer."""
    sample = _sample(faces)
    return list(_chosen(sample.size, sample.tobytes(), most))


@lru_cache(maxsize=32)
def _chosen(size: Corner, pixels: bytes, most: int) -> tuple[Colour, ...]:
    """The best colours for ``RGB`` pixels: half of a ranking's cost, and mostly the same people are in it."""
    sample = Image.frombytes("RGB", size, pixels)
    content = sample.quantize(most, Image.Quantize.MEDIANCUT, kmeans=1).getpalette() or []
    return tuple(zip(content[0::3], content[1::3], content[2::3], strict=True))


def _sample(faces: Sequence[Image.Image]) -> Image.Image:
    """A quarter of the pixels of all faces, side by side (``RGB``): enough to choose colours from."""
    image = Image.new("RGB", (sum(face.width for face in faces), max(face.height for face in faces)))
    left = 0
    for face in faces:
        image.paste(face.convert("RGB"), (left, 0))
        left += face.width
    return image.resize((image.width // 2, image.height // 2), Image.Resampling.NEAREST)


def _decoded(content: bytes, size: int) -> Image.Image | None:
    """The middle of an image file (``RGBA``, ``size`` pixels each way), or None if it cannot be shown."""
    # Pillow's warnings about a file from outside are of no use to anybody here.
    with warnings.catch_warnings(action="ignore"):
        try:
            with Image.open(io.BytesIO(content), formats=FORMATS) as image:
                # Opening reads the header only; decoding is what a small file may make expensive.
                if max(image.size) > LARGEST:
                    return None
                square = ImageOps.fit(image.convert("RGBA"), (size, size))
        except Exception:  # noqa: BLE001 - a broken file makes a decoder raise nearly anything
            return None
    backed = Image.new("RGBA", square.size, _BACKING)
    backed.alpha_composite(square)
    return backed


def _token(number: int, size: int) -> Image.Image:
    """A square with a creature of the sea on it (``RGBA``)."""
    # The digits of an id are not spread evenly: its last ones count what happened within a millisecond.
    spread = zlib.crc32(str(number).encode())
    ground, ink = _FACES[spread % len(_FACES)]
    motif, scale = _MOTIFS[spread // len(_FACES) % len(_MOTIFS)]
    pen = Canvas(size)
    pen.box((-50.0, -50.0), (50.0, 50.0), 0.0, ground)
    motif(pen.scaled(scale), ink, ground)
    return pen.finish()
