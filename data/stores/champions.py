"""The hall of champions of a server: the winners of its tournaments, and those of the ratings' seasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, Integer, Row, Text, bindparam, literal, select, union_all

from data.database import AdvisoryLock, one_at_a_time
from data.parameters import GUILD_ID, LIMIT, USER_ID
from data.schema import champion, season_end, tournament, tournament_champion, tournament_entrant
from data.stores.base import insert_missing
from matches.model import GuildId, UserId
from matches.tournaments.champions import HallEntry, TournamentChampion
from matches.tournaments.model import TournamentId
from matches.written import player_of

_won = tournament_champion.c
ENTERED: Final = select(tournament_entrant.c.user_id).where(
    tournament_entrant.c.tournament_id == bindparam("tournament_id", type_=BigInteger)
)
STORED: Final = select(_won.season).where(_won.tournament_id == bindparam("tournament_id", type_=BigInteger))
_OF_TOURNAMENTS = (
    select(
        _won.day,
        tournament.c.game,
        _won.user_id,
        literal("", Text).label("rated_season"),
        _won.tournament_id,
        tournament.c.name,
        _won.season,
    )
    .join(tournament, tournament.c.id == _won.tournament_id)
    .where(tournament.c.guild_id == GUILD_ID)
)
_OF_SEASONS = (
    select(
        season_end.c.last_day.label("day"),
        champion.c.game,
        champion.c.user_id,
        champion.c.season.label("rated_season"),
        literal(0, BigInteger).label("tournament_id"),
        literal("", Text).label("name"),
        literal(0, Integer).label("season"),
    )
    .join(
        season_end,
        (season_end.c.guild_id == champion.c.guild_id) & (season_end.c.season == champion.c.season),
    )
    .where(champion.c.guild_id == GUILD_ID)
)
_all = union_all(_OF_TOURNAMENTS, _OF_SEASONS).subquery()
HALL: Final = (
    select(_all)
    .order_by(_all.c.day.desc(), *(_all.c[name] for name in ("rated_season", "tournament_id", "season")))
    .order_by(_all.c.game, _all.c.user_id)
    .limit(LIMIT)
    .offset(bindparam("offset", type_=Integer))
)


def hall(connection: Connection, guild_id: GuildId, limit: int, offset: int) -> tuple[HallEntry, ...]:
    """At most ``limit`` champions of a server from ``offset`` on, the latest first."""
    asked = {"guild_id": guild_id, "limit": limit, "offset": offset}
    return tuple(map(_entry, connection.execute(HALL, asked)))


TITLES: Final = (
    _OF_TOURNAMENTS.where(_won.user_id == USER_ID)
    .order_by(_won.day.desc(), _won.tournament_id.desc(), _won.season.desc())
    .limit(LIMIT)
)


def titles(connection: Connection, guild_id: GuildId, user_id: UserId, limit: int) -> tuple[HallEntry, ...]:
    """The tournaments of a server, and the seasons of its leagues, that a user has won: the latest first."""
    asked = {"guild_id": guild_id, "user_id": user_id, "limit": limit}
    return tuple(map(_entry, connection.execute(TITLES, asked)))


def stored(connection: Connection, tournament_id: TournamentId) -> frozenset[int]:
    """The seasons of a tournament whose champion is stored; WHOLE for its own."""
    return frozenset(connection.scalars(STORED, {"tournament_id": tournament_id}))


def crown(connection: Connection, tournament_id: TournamentId, found: Sequence[TournamentChampion]) -> None:
    """Store champions of a tournament; those of a season that has one are left out.

    So are those whose place in it has another id by now: they were replaced or erased since they were found.
    """
    one_at_a_time(connection, AdvisoryLock.TOURNAMENTS)
    there = set(connection.scalars(ENTERED, {"tournament_id": tournament_id}))
    rows = [
        {"tournament_id": tournament_id, "season": one.season, "user_id": one.user_id, "day": one.day}
        for one in found
        if one.user_id in there
    ]
    if rows:
        insert_missing(connection, tournament_champion, rows)


def _entry(row: Row[Any]) -> HallEntry:
    which = TournamentId(row.tournament_id) if row.tournament_id else None
    player = player_of(row.user_id)
    return HallEntry(row.game, player, row.day, row.rated_season, which, row.name, row.season)
