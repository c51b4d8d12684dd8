"""A message of the bot: its components, its pictures, and the people it pings.

A card is one box of texts, sections, rules, pictures and rows of buttons. At most one of its buttons is blue:
the one that most people want. What the colour at its edge says is an :class:`Accent`.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import discord
from discord import ui

from cogs.text import errors_texts
from cogs.text.mentions import by_name, clickable, naming_only, people_in, roles_in
from imaging import Clip, Picture
from matches import UserId
from matches.plain_text import beginning

BLUE: Final = discord.ButtonStyle.primary
"""The style of the one button on a card that most people want."""
ROW_SIZE: Final = 5
"""Buttons a row can have (Discord's limit)."""
ALT_LENGTH: Final = 1024
MOST_TEXT: Final = 4000
"""Characters of all texts of a message (Discord's limit)."""
MOST_PARTS: Final = 40
"""Components a message can have, nested ones too (Discord's limit)."""
SHORT_NAME: Final = 9
"""Characters of a name that has to be short: it takes no more than the mention in its place."""

Pictures = tuple[tuple[str, Picture | Clip], ...]
"""Pictures and films, each with the name of its file."""
Documents = tuple[tuple[str, bytes], ...]
"""Files to be kept, each with its name."""


class Accent(Enum):
    """The colour at the edge of a card, and what it says."""

    SEA = 0x2A7F9E
    """Nothing in particular."""
    YOURS = 0x5865F2
    """The reader is to act."""
    URGENT = 0xE0702D
    """Somebody's time is running out, or is up."""
    WON = 0xE3B341
    """Somebody has won."""
    OVER = 0x80848E
    """It is over, and nobody has won."""


@dataclass(frozen=True)
class Card:
    """A message: its components, the pictures they show, and the users that a new one pings.

    ``documents`` are other files, each with its name. ``silent``: it is sent without a notification sound.
    """

    view: ui.LayoutView
    pictures: Pictures = ()
    documents: Documents = ()
    pings: tuple[UserId, ...] = ()
    silent: bool = False

    def files(self) -> list[discord.File]:
        """The pictures and documents as new attachments, for one sending."""
        pictures = [
            discord.File(io.BytesIO(_content(picture)), filename=name, description=picture.alt[:ALT_LENGTH])
            for name, picture in self.pictures
        ]
        return pictures + [
            discord.File(io.BytesIO(content), filename=name) for name, content in self.documents
        ]

    @property
    def digest(self) -> str:
        """A hash of everything that the card shows, but for what is in its pictures."""
        shown = json.dumps(self.view.to_components(), sort_keys=True)
        return hashlib.sha256(shown.encode()).hexdigest()[:32]

    def mentions(self) -> discord.AllowedMentions:
        """Allows mentions of exactly the users in ``pings``."""
        people = [discord.Object(user) for user in self.pings]
        return discord.AllowedMentions(everyone=False, roles=False, users=people, replied_user=False)

    def mentioned(self) -> tuple[set[UserId], set[int]]:
        """The users and the ids of the roles that its texts mention."""
        said = "\n".join(display.content for display in self._displays())
        return set(map(UserId, people_in(said))), set(roles_in(said))

    def say_names(self, people: Mapping[UserId, str], roles: Mapping[int, str]) -> None:
        """Put names, which are plain text, in place of all mentions; short ones where long ones don't fit."""
        displays = self._displays()
        said = [display.content for display in displays]
        for names in (people, {user: f"{beginning(name, SHORT_NAME)}…" for user, name in people.items()}):
            for display, text in zip(displays, said, strict=True):
                display.content = by_name(text, names, roles)
            if self.view.content_length() <= MOST_TEXT:
                return

    def name_only(self, users: Collection[UserId], names: Mapping[UserId, str]) -> None:
        """Put names, which are plain text, in place of the mentions of ``users``; other mentions stay."""
        for display in self._displays():
            display.content = naming_only(display.content, users, names)

    def _displays(self) -> list[ui.TextDisplay[Any]]:
        return [item for item in self.view.walk_children() if isinstance(item, ui.TextDisplay)]


BOARD: Final = "board.png"
COIN: Final = "coin.png"


def card(
    *parts: Any,
    pictures: Pictures = (),
    documents: Documents = (),
    pings: tuple[UserId, ...] = (),
    accent: Accent = Accent.SEA,
) -> Card:
    """A card of one box; texts become text displays. Empty texts and rows are left out."""
    box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour(accent.value))
    for part in parts:
        if isinstance(part, str):
            if part:
                box.add_item(words(part))
        elif not (isinstance(part, ui.ActionRow) and not part.children):
            box.add_item(part)
    view = ui.LayoutView(timeout=None)
    view.add_item(box)
    # Its buttons are dynamic items, found by their ids: the library need not keep the view.
    view.stop()
    return Card(view, pictures, documents, pings)


def words(text: str) -> ui.TextDisplay[Any]:
    """A text as a part of a card; the commands that it names can be tapped."""
    return ui.TextDisplay(clickable(text))


def section(text: str, button: ui.Item[Any]) -> ui.Section[Any]:
    """A text with a button at its right: three components."""
    return ui.Section(words(text), accessory=button)


def rule() -> ui.Separator[Any]:
    """A line between two parts of a card."""
    return ui.Separator()


def with_more(shown: Card, *items: ui.Item[Any]) -> Card:
    """``shown``, just made, with more at the end of its box; the very same view."""
    (box,) = shown.view.children
    assert isinstance(box, ui.Container), "a card is one box"
    for item in items:
        box.add_item(item)
    return shown


def row(*items: ui.Item[Any]) -> ui.ActionRow[Any]:
    return ui.ActionRow(*items)


def rows(items: Iterable[ui.Item[Any]]) -> list[ui.ActionRow[Any]]:
    """The items in as many rows as they need."""
    listed = list(items)
    return [row(*listed[start : start + ROW_SIZE]) for start in range(0, len(listed), ROW_SIZE)]


def support_link(url: str | None) -> list[ui.Item[Any]]:
    """The button to the place where the bot's host helps people; none without an address."""
    if url is None:
        return []
    return [ui.Button(style=discord.ButtonStyle.link, label=errors_texts.SUPPORT, url=url)]


def _content(picture: Picture | Clip) -> bytes:
    return picture.png if isinstance(picture, Picture) else picture.content


def gallery(pictures: Pictures) -> ui.MediaGallery[Any]:
    return ui.MediaGallery(
        *(
            discord.MediaGalleryItem(f"attachment://{name}", description=picture.alt[:ALT_LENGTH])
            for name, picture in pictures
        )
    )


def attached(documents: Documents) -> list[ui.File[Any]]:
    """The documents as parts of a card."""
    return [ui.File(f"attachment://{name}") for name, _ in documents]
