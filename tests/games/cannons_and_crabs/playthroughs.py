"""The printed matches of Cannons and Crabs: see ``tests/engines/playthroughs.py``."""

from __future__ import annotations

from tests.engines.playthroughs import Playthrough

KEY = "cannons-and-crabs"

PLAYTHROUGHS = (
    Playthrough(KEY, "checkmate", {}, "checkmate", 90),
    Playthrough(KEY, "7x7-checkmate", {"board": "7x7"}, "checkmate", 120),
    Playthrough(KEY, "stalemate", {}, "stalemate", 150),
)
