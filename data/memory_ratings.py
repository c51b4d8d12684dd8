"""Ratings, tallies and standings in the store in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from data.memory_seasons import MemorySeasons
from matches.books import (
    Account,
    Books,
    Entered,
    Meeting,
    MeetingKey,
    Opening,
    OpeningKey,
    Standing,
    StandingKey,
    Tally,
    TallyKey,
)
from matches.model import GuildId, MatchId, Stakes, UserId
from matches.ratings import Rating
from matches.scores import Ending, RatedStart, Score
from matches.standings import Board


class MemoryRatings(MemorySeasons):
    """Whole books in this process only."""

    def __init__(self) -> None:
        super().__init__()
        self._books = Books()
        self._entered: dict[MatchId, tuple[Entered, ...]] = {}
        self._rated_starts: dict[MatchId, RatedStart] = {}

    async def rated_starts(self, game: str, one: UserId, other: UserId, since: datetime) -> int:
        pair = (min(one, other), max(one, other))
        starts = self._rated_starts.values()
        return sum(start.game == game and start.pair == pair and start.at > since for start in starts)

    async def accounts(self, user_ids: Sequence[UserId]) -> Mapping[UserId, Mapping[str, Account]]:
        found: dict[UserId, dict[str, Account]] = {user: {} for user in user_ids}
        for key, account in sorted(self._books.accounts):
            if key.user_id in found:
                found[key.user_id][key.game] = account
        return found

    async def tallies(self, user_id: UserId) -> Mapping[TallyKey, Tally]:
        return {key: line for key, line in sorted(self._books.tallies) if key.user_id == user_id}

    async def meetings(self, user_id: UserId, rival_id: UserId) -> Mapping[MeetingKey, Meeting]:
        both = (user_id, rival_id)
        return {
            key: line for key, line in sorted(self._books.meetings) if (key.user_id, key.rival_id) == both
        }

    async def openings(
        self, user_id: UserId, game: str, limit: int
    ) -> tuple[tuple[OpeningKey, Opening], ...]:
        whose = (user_id, game)
        found = [one for one in self._books.openings if (one[0].user_id, one[0].game) == whose]
        found.sort(key=lambda one: (-one[1].matches, one[0].side, one[0].line))
        return tuple(found[:limit])

    async def history_of_rating(
        self, user_id: UserId, game: str, since: int
    ) -> tuple[tuple[int, Rating], ...]:
        return tuple(
            (key.day, rating)
            for key, rating in sorted(self._books.points, key=lambda one: one[0])
            if (key.user_id, key.game) == (user_id, game) and key.day >= since
        )

    async def scores(self, user_id: UserId, game: str, limit: int) -> tuple[Score, ...]:
        found = [one.score for entered in self._entered.values() for one in entered]
        own = [one for one in found if (one.user_id, one.game) == (user_id, game)]
        own.reverse()  # of one day, what was stored last comes first
        own.sort(key=lambda one: one.day, reverse=True)
        return tuple(own[:limit])

    async def standings(
        self, board: Board, limit: int, offset: int = 0
    ) -> tuple[tuple[UserId, Standing], ...]:
        found = sorted(self._on(board), key=lambda one: (one[1].rating.points, one[0]), reverse=True)
        return tuple(found[offset : offset + limit])

    async def ranked(self, board: Board, above: int | None = None) -> int:
        return sum(above is None or line.rating.points > above for _, line in self._on(board))

    async def standing(self, board: Board, user_id: UserId) -> Standing | None:
        return self._books.standings.get(StandingKey(board.guild_id, board.game, board.season, user_id))

    async def brought(self, match_id: MatchId) -> tuple[Score, ...]:
        found = [one.score for one in self._entered.get(match_id, ())]
        return tuple(sorted(found, key=lambda one: one.user_id))

    async def is_gone(self, guild_id: GuildId, user_id: UserId) -> bool:
        return (guild_id, user_id) in self._books.gone

    async def set_listed(self, guild_id: GuildId, user_id: UserId, listed: bool) -> None:
        self._books.set_listed(guild_id, user_id, listed)

    async def recompute(self) -> int:
        books = Books(gone=self._books.gone)
        self._entered = {
            match_id: books.enter([one.score for one in entered])
            for match_id, entered in self._entered.items()
        }
        self._books = books
        return len(self._entered)

    def _begin(self, match_id: MatchId, start: RatedStart) -> Stakes:
        """Count a rated match as one of its pair, if they may begin one more; returns what it is about."""
        starts = self._rated_starts.values()
        begun = [one for one in starts if (one.game, one.pair) == (start.game, start.pair)]
        if sum(one.at > start.since for one in begun) >= start.most:
            return Stakes.OFTEN
        self._rated_starts[match_id] = start
        return Stakes.RATED

    def _end(self, match_id: MatchId, ending: Ending) -> None:
        """Enter what the end of a match brings, once."""
        if match_id in self._entered:
            return
        if not ending.rated:
            self._rated_starts.pop(match_id, None)
        if ending.scores:
            self._entered[match_id] = self._books.enter(ending.scores)
        if ending.rated:
            entered = self._entered[match_id][0].score
            self._open_seasons(entered.guild_id, entered.day)

    def _on(self, board: Board) -> Iterator[tuple[UserId, Standing]]:
        asked = (board.guild_id, board.game, board.season)
        for key, line in self._books.standings:
            if (key.guild_id, key.game, key.season) == asked and board.ranks(line):
                yield key.user_id, line
