"""Storage for watching and the weekly summary: who watches what, and what happened in a server."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from matches.model import GuildId, MatchId, UserId
from matches.summaries import MatchSummary
from matches.week import Gain, Span


class SpectatorStore(Protocol):
    """The watchers of running matches. Once the end of a match has been shown, nobody watches it any more."""

    async def watch(
        self, match_id: MatchId, user_id: UserId, *, each_turn: bool, at: datetime, most: int, crowd: int
    ) -> None:
        """Store that somebody watches a match from ``at`` on, or watches it in another way from now on.

        Raises NoSuchMatchError; WatchError when the match does not run, or when it would be more than
        ``most`` running matches that they watch, or more than ``crowd`` people who watch it: counted in the
        same transaction.
        """

    async def unwatch(self, match_id: MatchId, user_id: UserId) -> bool:
        """Store that somebody does not watch a match any more; returns whether they did."""

    async def watchers(self, match_id: MatchId) -> Mapping[UserId, bool]:
        """The people who watch a match, earliest first, and whether they want to hear of each turn."""

    async def watched_by(self, user_id: UserId) -> tuple[MatchId, ...]:
        """The running matches that somebody watches, newest match first."""


class WeekStore(Protocol):
    """The events in a server in a span of time. Only results that count are looked at."""

    async def ended_in(self, guild_id: GuildId, span: Span, limit: int) -> tuple[MatchSummary, ...]:
        """The matches that ended, newest end first, at most ``limit``."""

    async def games_ended(self, guild_id: GuildId, span: Span) -> Mapping[str, int]:
        """The number of matches that ended of each game, by key."""

    async def count_running(self, guild_id: GuildId) -> int:
        """The number of matches that run in a server now."""

    async def gains(self, guild_id: GuildId, span: Span, limit: int) -> tuple[Gain, ...]:
        """The people who gained rating points in a game, most first, at most ``limit``."""

    async def newcomers(self, guild_id: GuildId, span: Span) -> int:
        """The number of players who had ended no match in the server before."""
