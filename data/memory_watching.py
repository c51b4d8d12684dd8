"""Who watches what, and a server's week, in the store in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from data.checks import check_times
from data.memory_base import MemoryBase
from matches.errors import WatchError, WatchProblem
from matches.model import GuildId, Match, MatchId, UserId
from matches.summaries import MatchSummary
from matches.week import Gain, Span

if TYPE_CHECKING:
    from matches.books import Entered


class MemoryWatching(MemoryBase):
    """Watchers in this process only, and what happened in servers."""

    _entered: dict[MatchId, tuple[Entered, ...]]

    def __init__(self) -> None:
        super().__init__()
        self._watches: dict[MatchId, dict[UserId, tuple[datetime, bool]]] = {}

    async def watch(
        self, match_id: MatchId, user_id: UserId, *, each_turn: bool, at: datetime, most: int, crowd: int
    ) -> None:
        check_times(at)
        if not self._present(match_id).phase.running:
            raise WatchError(WatchProblem.NOT_RUNNING)
        watchers = self._watches.setdefault(match_id, {})
        if user_id not in watchers:
            if len(await self.watched_by(user_id)) >= most:
                raise WatchError(WatchProblem.TOO_MANY)
            if len(watchers) >= crowd:
                raise WatchError(WatchProblem.FULL)
        watchers[user_id] = at, each_turn

    async def unwatch(self, match_id: MatchId, user_id: UserId) -> bool:
        return self._watches.get(match_id, {}).pop(user_id, None) is not None

    async def watchers(self, match_id: MatchId) -> Mapping[UserId, bool]:
        found = sorted((at, user, each) for user, (at, each) in self._watches.get(match_id, {}).items())
        return {user: each for _, user, each in found}

    async def watched_by(self, user_id: UserId) -> tuple[MatchId, ...]:
        found = [match_id for match_id, watchers in self._watches.items() if user_id in watchers]
        running = [match_id for match_id in found if self._matches[match_id].phase.running]
        return tuple(sorted(running, reverse=True))

    def _end_watching(self, match_id: MatchId) -> None:
        self._watches.pop(match_id, None)

    # --- a server's week -------------------------------------------------------------------------

    async def ended_in(self, guild_id: GuildId, span: Span, limit: int) -> tuple[MatchSummary, ...]:
        check_times(span.since, span.until)
        found = [match for match in self._ended(guild_id) if self._holds(span, match)]
        newest = sorted(found, key=lambda match: (self._finished_at[match.id], match.id), reverse=True)
        return self._summaries(newest[:limit])

    async def games_ended(self, guild_id: GuildId, span: Span) -> Mapping[str, int]:
        found = await self.ended_in(guild_id, span, len(self._matches))
        return dict(sorted(Counter(match.game for match in found).items()))

    async def count_running(self, guild_id: GuildId) -> int:
        return sum(match.guild_id == guild_id and match.phase.running for match in self._matches.values())

    async def gains(self, guild_id: GuildId, span: Span, limit: int) -> tuple[Gain, ...]:
        risen: Counter[tuple[UserId, str]] = Counter()
        for match in await self.ended_in(guild_id, span, len(self._matches)):
            for one in self._entered.get(match.id, ()):
                if one.score.before is not None and one.score.after is not None:
                    risen[one.score.user_id, one.score.game] += one.score.after - one.score.before
        found = [Gain(user, game, points) for (user, game), points in risen.items() if points > 0]
        return tuple(sorted(found, key=lambda one: (-one.points, one.user_id, one.game))[:limit])

    async def newcomers(self, guild_id: GuildId, span: Span) -> int:
        players = {
            user
            for match in await self.ended_in(guild_id, span, len(self._matches))
            for user in match.players
        }
        before = {
            user
            for match in self._ended(guild_id)
            if self._finished_at[match.id] < span.since
            for user in match.players
        }
        return len(players - before)

    def _ended(self, guild_id: GuildId) -> list[Match]:
        """The matches of a server that ended with a result that counts."""
        finished = [match for match in self._matches.values() if match.id in self._finished_at]
        return [
            match
            for match in finished
            if match.guild_id == guild_id and (match.result is None or match.result.counts)
        ]

    def _holds(self, span: Span, match: Match) -> bool:
        return span.since <= self._finished_at[match.id] < span.until
