"""The golden pictures of Prudh: see ``tests/imaging/golden.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines import Diagram
from tests.imaging import handmade

PICTURES: Mapping[str, Callable[[], Diagram]] = {
    "opening": handmade.prudh_opening,
    "middle": handmade.prudh_middle,
    "ending": handmade.prudh_ending,
}
