"""Modules that belong to a game, in packages elsewhere that have a module a game."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def part_of(package: str, key: str) -> ModuleType | None:
    """The module of a game in a package, named like its engine; None where the game has none there."""
    name = f"{package}.{key.replace('-', '_')}"
    return None if find_spec(name) is None else import_module(name)
