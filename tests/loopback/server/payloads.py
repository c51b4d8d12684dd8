"""The world's things as Discord writes them in JSON."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tests.loopback.server import rights
from tests.loopback.server.entities import (
    DIRECT,
    FORUM,
    HAS_THREAD,
    REQUIRE_TAG,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Member,
    Message,
    Role,
    User,
)

if TYPE_CHECKING:
    from tests.loopback.server.world import World

Payload = dict[str, Any]


def moment(when: datetime) -> str:
    """A time."""
    return when.isoformat()


def user(who: User) -> Payload:
    """Somebody."""
    return {
        "id": str(who.id),
        "username": who.name.lower(),
        "global_name": None if who.bot else who.name,
        "discriminator": "0",
        "avatar": None,
        "bot": who.bot,
        "system": False,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def me(who: User) -> Payload:
    """The bot, as it sees itself."""
    return {**user(who), "mfa_enabled": True, "locale": "en-US", "verified": True}


def application(world: World) -> Payload:
    """The bot's application."""
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "description": "",
        "summary": "",
        "icon": None,
        "type": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(world.developer),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


def role(of: Role) -> Payload:
    """A role."""
    return {
        "id": str(of.id),
        "name": of.name,
        "permissions": str(of.permissions),
        "position": of.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def threads(found: list[Channel], who: User, *, more: bool) -> Payload:
    """A page of a list of threads, as somebody is told of it."""
    members = [thread_member(thread, who) for thread in found if who.id in thread.joined]
    return {"threads": [channel(thread) for thread in found], "members": members, "has_more": more}


def thread_member(thread: Channel, who: User) -> Payload:
    """Somebody in a thread."""
    return {
        "id": str(thread.id),
        "user_id": str(who.id),
        "join_timestamp": moment(thread.joined[who.id]),
        "flags": 0,
    }


def member(of: Member) -> Payload:
    """Somebody in a server, without who they are."""
    return {
        "roles": [str(role.id) for role in of.roles],
        "joined_at": moment(of.joined_at),
        "nick": of.nick,
        "avatar": None,
        "banner": None,
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def guild(world: World, of: Guild, places: Iterable[Channel] | None = None) -> Payload:
    """A server as the bot meets it: with the channels and threads that it sees, and itself as a member.

    ``places`` are its channels and threads, where they are known already.
    """
    channels = [
        place for place in (world.channels.values() if places is None else places) if place.guild is of
    ]
    return {
        "id": str(of.id),
        "name": of.name,
        "owner_id": str(of.owner.id),
        "roles": [role(each) for each in of.roles.values()],
        "members": [{**member(of.members[world.bot.id]), "user": user(world.bot)}],
        "member_count": len(of.members),
        "channels": [channel(place) for place in channels if not place.is_thread],
        "threads": [
            channel(place)
            for place in channels
            if place.is_thread and not place.archived and rights.sees(place, world.bot)
        ],
        "large": False,
        "unavailable": False,
        "emojis": [],
        "stickers": [],
        "features": [],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "nsfw_level": 0,
        "afk_timeout": 300,
        "premium_progress_bar_enabled": False,
    }


def last_pin(of: Channel) -> str | None:
    """When the latest of a channel's pinned messages was pinned."""
    return next((moment(message.pinned_at) for message in of.pinned if message.pinned_at), None)


def channel(of: Channel) -> Payload:
    """A channel of any kind."""
    last = max(of.messages, default=None)
    common: Payload = {
        "id": str(of.id),
        "type": of.type,
        "flags": 0,
        "last_message_id": None if last is None else str(last),
    }
    if of.type == DIRECT:
        assert of.recipient is not None
        return {**common, "recipients": [user(of.recipient)]}
    assert of.guild is not None
    common |= {
        "guild_id": str(of.guild.id),
        "name": of.name,
        "rate_limit_per_user": 0,
        "last_pin_timestamp": last_pin(of),
    }
    if of.is_thread:
        return {**common, **_thread(of)}
    overwrites = [
        {
            "id": str(target),
            "type": 0 if target in of.guild.roles else 1,
            "allow": str(allow),
            "deny": str(deny),
        }
        for target, (allow, deny) in of.overwrites.items()
    ]
    found = {
        **common,
        "position": 0,
        "topic": None,
        "nsfw": False,
        "parent_id": None,
        "permission_overwrites": overwrites,
    }
    return found if of.type != FORUM else {**found, **_forum(of)}


def _forum(of: Channel) -> Payload:
    tags = [
        {
            "id": str(tag.id),
            "name": tag.name,
            "moderated": tag.moderated,
            "emoji_id": None,
            "emoji_name": None,
        }
        for tag in of.tags
    ]
    return {
        "available_tags": tags,
        "flags": REQUIRE_TAG if of.requires_tag else 0,
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
        "default_thread_rate_limit_per_user": 0,
    }


def _thread(of: Channel) -> Payload:
    assert of.parent is not None
    assert of.owner is not None
    assert of.created_at is not None
    return {
        "parent_id": str(of.parent.id),
        "owner_id": str(of.owner.id),
        "message_count": len(of.messages),
        "total_message_sent": len(of.messages),
        "member_count": len(of.joined),
        "applied_tags": [str(tag) for tag in of.applied_tags],
        "thread_metadata": {
            "archived": of.archived,
            "archive_timestamp": moment(of.archived_at or of.created_at),
            "auto_archive_duration": of.auto_archive,
            "locked": of.locked,
            "create_timestamp": moment(of.created_at),
        },
    }


def attachment(of: Attachment, *, ephemeral: bool = False) -> Payload:
    """A file on a message."""
    payload: Payload = {
        "id": str(of.id),
        "filename": of.filename,
        "size": len(of.content),
        "url": of.url,
        "proxy_url": of.url,
        "content_type": of.content_type,
    }
    if of.description is not None:
        payload["description"] = of.description
    if of.size is not None:
        payload["width"], payload["height"] = of.size
    if ephemeral:
        payload["ephemeral"] = True
    return payload


def message(world: World, of: Message, *, nonce: bool = False) -> Payload:
    """A message; its ``nonce`` is told when it is created and never again."""
    payload: Payload = {
        "id": str(of.id),
        "channel_id": str(of.channel.id),
        "type": of.type,
        "author": user(of.author),
        "content": of.content,
        "timestamp": moment(of.created_at),
        "edited_timestamp": None if of.edited_at is None else moment(of.edited_at),
        "tts": False,
        "pinned": of.pinned_at is not None,
        "mention_everyone": of.pings.everyone,
        "mentions": [user(world.users[who]) for who in of.pings.users],
        "mention_roles": [str(which) for which in of.pings.roles],
        "attachments": [attachment(each, ephemeral=of.ephemeral) for each in of.attachments],
        "embeds": of.embeds,
        "components": of.components,
        "flags": of.flags,
    }
    if of.flags & HAS_THREAD and of.id in world.channels:
        payload["thread"] = channel(world.channels[of.id])
    if of.refers_to is not None:
        payload["message_reference"] = _reference(of.refers_to)
    if of.interaction_id is not None:
        payload["application_id"] = payload["webhook_id"] = str(world.application_id)
    if nonce and of.nonce is not None:
        payload["nonce"] = of.nonce
    return payload


def pin(world: World, of: Message) -> Payload:
    """A message that is pinned, and since when."""
    assert of.pinned_at is not None
    return {"pinned_at": moment(of.pinned_at), "message": message(world, of)}


def _reference(to: Message) -> Payload:
    payload: Payload = {"type": 0, "channel_id": str(to.channel.id), "message_id": str(to.id)}
    if to.channel.guild is not None:
        payload["guild_id"] = str(to.channel.guild.id)
    return payload


def callback(world: World, of: Interaction) -> Payload:
    """The answer to an interaction's acknowledgement."""
    told: Payload = {"id": str(of.id), "type": of.type}
    original = of.original
    if original is not None and of.callback in (4, 5, 7):
        told["response_message_id"] = str(original.id)
        told["response_message_loading"] = original.loading
        told["response_message_ephemeral"] = original.ephemeral
    answer: Payload = {"interaction": told}
    if original is not None and of.callback in (4, 7):
        answer["resource"] = {"type": of.callback, "message": message(world, original)}
    return answer


def command(world: World, given: Payload, number: int) -> Payload:
    """A registered command."""
    kept = {key: value for key, value in given.items() if value is not None}
    default = kept.get("default_member_permissions")
    return {
        **kept,
        "id": str(number),
        "application_id": str(world.application_id),
        "version": str(number),
        "type": kept.get("type", 1),
        "description": kept.get("description", ""),
        "default_member_permissions": None if default is None else str(default),
        "nsfw": kept.get("nsfw", False),
        "dm_permission": kept.get("dm_permission", True),
    }
