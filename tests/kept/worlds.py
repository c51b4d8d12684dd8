"""The world outside the bot as JSON: written down, and laid out again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from engines import GAMES
from tests.kept.sums import sum_of
from tests.loopback.server import components
from tests.loopback.server.entities import Attachment, Channel, Guild, Member, Message, Pings, Role, User
from tests.loopback.server.world import World

Told = dict[str, Any]
CDN = "http://cdn"
"""Stands for the address of files, in which there is a port by chance."""


# --- writing -------------------------------------------------------------------------------------


def written(world: World) -> Told:
    """All that a bot could come upon again: private messages only if there is something to use on them.

    Of a file the bytes are left out, and their sha256 is told.
    """
    told = {
        "now": world.now().isoformat(),
        "games": list(GAMES),
        "developer": world.developer.id,
        "bot": world.bot.id,
        "users": [_user(one) for one in world.users.values()],
        "guilds": [_guild(one) for one in world.guilds.values()],
        "channels": [_channel(one) for one in world.channels.values()],
        "messages": [_message(one) for one in world.messages() if not one.ephemeral or _usable(one)],
    }
    text = json.dumps(told, ensure_ascii=False)
    assert world.cdn not in text, "an address with a port by chance in it"
    return dict(json.loads(text))


def _usable(one: Message) -> bool:
    return any("custom_id" in part for part in components.walk(one.components))


def _moment(when: datetime | None) -> str | None:
    return None if when is None else when.isoformat()


def _user(one: User) -> Told:
    return {"id": one.id, "name": one.name} | ({"bot": True} if one.bot else {})


def _guild(one: Guild) -> Told:
    return {
        "id": one.id,
        "name": one.name,
        "owner": one.owner.id,
        "roles": [[role.id, role.name, role.permissions, role.position] for role in one.roles.values()],
        "members": [
            [member.user.id, _moment(member.joined_at), [role.id for role in member.roles]]
            for member in one.members.values()
        ],
    }


def _channel(one: Channel) -> Told:
    told: Told = {"id": one.id, "type": one.type, "name": one.name}
    for key, thing in (("guild", one.guild), ("parent", one.parent), ("recipient", one.recipient)):
        told |= {} if thing is None else {key: thing.id}
    if one.overwrites:
        told["overwrites"] = [[target, *both] for target, both in one.overwrites.items()]
    if one.is_thread:
        assert one.owner is not None
        told |= {
            "owner": one.owner.id,
            "created_at": _moment(one.created_at),
            "archived": one.archived,
            "archived_at": _moment(one.archived_at),
            "locked": one.locked,
            "auto_archive": one.auto_archive,
            "active_at": _moment(one.active_at),
            "joined": [[who, _moment(when)] for who, when in one.joined.items()],
        }
    return told


def _message(one: Message) -> Told:
    told: Told = {
        "id": one.id,
        "channel": one.channel.id,
        "author": one.author.id,
        "created_at": _moment(one.created_at),
        "edited_at": _moment(one.edited_at),
        "type": one.type,
        "flags": one.flags,
        "content": one.content,
        "embeds": one.embeds,
        "components": [_sent(part, one) for part in one.components],
        "attachments": [_file(file) | _alt(file, one) for file in one.attachments],
        "pings": list(one.pings.users),
        "only_for": None if one.only_for is None else one.only_for.id,
        "interaction": one.interaction_id,
        "nonce": one.nonce,
    }
    return {key: value for key, value in told.items() if value not in (None, [], "", 0)}


def _sent(part: Told, on: Message) -> Told:
    """A component as a bot sends it: without what Discord makes of it, which is made again."""
    told = {key: value for key, value in part.items() if key != "id" and value not in (None, False)}
    for key in ("media", "file"):
        if key in told:
            (name,) = (file.filename for file in on.attachments if str(file.id) == told[key]["id"])
            told[key] = {"url": f"attachment://{name}"}
    for key in ("components", "items", "options"):
        if key in told:
            told[key] = [_sent(each, on) for each in told[key]]
    if "accessory" in told:
        told["accessory"] = _sent(told["accessory"], on)
    return told


def _alt(of: Attachment, on: Message) -> Told:
    """What a file shows in words, unless the component that shows it says just that."""
    return {} if of.description == _shown(on.components).get(of.filename) else {"alt": of.description}


def _shown(parts: Sequence[Told]) -> dict[str, str]:
    """The words for each file in galleries, by the file's name."""
    return {
        item["media"]["url"].rsplit("/", 1)[-1]: item["description"]
        for part in components.walk(parts)
        for item in part.get("items", ())
        if item.get("description")
    }


def _file(one: Attachment) -> Told:
    return {
        "id": one.id,
        "name": one.filename,
        "type": one.content_type,
        "size": one.size,
        "sha256": sum_of(one.content),
    }


# --- laying out ----------------------------------------------------------------------------------


def lay_out(world: World, told: Told) -> None:
    """Make an empty world, before any bot is in it, the one that was written down."""
    passed = datetime.fromisoformat(told["now"]) - world.now()
    world.clock.turn(seconds=passed.total_seconds())
    world.users = {one["id"]: User(one["id"], one["name"], one.get("bot", False)) for one in told["users"]}
    world.developer, world.bot = world.users[told["developer"]], world.users[told["bot"]]
    for one in told["guilds"]:
        world.guilds[one["id"]] = _guild_of(world, one)
    for one in told["channels"]:
        world.channels[one["id"]] = _channel_of(world, one)
    for one in told["messages"]:
        message = _message_of(world, one)
        message.channel.messages[message.id] = message


def sums(told: Told) -> dict[int, str]:
    """What the bytes were of each file that is not kept, by its id."""
    return {
        file["id"]: file["sha256"] for message in told["messages"] for file in message.get("attachments", ())
    }


def _when(told: str | None) -> datetime | None:
    return None if told is None else datetime.fromisoformat(told)


def _guild_of(world: World, told: Told) -> Guild:
    guild = Guild(told["id"], told["name"], world.users[told["owner"]])
    guild.roles = {role[0]: Role(*role) for role in told["roles"]}
    for who, joined, roles in told["members"]:
        guild.members[who] = Member(
            world.users[who], datetime.fromisoformat(joined), [guild.roles[role] for role in roles]
        )
    return guild


def _channel_of(world: World, told: Told) -> Channel:
    channel = Channel(
        told["id"],
        told["type"],
        told["name"],
        world.guilds.get(told.get("guild", 0)),
        world.channels.get(told.get("parent", 0)),
        world.users.get(told.get("recipient", 0)),
        {target: (allow, deny) for target, allow, deny in told.get("overwrites", ())},
    )
    if channel.is_thread:
        channel.owner = world.users[told["owner"]]
        channel.created_at, channel.active_at = _when(told["created_at"]), _when(told["active_at"])
        channel.archived, channel.archived_at = told["archived"], _when(told["archived_at"])
        channel.locked, channel.auto_archive = told["locked"], told["auto_archive"]
        channel.joined = {who: datetime.fromisoformat(when) for who, when in told["joined"]}
    return channel


def _message_of(world: World, told: Told) -> Message:
    words = _shown(told.get("components", []))
    files = [_file_of(world, told["channel"], file, words) for file in told.get("attachments", ())]
    content, embeds = told.get("content", ""), told.get("embeds", [])
    shown = components.accept(
        told.get("components", []), flags=told.get("flags", 0), content=content, embeds=embeds, files=files
    )
    return Message(
        told["id"],
        world.channels[told["channel"]],
        world.users[told["author"]],
        datetime.fromisoformat(told["created_at"]),
        type=told.get("type", 0),
        content=content,
        embeds=embeds,
        components=shown,
        attachments=files,
        flags=told.get("flags", 0),
        edited_at=_when(told.get("edited_at")),
        nonce=told.get("nonce"),
        pings=Pings(tuple(told.get("pings", ()))),
        only_for=world.users.get(told.get("only_for", 0)),
        interaction_id=told.get("interaction"),
    )


def _file_of(world: World, place: int, told: Told, words: dict[str, str]) -> Attachment:
    size = None if told["size"] is None else (told["size"][0], told["size"][1])
    alt = told["alt"] if "alt" in told else words.get(told["name"])
    url = f"{world.cdn}/attachments/{place}/{told['id']}/{told['name']}"
    return Attachment(told["id"], told["name"], b"", told["type"], url, alt, size)
