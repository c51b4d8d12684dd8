"""The world outside the bot: who and what there is, what time it is, and whom to tell when something changes.

It lives in the test's process, so the bot's process can die at any moment and nothing here is lost. What can
be done in it is in ``messaging``, ``threads`` and ``interactions``; what people do is in ``people``.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import discord

from tests.loopback.server import payloads, rights
from tests.loopback.server.clock import TurnableClock
from tests.loopback.server.entities import (
    DIRECT,
    FORUM,
    TEXT,
    Attachment,
    Channel,
    Guild,
    Interaction,
    Member,
    Message,
    Role,
    Tag,
    User,
)
from tests.loopback.server.refusals import refusal

EPOCH_MS: Final = 1_420_070_400_000
EVERYONE_MAY: Final = rights.permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    use_application_commands=True,
    add_reactions=True,
)
"""What a new server lets everyone do."""

Listener = Callable[[str, dict[str, Any], int], None]
"""Told an event: its name, its data, the intents of which one is needed (0: none)."""

T = TypeVar("T")


@dataclass
class Sharding:
    """The shards and sessions that Discord wants and allows."""

    shards: int = 1
    """The number of shards that is recommended."""
    most_guilds: int = 2500
    """Servers that one may have at most."""
    at_once: int = 1
    """Sessions that may be begun every five seconds (``max_concurrency``)."""
    starts_left: int = 1000
    """Sessions that may be begun within four hours."""


class World:
    """Everything outside the bot."""

    def __init__(self, clock: TurnableClock, *, token: str = "dummy") -> None:
        self.clock = clock
        self.token = token
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.interactions: dict[str, Interaction] = {}
        self.uploads: list[Attachment] = []
        """Files that were given to commands."""
        self.nonces: dict[tuple[int, str], list[Message]] = {}
        """The messages with a nonce that are there: by their author and the nonce, oldest first."""
        self.commands: list[dict[str, Any]] = []
        self.commands_set = 0
        """How often the commands were registered."""
        self.emojis: list[dict[str, Any]] = []
        """Those of the application."""
        self.listeners: list[Listener] = []
        self.cdn = "http://127.0.0.1"
        """Where files are fetched from."""
        self.keeps_files = True
        """False: of a file no bytes are kept, where there are too many to remember."""
        self.tells: Callable[[dict[str, Any]], dict[str, Any]] = lambda payload: payload
        """Makes of each interaction what the bot is told of it, such as one with a field missing."""
        self.sharding = Sharding()
        self.all_rest: Callable[[], Awaitable[None]] | None = None
        """Waits until all bots rest. Without it, people see by the clock alone that nobody answers."""
        # --- how patient Discord is
        self.acknowledge_within = timedelta(seconds=3)
        self.token_valid = timedelta(minutes=15)
        self.nonce_remembered = timedelta(minutes=5)
        """The past few minutes, say the documents."""
        self.old_after = timedelta(hours=1)
        self.old_edits = 5
        """Edits of old messages in a channel within an hour before 30046."""
        self.old_edits_retry = 0.05
        """Seconds after which the bot is told to try again then."""
        self._ids = 0
        self._waiting: dict[asyncio.Event, str] = {}
        self.developer = self.add_user("developer")
        self.bot = self.add_user("Tidepool", bot=True)

    @property
    def application_id(self) -> int:
        """The bot's application: it has the bot's id."""
        return self.bot.id

    # --- time ------------------------------------------------------------------------------------

    def now(self) -> datetime:
        """The time."""
        return self.clock()

    def turn(self, **length: float) -> None:
        """Let time pass at once, and what follows from it happen."""
        self.clock.turn(**length)
        self.archive_idle_threads()
        self.touch()

    def new_id(self) -> int:
        """An id, greater than all before, that tells the time as Discord's do."""
        passed = int(self.now().timestamp() * 1000) - EPOCH_MS
        self._ids = max(self._ids + 1, passed << 22)
        return self._ids

    # --- waiting ---------------------------------------------------------------------------------

    def touch(self) -> None:
        """Something changed: whoever waits looks again."""
        for event in self._waiting:
            event.set()

    async def until(self, look: Callable[[], T], *, within: float | None = None, what: str = "") -> T:
        """What ``look`` returns once it is true.

        ``within`` is for those who measure: TimeoutError after so many real seconds.
        """
        now = asyncio.get_running_loop().time
        # No asyncio.timeout around it: wait_for of Python 3.11 may lose a cancellation that comes with it.
        end = math.inf if within is None else now() + within
        with self.waiting(what or repr(look)) as event:
            while not (seen := look()):
                if (left := end - now()) <= 0:
                    raise TimeoutError(f"waited {within} s in vain for {what or look}")
                # Some of what is waited for (a log line) changes without anybody telling.
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), min(left, 0.05))
                event.clear()
            return seen

    @contextlib.contextmanager
    def waiting(self, what: str) -> Iterator[asyncio.Event]:
        """While something is waited for; the event is set whenever something changes."""
        event = asyncio.Event()
        self._waiting[event] = what
        try:
            yield event
        finally:
            del self._waiting[event]

    @property
    def awaited(self) -> list[str]:
        """What is being waited for."""
        return list(self._waiting.values())

    def emit(self, name: str, data: dict[str, Any], intents: int = 0) -> None:
        """Tell every session of the bot."""
        for listener in self.listeners:
            listener(name, data, intents)
        self.touch()

    # --- making ----------------------------------------------------------------------------------

    def add_user(self, name: str, *, bot: bool = False) -> User:
        """Somebody new."""
        user = User(self.new_id(), name, bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, *, bot_may: int | None = None, number: int | None = None) -> Guild:
        """A new server with the bot in it, whose role has ``bot_may``; ``number`` is its id, if said."""
        guild = Guild(self.new_id() if number is None else number, name, self.developer)
        guild.roles[guild.id] = Role(guild.id, "@everyone", EVERYONE_MAY)
        role = Role(self.new_id(), self.bot.name, EVERYONE_MAY if bot_may is None else bot_may, 1)
        guild.roles[role.id] = role
        for user, roles in ((self.developer, []), (self.bot, [role])):
            guild.members[user.id] = Member(user, self.now(), roles)
        self.guilds[guild.id] = guild
        self.emit("GUILD_CREATE", payloads.guild(self, guild), discord.Intents(guilds=True).value)
        return guild

    def add_member(self, guild: Guild, user: User) -> Member:
        """Somebody joins a server."""
        return guild.members.setdefault(user.id, Member(user, self.now()))

    def add_role(self, guild: Guild, name: str, **may: bool) -> Role:
        """A new role in a server, and what it allows, by discord.py's names."""
        role = Role(self.new_id(), name, EVERYONE_MAY | rights.permissions(**may), len(guild.roles))
        guild.roles[role.id] = role
        told = {"guild_id": str(guild.id), "role": payloads.role(role)}
        self.emit("GUILD_ROLE_CREATE", told, discord.Intents(guilds=True).value)
        return role

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """A new text channel."""
        channel = Channel(self.new_id(), TEXT, name, guild)
        self.channels[channel.id] = channel
        self.changed(channel, "CHANNEL_CREATE")
        return channel

    def add_forum(
        self, guild: Guild, name: str, *tags: str, requires_tag: bool = False, moderated: bool = False
    ) -> Channel:
        """A new forum, with tags of these names."""
        made = [Tag(self.new_id(), tag, moderated) for tag in tags]
        forum = Channel(self.new_id(), FORUM, name, guild, tags=made, requires_tag=requires_tag)
        self.channels[forum.id] = forum
        self.changed(forum, "CHANNEL_CREATE")
        return forum

    def direct_messages(self, user: User) -> Channel:
        """The direct messages between the bot and somebody."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        channel = Channel(self.new_id(), DIRECT, recipient=user)
        self.channels[channel.id] = channel
        return channel

    # --- changing --------------------------------------------------------------------------------

    def allow(self, channel: Channel, target: User | Role, **names: bool | None) -> None:
        """Allow (True), deny (False) or leave open (None) permissions in a channel, by discord.py's names."""
        allow, deny = map(discord.Permissions, channel.overwrites.get(target.id, (0, 0)))
        for name, value in names.items():
            allow.update(**{name: value is True})
            deny.update(**{name: value is False})
        channel.overwrites[target.id] = (allow.value, deny.value)
        self.changed(channel, "CHANNEL_UPDATE")

    def let_everyone(self, guild: Guild, **names: bool) -> None:
        """Change what every role of a server, the bot's too, may do."""
        for role in guild.roles.values():
            allowed = discord.Permissions(role.permissions)
            allowed.update(**names)
            role.permissions = allowed.value
            told = {"guild_id": str(guild.id), "role": payloads.role(role)}
            self.emit("GUILD_ROLE_UPDATE", told, discord.Intents(guilds=True).value)

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel or a thread, and a channel's threads."""
        for thread in [place for place in self.channels.values() if place.parent is channel]:
            self.remove_channel(thread)
        del self.channels[channel.id]
        self.changed(channel, "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE")

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Somebody archives a thread, and locks it if so said."""
        thread.archived, thread.archived_at, thread.locked = True, self.now(), locked or thread.locked
        self.changed(thread, "THREAD_UPDATE")

    def archive_idle_threads(self) -> None:
        """Archive what had no message for long enough."""
        for thread in list(self.channels.values()):
            if not thread.is_thread or thread.archived or thread.active_at is None:
                continue
            if self.now() - thread.active_at > timedelta(minutes=thread.auto_archive):
                self.archive(thread)

    def changed(self, channel: Channel, event: str) -> None:
        """Tell the bot of a channel, if it sees it."""
        if channel.guild is None:
            return
        if event.endswith(("UPDATE", "DELETE")) or rights.sees(channel, self.bot):
            self.emit(event, payloads.channel(channel), discord.Intents(guilds=True).value)

    # --- finding ---------------------------------------------------------------------------------

    def channel(self, channel_id: int) -> Channel:
        """A channel. Refuses with 10003."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise refusal(10003) from None

    def message(self, channel: Channel, message_id: int) -> Message:
        """A message that everybody in the channel sees. Refuses with 10008."""
        message = channel.messages.get(message_id)
        if message is None or message.ephemeral:
            raise refusal(10008)
        return message

    def threads(self, channel: Channel) -> list[Channel]:
        """The threads of a channel, oldest first."""
        return [place for place in self.channels.values() if place.parent is channel]

    def messages(self) -> Iterator[Message]:
        """Every message there is, ephemeral ones too."""
        for channel in list(self.channels.values()):
            yield from channel.messages.values()

    def shares_guild(self, user: User) -> bool:
        """Whether the bot and somebody are in one server."""
        return any(
            user.id in guild.members and self.bot.id in guild.members for guild in self.guilds.values()
        )


def guild_on(world: World, shard: int, count: int = 2) -> Guild:
    """A server of this shard: another one is made until it is."""
    made = (world.add_guild(f"Server {number}") for number in itertools.count())
    return next(guild for guild in made if (guild.id >> 22) % count == shard)
