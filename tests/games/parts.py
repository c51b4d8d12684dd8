"""The files that every game brings along."""

from __future__ import annotations

from typing import Final

PARTS: Final = (
    "cogs/{module}.py",
    "docs/rules/{module}.md",
    "tests/data/golden/{key}-*.png",
    "tests/data/perft/{key}.perft",
    "tests/data/playthroughs/{key}-*.txt",
    "tests/games/{module}/diagrams.py",
    "tests/games/{module}/laws.py",
    "tests/games/{module}/naive.py",
    "tests/games/{module}/pictures.py",
    "tests/games/{module}/playthroughs.py",
    "tests/games/{module}/position_texts.py",
    "tests/games/{module}/test_against_naive.py",
    "tests/games/{module}/test_rules.py",
    "tests/games/{module}/typed.py",
)
"""Patterns of paths, by the game's ``key`` and its ``module``."""
