"""Emojis in buttons and menus: what is sent with one that Discord refuses is sent once more without any.

Discord refuses an emoji that is gone, and now and then one that is there.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import discord
from discord import ui

from cogs.kit.failures import INVALID_FORM

log = logging.getLogger(__name__)

T = TypeVar("T")


class OwnEmoji(discord.PartialEmoji):
    """An emoji of the bot's own; ``refused`` is called once Discord has refused it, or one beside it."""

    def __init__(self, name: str, emoji_id: int, refused: Callable[[], None]) -> None:
        super().__init__(name=name, id=emoji_id)
        self.refused = refused


class PicturedButton(ui.Button[Any]):
    """A button whose emoji is a part of its label; ``plain`` is the label for a button without one."""

    def __init__(self, plain: str, **about: Any) -> None:
        super().__init__(**about)
        self.plain = plain


async def plain_if_refused(view: ui.LayoutView | ui.Modal, send: Callable[[], Awaitable[T]]) -> T:
    """Call ``send``, which sends ``view``; again without its emojis if Discord refuses the view's form."""
    try:
        return await send()
    except discord.HTTPException as error:
        if error.code != INVALID_FORM or not (pictured := list(_pictured(view))):
            raise
        emojis = [one.emoji for one in pictured]
        for one in pictured:
            one.emoji = None
            if isinstance(one, PicturedButton):
                one.label = one.plain
        sent = await send()
        # It was taken without them, so they were the reason.
        log.warning("Discord refused an emoji, so a message went without: %s", error)
        for refused in {emoji.refused for emoji in emojis if isinstance(emoji, OwnEmoji)}:
            refused()
        return sent


def _pictured(view: ui.LayoutView | ui.Modal) -> Iterator[ui.Button[Any] | discord.SelectOption]:
    """The buttons and the entries of menus that have an emoji."""
    for child in view.walk_children():
        item = child.item if isinstance(child, ui.DynamicItem) else child
        found = item.options if isinstance(item, ui.Select) else [item]
        yield from (one for one in found if isinstance(one, ui.Button | discord.SelectOption) and one.emoji)
