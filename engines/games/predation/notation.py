"""Typed notation: how people write an action."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engines.core import Action
from engines.games.predation.ways import ALONE

if TYPE_CHECKING:
    from engines.games.predation.position import PredationPosition

_HEX = r"([a-z][0-9]{1,2})"
_MOVE = re.compile(
    _HEX
    + r"(?:x|to|takes|captures|[^a-z0-9*!+]*)"
    + _HEX
    + r"(?:(?:\+|&|and|[^a-z0-9*!+]*)"
    + _HEX
    + r"|(\+))?"
)
_SPAWN = re.compile(r"(?:\*|spawn|new)" + _HEX)
_REMOVAL = re.compile(r"(?:!|remove|helper)" + _HEX)
_BARE = re.compile(_HEX)
_END = re.compile(r"end(?:[^a-z0-9]*turn)?")


@dataclass(frozen=True, slots=True)
class Said:
    """An action as it was meant, possible or not: its verb, and the hexes it names.

    Verbs are move, spawn, remove, end; bare for a hex alone, and another for a capture that is to take a
    second prey without saying which.
    """

    verb: str
    hexes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.verb, *self.hexes))


@lru_cache(maxsize=4096)
def understood(text: str) -> Said | None:
    """Read a text as an action of Predation; None if it is not one at all."""
    bare = "".join(text.lower().split())
    if found := _MOVE.fullmatch(bare):
        start, target, extra, another = found.groups()
        if another:
            return Said("another", (start, target))
        return Said("move", (start, target, extra) if extra else (start, target))
    if found := _SPAWN.fullmatch(bare):
        return Said("spawn", (found[1],))
    if found := _REMOVAL.fullmatch(bare):
        return Said("remove", (found[1],))
    if found := _BARE.fullmatch(bare):
        return Said("bare", (found[1],))
    return Said("end") if _END.fullmatch(bare) else None


def meant(position: PredationPosition, text: str) -> Said | None:
    """Read a text in a position: a hex alone is a new piece or a helper, if one is to be named."""
    said = understood(text)
    if said is None:
        return None
    if said.verb == "bare":
        if position.stage.captured:
            return Said("remove", said.hexes)
        return Said("spawn", said.hexes) if position.stage.spawns else said
    if said.verb == "another" and len(both := with_another(position, said)) == 1:
        return Said("move", both[0].path)
    return said


def with_another(position: PredationPosition, said: Said) -> list[Action]:
    """The legal captures that take a second prey beside the one that is named."""
    return [
        action
        for action in position.legal_actions()
        if action.path[:2] == said.hexes and len(action.path) == 3 and action.path[2] != ALONE
    ]


def reading(position: PredationPosition, text: str) -> str:
    """The text as it is compared: case, spaces, dashes and crosses leave no doubt in Predation."""
    said = meant(position, text)
    return text if said is None else str(said)
