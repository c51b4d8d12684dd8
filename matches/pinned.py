"""The lists that a server keeps in a channel: each is one message, kept up to date. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from matches.model import ChannelId, GuildId, MessageId

MOST_LOST: Final = 1
"""Times that a list is posted again which somebody deleted."""


class ListKind(StrEnum):
    """The subject of a list. The values are stored: never rename one."""

    LEADERBOARD = "leaderboard"
    CHALLENGES = "challenges"
    RUNNING = "running"
    LADDERS = "places"


@dataclass(frozen=True, slots=True)
class PinnedList:
    """A list of a server, and what Discord has of it.

    ``digest`` stands for what the message shows, as of ``shown_at``; ``pinned``: it is pinned. ``lost``
    counts the times that somebody deleted it.
    """

    guild_id: GuildId
    kind: ListKind
    channel: ChannelId | None = None
    message: MessageId | None = None
    digest: str | None = None
    shown_at: datetime | None = None
    pinned: bool = False
    lost: int = 0
