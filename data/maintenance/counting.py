"""Numbers in words, for the commands of ``python -m data``."""

from __future__ import annotations


def counted(number: int, one: str, more: str) -> str:
    """A number and what it counts: ``1 match``, ``2 matches``."""
    return f"{number} {one if number == 1 else more}"
