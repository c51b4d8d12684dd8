"""The buttons that lead through the pages of a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord import ui

BACK, ON = "◀", "▶"


def leaves(
    page: int, leaf: Callable[[int, str, int, bool], ui.Item[Any]], *, more: bool
) -> list[ui.Item[Any]]:
    """Back and on from ``page``, counted from 0, where there is another; ``more``: one after it.

    ``leaf`` makes a button of its number, 0 or 1, its label, where it leads, and whether it can be pressed.
    """
    if not (page or more):
        return []
    return [leaf(0, BACK, max(page - 1, 0), page > 0), leaf(1, ON, page + 1, more)]
