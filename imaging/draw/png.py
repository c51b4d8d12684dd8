"""Palette PNG files, written by hand: four chunks, no filter, and deflate in bands.

Pillow's own encoder spends most of its time choosing a filter row by row and feeding zlib in small
pieces. Indices into a palette gain nothing from filters, so there is nothing to choose. And a picture that
differs from another in a few bands of rows need not be compressed again as a whole: :class:`Band` is what
can be kept.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PALETTE_COLOUR = 3
_FILTER_NONE = 0
_RAW = -zlib.MAX_WBITS
_ZLIB_HEADER = b"\x78\x01"
_LAST_BLOCK = b"\x03\x00"
"""An empty block of deflate that says that it is the last."""

_MODULUS = 65521
"""The modulus of the Adler-32 checksum."""

Deflate = Callable[[bytes], bytes]
"""Compresses to blocks of deflate that begin and end on whole bytes; none of them is the last."""

Checksum = Callable[[bytes], int]


def with_zlib(rows: bytes) -> bytes:
    """The rows compressed by the standard library: a quarter smaller than by isal, ten times slower."""
    return _flushed(zlib.compressobj(6, zlib.DEFLATED, _RAW), rows)


def _flushed(compressor: Any, rows: bytes) -> bytes:
    content: bytes = compressor.compress(rows) + compressor.flush(zlib.Z_SYNC_FLUSH)
    return content


def _fastest() -> tuple[Deflate, Checksum, Checksum]:
    try:
        from isal import isal_zlib  # noqa: PLC0415 - a platform may have no wheel of it
    except ImportError:
        return with_zlib, zlib.adler32, zlib.crc32

    def with_isal(rows: bytes) -> bytes:
        return _flushed(isal_zlib.compressobj(1, isal_zlib.DEFLATED, _RAW), rows)

    return with_isal, isal_zlib.adler32, isal_zlib.crc32


deflate, _adler32, _crc32 = _fastest()


@dataclass(frozen=True, slots=True)
class Band:
    """Some rows of a picture, compressed; their checksum, and their length in bytes before."""

    content: bytes
    checksum: int
    length: int

    @staticmethod
    def of(rows: Image.Image) -> Band:
        """The compressed band of rows that :func:`filtered` returned, or of some of them."""
        plain = rows.tobytes()
        return Band(deflate(plain), _adler32(plain), len(plain))


def encode(indices: Image.Image, palette: bytes) -> bytes:
    """The PNG file of an ``L`` image whose values are indices into ``palette`` (3 bytes a colour)."""
    return assembled(indices.size, palette, [Band.of(filtered(indices))])


def assembled(size: tuple[int, int], palette: bytes, bands: Sequence[Band]) -> bytes:
    """The PNG file of a picture of ``size`` whose bands are these, from the top."""
    checksum = 1
    for band in bands:
        checksum = _joined(checksum, band)
    blocks = b"".join(band.content for band in bands)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, _PALETTE_COLOUR, 0, 0, 0)),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", _ZLIB_HEADER + blocks + _LAST_BLOCK + struct.pack(">I", checksum)),
            _chunk(b"IEND", b""),
        )
    )


def filtered(indices: Image.Image) -> Image.Image:
    """The rows as PNG wants them: one pixel wider, the first of each row naming its filter.

    No filter: indices are names, not amounts. Drawing on these rows draws what is compressed.
    """
    width, height = indices.size
    rows = Image.new("L", (width + 1, height), _FILTER_NONE)
    rows.paste(indices, (1, 0))
    return rows


def _joined(checksum: int, band: Band) -> int:
    """The Adler-32 checksum of data with this ``checksum`` followed by a band; Python's zlib offers none."""
    low = (checksum & 0xFFFF) + (band.checksum & 0xFFFF) - 1
    high = (checksum >> 16) + (band.checksum >> 16) + band.length * ((checksum & 0xFFFF) - 1)
    return high % _MODULUS << 16 | low % _MODULUS


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", _crc32(name + content))
