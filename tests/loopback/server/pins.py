"""Pinning messages, taking pins off, and listing what is pinned, with all that Discord refuses."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import discord

from tests.loopback.server import messaging, payloads, rights
from tests.loopback.server.entities import TELLS_OF_PIN, WRITTEN, Channel, Message, User
from tests.loopback.server.refusals import bad_form, refusal
from tests.loopback.server.world import World

MOST: Final = 250
"""Pinned messages that a channel holds."""
PAGE: Final = 50


def pin(world: World, who: User, message: Message) -> None:
    """Pin a message, which a message of its own tells of. One that is pinned stays as it is."""
    _check(who, message)
    if message.pinned_at is not None:
        return
    if len(message.channel.pinned) >= MOST:
        raise refusal(30003)
    message.pinned_at = world.now()
    _tell(world, message)
    told = Message(world.new_id(), message.channel, who, world.now(), TELLS_OF_PIN, refers_to=message)
    messaging.put(world, told)


def unpin(world: World, who: User, message: Message) -> None:
    """Take the pin off a message, if it has one."""
    _check(who, message)
    if message.pinned_at is not None:
        message.pinned_at = None
        _tell(world, message)


def page(
    world: World, reader: User, channel: Channel, query: Mapping[str, str]
) -> tuple[list[Message], bool]:
    """The messages that were pinned last, the latest pin first; and whether there are more."""
    rights.require(channel, reader)
    if not rights.in_channel(channel, reader).read_message_history:
        return [], False
    limit = int(query.get("limit", PAGE))
    if not 1 <= limit <= PAGE:
        raise bad_form("limit", "NUMBER_TYPE_MAX", f"int value should be between 1 and {PAGE}")
    before = datetime.fromisoformat(query["before"]) if "before" in query else None
    found = [message for message in channel.pinned if before is None or _since(message) < before]
    return found[:limit], len(found) > limit


def _check(who: User, message: Message) -> None:
    rights.require(message.channel, who, "pin_messages")
    if message.type not in WRITTEN:
        raise refusal(50021)
    if message.channel.archived:
        raise refusal(50083)


def _since(message: Message) -> datetime:
    assert message.pinned_at is not None
    return message.pinned_at


def _tell(world: World, message: Message) -> None:
    """Tell the bot that what is pinned in a channel has changed. Nobody is told when a message is deleted."""
    channel = message.channel
    messaging.tell(world, "MESSAGE_UPDATE", message)
    told: dict[str, Any] = {"channel_id": str(channel.id), "last_pin_timestamp": payloads.last_pin(channel)}
    intents = discord.Intents(dm_messages=True)
    if channel.guild is not None:
        told["guild_id"] = str(channel.guild.id)
        intents = discord.Intents(guilds=True)
    world.emit("CHANNEL_PINS_UPDATE", told, intents.value)
