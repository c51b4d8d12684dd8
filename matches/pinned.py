"""The lists that a server keeps in a channel: each is one message, kept up to date. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from matches.model import ChannelId, GuildId, MessageId

MOST_LOST: Final = 1
"""The number of times that a deleted list is posted again."""


class ListKind(StrEnum):
    """The subject of a list. The values are stored: never rename one."""

    LEADERBOARD = "leaderboard"
    CHALLENGES = "challenges"
    RUNNING = "running"
    LADDERS = "places"


@dataclass(frozen=True, slots=True)
class PinnedList:
    """A list of a server, and its message on Discord.

    ``digest`` is a hash of what the message shows, as of ``shown_at``; ``pinned``: it is pinned. ``lost``
    counts how often the message was deleted.
    """

    guild_id: GuildId
    kind: ListKind
    channel: ChannelId | None = None
    message: MessageId | None = None
    digest: str | None = None
    shown_at: datetime | None = None
    pinned: bool = False
    lost: int = 0
