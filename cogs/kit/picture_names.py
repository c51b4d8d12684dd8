"""The names of the pictures of matches: a message with one tells which match it shows, and when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import discord
from discord.components import (
    Component,
    Container,
    MediaGalleryComponent,
    SectionComponent,
    ThumbnailComponent,
)

from engines.record import History
from matches import MatchId
from matches.model import MatchFacts

_BOARD: Final = re.compile(r"[a-z0-9-]+-([0-9]{1,18})-turn-([0-9]{1,6})\.png")
_FILM: Final = re.compile(r"match-([0-9]{1,18})\.gif")


@dataclass(frozen=True, slots=True)
class Pictured:
    """The match of a picture, and the number of the turn that was to be made; None: its present position."""

    match: MatchId
    turn: int | None


def board_name(match: MatchFacts, turns: int) -> str:
    """The name of a picture of a match after so many finished turns: ``pjawns-12-turn-34.png``."""
    return f"{match.game_key}-{match.id}-turn-{turns + 1}.png"


def ply_of(history: History, turn: int | None) -> int:
    """The number of actions before a turn of a match; all of them for the present one, or None."""
    if turn is None or turn > history.turns:
        return len(history.played)
    return history.ply_after(turn - 1)


def pictured(message: discord.Message | discord.MessageSnapshot) -> Pictured | None:
    """The match whose picture a message shows, by the picture's name; None if it shows none.

    Also of a message that was forwarded.
    """
    for name in _names(message):
        if found := _BOARD.fullmatch(name):
            return Pictured(MatchId(int(found[1])), int(found[2]))
        if found := _FILM.fullmatch(name):
            return Pictured(MatchId(int(found[1])), None)
    return None


def _names(message: discord.Message | discord.MessageSnapshot) -> Iterator[str]:
    yield from (attachment.filename for attachment in message.attachments)
    # Where Discord lists no attachments, the components have their addresses.
    for address in _addresses(message.components):
        yield urlsplit(address).path.rpartition("/")[2]


def _addresses(parts: Iterable[Component]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Container):
            yield from _addresses(part.children)
        elif isinstance(part, MediaGalleryComponent):
            yield from (item.media.url for item in part.items)
        elif isinstance(part, SectionComponent) and isinstance(part.accessory, ThumbnailComponent):
            yield part.accessory.media.url
