"""The golden pictures of Cannons and Crabs: see ``tests/imaging/golden.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines import Diagram
from tests.imaging import handmade

PICTURES: Mapping[str, Callable[[], Diagram]] = {
    "opening": handmade.cannons_opening,
    "middle": handmade.cannons_middle,
    "check": handmade.cannons_check,
}
