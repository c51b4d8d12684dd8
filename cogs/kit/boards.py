"""Boards that only their reader sees: in their theme, or as text.

The text comes first for who uses a screen reader: it stands where the picture would, and is the same that
*Text board* shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from discord import ui

from cogs.kit.card import Pictures, gallery, words
from cogs.kit.presentation import boards_of
from cogs.text import texts
from engines import Diagram
from engines.diagrams import board_in_letters, sides_in_letters
from imaging import DEFAULT_THEME, THEMES, Studio
from matches import GuildId, UserId
from matches.guilds.settings import THEME
from matches.lifecycle.match_context import Loaded
from matches.model import FIRST_PLACE

if TYPE_CHECKING:
    from cogs.app import App
    from services import Services

BOARDS: Final = "boards"
"""A player's setting: boards as pictures, or as text."""
AS_PICTURES, AS_TEXT = "pictures", "text"
"""Its values. They are stored: never rename one."""


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """A theme of boards, and whether they are shown as text instead."""

    theme: str
    as_text: bool


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board as a part of a card, with the pictures that the card has to have for it."""

    part: ui.Item[Any]
    pictures: Pictures = ()


def drawn_in(chosen: str | None) -> str:
    """The chosen theme; the default theme if none was chosen or it doesn't exist any more."""
    return chosen if chosen is not None and chosen in THEMES else DEFAULT_THEME


def style_in(loaded: Loaded, reader: UserId) -> BoardStyle:
    """The style of a loaded match's board for one of its players."""
    person = loaded.people.get(reader)
    return BoardStyle(drawn_in(loaded.theme(reader)), person is not None and is_as_text(person.preferences))


async def style_for(app: App | Services, guild: GuildId, reader: UserId | None) -> BoardStyle:
    """The style of boards in a server for a reader; that of the server's pictures for None."""
    person, rules = await app.notifications.settings_in(guild, reader)
    theme = person.preferences.get(THEME) or rules.theme
    return BoardStyle(drawn_in(theme), is_as_text(person.preferences))


async def style_of(app: App, loaded: Loaded, reader: UserId) -> BoardStyle:
    """The style of a loaded match's boards for whoever looks at it, asked for unless it was loaded."""
    if reader in loaded.people and loaded.match.here == FIRST_PLACE:
        return style_in(loaded, reader)
    return await style_for(app, loaded.match.guild_id, reader)


def is_as_text(preferences: Mapping[str, str]) -> bool:
    """True if these settings of a user ask for boards as text."""
    return preferences.get(BOARDS) == AS_TEXT


async def shown_board(studio: Studio, diagram: Diagram, style: BoardStyle, name: str) -> ShownBoard:
    """The board of a position: its picture in a file ``name``, or as text."""
    if style.as_text:
        return ShownBoard(words(board_as_text(diagram)))
    pictures = ((name, await studio.board(diagram, theme=style.theme)),)
    return ShownBoard(gallery(pictures), pictures)


def board_as_text(diagram: Diagram) -> str:
    """The board of a position in letters, how its sides are told apart there, and the position in words."""
    letters = board_in_letters(diagram, flipped=diagram.flipped)
    return texts.in_letters(letters, sides_in_letters(diagram), diagram.alt)


GAMES_FILE: Final = "games.png"
"""The file of a picture with a board of each game."""


async def glimpses(app: App, theme: str) -> Pictures:
    """A small picture of all games in a theme."""
    shown = boards_of(app.presentations.values())
    return ((GAMES_FILE, await app.studio.glimpses(shown, theme=theme)),)
