"""The private panels of what is stored about somebody: to export it, to delete it, to see whom they blocked.

Its controls are of no match: their ids have 0 where others have one.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Sequence
from contextlib import aclosing
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ui

from cogs.ops.turns import BusyError
from cogs.ui.card import Card, Documents, attached, card, row
from cogs.ui.control import Button, Click, Select
from cogs.ui.errors import UNSENT, Refusal
from cogs.ui.languages import texts_of_privacy as texts
from cogs.ui.parcel import Parcel, TooLargeError
from matches import StoreUnavailableError, UserId
from matches.model import MatchFacts
from matches.personal import Block

if TYPE_CHECKING:
    from cogs.desk import Desk

FILE: Final = "tidepool.json"
LARGEST: Final = 10 * 1024 * 1024 - 64 * 1024
"""Bytes of a file that Discord takes from anybody, with some room for the message around it."""
ASKED_FOR: Final = timedelta(minutes=15)
"""How long the question before a deletion can be answered."""
MENU: Final = 25
"""Entries a menu can have (Discord's limit)."""


class Privacy(Button, verb="privacy"):
    """Goes back to what is stored."""

    @classmethod
    def button(cls, label: str) -> Privacy:
        """The button."""
        return cls(ui.Button(label=label, custom_id=cls.id_about(0)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.redraw(click, await panel(desk, user))


class Export(Button, verb="export"):
    """Gives everything as a file."""

    @classmethod
    def button(cls) -> Export:
        """The button."""
        return cls(ui.Button(label=texts.EXPORT, custom_id=cls.id_about(0)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        try:
            with desk.exports.take(user):
                documents = await _exported(desk, user)
                await desk.answer(click, card(texts.EXPORTED, *attached(documents), documents=documents))
        except BusyError as error:
            raise Refusal(texts.export_busy(error.why, error.until)) from error


class BlockedPlayers(Button, verb="blocked"):
    """Shows whom somebody has blocked."""

    @classmethod
    def button(cls) -> BlockedPlayers:
        """The button."""
        return cls(ui.Button(label=texts.BLOCKED_PLAYERS, custom_id=cls.id_about(0)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.redraw(click, blocked_panel(await desk.privacy.blocks(user)))


class Unblock(Select, verb="unblock"):
    """Lets somebody off."""

    @classmethod
    def choice(cls, blocks: Sequence[Block]) -> Unblock:
        """The menu; people are numbered as in the text above it."""
        options = [
            discord.SelectOption(value=str(block.blocked), label=texts.block_entry(number))
            for number, block in enumerate(blocks, start=1)
        ]
        return cls(ui.Select(placeholder=texts.UNBLOCK, options=options, custom_id=cls.id_about(0)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.privacy.unblock(user, UserId(int(self.value)))
        await desk.redraw(click, blocked_panel(await desk.privacy.blocks(user)))


class Delete(Button, verb="forgetme"):
    """Asks whether everything is to be deleted."""

    @classmethod
    def button(cls) -> Delete:
        """The button."""
        style = discord.ButtonStyle.danger
        return cls(ui.Button(label=texts.DELETE, style=style, custom_id=cls.id_about(0)))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        await desk.redraw(click, _question(desk, await desk.privacy.open_of(user)))


class DeleteNow(Button, verb="forgetnow"):
    """Deletes everything. Its tail: what the question named, as a number, and when it was asked.

    An old question, and one that named something else than there is by now, is asked anew.
    """

    @classmethod
    def button(cls, named: Sequence[MatchFacts], asked_at: int) -> DeleteNow:
        """The button under a question that named these matches."""
        custom_id = cls.id_about(0, _sum(named), asked_at)
        style = discord.ButtonStyle.danger
        return cls(ui.Button(label=texts.DELETE_NOW, style=style, custom_id=custom_id))

    async def act(self, click: Click, desk: Desk, user: UserId) -> None:
        """See the class."""
        named, asked_at = self.tail
        if await desk.privacy.is_to_be_forgotten(user):
            await desk.redraw(click, card(texts.UNDER_WAY))
            return
        present = await desk.privacy.open_of(user)
        if not any((await desk.privacy.counts(user)).values()):
            await desk.redraw(click, card(texts.DONE))  # a second click
            return
        late = desk.clock().timestamp() - asked_at > ASKED_FOR.total_seconds()
        if late or named != _sum(present):
            await desk.redraw(click, _question(desk, present, changed=True))
            return
        await desk.privacy.ask_to_be_forgotten(user)
        await desk.redraw(click, card(texts.DELETING))
        await desk.redraw(click, card(await _deleted(desk, user)))


CONTROLS: Final[tuple[type[Button] | type[Select], ...]] = (
    Privacy,
    Export,
    BlockedPlayers,
    Unblock,
    Delete,
    DeleteNow,
)


async def panel(desk: Desk, user: UserId) -> Card:
    """What is stored about ``user``, and what they can do about it."""
    counts = await desk.privacy.counts(user)
    buttons: list[ui.Item[Any]] = [BlockedPlayers.button()]
    if any(counts.values()):
        buttons = [Export.button(), *buttons, Delete.button()]
    return card(texts.stored(counts), row(*buttons))


def blocked_panel(blocks: Sequence[Block]) -> Card:
    """Whom somebody has blocked, and a menu that lets one of them off."""
    menu = [row(Unblock.choice(blocks[:MENU]))] if blocks else []
    return card(texts.block_list(blocks, MENU), *menu, row(Privacy.button(texts.BACK)))


def _question(desk: Desk, open_matches: Sequence[MatchFacts], *, changed: bool = False) -> Card:
    asked_at = int(desk.clock().timestamp())
    buttons = row(Privacy.button(texts.KEEP), DeleteNow.button(open_matches, asked_at))
    return card(texts.question(open_matches, changed=changed), buttons)


def _sum(matches: Sequence[MatchFacts]) -> int:
    """A number that says which matches these are: an id has no room for all of theirs."""
    return zlib.crc32(",".join(str(match.id) for match in matches).encode())


async def _deleted(desk: Desk, user: UserId) -> str:
    """Delete what was asked for; returns what to say of it."""
    try:
        return texts.DONE if await desk.forgetting.finish(user) else texts.LATER
    except (StoreUnavailableError, *UNSENT):
        return texts.LATER


async def _exported(desk: Desk, user: UserId) -> Documents:
    """The file to send, written as it is read. Raises Refusal."""
    try:
        with Parcel(FILE, LARGEST) as parcel:
            async with aclosing(desk.privacy.export(user)) as pieces:
                async for piece in pieces:
                    # It may take longer than a bot that stops can wait, and it can be asked for again.
                    if desk.under_way.stopping:
                        raise Refusal(texts.EXPORT_STOPPED)
                    await asyncio.to_thread(parcel.add, piece)
            return await asyncio.to_thread(parcel.documents)
    except TooLargeError:
        raise Refusal(texts.EXPORT_TOO_LARGE) from None
