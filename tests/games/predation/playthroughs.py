"""The printed matches of Predation: see ``tests/engines/playthroughs.py``."""

from __future__ import annotations

from tests.engines.playthroughs import Playthrough

KEY = "predation"

PLAYTHROUGHS = (
    Playthrough(KEY, "extinction", {}, "extinction", 50),
    Playthrough(KEY, "migration", {}, "migration", 70),
)
