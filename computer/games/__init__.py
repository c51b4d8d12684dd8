"""One module per game, named like its folder of rules, with its evaluation as ``EVALUATION``.

Found by folder: a game without a module uses :class:`computer.core.Mobility`. A module may import its game's
rules, and no other's.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from computer.core import Evaluation, Mobility
from engines import GAMES


@cache
def evaluation_of(key: str, *, plain: bool = False) -> Evaluation:
    """The evaluation of a game. Raises KeyError for an unknown game."""
    game = GAMES[key]
    name = key.replace("-", "_")
    if name not in {found.name for found in pkgutil.iter_modules(__path__)}:
        return Mobility(game, plain=plain)
    made: Evaluation = import_module(f"{__name__}.{name}").EVALUATION(game, plain=plain)
    return made
