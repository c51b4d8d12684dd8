"""Buttons and menus with ids that somebody made up, on messages of the bot's own.

Discord lets nobody send one that isn't there: what is stored of an old message may be anything all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui
from simcord.builders import ChannelHandle

from tests.cogs.server import Server

BUTTONS: Final = 25
"""Buttons on one message at most."""
_ROW: Final = 5


async def posted(server: Server, channel: ChannelHandle, ids: Sequence[str]) -> discord.Message:
    """A message of the bot's with a button of each of these ids."""
    buttons: list[ui.Item[Any]] = [ui.Button(label=one[:80], custom_id=one) for one in ids]
    return await _sent(server, channel, [buttons[at : at + _ROW] for at in range(0, len(buttons), _ROW)])


async def posted_menu(server: Server, channel: ChannelHandle, id: str, values: Sequence[str]) -> Any:
    """A message of the bot's with a menu of this id and these entries."""
    options = [discord.SelectOption(label=one[:100] or "-", value=one) for one in values]
    return await _sent(server, channel, [[ui.Select(custom_id=id, options=options)]])


async def _sent(server: Server, channel: ChannelHandle, rows: Sequence[Sequence[Any]]) -> discord.Message:
    shown = ui.LayoutView(timeout=None)
    for row in rows:
        shown.add_item(ui.ActionRow(*row))
    shown.stop()  # discord.py would keep it, and its items that do nothing
    where: Any = server.bot.get_channel(channel.id)
    sent: discord.Message = await where.send(view=shown)
    await server.env.settle()
    return sent
