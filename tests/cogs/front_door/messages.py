"""What a server has in the channel of its front door, and the lists that servers had there before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from sqlalchemy import insert

from cogs.delivery.sender import post
from cogs.front_door.rules import FOUR_LISTS, DoorKind, DoorMessage
from cogs.front_door.service import FrontDoors
from cogs.front_door.whole_lists import mark, see_list
from cogs.kit.card import card, row
from data import stores
from data.features.front_door import pinned_list
from matches import GuildId
from matches.guilds.settings import PINNED
from tests.cogs.server import Server, ids, text
from tests.store import write

SILENT = 1 << 12
"""Discord's flag of a message that makes no sound."""
TITLES: Final = {
    DoorKind.LEADERBOARD: "### Leaderboard",
    DoorKind.CHALLENGES: "### Open challenges",
    DoorKind.RUNNING: "### Matches in progress",
}
"""The first lines of the lists of a server where nobody was on a ladder."""


async def with_lists(server: Server, *kinds: DoorKind) -> Any:
    """A channel with the lists of a server that has had them since before there were front doors.

    Those of ``kinds`` are there, or all but the one of ladders, which was never posted.
    """
    channel, guild, posted = server.guild.create_text_channel("the-boards"), GuildId(server.guild.id), {}
    with server.env.as_bot():
        for kind in kinds or TITLES:
            button = see_list.about(guild, "Show all", FOUR_LISTS.index(kind))
            sent = await post(server.bot, channel.id, card(TITLES[kind], row(button)), nonce=kind.value)
            await server.bot.http.pin_message(channel.id, sent.id)
            posted[kind] = sent.id
    await server.store.write(stores.people.change_guild, guild, {PINNED: str(channel.id)})
    rows: list[dict[str, Any]] = [
        {
            **{"guild_id": guild, "kind": kind.value, "message": posted.get(kind), "pinned": kind in posted},
            **{"channel": channel.id if kind in posted else None, "due_at": server.bot.app.clock()},
        }
        for kind in FOUR_LISTS
    ]
    await write(server.store, insert(pinned_list), rows)
    return channel


async def first_round(server: Server) -> None:
    """The servers' front doors are looked at for the first time since the bot started."""
    await server.restart()
    await server.pass_time(seconds=1)


def lists(channel: Any) -> list[DoorKind]:
    """The lists in a channel, by the button that tells each from other messages."""
    marks = {mark(GuildId(channel.guild.id), kind): kind for kind in FOUR_LISTS}
    found = [marks[one] for message in channel.history() for one in ids(message, "seelist:") if one in marks]
    assert len(set(found)) == len(found), "a list is there twice"
    return sorted(found)


def doors(channel: Any) -> list[discord.Message]:
    """The front doors in a channel, likewise."""
    own = mark(GuildId(channel.guild.id), DoorKind.FRONT_DOOR)
    return [message for message in channel.history() if own in ids(message, "seelist:")]


def titles(channel: Any) -> Sequence[str]:
    """The first lines of the front doors and the lists that are pinned in a channel."""
    return sorted(text(message).split("\n")[0] for message in channel.pinned_messages())


def requests(server: Server, channel: Any, method: str) -> list[Any]:
    """The requests of a kind to the messages of a channel so far."""
    path = f"/channels/{channel.id}/messages"
    return [one for one in server.env.http_requests if one.method == method and one.path.startswith(path)]


def edits(server: Server, channel: Any) -> int:
    """The number of edits of messages in a channel so far."""
    return len(requests(server, channel, "PATCH"))


async def kept(server: Server) -> dict[DoorKind, DoorMessage]:
    """What the bot knows of the front door and of each list, by its kind."""
    return {one.kind: one for one in await server.bot.app[FrontDoors].of_guild(GuildId(server.guild.id))}


def let_pin(server: Server, allowed: bool) -> None:
    """Give the bot *Pin Messages*, or take it away."""
    server.let_bot(pin_messages=allowed)
