"""The golden pictures of Pjawns: see ``tests/imaging/golden.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines import Diagram
from tests.imaging import handmade

PICTURES: Mapping[str, Callable[[], Diagram]] = {
    "opening": handmade.pjawns_opening,
    "middle": handmade.pjawns_middle,
    "ending": handmade.pjawns_ending,
}
