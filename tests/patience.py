"""Deadlines of the bots in tests: what comes late on a busy machine is waited for all the same.

``LOOPBACK_DEADLINES`` names those that a test is about, with their seconds, like ``named=0.2,turn=3``. All
others are patient, unless it is ``usual``: then each is as it is where people are served.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Final

from settings.deadlines import Deadlines

PATIENCE: Final = 120.0
"""Seconds that bots, and Discord, give to whatever they wait for."""
USUAL: Final = "usual"
PATIENT: Final = Deadlines(**{each.name: PATIENCE for each in fields(Deadlines)})
"""The deadlines of a bot that waits for whatever comes late."""


def deadlines_of(said: str) -> Deadlines:
    """The deadlines that ``said`` asks for."""
    return Deadlines() if said == USUAL else replace(PATIENT, **named(said))


def named(said: str) -> dict[str, float]:
    """The deadlines that ``said`` names, and their seconds."""
    pairs = (each.partition("=") for each in said.split(",") if each)
    return {name: float(seconds) for name, _, seconds in pairs}


def give(deadlines: Deadlines, said: str) -> None:
    """Change deadlines while a bot runs, as no other program can."""
    for name, seconds in named(said).items():
        object.__setattr__(deadlines, name, seconds)
