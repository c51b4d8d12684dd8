"""Sums of files, by which pictures are held to what was recorded.

A picture is known by its pixels: ``pixels.json`` has the sum of the bytes that were recorded for them.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.pictures import SIGNATURE, pixels_of

PIXELS: Final = Path(__file__).parents[1] / "data" / "kept" / "pixels.json"


def sum_of(content: bytes) -> str:
    """The sha256 of a file; of a picture the sum that was recorded for its pixels, else a sum of them.

    Never that of a picture's file: the fast deflate packs the same pixels in other bytes once in a while.
    """
    if not content.startswith(SIGNATURE):
        return sha256(content).hexdigest()
    pixels = pixels_of(content)
    return _recorded().get(pixels) or sha256(pixels.encode()).hexdigest()


@cache
def _recorded() -> dict[str, str]:
    found: dict[str, str] = json.loads(PIXELS.read_text()) if PIXELS.exists() else {}
    return found
