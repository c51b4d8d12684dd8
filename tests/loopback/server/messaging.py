"""Sending, editing, deleting and reading messages, with all that Discord refuses."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from datetime import timedelta
from mimetypes import guess_type
from typing import Any, Final

import discord

from tests.loopback.server import components, payloads, rights
from tests.loopback.server.entities import (
    EPHEMERAL,
    FORUM,
    SUPPRESS_NOTIFICATIONS,
    V2,
    WRITTEN,
    Attachment,
    Channel,
    Interaction,
    Message,
    Pings,
    User,
)
from tests.loopback.server.refusals import bad_form, old_message_edits, refusal
from tests.loopback.server.world import World

Payload = dict[str, Any]
Files = Mapping[int, tuple[str, bytes]]
"""Uploaded files: number -> name and bytes."""

LARGEST_FILE: Final = 10 * 1024 * 1024


def send(world: World, author: User, channel: Channel, body: Payload, files: Files) -> Message:
    """A new message, or the earlier one with the same nonce."""
    _may_send(world, author, channel, body, files)
    nonce = body.get("nonce")
    if nonce is not None and body.get("enforce_nonce"):
        earlier = _with_nonce(world, author, str(nonce))
        if earlier is not None:
            return earlier
    return create(world, author, channel, body, files)


def create(
    world: World,
    author: User,
    channel: Channel,
    body: Payload,
    files: Files,
    *,
    answers: Interaction | None = None,
    ephemeral: bool = False,
    message_id: int | None = None,
) -> Message:
    """A new message, whoever may send it. With ``answers`` it is an answer to an interaction."""
    flags = int(body.get("flags") or 0)
    attachments = _attachments(world, channel, body, files, [])
    _check_emojis(world, body.get("components"))
    kept = components.accept(
        body.get("components") or [],
        flags=flags,
        content=body.get("content"),
        embeds=body.get("embeds"),
        files=attachments,
    )
    if not (body.get("content") or body.get("embeds") or kept or attachments):
        raise refusal(50006)
    if channel.type == FORUM:
        raise refusal(50008)
    nonce = body.get("nonce")
    message = Message(
        message_id or world.new_id(),
        channel,
        author,
        world.now(),
        type=20 if answers is not None and answers.type == 2 and answers.original is None else 0,
        content=body.get("content") or "",
        embeds=body.get("embeds") or [],
        components=kept,
        attachments=attachments,
        flags=flags | (EPHEMERAL if ephemeral else 0),
        nonce=None if nonce is None else str(nonce),
        allowed_mentions=body.get("allowed_mentions"),
        only_for=answers.user if answers is not None and ephemeral else None,
        interaction_id=None if answers is None else answers.id,
    )
    message.pings = _pings(world, message)
    put(world, message)
    return message


def _check_emojis(world: World, given: Any) -> None:
    """Refuse components with an emoji that isn't there."""
    there = {emoji["id"] for emoji in world.emojis}
    for part in components.walk(given or []):
        for one in (part, *part.get("options", ())):
            if (emoji := one.get("emoji")) and emoji.get("id") and str(emoji["id"]) not in there:
                raise bad_form("components", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def put(world: World, message: Message) -> None:
    """Put a message into its channel, which wakes, and tell of it."""
    channel = message.channel
    if not message.ephemeral:
        _wake(world, channel)
        channel.active_at = world.now()
        if channel.is_thread:
            # Who is pinged in a thread joins it.
            for who in (message.author.id, *message.pings.users):
                channel.joined.setdefault(who, world.now())
    channel.messages[message.id] = message
    if message.nonce is not None:
        world.nonces.setdefault((message.author.id, message.nonce), []).append(message)
    tell(world, "MESSAGE_CREATE", message)


def edit(world: World, editor: User, message: Message, body: Payload, files: Files) -> Message:
    """Change a message through its channel."""
    channel = message.channel
    rights.require(channel, editor)
    if message.author is not editor:
        raise refusal(50005)
    if message.type not in WRITTEN:
        raise refusal(50021)
    if channel.archived:
        raise refusal(50083)
    now = world.now()
    if now - message.created_at > world.old_after:
        recent = [when for when in channel.old_edits if now - when < timedelta(hours=1)]
        if len(recent) >= world.old_edits:
            raise old_message_edits(world.old_edits_retry)
        channel.old_edits = [*recent, now]
    if files:
        rights.require(channel, editor, "attach_files")
    return change(world, message, body, files)


def change(world: World, message: Message, body: Payload, files: Files) -> Message:
    """Change a message, whoever may."""
    flags = message.flags
    if "flags" in body:
        wanted = int(body["flags"] or 0)
        if flags & V2 and not wanted & V2 and ("components" in body or "content" in body):
            raise bad_form("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The flag cannot be removed")
        flags |= wanted & V2
    attachments = message.attachments
    if "attachments" in body or files:
        attachments = _attachments(world, message.channel, body, files, message.attachments)
    content = body.get("content", message.content)
    embeds = body.get("embeds", message.embeds)
    shown = body.get("components", message.components)
    _check_emojis(world, body.get("components"))
    kept = components.accept(shown or [], flags=flags, content=content, embeds=embeds, files=attachments)
    message.earlier.append(message.components)
    message.content, message.embeds, message.components = content or "", embeds or [], kept
    message.attachments, message.flags = attachments, flags
    message.allowed_mentions = body.get("allowed_mentions", message.allowed_mentions)
    message.edited_at = world.now()
    message.edits += 1
    tell(world, "MESSAGE_UPDATE", message)
    return message


def delete(world: World, who: User, message: Message) -> None:
    """Take a message away, through its channel."""
    rights.require(message.channel, who)
    if message.author is not who:
        rights.require(message.channel, who, "manage_messages")
    if message.channel.archived:
        raise refusal(50083)
    remove(world, message)


def remove(world: World, message: Message) -> None:
    """Take a message away, whoever may."""
    message.channel.messages.pop(message.id, None)
    message.deleted = True
    told = {"id": str(message.id), "channel_id": str(message.channel.id)}
    if message.channel.guild is not None:
        told["guild_id"] = str(message.channel.guild.id)
    world.emit("MESSAGE_DELETE", told, _message_intents(message.channel))


def history(world: World, reader: User, channel: Channel, query: Mapping[str, str]) -> list[Message]:
    """A page of the messages of a channel, newest first."""
    rights.require(channel, reader)
    if not rights.in_channel(channel, reader).read_message_history:
        return []
    limit = int(query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise bad_form("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100")
    messages = sorted(channel.public, key=lambda message: message.id)
    if "around" in query:
        middle = int(query["around"])
        before = [message for message in messages if message.id < middle][-(limit // 2) :]
        after = [message for message in messages if message.id >= middle][: limit - len(before)]
        found = [*before, *after]
    elif "after" in query:
        found = [message for message in messages if message.id > int(query["after"])][:limit]
    else:
        last = int(query.get("before", world.new_id()))
        found = [message for message in messages if message.id < last][-limit:]
    return found[::-1]


# --- parts ---------------------------------------------------------------------------------------


def _may_send(world: World, author: User, channel: Channel, body: Payload, files: Files) -> None:
    if channel.recipient is not None:
        if not world.shares_guild(channel.recipient):
            raise refusal(50278)
        if not channel.recipient.dms_open or channel.recipient.bot:
            raise refusal(50007)
        return
    rights.require(channel, author, "send_messages_in_threads" if channel.is_thread else "send_messages")
    if files:
        rights.require(channel, author, "attach_files")
    if body.get("embeds"):
        rights.require(channel, author, "embed_links")
    refuse_locked(channel, author)


def refuse_locked(channel: Channel, author: User) -> None:
    """Refuse what would wake a locked thread."""
    if channel.locked and not rights.in_channel(channel, author).manage_threads:
        raise refusal(50083)


def _wake(world: World, channel: Channel) -> None:
    if channel.archived:
        channel.archived, channel.archived_at = False, world.now()
        world.changed(channel, "THREAD_UPDATE")


def _with_nonce(world: World, author: User, nonce: str) -> Message | None:
    # Discord's documentation speaks of the author, and not of the channel.
    since = world.now() - world.nonce_remembered
    for message in world.nonces.get((author.id, nonce), ()):
        there = message.channel.messages.get(message.id) is message and message.channel.id in world.channels
        if there and message.created_at >= since:
            return message
    return None


def _attachments(
    world: World, channel: Channel, body: Payload, files: Files, there: list[Attachment]
) -> list[Attachment]:
    """The attachments a message has from now on: those kept, those uploaded, with their descriptions."""
    told = {str(entry["id"]): entry for entry in body.get("attachments") or []}
    kept = there if "attachments" not in body else [file for file in there if str(file.id) in told]
    fresh = []
    for number, (name, content) in files.items():
        if len(content) > LARGEST_FILE:
            raise bad_form(f"files.{number}", "FILE_SIZE_EXCEEDED", "The file is larger than 10 MiB")
        entry = told.get(str(number), {})
        fresh.append(
            uploaded(world, channel, entry.get("filename") or name, content, entry.get("description"))
        )
    known = {str(number) for number in files} | {str(file.id) for file in there}
    if unknown := told.keys() - known:
        raise bad_form("attachments", "ATTACHMENT_NOT_FOUND", f"Unknown attachments: {sorted(unknown)}")
    return [*kept, *fresh]


def uploaded(
    world: World, channel: Channel, filename: str, content: bytes, description: str | None = None
) -> Attachment:
    """A file that was just uploaded to a channel."""
    file_id = world.new_id()
    return Attachment(
        file_id,
        filename,
        content if world.keeps_files else b"",
        guess_type(filename)[0] or "application/octet-stream",
        f"{world.cdn}/attachments/{channel.id}/{file_id}/{filename}",
        description,
        _picture_size(content),
    )


def _picture_size(content: bytes) -> tuple[int, int] | None:
    if content[:8] != b"\x89PNG\r\n\x1a\n" or len(content) < 24:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _pings(world: World, message: Message) -> Pings:
    """Whom a new message pings: whom its texts name, if allowed, and if they see it."""
    said = "\n".join([message.content, *components.texts(message.components)])
    allowed = message.allowed_mentions
    named_users = [int(who) for who in dict.fromkeys(re.findall(r"<@!?(\d+)>", said))]
    named_roles = [int(which) for which in dict.fromkeys(re.findall(r"<@&(\d+)>", said))]
    everyone = "@everyone" in said or "@here" in said
    if allowed is not None:
        parse = allowed.get("parse") or []
        for kind in ("users", "roles"):
            if kind in parse and allowed.get(kind):
                raise bad_form(
                    "allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f"{kind} is in parse too"
                )
        listed = {kind: {int(each) for each in allowed.get(kind) or []} for kind in ("users", "roles")}
        if "users" not in parse:
            named_users = [who for who in named_users if who in listed["users"]]
        if "roles" not in parse:
            named_roles = [which for which in named_roles if which in listed["roles"]]
        everyone = everyone and "everyone" in parse
    guild = message.channel.guild
    everyone = everyone and rights.in_channel(message.channel, message.author).mention_everyone
    return Pings(
        tuple(who for who in named_users if who in world.users and _reached(message, world.users[who])),
        tuple(which for which in named_roles if guild is not None and which in guild.roles),
        everyone and guild is not None,
        bool(message.flags & SUPPRESS_NOTIFICATIONS),
    )


def _reached(message: Message, user: User) -> bool:
    if message.only_for is not None:
        return message.only_for is user
    return rights.sees(message.channel, user)


def tell(world: World, event: str, message: Message) -> None:
    """Tell the bot of a message that everybody sees; the world changed in any case."""
    if message.ephemeral:
        world.touch()
        return
    told = payloads.message(world, message, nonce=event == "MESSAGE_CREATE")
    if message.channel.guild is not None:
        told["guild_id"] = str(message.channel.guild.id)
    world.emit(event, told, _message_intents(message.channel))


def _message_intents(channel: Channel) -> int:
    if channel.guild is None:
        return discord.Intents(dm_messages=True).value
    return discord.Intents(guild_messages=True).value
