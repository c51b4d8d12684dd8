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
    """The sha256 of a file; of a picture whose pixels were recorded, that of the file that was."""
    if not content.startswith(SIGNATURE):
        return sha256(content).hexdigest()
    return _recorded().get(pixels_of(content)) or sha256(content).hexdigest()


@cache
def _recorded() -> dict[str, str]:
    found: dict[str, str] = json.loads(PIXELS.read_text()) if PIXELS.exists() else {}
    return found
