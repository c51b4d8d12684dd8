"""The tests of each game, a folder a game, named like its engine; and its parts of the tests that are of all.

Such a part is a module of the game's folder: ``laws``, ``playthroughs``, ``pictures``, ``alt_text``.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def part(key: str, name: str) -> ModuleType | None:
    """The module of a game that is called so, or None where it has none."""
    module = f"{__name__}.{key.replace('-', '_')}"
    if find_spec(module) is None or find_spec(f"{module}.{name}") is None:
        return None
    return import_module(f"{module}.{name}")
