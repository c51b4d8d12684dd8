"""Animated WebP files without loss, put together by hand of pieces that were compressed before.

About two thirds of the same film as a GIF. Pillow compresses all of every frame; here it compresses only what
changes, once, and its pieces are taken over as they are. The container is that of the WebP specification:
``RIFF`` around ``VP8X`` (what to expect), ``ANIM`` (for ever) and an ``ANMF`` for each block.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable

from PIL import Image

from imaging.blocks import TRANSPARENT, Block, Codec, Corner

_GRID = 2
_EFFORT = 2
"""More takes longer and is hardly smaller."""

_ANIMATED, _HAS_ALPHA = 0x02, 0x10
_BLENDED_AND_LEFT = 0
_FOREVER = 0


def _compressed(indices: Image.Image, palette: bytes) -> bytes:
    """The indices as a chunk ``VP8L``, which holds its own colours."""
    image = Image.frombytes("P", indices.size, indices.tobytes())
    image.putpalette(palette)
    colours = image.convert("RGBA")
    colours.putalpha(indices.point([0 if index == TRANSPARENT else 255 for index in range(256)]))
    file = io.BytesIO()
    colours.save(file, "WEBP", lossless=True, method=_EFFORT, quality=50)
    return _chunk_of(b"VP8L", file.getvalue())


def _assembled(size: tuple[int, int], palette: bytes, blocks: Iterable[tuple[Corner, Block, int]]) -> bytes:
    """The file that repeats for ever. Every block holds its own colours."""
    width, height = size
    expected = bytes([_ANIMATED | _HAS_ALPHA, 0, 0, 0]) + _three(width - 1) + _three(height - 1)
    parts = [b"WEBP", _chunk(b"VP8X", expected), _chunk(b"ANIM", struct.pack("<IH", 0, _FOREVER))]
    for (x, y), block, delay in blocks:
        place = (x + block.left) // _GRID, (y + block.top) // _GRID, block.width - 1, block.height - 1
        head = b"".join(map(_three, (*place, delay * 10))) + bytes([_BLENDED_AND_LEFT])
        parts.append(_chunk(b"ANMF", head + block.content))
    return _chunk(b"RIFF", b"".join(parts))


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _chunk_of(name: bytes, file: bytes) -> bytes:
    """The first chunk of that name in a WebP file."""
    start, end = 0, 12
    while file[start : start + 4] != name:
        start = end
        (length,) = struct.unpack_from("<I", file, start + 4)
        end = start + 8 + length + length % 2
    return file[start:end]


WEBP = Codec(_GRID, _compressed, _assembled)
