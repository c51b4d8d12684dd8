"""One module or package per game, with the game as ``GAME``. Games never import each other."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType, ModuleType

from engines.core import Game


def _found() -> Mapping[str, Game]:
    modules = (import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    listed = [module.GAME for module in modules if hasattr(module, "GAME")]
    return MappingProxyType({game.key: game for game in sorted(listed, key=lambda game: game.key)})


GAMES: Mapping[str, Game] = _found()
"""Every game by its key."""


def part_of(package: str, key: str) -> ModuleType | None:
    """The module of a game in a package, named like its engine; None if there is none."""
    name = f"{package}.{key.replace('-', '_')}"
    return None if find_spec(name) is None else import_module(name)
