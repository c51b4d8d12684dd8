"""Searches that the computer is asked for in tests."""

from __future__ import annotations

import random
from typing import Final

from computer import Job
from engines import GAMES


def job_of(key: str, level: int, seed: int = 1) -> Job:
    """A search in a position that is four random actions old."""
    position = GAMES[key].start()
    for action in random.Random(seed).choices(range(8), k=4):
        legal = position.legal_actions()
        position = position.apply(legal[action % len(legal)])
    return Job(key, position.to_text(), level, seed)


QUICK: Final = job_of("pjawns", 2)
SLOW: Final = job_of("prawns", 5)
