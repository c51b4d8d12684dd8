"""Ladders and the history of places, kept with the ends of matches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from matches.ladder.matches import LadderState
from matches.ladder.places import Ladder, LadderKey, PlaceChange
from matches.model import GuildId, MatchId, UserId
from matches.shards import ALL, Shards


class LadderStore(Protocol):
    """Ladders. The ends of matches change them too, in the transaction of ``MatchStore.save``."""

    async def ladder(self, key: LadderKey) -> Ladder:
        """A ladder; an empty one where nobody has joined it."""

    async def state(self, key: LadderKey, user_id: UserId, now: datetime) -> LadderState:
        """A ladder with its running matches, and whom ``user_id`` has met on it lately, at one moment."""

    async def of_guild(self, guild_id: GuildId) -> Mapping[str, Ladder]:
        """The ladders of a server that somebody is on, by game."""

    async def join(self, key: LadderKey, user_id: UserId, now: datetime) -> Ladder:
        """Put somebody at the bottom of a ladder, unless they are on it; returns the ladder."""

    async def leave(self, key: LadderKey, user_id: UserId, now: datetime) -> Ladder:
        """Take somebody off a ladder, if they are on it; returns the ladder."""

    async def leave_all(self, user_id: UserId, now: datetime, guild_id: GuildId | None = None) -> None:
        """Take somebody off all ladders, or off those of one server."""

    async def due(self, now: datetime, limit: int, shards: Shards = ALL) -> tuple[LadderKey, ...]:
        """The ladders of those who are to slide, the longest due first: of at most ``limit`` people."""

    async def slide(self, key: LadderKey, now: datetime, *, closed: bool = False) -> None:
        """Have those slide who are to by ``now``; on a ``closed`` one they are looked at again tomorrow.

        Harmless twice.
        """

    async def won(self, match_id: MatchId) -> int | None:
        """The place that the challenger took at the end of a match; None where they took none."""

    async def history(self, key: LadderKey, user_id: UserId, limit: int) -> tuple[PlaceChange, ...]:
        """The places that somebody had on a ladder, the latest first, at most ``limit``."""
