"""The ends of seasons."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Integer, Row, bindparam, false, literal, select, update

from data import outbox
from data.database import AdvisoryLock, one_at_a_time
from data.schema import champion, season_end, standing, to_close, worn
from data.shared_parameters import GAME, GUILD_ID, SEASON, USER_ID
from data.stores.queries import in_shards
from data.writing import insert_missing, upsert_all
from matches.guilds.settings import SeasonKind
from matches.guilds.shards import ALL, Shards
from matches.model import GuildId
from matches.ratings.seasons import Champion, EndedSeason, days_of, season_of
from matches.written import number_of, player_of

# A server's seasons are closed in order.
_other = season_end.alias()
_earlier = select(_other.c.season).where(
    _other.c.guild_id == season_end.c.guild_id,
    _other.c.last_day < season_end.c.last_day,
    _other.c.closed == false(),
)
TO_CLOSE = outbox.claimable(
    season_end,
    to_close,
    season_end.c.last_day < bindparam("day", type_=Integer),
    ~_earlier.exists(),
    by=season_end.c.last_day,
)


def claim_seasons(
    connection: Connection,
    before: int,
    now: datetime,
    until: datetime,
    limit: int,
    shards: Shards = ALL,
) -> tuple[EndedSeason, ...]:
    """Claim seasons that ended before the day ``before`` and are not closed, earliest first.

    No process is given a claimed season before ``until``; a claim that has expired at ``now`` doesn't count.
    A server's season exists once one of its rated matches has ended, and can be claimed once all earlier ones
    are closed.
    """
    query = in_shards(TO_CLOSE, shards, season_end.c.guild_id)
    found = outbox.claim(connection, season_end, query, now, until, limit, day=before)
    return tuple(
        EndedSeason(GuildId(row["guild_id"]), row["season"], tried=row["claimed_until"] is not None)
        for row in found
    )


STANDS: Final = select(literal(1)).where(
    standing.c.guild_id == GUILD_ID,
    standing.c.game == GAME,
    standing.c.season == SEASON,
    standing.c.user_id == USER_ID,
)


def crown_candidates(
    connection: Connection, ended: EndedSeason, found: Sequence[Champion]
) -> tuple[Champion, ...] | None:
    """Crown those who were ``found`` first on leaderboards, as :func:`crown` does.

    Returns None, and stores nothing, if one of them was erased since.
    """
    one_at_a_time(connection, AdvisoryLock.RATINGS)  # as an erasure does
    if not all(connection.scalar(STANDS, {**_key(ended), **_champion_columns(one)}) for one in found):
        return None
    return crown(connection, ended, found)


def crown(connection: Connection, ended: EndedSeason, champions: Sequence[Champion]) -> tuple[Champion, ...]:
    """Store the champions of a season, unless it has some already; returns the stored ones, by game."""
    # Locked first: of two that close a season at once, the second sees what the first stored.
    outbox.record(connection, season_end, _key(ended), season=ended.season)
    if not crowned(connection, ended):
        rows = [{**_key(ended), **_champion_columns(one)} for one in champions]
        upsert_all(connection, champion, rows)
    return crowned(connection, ended)


WEARING = (
    select(champion)
    .where(champion.c.guild_id == GUILD_ID, worn)
    .order_by(champion.c.season, champion.c.game, champion.c.user_id)
)


def wearing(connection: Connection, guild_id: GuildId) -> tuple[tuple[EndedSeason, Champion], ...]:
    """The champions of a server who have a role, by season."""
    found = connection.execute(WEARING, {"guild_id": guild_id})
    return tuple((EndedSeason(guild_id, row.season), read_champion(row)) for row in found)


def record_role(connection: Connection, ended: EndedSeason, winner: Champion, role: int | None) -> None:
    """Record the role that a champion has for a season."""
    theirs = (
        champion.c.guild_id == ended.guild_id,
        champion.c.season == ended.season,
        champion.c.game == winner.game,
        champion.c.user_id == number_of(winner.player),
    )
    connection.execute(update(champion).where(*theirs).values(role=role))


def close_season(connection: Connection, ended: EndedSeason) -> None:
    """Mark a season as closed."""
    outbox.settle(connection, season_end, _key(ended), closed=True)


def open_seasons(connection: Connection, guild_id: GuildId, day: int) -> None:
    """Create the server's seasons that ``day`` belongs to, so that they are closed one day."""
    seasons = [season_of(day, kind) for kind in SeasonKind]
    rows = [{"guild_id": guild_id, "season": season, "last_day": days_of(season)[1]} for season in seasons]
    insert_missing(connection, season_end, rows)


CHAMPIONS = (
    select(champion)
    .where(champion.c.guild_id == GUILD_ID, champion.c.season == SEASON)
    .order_by(champion.c.game, champion.c.user_id)
)


def crowned(connection: Connection, ended: EndedSeason) -> tuple[Champion, ...]:
    """The champions of a season, by game; empty before it is crowned, or if no player was ranked."""
    found = connection.execute(CHAMPIONS, _key(ended))
    return tuple(map(read_champion, found))


def read_champion(row: Row[Any]) -> Champion:
    """The champion of a row."""
    return Champion(row.game, player_of(row.user_id), row.points, row.matches, row.role)


def _champion_columns(one: Champion) -> dict[str, object]:
    return {
        "game": one.game,
        "user_id": number_of(one.player),
        "points": one.points,
        "matches": one.matches,
        "role": one.role,
    }


def _key(ended: EndedSeason) -> outbox.Key:
    return {"guild_id": ended.guild_id, "season": ended.season}
