"""The things of the world outside the bot: people, servers, channels, messages. Data, and nothing decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

TEXT: Final = 0
DIRECT: Final = 1
PUBLIC_THREAD: Final = 11
PRIVATE_THREAD: Final = 12
FORUM: Final = 15
REQUIRE_TAG: Final = 1 << 4

TELLS_OF_PIN: Final = 6
"""The type of the message by which Discord says that somebody pinned another."""
WRITTEN: Final = frozenset({0, 19, 20})
"""The types of messages that somebody wrote, or that answer a command: the others are Discord's own."""

HAS_THREAD: Final = 1 << 5
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
V2: Final = 1 << 15


@dataclass(eq=False)
class User:
    """Somebody, in every server."""

    id: int
    name: str
    bot: bool = False
    dms_open: bool = True
    """Whether the bot may write to them."""

    @property
    def mention(self) -> str:
        """How a text names them."""
        return f"<@{self.id}>"


@dataclass(eq=False)
class Role:
    """A role of a server; its permissions as Discord's number."""

    id: int
    name: str
    permissions: int
    position: int = 0


@dataclass(eq=False)
class Member:
    """Somebody in one server."""

    user: User
    joined_at: datetime
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None
    """What they're called there."""


@dataclass(eq=False)
class Guild:
    """A server. Its first role is @everyone and has the server's id."""

    id: int
    name: str
    owner: User
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    most_active_threads: int = 1000
    refused_in_names: str = ""
    """A text that no name of a thread may hold, as in servers that can be discovered."""
    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Its scheduled events, as Discord tells of them."""

    @property
    def everyone(self) -> Role:
        """The role that everyone has."""
        return self.roles[self.id]


@dataclass(eq=False)
class Attachment:
    """A file on a message, its bytes kept."""

    id: int
    filename: str
    content: bytes
    content_type: str
    url: str
    description: str | None = None
    size: tuple[int, int] | None = None
    """Width and height of a picture."""


@dataclass(eq=False)
class Pings:
    """Whom a message really pinged, after ``allowed_mentions``."""

    users: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    everyone: bool = False
    silent: bool = False
    """Sent with SUPPRESS_NOTIFICATIONS: shown as a ping, and no device makes a sound."""


@dataclass(eq=False)
class Message:
    """A message: what Discord keeps of it, and what tests ask about it."""

    id: int
    channel: Channel
    author: User
    created_at: datetime
    type: int = 0
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    edited_at: datetime | None = None
    nonce: str | None = None
    allowed_mentions: dict[str, Any] | None = None
    pings: Pings = field(default_factory=Pings)
    edits: int = 0
    """How often it was edited."""
    earlier: list[list[dict[str, Any]]] = field(default_factory=list)
    """Its components before each edit."""
    only_for: User | None = None
    """The one person who sees it, if it is ephemeral."""
    interaction_id: int | None = None
    """The interaction it answers."""
    refers_to: Message | None = None
    """The message that it tells of."""
    pinned_at: datetime | None = None
    """When it was pinned; None if it is not."""
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Whether one person alone sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it only says that the bot is thinking."""
        return bool(self.flags & LOADING)


@dataclass(eq=False)
class Tag:
    """A tag of a forum. A moderated one takes the right to manage threads."""

    id: int
    name: str
    moderated: bool = False


@dataclass(eq=False)
class Channel:
    """A text channel, a forum, a thread or the direct messages between the bot and somebody."""

    id: int
    type: int
    name: str = ""
    guild: Guild | None = None
    parent: Channel | None = None
    """The channel a thread belongs to."""
    recipient: User | None = None
    """Whose direct messages these are."""
    overwrites: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Role or user -> what is allowed, what is denied."""
    messages: dict[int, Message] = field(default_factory=dict)
    # --- forums only
    tags: list[Tag] = field(default_factory=list)
    requires_tag: bool = False
    # --- threads only
    applied_tags: list[int] = field(default_factory=list)
    owner: User | None = None
    created_at: datetime | None = None
    archived: bool = False
    archived_at: datetime | None = None
    locked: bool = False
    auto_archive: int = 4320
    """Minutes without a message after which the thread is archived."""
    active_at: datetime | None = None
    """When the last message was sent, or the thread opened again."""
    joined: dict[int, datetime] = field(default_factory=dict)
    old_edits: list[datetime] = field(default_factory=list)
    """When messages over an hour old were edited here."""

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread."""
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def last(self) -> Message:
        """The newest message that everybody sees."""
        return self.public[-1]

    @property
    def public(self) -> list[Message]:
        """The messages that everybody sees, oldest first."""
        return [message for message in self.messages.values() if not message.ephemeral]

    @property
    def pinned(self) -> list[Message]:
        """The messages that are pinned, the latest pin first."""
        found = [(message.pinned_at, message) for message in self.messages.values() if message.pinned_at]
        return [message for _, message in sorted(found, key=lambda pin: (pin[0], pin[1].id), reverse=True)]

    @property
    def mention(self) -> str:
        """How a text names it."""
        return f"<#{self.id}>"


@dataclass(eq=False)
class Interaction:
    """A command, click or form that somebody sent, and what became of it."""

    id: int
    token: str
    type: int
    user: User
    channel: Channel
    created_at: datetime
    payload: dict[str, Any]
    """What the bot is told."""
    message: Message | None = None
    """The message whose control was used."""
    # --- what became of it
    acknowledged_at: datetime | None = None
    callback: int | None = None
    """The type of the first answer."""
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    original_deleted: bool = False
    choices: list[dict[str, Any]] | None = None
    """What autocompletion offered."""
    form: dict[str, Any] | None = None
    """The form that was opened."""
    refusals: list[int] = field(default_factory=list)
    """The codes of what was refused to the bot about this interaction."""
    answered_by: list[str] = field(default_factory=list)
    """The process behind each request that was accepted."""
    thinking: bool = False
    """Deferred with a message to come, which is not there yet."""
