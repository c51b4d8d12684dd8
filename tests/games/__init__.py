"""The tests of each game, a folder a game, named like its engine; and its parts of the tests that are of all.

Such a part is a module of the game's folder: ``laws``, ``playthroughs``, ``pictures``, ``alt_text``, and the
rows ``typed``, ``position_texts`` and ``diagrams``, which the tests beside this module read.
"""

from __future__ import annotations

from types import ModuleType

from engines.games import part_of


def part(key: str, name: str) -> ModuleType | None:
    """The module of a game that is called so, or None where it has none."""
    folder = part_of(__name__, key)
    return None if folder is None else part_of(folder.__name__, name)
