"""The golden pictures of Predation: see ``tests/imaging/golden.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engines import Diagram
from tests.imaging import handmade

PICTURES: Mapping[str, Callable[[], Diagram]] = {
    "opening": handmade.predation_opening,
    "rules-1": handmade.predation_first_rules,
    "middle": handmade.predation_middle,
    "hunt": handmade.predation_hunt,
    "ending": handmade.predation_ending,
}
