"""The printed matches of Prawns: see ``tests/engines/playthroughs.py``."""

from __future__ import annotations

from tests.engines.playthroughs import Playthrough

KEY = "prawns"

PLAYTHROUGHS = (
    Playthrough(KEY, "eaten", {}, "eaten", 120),
    Playthrough(KEY, "dry-land", {"board": "6x7"}, "dry-land", 90),
    Playthrough(KEY, "5x5-no-revival", {"board": "5x5", "revival": "off"}, "eaten", 60),
)
