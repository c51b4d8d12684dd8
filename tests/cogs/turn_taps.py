"""The taps that turns take, counted from the card, and how many they may take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean
from typing import Final, NamedTuple

MOST, MOST_AT_ONCE = 3, 2
"""Taps of a turn of one action, of a player who is asked before it is sent, and of one who is not.

As many of the former for a turn of Prawns with an evolution.
"""
FIVE_PIECES: Final = 6
"""Actions of a turn of Predation in which five pieces move: the last one ends it."""
MOST_FOR_FIVE: Final = 12
"""Taps that it takes."""


class Tapped(NamedTuple):
    """A turn: its actions, the taps that it took, and what of these comes of a lack of room.

    ``opened``: the card had none for pieces or moves, so *Move* came first. ``menus``: so many were opened.
    """

    actions: int
    taps: int
    opened: bool
    menus: int = 0

    @property
    def taken(self) -> int:
        """The taps without that on *Move*."""
        return self.taps - self.opened


@dataclass
class Turns:
    """Taps of turns: of those who are asked before a move is sent, and of those who are not."""

    asked: list[Tapped] = field(default_factory=list)
    unasked: list[Tapped] = field(default_factory=list)

    def told(self) -> Iterator[str]:
        """A line for each kind of player and each length of turn."""
        for name, turns in (("asked", self.asked), ("not asked", self.unasked)):
            for actions in sorted({one.actions for one in turns}):
                taps = [one.taps for one in turns if one.actions == actions]
                yield f"{name}, {actions} actions: {mean(taps):.2f} (worst {max(taps)}, {len(taps)} turns)"
