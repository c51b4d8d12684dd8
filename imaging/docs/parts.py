"""The parts of a game's module in ``imaging/docs/games``."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from types import ModuleType

from imaging.docs import games


def part(key: str) -> ModuleType | None:
    """The module of a game, or None where it has none."""
    module = key.replace("-", "_")
    if module not in {found.name for found in pkgutil.iter_modules(games.__path__)}:
        return None
    return import_module(f"{games.__name__}.{module}")
