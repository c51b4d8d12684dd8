"""Starting and changing threads."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.loopback.server import messaging, rights
from tests.loopback.server.entities import (
    FORUM,
    HAS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Guild,
    Message,
    User,
)
from tests.loopback.server.refusals import bad_form, refusal
from tests.loopback.server.world import World

DURATIONS = (60, 1440, 4320, 10080)


def start(
    world: World, starter: User, channel: Channel, body: dict[str, Any], *, on: Message | None = None
) -> Channel:
    """A new thread in a channel; ``on`` a message it takes that message's id. In a forum, a post."""
    if channel.type == FORUM:
        return _post(world, starter, channel, body)
    if channel.type != TEXT:
        raise refusal(50024)
    kind = PUBLIC_THREAD if on is not None else int(body.get("type") or PRIVATE_THREAD)
    needed = "create_private_threads" if kind == PRIVATE_THREAD else "create_public_threads"
    rights.require(channel, starter, needed)
    if on is not None and on.id in world.channels:
        raise refusal(160004)
    thread = _begin(world, starter, channel, body, kind, world.new_id() if on is None else on.id)
    if on is not None:
        on.flags |= HAS_THREAD
        messaging.tell(world, "MESSAGE_UPDATE", on)
    world.changed(thread, "THREAD_CREATE")
    return thread


def _post(world: World, starter: User, forum: Channel, body: dict[str, Any]) -> Channel:
    """A new post in a forum, with its first message, which has the post's id."""
    rights.require(forum, starter, "send_messages")
    tags = [int(tag) for tag in body.get("applied_tags") or []]
    known = {tag.id: tag for tag in forum.tags}
    if unknown := [tag for tag in tags if tag not in known]:
        raise bad_form("applied_tags", "INVALID_FORUM_TAG", f"Unknown tags: {unknown}")
    manages = rights.in_channel(forum, starter).manage_threads
    if any(known[tag].moderated for tag in tags) and not manages:
        raise refusal(50013)
    if forum.requires_tag and not tags:
        raise refusal(40067)
    if not body.get("message"):
        raise bad_form("message", "BASE_TYPE_REQUIRED", "This field is required")
    post = _begin(world, starter, forum, body, PUBLIC_THREAD, world.new_id())
    post.applied_tags = tags
    world.changed(post, "THREAD_CREATE")
    messaging.create(world, starter, post, body["message"], {}, message_id=post.id)
    return post


def _begin(
    world: World, starter: User, channel: Channel, body: dict[str, Any], kind: int, number: int
) -> Channel:
    name = body.get("name") or ""
    if not 1 <= len(name) <= 100:
        raise bad_form("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    _check_words(channel, name)
    assert channel.guild is not None
    active = [place for place in world.channels.values() if place.guild is channel.guild and place.is_thread]
    if sum(not place.archived for place in active) >= channel.guild.most_active_threads:
        raise refusal(160006)
    now = world.now()
    thread = Channel(
        number,
        kind,
        name,
        channel.guild,
        channel,
        owner=starter,
        created_at=now,
        active_at=now,
        auto_archive=_duration(body.get("auto_archive_duration") or 4320),
        joined={starter.id: now},
    )
    world.channels[thread.id] = thread
    return thread


def _check_words(channel: Channel, name: str) -> None:
    refused = channel.guild.refused_in_names if channel.guild else ""
    if refused and refused in name:
        said = "Contains words not allowed for servers in Server Discovery."
        raise bad_form("name", "INVALID_COMMUNITY_PROPERTY_NAME", said)


def change(world: World, who: User, thread: Channel, body: dict[str, Any]) -> Channel:
    """Rename, archive, open or lock a thread."""
    rights.require(thread, who)
    manages = rights.in_channel(thread, who).manage_threads
    only_opens = set(body) <= {"archived"} and body.get("archived") is False
    if thread.archived and body.get("archived") is not False:
        raise refusal(50083)
    if thread.locked and not manages:
        raise refusal(50083 if only_opens else 50013)
    if not (manages or thread.owner is who or only_opens) or ("locked" in body and not manages):
        raise refusal(50013)
    _check_words(thread, body.get("name", ""))
    thread.name = body.get("name", thread.name)
    thread.locked = bool(body.get("locked", thread.locked))
    if "auto_archive_duration" in body:
        thread.auto_archive = _duration(body["auto_archive_duration"])
    if "archived" in body and bool(body["archived"]) is not thread.archived:
        thread.archived, thread.archived_at = bool(body["archived"]), world.now()
        if not thread.archived:
            thread.active_at = world.now()
    world.changed(thread, "THREAD_UPDATE")
    return thread


def active(world: World, who: User, guild: Guild) -> list[Channel]:
    """The threads of a server that are awake and that somebody sees."""
    awake = [place for place in world.channels.values() if place.guild is guild and place.is_thread]
    return [thread for thread in awake if not thread.archived and rights.in_channel(thread, who).view_channel]


def archived(
    world: World, who: User, channel: Channel, query: dict[str, str], *, private: bool
) -> tuple[list[Channel], bool]:
    """A page of a channel's archived threads, of private ones those joined; and whether there are more."""
    if channel.type not in (TEXT, FORUM):
        raise refusal(50024)
    rights.require(channel, who, "read_message_history")
    limit = int(query.get("limit", 50))
    if not 2 <= limit <= 100:
        raise bad_form("limit", "NUMBER_TYPE", "Must be between 2 and 100.")
    found = [
        thread
        for thread in world.threads(channel)
        if thread.archived and (thread.type == PRIVATE_THREAD) is private
        if not private or who.id in thread.joined
    ]
    if private:
        before = int(query.get("before", 2**63))
        found = sorted((one for one in found if one.id < before), key=lambda one: -one.id)
    else:
        until = (
            datetime.fromisoformat(query["before"]) if "before" in query else datetime.max.replace(tzinfo=UTC)
        )
        found = sorted((one for one in found if _slept(one) < until), key=_slept, reverse=True)
    return found[:limit], len(found) > limit


def _slept(thread: Channel) -> datetime:
    assert thread.archived_at is not None
    return thread.archived_at


def join(world: World, who: User, thread: Channel, member: User) -> None:
    """Add somebody to a thread."""
    rights.require(thread, who, "send_messages_in_threads")
    if thread.archived:
        raise refusal(50083)
    thread.joined.setdefault(member.id, world.now())
    world.touch()


def leave(world: World, who: User, thread: Channel, member: User) -> None:
    """Take somebody out of a thread."""
    if who is not member:
        rights.require(thread, who, "manage_threads")
    if thread.archived:
        raise refusal(50083)
    thread.joined.pop(member.id, None)
    world.touch()


def _duration(minutes: int) -> int:
    if minutes not in DURATIONS:
        raise bad_form("auto_archive_duration", "BASE_TYPE_CHOICES", f"Value must be one of {DURATIONS}.")
    return minutes
