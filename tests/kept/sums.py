"""Sums of files, by which pictures are held to what was recorded.

The fast deflate (ISA-L) packs the same pixels in other bytes once in ten thousand times, so a picture is
known by its pixels: ``pixels.json`` has the sum of the bytes that were recorded for them.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

PIXELS: Final = Path(__file__).parents[1] / "data" / "kept" / "pixels.json"
_PNG: Final = b"\x89PNG\r\n\x1a\n"


def sum_of(content: bytes) -> str:
    """The sha256 of a file; of a picture whose pixels were recorded, that of the file that was."""
    if not content.startswith(_PNG):
        return sha256(content).hexdigest()
    return _recorded().get(pixels_of(content)) or sha256(content).hexdigest()


def pixels_of(content: bytes) -> str:
    """The sum of all that a PNG file says, with its rows unpacked."""
    packed, said = b"", sha256()
    for kind, data in _chunks(content):
        if kind == b"IDAT":
            packed += data
        else:
            said.update(kind + data)
    said.update(zlib.decompress(packed))
    return said.hexdigest()[:32]


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_PNG)
    while at < len(content):
        (length,) = struct.unpack(">I", content[at : at + 4])
        yield content[at + 4 : at + 8], content[at + 8 : at + 8 + length]
        at += 12 + length


@cache
def _recorded() -> dict[str, str]:
    found: dict[str, str] = json.loads(PIXELS.read_text()) if PIXELS.exists() else {}
    return found
