"""Who watches what, and a server's week, in the store in a database. What is promised is at the port."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import RowMapping, Select, delete

from data import watching_queries as queries
from data.checks import check_times
from data.database import one_at_a_time
from data.schema import watch
from data.sql_base import SqlPart, put, small, whole
from matches.errors import NoSuchMatchError, WatchError, WatchProblem
from matches.model import GuildId, MatchId, Phase, UserId
from matches.week import Gain, Span

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


class SqlWatching(SqlPart):
    """Watchers, and what happened in servers."""

    @whole
    async def watch(
        self, match_id: MatchId, user_id: UserId, *, each_turn: bool, at: datetime, most: int, crowd: int
    ) -> None:
        check_times(at)
        async with self._database.writing() as connection:
            await _check_running(connection, match_id)
            # Below zero there are no people, nor any other locks.
            for key in (-match_id, user_id):
                await one_at_a_time(connection, key)
            watchers = await _watchers(connection, match_id)
            if user_id not in watchers:
                watched = await connection.scalars(queries.WATCHED_BY, {"user_id": user_id})
                if len(watched.all()) >= most:
                    raise WatchError(WatchProblem.TOO_MANY)
                if len(watchers) >= crowd:
                    raise WatchError(WatchProblem.FULL)
            row = {"match_id": match_id, "user_id": user_id, "each_turn": each_turn, "at": at}
            await put(connection, watch, row)

    @whole
    async def unwatch(self, match_id: MatchId, user_id: UserId) -> bool:
        theirs = delete(watch).where(watch.c.match_id == match_id, watch.c.user_id == user_id)
        async with self._database.writing() as connection:
            return (await connection.execute(theirs)).rowcount == 1

    @small
    async def watchers(self, match_id: MatchId) -> Mapping[UserId, bool]:
        async with self._database.reading() as connection:
            return await _watchers(connection, match_id)

    @whole
    async def watched_by(self, user_id: UserId) -> tuple[MatchId, ...]:
        async with self._database.reading() as connection:
            return tuple(map(MatchId, await connection.scalars(queries.WATCHED_BY, {"user_id": user_id})))

    # --- a server's week -------------------------------------------------------------------------

    @whole
    async def games_ended(self, guild_id: GuildId, span: Span) -> Mapping[str, int]:
        found = await self._in(queries.GAMES_ENDED, guild_id, span)
        return {row["game"]: row["ended"] for row in found}

    @whole
    async def count_running(self, guild_id: GuildId) -> int:
        async with self._database.reading() as connection:
            return await connection.scalar(queries.COUNT_RUNNING, {"guild_id": guild_id}) or 0

    @whole
    async def gains(self, guild_id: GuildId, span: Span, limit: int) -> tuple[Gain, ...]:
        found = await self._in(queries.GAINS, guild_id, span, limit=limit)
        return tuple(Gain(UserId(row["user_id"]), row["game"], row["points"]) for row in found)

    @whole
    async def newcomers(self, guild_id: GuildId, span: Span) -> int:
        (found,) = await self._in(queries.NEWCOMERS, guild_id, span)
        return int(found["newcomers"])

    async def _in(self, query: Select[Any], guild_id: GuildId, span: Span, **values: Any) -> list[RowMapping]:
        check_times(span.since, span.until)
        asked = {"guild_id": guild_id, "since": span.since, "until": span.until, **values}
        async with self._database.reading() as connection:
            return list((await connection.execute(query, asked)).mappings())


async def end_watching(connection: AsyncConnection, match_id: MatchId) -> None:
    """Have nobody watch a match any more."""
    await connection.execute(delete(watch).where(watch.c.match_id == match_id))


async def _check_running(connection: AsyncConnection, match_id: MatchId) -> None:
    phase = await connection.scalar(queries.PHASE, {"match_id": match_id})
    if phase is None:
        raise NoSuchMatchError(match_id)
    if not Phase(phase).running:
        raise WatchError(WatchProblem.NOT_RUNNING)


async def _watchers(connection: AsyncConnection, match_id: MatchId) -> dict[UserId, bool]:
    found = await connection.execute(queries.WATCHERS, {"match_id": match_id})
    return {UserId(row.user_id): row.each_turn for row in found}
