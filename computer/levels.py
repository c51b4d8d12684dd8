"""Five levels of every game, as data: how far the computer looks, and how often it slips.

Nodes instead of seconds, so that a level is the same on every machine. What the numbers are worth stands
in docs/computer.md, with the command that measures it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from computer.core import Width

LEVELS: Final = (1, 2, 3, 4, 5)

_GREEDY: Final = Width(1)
_HURRIED: Final = 250
"""The positions searched for a hurried job."""


@dataclass(frozen=True, slots=True)
class Level:
    """The depth, breadth and slips of the computer at a level.

    ``nodes`` limits the positions searched for an action, ``width`` a search for whole turns. With the
    probability ``slip`` an action is drawn among the plausible ones, those ``heat`` worse being about a third
    as likely. A ``plain`` level counts only the worth of pieces; a ``blind`` one may overlook that it can win
    at once.
    """

    nodes: int = 0
    depth: int = 60
    width: Width = _GREEDY
    slip: float = 0.0
    heat: int = 100
    plain: bool = False
    blind: bool = False


_USUAL: Final[Mapping[int, Level]] = {
    1: Level(nodes=400, depth=1, slip=0.30, heat=300, plain=True, blind=True),
    2: Level(nodes=250, slip=0.12, heat=150),
    3: Level(nodes=800, slip=0.02),
    4: Level(nodes=4_000),
    5: Level(nodes=60_000),
}
_BY_GAME: Final[Mapping[str, Mapping[int, Level]]] = {
    "cannons-and-crabs": {
        1: Level(nodes=400, depth=1, slip=0.15, heat=150, plain=True, blind=True),
        2: Level(nodes=460, slip=0.11, heat=150),
        3: Level(nodes=1_400, slip=0.03),
        4: Level(nodes=8_000),
    },
    "prawns": {
        1: Level(nodes=400, depth=1, slip=0.20, heat=100, plain=True, blind=True),
        2: Level(nodes=220, slip=0.19, heat=75),
        3: Level(nodes=550, slip=0.04, heat=75),
    },
    "prudh": {
        2: Level(nodes=220, slip=0.26, heat=150),
        3: Level(nodes=650, slip=0.04),
        5: Level(nodes=80_000),
    },
    "pjawns": {
        # Counting pjawns alone loses to everyone, so here level 1 also values how far they have come.
        1: Level(nodes=400, depth=1, slip=0.30, heat=300, blind=True),
        2: Level(nodes=380, slip=0.12, heat=150),
        3: Level(nodes=1_700, slip=0.02),
        4: Level(nodes=11_000),
        5: Level(nodes=90_000),
    },
    "predation": {
        # Who counts pieces alone runs into everything: here it is slips that make a beginner.
        1: Level(width=Width(1), slip=0.85, heat=350, blind=True),
        2: Level(width=Width(1), slip=0.35, heat=200),
        3: Level(width=Width(2, replied=4, reply=1), slip=0.12, heat=150),
        4: Level(width=Width(5, replied=16, reply=1)),
        5: Level(width=Width(24, replied=160, reply=3)),
    },
}


def level_of(game: str, number: int) -> Level:
    """A level of a game; the usual one if the game has none of its own. Raises KeyError for other numbers."""
    return _BY_GAME.get(game, {}).get(number) or _USUAL[number]


def hurried(game: str, number: int) -> Level:
    """The level below, or the lowest one, with the shortest search."""
    level = level_of(game, max(number - 1, LEVELS[0]))
    return replace(level, nodes=min(level.nodes, _HURRIED), width=_GREEDY)
