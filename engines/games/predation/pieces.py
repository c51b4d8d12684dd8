"""The two sides, their pieces, and every possible action, made once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from engines.core import Action, Side
from engines.games.predation.board import (
    BOARD,
    DIRECTIONS,
    HABITATS,
    NAMES,
    RANGE,
    Hex,
    each,
    flood,
    line,
    names_of,
)

PREDATOR: Final = "predator"
PREY: Final = "prey"
SIDES: Final[tuple[Side, ...]] = (PREDATOR, PREY)
OTHER: Final[Mapping[Side, Side]] = {PREDATOR: PREY, PREY: PREDATOR}

PIECES: Final = 64
"""The number of pieces: those not on the board are in the bank."""

EXTINCT_BELOW: Final = 2
"""With fewer prey than this, predator has won."""

LANDINGS_TO_WIN: Final = 2
HELPERS: Final = 2
"""The number of other prey that must be next to a predator for its capture."""
END: Final = Action("end", ("end",))
ALONE: Final = "-"
"""The last choice of a capture that takes no second prey although it could."""


@cache
def quiet(start: Hex, target: Hex) -> Action:
    """The move from one hex to another that is empty."""
    return Action(f"{NAMES[start]}-{NAMES[target]}", (NAMES[start], NAMES[target]))


@cache
def capture(start: Hex, target: Hex) -> Action:
    """The capture of the piece on ``target`` when no second one could be taken."""
    return Action(f"{NAMES[start]}x{NAMES[target]}", (NAMES[start], NAMES[target]))


@cache
def captures(start: Hex, target: Hex, beside: int) -> tuple[Action, ...]:
    """The captures of the prey on ``target``: alone, and with each other prey ``beside`` it."""
    alone, path = f"{NAMES[start]}x{NAMES[target]}", (NAMES[start], NAMES[target])
    with_another = (Action(f"{alone}+{extra}", (*path, extra)) for extra in names_of(beside))
    return (Action(alone, (*path, ALONE)), *with_another)


@cache
def spawn(place: Hex) -> Action:
    """The action that puts a new piece on a hex."""
    return Action(f"*{NAMES[place]}", ("spawn", NAMES[place]))


@cache
def removal(place: Hex) -> Action:
    """The choice of the helper on a hex."""
    return Action(f"!{NAMES[place]}", (NAMES[place],))


LINES: Final[Mapping[Hex, tuple[tuple[tuple[Hex, Action], ...], ...]]] = {
    start: tuple(
        tuple((target, quiet(start, target)) for target in line(start, direction)) for direction in DIRECTIONS
    )
    for start in NAMES
}
"""A predator's ways from each hex: six lines of targets and moves, the nearest first."""

REACH: Final[Mapping[Hex, tuple[tuple[Hex, Action], ...]]] = {
    start: tuple((target, quiet(start, target)) for target in each(flood(start, BOARD, RANGE) ^ start))
    for start in NAMES
}
"""A prey's targets from each hex, and the moves there."""

SPAWNS: Final[Mapping[Hex, Action]] = {
    place: spawn(place) for home in HABITATS.values() for place in each(home.lair | home.warren)
}
"""The spawn on each hex that is Lair or Warren in some version of the rules."""
