"""The requests that the loopback Discord knows: a table of methods, paths and what is done.

A path that is missing here is a 404 and a problem that fails the test: add it with a function of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.loopback.server import emojis, events, interactions, messaging, payloads, pins, rights, threads
from tests.loopback.server.entities import FORUM, Channel, Guild, Message, User
from tests.loopback.server.faults import Call
from tests.loopback.server.refusals import bad_form, refusal
from tests.loopback.server.world import World

ENTRY_POINT: Final = 4
"""The type of the command that opens an Activity."""

Ids = dict[str, str]
Answer = tuple[int, Any]
"""HTTP status and JSON (None: no body)."""
Handler = Callable[[World, Call, Ids], Answer]


@dataclass(frozen=True)
class Route:
    """One line of the table. ``public``: the token in the path is enough."""

    method: str
    template: str
    handler: Handler
    public: bool
    pattern: re.Pattern[str]


ROUTES: Final[list[Route]] = []


def route(method: str, template: str, *, public: bool = False) -> Callable[[Handler], Handler]:
    """Put a function into the table."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))

    def put(handler: Handler) -> Handler:
        ROUTES.append(Route(method, template, handler, public, pattern))
        return handler

    return put


def find(method: str, path: str) -> tuple[Route, Ids] | None:
    """The route of a request, with the ids in its path."""
    for known in ROUTES:
        if known.method == method and (found := known.pattern.fullmatch(path)):
            return known, found.groupdict()
    return None


# --- the bot itself ------------------------------------------------------------------------------


@route("GET", "/users/@me")
def me(world: World, call: Call, ids: Ids) -> Answer:
    """Who the bot is."""
    return 200, payloads.me(world.bot)


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def application(world: World, call: Call, ids: Ids) -> Answer:
    """The bot's application."""
    return 200, payloads.application(world)


@route("GET", "/gateway/bot")
def gateway(world: World, call: Call, ids: Ids) -> Answer:
    """How many shards there should be, and how many sessions may be begun."""
    wanted = world.sharding
    limits = {
        "total": 1000,
        "remaining": wanted.starts_left,
        "reset_after": 14_400_000,
        "max_concurrency": wanted.at_once,
    }
    return 200, {"url": "wss://gateway.invalid", "shards": wanted.shards, "session_start_limit": limits}


@route("GET", "/applications/{application_id}/emojis")
def list_emojis(world: World, call: Call, ids: Ids) -> Answer:
    """The emojis of the application."""
    return 200, {"items": world.emojis}


@route("POST", "/applications/{application_id}/emojis")
def create_emoji(world: World, call: Call, ids: Ids) -> Answer:
    """Upload an emoji of the application."""
    return 201, emojis.create(world, call.body)


@route("PATCH", "/applications/{application_id}/emojis/{emoji_id}")
def rename_emoji(world: World, call: Call, ids: Ids) -> Answer:
    """Rename an emoji of the application."""
    return 200, emojis.rename(world, ids["emoji_id"], call.body)


@route("GET", "/applications/{application_id}/commands")
def commands(world: World, call: Call, ids: Ids) -> Answer:
    """The registered commands."""
    return 200, world.commands


@route("PUT", "/applications/{application_id}/commands")
def set_commands(world: World, call: Call, ids: Ids) -> Answer:
    """Register all commands anew."""
    names = [(given.get("type", 1), given["name"]) for given in call.body]
    if len(names) != len(set(names)):
        raise bad_form("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Names must be unique")
    if sum(kind == 1 for kind, _ in names) > 100:
        raise refusal(30032)
    for given in call.body:
        _check_size(given)
    known = {(one["type"], one["name"]): int(one["id"]) for one in world.commands}
    if not {name for name in known if name[0] == ENTRY_POINT} <= set(names):
        raise refusal(50240)
    world.commands = [
        payloads.command(world, given, known.get(name) or world.new_id())
        for name, given in zip(names, call.body, strict=True)
    ]
    world.commands_set += 1
    return 200, world.commands


def _check_size(given: dict[str, Any]) -> None:
    def size(part: dict[str, Any]) -> int:
        own = len(part.get("name", "")) + len(part.get("description") or "") + len(str(part.get("value", "")))
        return own + sum(map(size, [*(part.get("options") or []), *(part.get("choices") or [])]))

    if size(given) > 8000:
        raise bad_form("options", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def guild_member(world: World, call: Call, ids: Ids) -> Answer:
    """Somebody in a server that the bot is in."""
    guild = _guild(world, ids)
    who = _user(world, ids["user_id"])
    if who.id not in guild.members:
        raise refusal(10007)
    return 200, {**payloads.member(guild.members[who.id]), "user": payloads.user(who)}


# --- scheduled events ----------------------------------------------------------------------------


@route("GET", "/guilds/{guild_id}/scheduled-events")
def scheduled_events(world: World, call: Call, ids: Ids) -> Answer:
    """The events of a server that are not over."""
    return 200, events.listed(world, _guild(world, ids))


@route("POST", "/guilds/{guild_id}/scheduled-events")
def make_event(world: World, call: Call, ids: Ids) -> Answer:
    """Make an event."""
    return 200, events.make(world, _guild(world, ids), call.body)


@route("GET", "/guilds/{guild_id}/scheduled-events/{event_id}")
def scheduled_event(world: World, call: Call, ids: Ids) -> Answer:
    """An event."""
    return 200, events.one(world, _guild(world, ids), _number(ids["event_id"], 10070))


@route("PATCH", "/guilds/{guild_id}/scheduled-events/{event_id}")
def change_event(world: World, call: Call, ids: Ids) -> Answer:
    """Change an event."""
    return 200, events.change(world, _guild(world, ids), _number(ids["event_id"], 10070), call.body)


@route("DELETE", "/guilds/{guild_id}/scheduled-events/{event_id}")
def delete_event(world: World, call: Call, ids: Ids) -> Answer:
    """Delete an event."""
    events.delete(world, _guild(world, ids), _number(ids["event_id"], 10070))
    return 204, None


# --- people --------------------------------------------------------------------------------------


@route("POST", "/users/@me/channels")
def open_direct_messages(world: World, call: Call, ids: Ids) -> Answer:
    """The direct messages with somebody."""
    user = _user(world, call.body["recipient_id"])
    return 200, payloads.channel(world.direct_messages(user))


@route("GET", "/users/{user_id}")
def user(world: World, call: Call, ids: Ids) -> Answer:
    """Somebody."""
    return 200, payloads.user(_user(world, ids["user_id"]))


# --- channels and threads ------------------------------------------------------------------------


@route("GET", "/channels/{channel_id}")
def channel(world: World, call: Call, ids: Ids) -> Answer:
    """A channel."""
    found = _channel(world, ids)
    rights.require(found, world.bot)
    return 200, payloads.channel(found)


@route("PATCH", "/channels/{channel_id}")
def change_channel(world: World, call: Call, ids: Ids) -> Answer:
    """Change a thread."""
    found = _channel(world, ids)
    if not found.is_thread:
        raise refusal(50013)
    return 200, payloads.channel(threads.change(world, world.bot, found, call.body))


@route("POST", "/channels/{channel_id}/threads")
def start_thread(world: World, call: Call, ids: Ids) -> Answer:
    """Start a thread, or a post."""
    place = _channel(world, ids)
    started = threads.start(world, world.bot, place, call.body)
    told = payloads.channel(started)
    if place.type == FORUM:
        told["message"] = payloads.message(world, started.messages[started.id])
    return 201, told


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_thread_on(world: World, call: Call, ids: Ids) -> Answer:
    """Start a thread on a message."""
    place = _channel(world, ids)
    rights.require(place, world.bot)
    started = threads.start(world, world.bot, place, call.body, on=_message(world, ids))
    return 201, payloads.channel(started)


@route("GET", "/guilds/{guild_id}/threads/active")
def active_threads(world: World, call: Call, ids: Ids) -> Answer:
    """The threads of a server that are not archived, as far as the bot sees them."""
    found = threads.active(world, world.bot, _guild(world, ids))
    return 200, payloads.threads(found, world.bot, more=False)


@route("GET", "/channels/{channel_id}/threads/archived/public")
def archived_threads(world: World, call: Call, ids: Ids) -> Answer:
    """A page of a channel's archived threads, the latest archived first."""
    found, more = threads.archived(world, world.bot, _channel(world, ids), call.query, private=False)
    return 200, payloads.threads(found, world.bot, more=more)


@route("GET", "/channels/{channel_id}/users/@me/threads/archived/private")
def archived_private_threads(world: World, call: Call, ids: Ids) -> Answer:
    """A page of a channel's archived private threads that the bot is in, by id, the highest first."""
    found, more = threads.archived(world, world.bot, _channel(world, ids), call.query, private=True)
    return 200, payloads.threads(found, world.bot, more=more)


@route("GET", "/channels/{channel_id}/thread-members/{user_id}")
def thread_member(world: World, call: Call, ids: Ids) -> Answer:
    """Somebody in a thread."""
    thread, who = _channel(world, ids), _user(world, ids["user_id"])
    if who.id not in thread.joined:
        raise refusal(10007)
    return 200, payloads.thread_member(thread, who)


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_to_thread(world: World, call: Call, ids: Ids) -> Answer:
    """Bring somebody into a thread."""
    threads.join(world, world.bot, _channel(world, ids), _user(world, ids["user_id"]))
    return 204, None


@route("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_from_thread(world: World, call: Call, ids: Ids) -> Answer:
    """Take somebody out of a thread."""
    threads.leave(world, world.bot, _channel(world, ids), _user(world, ids["user_id"]))
    return 204, None


# --- pins: before single messages, since their path would do for one ------------------------------


@route("GET", "/channels/{channel_id}/messages/pins")
def list_pins(world: World, call: Call, ids: Ids) -> Answer:
    """A page of pinned messages."""
    found, more = pins.page(world, world.bot, _channel(world, ids), call.query)
    return 200, {"items": [payloads.pin(world, message) for message in found], "has_more": more}


@route("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
def pin(world: World, call: Call, ids: Ids) -> Answer:
    """Pin a message."""
    rights.require(_channel(world, ids), world.bot)
    pins.pin(world, world.bot, _message(world, ids))
    return 204, None


@route("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
def unpin(world: World, call: Call, ids: Ids) -> Answer:
    """Take a pin off a message."""
    rights.require(_channel(world, ids), world.bot)
    pins.unpin(world, world.bot, _message(world, ids))
    return 204, None


# --- messages ------------------------------------------------------------------------------------


@route("GET", "/channels/{channel_id}/messages")
def history(world: World, call: Call, ids: Ids) -> Answer:
    """A page of messages."""
    found = messaging.history(world, world.bot, _channel(world, ids), call.query)
    return 200, [payloads.message(world, message) for message in found]


@route("POST", "/channels/{channel_id}/messages")
def send(world: World, call: Call, ids: Ids) -> Answer:
    """Send a message."""
    sent = messaging.send(world, world.bot, _channel(world, ids), call.body or {}, call.files)
    return 200, payloads.message(world, sent, nonce=True)


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def message(world: World, call: Call, ids: Ids) -> Answer:
    """One message."""
    rights.require(_channel(world, ids), world.bot, "read_message_history")
    return 200, payloads.message(world, _message(world, ids))


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit(world: World, call: Call, ids: Ids) -> Answer:
    """Edit a message."""
    rights.require(_channel(world, ids), world.bot)
    edited = messaging.edit(world, world.bot, _message(world, ids), call.body or {}, call.files)
    return 200, payloads.message(world, edited)


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete(world: World, call: Call, ids: Ids) -> Answer:
    """Delete a message."""
    rights.require(_channel(world, ids), world.bot)
    messaging.delete(world, world.bot, _message(world, ids))
    return 204, None


# --- interactions --------------------------------------------------------------------------------


@route("POST", "/interactions/{interaction_id}/{token}/callback", public=True)
def answer(world: World, call: Call, ids: Ids) -> Answer:
    """Acknowledge an interaction."""
    number = int(ids["interaction_id"])
    done = interactions.answer(world, number, ids["token"], call.body, call.files, call.process)
    if call.query.get("with_response") in ("1", "true"):
        return 200, payloads.callback(world, done)
    return 204, None


@route("POST", "/webhooks/{application_id}/{token}", public=True)
def follow_up(world: World, call: Call, ids: Ids) -> Answer:
    """One more message."""
    sent = interactions.follow_up(world, ids["token"], call.body, call.files, call.process)
    return 200, payloads.message(world, sent)


@route("GET", "/webhooks/{application_id}/{token}/messages/@original", public=True)
def original(world: World, call: Call, ids: Ids) -> Answer:
    """The first answer's message."""
    return 200, payloads.message(world, interactions.original(world, ids["token"]))


@route("PATCH", "/webhooks/{application_id}/{token}/messages/@original", public=True)
def edit_original(world: World, call: Call, ids: Ids) -> Answer:
    """Edit the first answer's message."""
    edited = interactions.edit_original(world, ids["token"], call.body, call.files, call.process)
    return 200, payloads.message(world, edited)


@route("DELETE", "/webhooks/{application_id}/{token}/messages/@original", public=True)
def delete_original(world: World, call: Call, ids: Ids) -> Answer:
    """Delete the first answer's message."""
    interactions.delete_original(world, ids["token"], call.process)
    return 204, None


@route("GET", "/webhooks/{application_id}/{token}/messages/{message_id}", public=True)
def followed_up(world: World, call: Call, ids: Ids) -> Answer:
    """A later message."""
    return 200, payloads.message(world, _follow_up(world, ids))


@route("PATCH", "/webhooks/{application_id}/{token}/messages/{message_id}", public=True)
def edit_follow_up(world: World, call: Call, ids: Ids) -> Answer:
    """Edit a later message."""
    edited = messaging.change(world, _follow_up(world, ids), call.body, call.files)
    return 200, payloads.message(world, edited)


@route("DELETE", "/webhooks/{application_id}/{token}/messages/{message_id}", public=True)
def delete_follow_up(world: World, call: Call, ids: Ids) -> Answer:
    """Delete a later message."""
    messaging.remove(world, _follow_up(world, ids))
    return 204, None


# --- parts ---------------------------------------------------------------------------------------


def _number(text: str, unknown: int) -> int:
    if not text.isdigit():
        raise refusal(unknown)
    return int(text)


def _guild(world: World, ids: Ids) -> Guild:
    """A server that the bot is in."""
    guild = world.guilds.get(int(ids["guild_id"]))
    if guild is None or world.bot.id not in guild.members:
        raise refusal(10004)
    return guild


def _channel(world: World, ids: Ids) -> Channel:
    return world.channel(_number(ids["channel_id"], 10003))


def _message(world: World, ids: Ids) -> Message:
    return world.message(_channel(world, ids), _number(ids["message_id"], 10008))


def _user(world: World, given: str) -> User:
    try:
        return world.users[int(given)]
    except (KeyError, ValueError):
        raise refusal(10013) from None


def _follow_up(world: World, ids: Ids) -> Message:
    return interactions.follow_up_message(world, ids["token"], _number(ids["message_id"], 10008))
