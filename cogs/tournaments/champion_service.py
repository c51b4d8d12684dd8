"""The hall of champions of a server: the winners of its tournaments, and those of the ratings' seasons."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import BigInteger, Integer, Row, Text, bindparam, literal, select, union_all

from data.database import AdvisoryLock, one_at_a_time
from data.features.tournaments import ID, tournament, tournament_champion, tournament_entrant
from data.schema import champion, season_end
from data.shared_parameters import GUILD_ID, LIMIT, USER_ID
from data.writing import insert_missing
from matches.model import GuildId, UserId
from matches.tournaments.champions import HallEntry, TournamentChampion
from matches.tournaments.model import TournamentId
from matches.written import player_of
from services.operations import Operations, Transaction, reads, writes

log = logging.getLogger(__name__)

PAGE: Final = 10
"""Champions on a page."""
NAMED: Final = 3
"""Titles that a profile names."""

_won = tournament_champion.c
_ENTERED: Final = select(tournament_entrant.c.user_id).where(tournament_entrant.c.tournament_id == ID)
_STORED: Final = select(_won.season).where(_won.tournament_id == ID)
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
_HALL: Final = (
    select(_all)
    .order_by(_all.c.day.desc(), *(_all.c[name] for name in ("rated_season", "tournament_id", "season")))
    .order_by(_all.c.game, _all.c.user_id)
    .limit(LIMIT)
    .offset(bindparam("offset", type_=Integer))
)
_TITLES: Final = (
    _OF_TOURNAMENTS.where(_won.user_id == USER_ID)
    .order_by(_won.day.desc(), _won.tournament_id.desc(), _won.season.desc())
    .limit(LIMIT)
)


class HallOfChampions(Operations):
    """The champions of servers."""

    @reads
    def hall(
        self, tx: Transaction, guild: GuildId, page: int, size: int = PAGE
    ) -> tuple[tuple[HallEntry, ...], bool]:
        """A page (from 0) of a server's champions, the latest first; and True if there is another one."""
        asked = {"guild_id": guild, "limit": size + 1, "offset": page * size}
        found = tuple(map(_entry, tx.execute(_HALL, asked)))
        return found[:size], len(found) > size

    @reads
    def titles(self, tx: Transaction, guild: GuildId, user: UserId) -> tuple[HallEntry, ...]:
        """The tournaments of a server, and the seasons of its leagues, that a user has won: the latest first.

        At most NAMED.
        """
        asked = {"guild_id": guild, "user_id": user, "limit": NAMED}
        return tuple(map(_entry, tx.execute(_TITLES, asked)))

    @reads
    def stored(self, tx: Transaction, tournament_id: TournamentId) -> frozenset[int]:
        """The seasons of a tournament whose champion is stored; WHOLE for its own."""
        return frozenset(tx.scalars(_STORED, {"tournament_id": tournament_id}))

    async def crown(self, tournament_id: TournamentId, found: Sequence[TournamentChampion]) -> None:
        """Store champions of a tournament; those of a season that has one are left out.

        So are those whose place in it has another id by now: they were replaced or erased since then.
        """
        await self._crown(tournament_id, found)
        log.info("tournament=%s champions=%s", tournament_id, len(found))

    @writes()
    def _crown(
        self, tx: Transaction, tournament_id: TournamentId, found: Sequence[TournamentChampion]
    ) -> None:
        one_at_a_time(tx.connection, AdvisoryLock.TOURNAMENTS)
        there = set(tx.scalars(_ENTERED, {"tournament_id": tournament_id}))
        rows = [
            {"tournament_id": tournament_id, "season": one.season, "user_id": one.user_id, "day": one.day}
            for one in found
            if one.user_id in there
        ]
        if rows:
            insert_missing(tx.connection, tournament_champion, rows)


def _entry(row: Row[Any]) -> HallEntry:
    which = TournamentId(row.tournament_id) if row.tournament_id else None
    player = player_of(row.user_id)
    return HallEntry(row.game, player, row.day, row.rated_season, which, row.name, row.season)
