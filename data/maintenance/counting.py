"""Numbers with nouns, for the commands of ``python -m data``."""

from __future__ import annotations


def counted(number: int, one: str, more: str) -> str:
    """A number with its noun: ``1 match``, ``2 matches``."""
    return f"{number} {one if number == 1 else more}"
