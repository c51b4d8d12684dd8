"""A server's front door, and the lists that servers had before: what is known of their messages."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from matches.model import ChannelId, GuildId, MessageId


class DoorKind(StrEnum):
    """The kind of a message. The values are stored: never rename one."""

    LEADERBOARD = "leaderboard"
    CHALLENGES = "challenges"
    RUNNING = "running"
    LADDERS = "places"
    FRONT_DOOR = "front_door"


FOUR_LISTS: Final = (DoorKind.LEADERBOARD, DoorKind.CHALLENGES, DoorKind.RUNNING, DoorKind.LADDERS)
"""The lists of servers that had no front door yet, a message each: the bot posts none of them any more.

Ids of buttons hold their index: never change their order.
"""


@dataclass(frozen=True, slots=True)
class DoorMessage:
    """The front door of a server, or a list that is still there from before, and its message on Discord.

    ``digest`` is a hash of what the message shows, as of ``shown_at``; ``pinned``: it is pinned. ``lost``
    counts how often users deleted the message. ``due_at`` is when it was due, as it was claimed, and
    ``has_lists``: the server had lists then.
    """

    guild_id: GuildId
    kind: DoorKind
    channel: ChannelId | None = None
    message: MessageId | None = None
    digest: str | None = None
    shown_at: datetime | None = None
    pinned: bool = False
    lost: int = 0
    due_at: datetime | None = field(default=None, compare=False)
    has_lists: bool = field(default=False, compare=False)

    @property
    def taken_away(self) -> DoorMessage:
        """It without its message."""
        return replace(self, channel=None, message=None, digest=None, shown_at=None, pinned=False)
