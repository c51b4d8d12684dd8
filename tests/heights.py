"""The heights of cards on a phone, read from the components that Discord is sent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cogs.kit import phone
from cogs.kit.boards import GAMES_FILE
from cogs.text import watching_texts
from engines import GAMES

Component = Mapping[str, Any]
BUTTON, GALLERY = 2, 12
SHAPES: Final[Mapping[str, tuple[int, int]]] = {
    "cannons-and-crabs": (900, 974),
    "pjawns": (900, 1094),
    "prawns": (900, 1094),
    "predation": (900, 1192),
    "prudh": (900, 1094),
}
"""The pictures of boards in pixels, by game: tests often draw others."""
GLIMPSES: Final = (936, 200)
"""The picture with a part of a board of each game."""
MOST_BUTTONS: Final = 12
"""Buttons of a public card, or of one of KINDS, besides those that choose a piece or a move."""
CHOOSING: Final = ("part:", "do:", "linestep:")
KINDS: Final[Mapping[str, frozenset[str]]] = {
    "page of the server's panel": frozenset(
        {
            "serverpage",
            "serverset",
            "serverchannel",
            "serverrole",
            "servertier",
            "serverclear",
            "serverswitch",
        }
    ),
    "page of settings": frozenset({"setpage", "prefer", "nodigest", "theme", "city", "zoneright", "goaway"}),
    "panel of More": frozenset({"notes", "mute", "unmute", "resign"}),
}
"""Cards that fit a phone wherever a story draws them, with the verbs by which they are known."""
BOARDS: Final[Mapping[str, frozenset[str]]] = {
    "turn's card": frozenset({"more"}),
    "move panel": frozenset({"part", "step", "do", "send"}),
    "analysis board": frozenset({"linemore", "linestep"}),
    "viewer": frozenset({"viewmore", "showimport"}),
}
"""The same of those with the picture of a board: as text, a board is read and not looked at."""
WATCHERS: Final = watching_texts.watchers(())
"""How the line begins that pings those who watch a match."""
_GAME: Final = re.compile("|".join(f"{game.name} on " for game in GAMES.values()))


def of(card: Sequence[Component], names: phone.Names = phone.NOBODY) -> float:
    """The height of a card with one box, in pixels of the page.

    Without the line that pings those who watch a match: it stands below all else, and is as long as they're
    many.
    """
    (box,) = card
    shown = [part for part in box["components"] if not part.get("content", "").startswith(WATCHERS)]
    pictures = [one for part in shown if part["type"] == GALLERY for one in part["items"]]
    return phone.height(shown, map(_shape, pictures), names)


def faults(
    card: Sequence[Component], parts: Sequence[Component], names: phone.Names, *, public: bool
) -> Iterator[str]:
    """What makes a card too much for a phone: its height, if it is of KINDS or BOARDS, or its buttons.

    ``parts`` are all its components, nested ones too.
    """
    verbs = {part["custom_id"].partition(":")[0] for part in parts if "custom_id" in part}
    known = {**KINDS, **BOARDS} if _shows_board(parts) else KINDS
    kind = next((kind for kind, by in known.items() if not by.isdisjoint(verbs)), None)
    if kind is not None and (height := of(card, names)) > phone.SCREEN:
        yield f"a {kind} is {height:.0f} pixels high"
    if kind in KINDS or public:
        buttons = [part for part in parts if part["type"] == BUTTON]
        others = [one for one in buttons if not one.get("custom_id", "").startswith(CHOOSING)]
        if len(others) > MOST_BUTTONS:
            yield f"{len(others)} buttons"


def _shows_board(parts: Sequence[Component]) -> bool:
    """True if a card has the picture of a board."""
    pictures = [one for part in parts if part["type"] == GALLERY for one in part["items"]]
    return any(_GAME.search(one.get("description") or "") for one in pictures)


def _shape(item: Component) -> tuple[int, int]:
    """The size of a picture of a board, by what it is described as, or of the row of games."""
    if item["media"]["url"] == f"attachment://{GAMES_FILE}":
        return GLIMPSES
    found = _GAME.search(item.get("description") or "")
    keys = [key for key, game in GAMES.items() if found and found[0] == f"{game.name} on "]
    return SHAPES[keys[0]] if keys else max(SHAPES.values(), key=lambda shape: shape[1])
