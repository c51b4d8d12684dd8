"""Palette PNG files, written by hand: four chunks, no filter, one run of deflate.

Pillow's own encoder spends most of its time choosing a filter row by row and feeding zlib in small
pieces. Indices into a palette gain nothing from filters, so there is nothing to choose.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from functools import partial

from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PALETTE_COLOUR = 3
_FILTER_NONE = 0


Deflate = Callable[[bytes], bytes]


def with_zlib(rows: bytes) -> bytes:
    """The rows compressed by the standard library: a quarter smaller than by isal, ten times slower."""
    return zlib.compress(rows, 6)


def _fastest() -> Deflate:
    try:
        from isal import isal_zlib  # noqa: PLC0415 - a platform may have no wheel of it
    except ImportError:
        return with_zlib
    return partial(isal_zlib.compress, level=1)


deflate = _fastest()


def encode(indices: Image.Image, palette: bytes) -> bytes:
    """The PNG file of an ``L`` image whose values are indices into ``palette`` (3 bytes a colour)."""
    header = struct.pack(">IIBBBBB", *indices.size, 8, _PALETTE_COLOUR, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", deflate(_rows(indices))),
            _chunk(b"IEND", b""),
        )
    )


def _rows(indices: Image.Image) -> bytes:
    """The rows as PNG wants them, a filter byte before each. No filter: indices are names, not amounts."""
    width, height = indices.size
    rows = Image.new("L", (width + 1, height), _FILTER_NONE)
    rows.paste(indices, (1, 0))
    return rows.tobytes()


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
