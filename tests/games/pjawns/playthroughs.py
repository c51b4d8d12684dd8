"""The printed matches of Pjawns: see ``tests/engines/playthroughs.py``."""

from __future__ import annotations

from tests.engines.playthroughs import Playthrough

KEY = "pjawns"

PLAYTHROUGHS = (
    Playthrough(KEY, "rank-8", {}, "rank-8", 60),
    Playthrough(KEY, "en-passant", {}, "rank-8", 60, first_seed=488),
    Playthrough(KEY, "no-action", {}, "no-action", 80, first_seed=4698),
)
