"""The heights of cards on a phone, read from the components that Discord is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs.kit import phone
from engines import GAMES

Component = Mapping[str, Any]
ROW, BUTTON, TEXT, GALLERY = 1, 2, 10, 12
SHAPES: Final[Mapping[str, tuple[int, int]]] = {
    "cannons-and-crabs": (900, 974),
    "pjawns": (900, 1094),
    "prawns": (900, 1094),
    "predation": (900, 1192),
    "prudh": (900, 1094),
}
"""The pictures of boards in pixels, by game: tests often draw others."""
_GAME: Final = re.compile("|".join(f"{game.name} on " for game in GAMES.values()))


def of(card: Sequence[Component]) -> float:
    """The height of a card with one box, in pixels of the page."""
    (box,) = card
    parts = box["components"]
    height = float(phone.FRAME)
    rows: list[list[tuple[str, bool]]] = []
    menus = 0
    for part in parts:
        if part["type"] == TEXT:
            height += phone.text(part["content"])
        elif part["type"] == GALLERY:
            height += sum(phone.picture(*_shape(one)) for one in part["items"])
        elif part["type"] == ROW:
            buttons = [one for one in part["components"] if one["type"] == BUTTON]
            rows.append([(one.get("label") or "", "emoji" in one) for one in buttons])
            menus += not buttons
    return height + phone.rows(rows, menus)


def _shape(item: Component) -> tuple[int, int]:
    """The size of a picture of a board, by what it is described as."""
    found = _GAME.search(item.get("description") or "")
    keys = [key for key, game in GAMES.items() if found and found[0] == f"{game.name} on "]
    return SHAPES[keys[0]] if keys else max(SHAPES.values(), key=lambda shape: shape[1])
