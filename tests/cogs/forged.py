"""Buttons and menus with ids that somebody made up, on messages of the bot's own.

Discord lets nobody send one that isn't there; but what an old message has may mean anything by now.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from tests.cogs.server import Server

_ROW: Final = 5


def put(message: Any, components: list[dict[str, Any]]) -> None:
    """Have a message show these components, whatever the bot had it show."""
    # Private: simcord lets nobody press what a message lacks, as Discord doesn't.
    message._message.components = components


def components_of(message: Any) -> Iterator[dict[str, Any]]:
    """Each component that a message shows, at any depth, to be changed in place."""
    waiting = list(message._message.components)
    while waiting:
        component = waiting.pop()
        waiting += component.get("components", [])
        yield component


def forge(opened: Any, custom_id: str) -> str:
    """Give an opened form another id; returns it."""
    # Private: what is public of a form is a copy.
    opened._interaction.modal["custom_id"] = custom_id
    assert opened.modal["custom_id"] == custom_id, "a copy of the form was changed"
    return custom_id


async def posted(server: Server, channel: ChannelHandle, ids: Sequence[str]) -> discord.Message:
    """A message of the bot's, for all to see, with a button of each of these ids."""
    shown = ui.LayoutView(timeout=None)
    for at in range(0, len(ids), _ROW):
        row: ui.ActionRow[Any] = ui.ActionRow(
            *(ui.Button(label=one[:80], custom_id=one) for one in ids[at : at + _ROW])
        )
        shown.add_item(row)
    shown.stop()  # discord.py would keep it, and its items that do nothing
    where: Any = server.bot.get_channel(channel.id)
    sent: discord.Message = await where.send(view=shown)
    await server.env.settle()
    return sent


async def _nothing(_server: Server) -> None:
    pass


@dataclass(frozen=True)
class About:
    """What a feature adds where ids are forged, so that its controls are about.

    That is in a ``hidden`` channel or in an ``open`` one. No stranger's click may change its ``tables``.
    """

    tables: Sequence[str]
    hidden: Callable[[Server], Awaitable[Any]] = _nothing
    open: Callable[[Server], Awaitable[Any]] = _nothing


@dataclass
class OwnMessage:
    """A private message of somebody's, on which they press whatever it does not have."""

    server: Server
    who: MemberActor
    channel: ChannelHandle
    message: Any = None

    async def click(self, custom_id: str) -> InteractionResult:
        """Press a button with this id."""
        return await self.press({"type": 2, "style": 2, "label": "-", "custom_id": custom_id})

    async def select(self, custom_id: str, value: str) -> InteractionResult:
        """Choose this entry of a menu with this id."""
        options = [{"label": value, "value": value}]
        return await self.press({"type": 3, "custom_id": custom_id, "options": options}, value)

    async def press(self, part: dict[str, Any], *values: Any) -> InteractionResult:
        """Press this button, or choose these values in this menu."""
        posted = self.server.env.backend.messages[self.channel.id]
        if self.message is None or self.message.id not in posted:  # it may have been taken away
            self.message = (await self.who.slash(self.channel, "help")).response
        put(self.message, [{"type": 1, "components": [part]}])
        if part["type"] == 2:
            return await self.who.click(self.message, custom_id=part["custom_id"])
        return await self.who.select(self.message, values, custom_id=part["custom_id"])
