"""The printed matches of Prudh: see ``tests/engines/playthroughs.py``."""

from __future__ import annotations

from tests.engines.playthroughs import Playthrough

KEY = "prudh"

PLAYTHROUGHS = (
    Playthrough(KEY, "higher-score", {}, "higher-score", 60),
    Playthrough(KEY, "tie", {"edge": "tika"}, "tie-second-mover", 60),
    Playthrough(KEY, "pit", {"edge": "tomio"}, "higher-score", 60),
)
