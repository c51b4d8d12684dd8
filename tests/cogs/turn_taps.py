"""The taps that turns take, counted from the card, and how many they may take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean
from typing import Final

MOST, MOST_AT_ONCE = 3, 2
"""Taps of a turn of one action, of a player who is asked before it is sent, and of one who is not.

As many of the former for a turn of Prawns with an evolution.
"""
FIVE_PIECES: Final = 6
"""Actions of a turn of Predation in which five pieces move: the last one ends it."""
MOST_FOR_FIVE: Final = 12
"""Taps that it takes."""


@dataclass
class Turns:
    """Taps of turns, each with its number of actions: of those who are asked, and of those who are not."""

    asked: list[tuple[int, int]] = field(default_factory=list)
    unasked: list[tuple[int, int]] = field(default_factory=list)

    def told(self) -> Iterator[str]:
        """A line for each kind of player and each length of turn."""
        for name, turns in (("asked", self.asked), ("not asked", self.unasked)):
            for actions in sorted({actions for actions, _ in turns}):
                taps = [count for length, count in turns if length == actions]
                yield f"{name}, {actions} actions: {mean(taps):.2f} (worst {max(taps)}, {len(taps)} turns)"
