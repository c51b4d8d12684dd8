"""Keeps a message up to date: edits it, or posts it, and once more after it was deleted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

import discord

from cogs.delivery.sender import edit_message
from cogs.kit.card import Card
from cogs.kit.failures import is_deleted
from matches import MessageId
from matches.guilds.posts import MOST_LOST

if TYPE_CHECKING:
    from discord.ext import commands


class KeptMessage(Protocol):
    """The stored state of a message: its id, if it is there, and how often it was deleted."""

    @property
    def message(self) -> MessageId | None: ...
    @property
    def lost(self) -> int: ...


Known = TypeVar("Known", bound=KeptMessage)
Step = Callable[[Known], Awaitable[Known]]


async def keep(
    bot: commands.AutoShardedBot,
    channel_id: int,
    card: Card,
    known: Known,
    post: Step[Known],
    record_deleted: Step[Known],
) -> Known:
    """Edit a message to show ``card``, or ``post`` it; returns what is known of it then.

    It isn't posted again if it was deleted more than MOST_LOST times. Raises what discord.py raises.
    """
    if known.message is not None:
        if await edit_if_there(bot, channel_id, known.message, card):
            return known
        # Stored first: a second deletion is deliberate.
        known = await record_deleted(known)
    return known if known.lost > MOST_LOST else await post(known)


async def edit_if_there(
    bot: commands.AutoShardedBot, channel_id: int, message_id: MessageId, card: Card
) -> bool:
    """Replace a message's content by ``card``, without pings; returns False if it was deleted."""
    try:
        await edit_message(bot, channel_id, message_id, card)
    except discord.HTTPException as error:
        if not is_deleted(error):
            raise
        return False
    return True
