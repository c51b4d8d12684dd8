"""What the weekly summary needs of a store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from matches.model import GuildId
from matches.summaries import MatchSummary
from matches.week import Gain, Span


class WeekStore(Protocol):
    """What happened in a server in a span of time. Only results that count are looked at."""

    async def ended_in(self, guild_id: GuildId, span: Span, limit: int) -> tuple[MatchSummary, ...]:
        """The matches that ended, newest end first, at most ``limit``."""

    async def games_ended(self, guild_id: GuildId, span: Span) -> Mapping[str, int]:
        """How many matches ended of each game, by key."""

    async def count_running(self, guild_id: GuildId) -> int:
        """How many matches run in a server now."""

    async def gains(self, guild_id: GuildId, span: Span, limit: int) -> tuple[Gain, ...]:
        """Who gained rating points in a game, most first, at most ``limit``."""

    async def newcomers(self, guild_id: GuildId, span: Span) -> int:
        """How many of the players had ended no match in the server before."""
