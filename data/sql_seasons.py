"""The ends of seasons in the store in a database. What each method promises is written at the port."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, Update, update

from data import rating_queries as queries
from data.checks import check_times
from data.schema import champion, season_end
from data.sql_base import SqlPart, put_all, put_new, whole
from matches.champions import Champion, Ended
from matches.model import GuildId, UserId
from matches.seasons import SeasonKind, days_of, season_of

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


class SqlSeasons(SqlPart):
    """Seasons to be closed, and their champions."""

    @whole
    async def claim_seasons(
        self, before: int, now: datetime, until: datetime, limit: int
    ) -> tuple[Ended, ...]:
        check_times(now, until)
        asked = {"before": before, "now": now, "limit": limit}
        async with self._database.writing() as connection:
            found = await connection.execute(queries.TO_CLOSE, asked)
            claimed = [
                Ended(GuildId(row.guild_id), row.season, tried=row.claimed_until is not None) for row in found
            ]
            for ended in claimed:
                await connection.execute(_of(ended).values(claimed_until=until))
            return tuple(claimed)

    @whole
    async def crown(self, ended: Ended, champions: Sequence[Champion]) -> tuple[Champion, ...]:
        async with self._database.writing() as connection:
            # Locked first: of two that close a season at once, the second sees what the first has stored.
            await connection.execute(_of(ended).values(season=ended.season))
            if not await _crowned(connection, ended):
                rows = [{**_key(ended), **asdict(one)} for one in champions]
                await put_all(connection, champion, rows)
            return await _crowned(connection, ended)

    @whole
    async def crowned(self, ended: Ended) -> tuple[Champion, ...]:
        async with self._database.reading() as connection:
            return await _crowned(connection, ended)

    @whole
    async def wearing(self, guild_id: GuildId) -> tuple[tuple[Ended, Champion], ...]:
        async with self._database.reading() as connection:
            found = await connection.execute(queries.WEARING, {"guild_id": guild_id})
            return tuple((Ended(guild_id, row.season), read_champion(row)) for row in found)

    @whole
    async def note_role(self, ended: Ended, winner: Champion, role: int | None) -> None:
        theirs = (
            champion.c.guild_id == ended.guild_id,
            champion.c.season == ended.season,
            champion.c.game == winner.game,
            champion.c.user_id == winner.user_id,
        )
        async with self._database.writing() as connection:
            await connection.execute(update(champion).where(*theirs).values(role=role))

    @whole
    async def close_season(self, ended: Ended) -> None:
        async with self._database.writing() as connection:
            await connection.execute(_of(ended).values(closed=True, claimed_until=None))


async def open_seasons(connection: AsyncConnection, guild_id: GuildId, day: int) -> None:
    """Have the seasons of a server that a day belongs to closed one day."""
    seasons = [season_of(day, kind) for kind in SeasonKind]
    rows = [{"guild_id": guild_id, "season": season, "last_day": days_of(season)[1]} for season in seasons]
    await put_new(connection, season_end, rows)


async def _crowned(connection: AsyncConnection, ended: Ended) -> tuple[Champion, ...]:
    found = await connection.execute(queries.CHAMPIONS, _key(ended))
    return tuple(map(read_champion, found))


def read_champion(row: Row[Any]) -> Champion:
    """The champion of a row."""
    return Champion(row.game, UserId(row.user_id), row.points, row.matches, row.role)


def _key(ended: Ended) -> dict[str, object]:
    return {"guild_id": ended.guild_id, "season": ended.season}


def _of(ended: Ended) -> Update:
    return update(season_end).where(
        season_end.c.guild_id == ended.guild_id, season_end.c.season == ended.season
    )
