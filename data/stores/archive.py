"""The archive: which finished matches it still has to take in, pages of it, and the turns of openings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Integer,
    Select,
    Table,
    Text,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    not_,
    select,
    union_all,
    update,
)

from data.database import AdvisoryLock, one_at_a_time
from data.parameters import GAME, GUILD_ID, LIMIT, USER_ID
from data.schema import archive, archive_position, book, match, unarchived
from data.stores.base import add_to
from data.stores.queries import BETWEEN_SERVERS, RUNNING, InIds, in_shards, is_listed
from matches.archive import ArchivedMatch, ArchiveQuery, BookTurn, MatchOutcome, PlayerOutcome
from matches.model import ChannelId, GuildId, MatchId
from matches.shards import ALL, Shards

# --- taking in -----------------------------------------------------------------------------------

UNARCHIVED: Final = select(match.c.id).where(unarchived).order_by(match.c.id).limit(LIMIT)


def waiting(connection: Connection, limit: int, shards: Shards = ALL) -> tuple[MatchId, ...]:
    """Finished matches that the archive has not taken in yet, by id, at most ``limit``."""
    return tuple(map(MatchId, connection.scalars(in_shards(UNARCHIVED, shards), {"limit": limit})))


TAKE_IN: Final = (
    update(match)
    .where(match.c.id == bindparam("of_match", type_=BigInteger), unarchived)
    .values(archived=True)
    .returning(match.c.finished_at)
)


def take_in(connection: Connection, found: Iterable[ArchivedMatch], damaged: Collection[MatchId] = ()) -> int:
    """Take finished matches into the archive, each once; returns how many are new in it.

    ``damaged`` ones are noted as taken in, with nothing about them.
    """
    rows: dict[Table, list[dict[str, Any]]] = {archive: [], archive_position: []}
    counted: Counter[tuple[int, int, str, int, MatchOutcome]] = Counter()
    taken = 0
    one_at_a_time(connection, AdvisoryLock.ARCHIVE)
    ready = {one.match_id: one for one in found}
    for match_id in sorted({*ready, *damaged}):
        row = connection.execute(TAKE_IN, {"of_match": match_id}).one_or_none()
        if row is None or match_id not in ready:
            continue
        one = ready[match_id]
        taken += 1
        for place in one.places:
            rows[archive].append(_archive_row(one, place, row.finished_at))
            rows[archive_position] += _position_rows(one, place, row.finished_at)
        counted.update(book_keys(one))
    for table, new in rows.items():
        if new:
            connection.execute(insert(table), new)
    add_to(connection, book, _book_rows(counted), ("first_won", "second_won", "drawn"))
    return taken


def _archive_row(one: ArchivedMatch, place: tuple[GuildId, ChannelId], finished_at: object) -> dict[str, Any]:
    guild, channel = place
    return {
        "guild_id": guild,
        "match_id": one.match_id,
        "channel_id": channel,
        "game": one.game,
        "outcome": one.outcome.value,
        "finished_at": finished_at,
    }


def _position_rows(
    one: ArchivedMatch, place: tuple[GuildId, ChannelId], finished_at: object
) -> Iterator[dict[str, Any]]:
    row = _archive_row(one, place, finished_at)
    del row["game"]
    return ({**row, "position": position} for position in positions_of(one))


def positions_of(one: ArchivedMatch) -> Iterable[int]:
    """The positions of an opening: each once, though it may come again."""
    return dict.fromkeys(step.position for step in one.opening)


def book_keys(one: ArchivedMatch) -> Iterator[tuple[int, int, str, int, MatchOutcome]]:
    """The rows of the book that a match counts in, by key and outcome: once in each."""
    if one.counted:
        for step in dict.fromkeys((*([one.start] if one.start else []), *one.opening)):
            if step.played:
                for guild, channel in one.places:
                    yield guild, step.position, step.played, channel, one.outcome


def _book_rows(counted: Counter[tuple[int, int, str, int, MatchOutcome]]) -> list[dict[str, Any]]:
    keys = sorted({key[:-1] for key in counted})
    return [
        {
            **dict(zip(("guild_id", "position", "played", "channel_id"), key, strict=True)),
            "first_won": counted[*key, MatchOutcome.FIRST_WON],
            "second_won": counted[*key, MatchOutcome.SECOND_WON],
            "drawn": counted[*key, MatchOutcome.DRAWN],
        }
        for key in keys
    ]


def start_anew(connection: Connection) -> int:
    """Empty the archives, so that all matches are taken in again; returns how many wait."""
    one_at_a_time(connection, AdvisoryLock.ARCHIVE)
    for table in (book, archive_position, archive):
        connection.execute(delete(table))
    connection.execute(update(match).where(match.c.archived).values(archived=False))
    return connection.scalar(select(func.count()).select_from(match).where(unarchived)) or 0


# --- pages ---------------------------------------------------------------------------------------

CHANNELS: Final = bindparam("channels", type_=Text)
POSITION: Final = bindparam("position", type_=BigInteger)
REACH: Final = bindparam("reach", type_=Integer)
"""The most that may be needed of one part of a page: the limit and the offset."""


def _newest(found: Select[Any], at: ColumnElement[Any], match_id: ColumnElement[int]) -> Select[Any]:
    newest = (
        found.with_only_columns(match_id.label("id"), at.label("at"))
        .order_by(at.desc(), match_id.desc())
        .limit(REACH)
        .subquery()
    )
    return select(newest)


def _of_guild(table: Table, outcome: MatchOutcome, *conditions: ColumnElement[bool]) -> Select[Any]:
    """The newest matches in a server with an outcome, read off the end of an index."""
    found = select(table).where(
        table.c.guild_id == GUILD_ID,
        *conditions,
        table.c.outcome == outcome.value,
        is_listed(table.c.channel_id, CHANNELS),
    )
    return _newest(found, table.c.finished_at, table.c.match_id)


def _fared(outcome: PlayerOutcome, side: ColumnElement[Any]) -> ColumnElement[bool]:
    """True if the player on a side of a match had this outcome."""
    if outcome is PlayerOutcome.WON:
        return match.c.result_winner == side
    if outcome is PlayerOutcome.LOST:
        return and_(match.c.result_winner.is_not(None), match.c.result_winner != side)
    drawn = MatchOutcome.DRAWN if outcome is PlayerOutcome.DRAWN else MatchOutcome.UNDECIDED
    return archive.c.outcome == drawn.value


_PASSED: Final = exists().where(
    archive_position.c.guild_id == GUILD_ID,
    archive_position.c.position == POSITION,
    archive_position.c.outcome == archive.c.outcome,
    archive_position.c.finished_at == archive.c.finished_at,
    archive_position.c.match_id == archive.c.match_id,
)


def _of_player(player: ColumnElement[Any], *conditions: ColumnElement[bool]) -> Select[Any]:
    """The newest matches in a server of a player in one role, read off the end of their index."""
    here = exists().where(
        archive.c.guild_id == GUILD_ID,
        archive.c.match_id == match.c.id,
        is_listed(archive.c.channel_id, CHANNELS),
        *conditions,
    )
    found = select(match).where(player == USER_ID, match.c.finished_at.is_not(None), here)
    return _newest(found, match.c.finished_at, match.c.id)


@dataclass(frozen=True, slots=True)
class PageKind:
    """The conditions that a page has: each combination has a statement of its own."""

    of_game: bool
    of_player: bool
    at_position: bool
    outcome: MatchOutcome | None
    player_outcome: PlayerOutcome | None

    @classmethod
    def of(cls, query: ArchiveQuery) -> PageKind:
        """The kind of page that a query asks for."""
        return cls(
            query.game is not None,
            query.player is not None,
            query.position is not None,
            query.outcome,
            query.player_outcome if query.player is not None else None,
        )


@cache
def page_query(kind: PageKind) -> Select[Any]:
    """The ids of a page of the archive, latest finished first, from parts that are read off indexes."""
    found = union_all(*(_parts_of_player(kind) if kind.of_player else _parts_of_guild(kind))).subquery()
    return (
        select(found.c.id)
        .order_by(found.c.at.desc(), found.c.id.desc())
        .limit(LIMIT)
        .offset(bindparam("offset", type_=Integer))
    )


def _parts_of_guild(kind: PageKind) -> list[Select[Any]]:
    """A part for each outcome."""
    outcomes = tuple(MatchOutcome) if kind.outcome is None else (kind.outcome,)
    if kind.at_position:  # it is of one game anyway
        at = archive_position.c.position == POSITION
        return [_of_guild(archive_position, outcome, at) for outcome in outcomes]
    of = [archive.c.game == GAME] if kind.of_game else []
    return [_of_guild(archive, outcome, *of) for outcome in outcomes]


def _parts_of_player(kind: PageKind) -> list[Select[Any]]:
    """A part for each of the roles that the player may have had."""
    conditions = [archive.c.game == GAME] if kind.of_game else []
    if kind.at_position:
        conditions.append(_PASSED)
    if kind.outcome is not None:
        conditions.append(archive.c.outcome == kind.outcome.value)
    roles = ((match.c.challenger, match.c.challenger_side), (match.c.opponent, match.c.opponent_side))
    outcome = kind.player_outcome
    return [
        _of_player(player, *conditions, *([] if outcome is None else [_fared(outcome, side)]))
        for player, side in roles
    ]


def page(connection: Connection, query: ArchiveQuery, limit: int, offset: int = 0) -> tuple[MatchId, ...]:
    """Matches of the archive, latest finished first, at most ``limit`` after the first ``offset``."""
    asked = {
        "guild_id": query.guild_id,
        "channels": _listed(query.channels),
        "game": query.game,
        "user_id": query.player,
        "position": query.position,
        "limit": limit,
        "offset": offset,
        "reach": limit + offset,
    }
    return tuple(map(MatchId, connection.scalars(page_query(PageKind.of(query)), asked)))


def _listed(channels: Iterable[ChannelId]) -> str:
    return json.dumps(sorted(channels))


# --- channels ------------------------------------------------------------------------------------


def _channels_of() -> Select[tuple[int]]:
    """The channels of a server's rows, each looked up behind the one before: there are few, of many rows."""
    of_guild = archive.c.guild_id == GUILD_ID
    first = select(func.min(archive.c.channel_id).label("id")).where(of_guild)
    found = first.cte("found", recursive=True)
    after = select(func.min(archive.c.channel_id)).where(of_guild, archive.c.channel_id > found.c.id)
    found = found.union_all(select(after.scalar_subquery()).where(found.c.id.is_not(None)))
    return select(found.c.id).where(found.c.id.is_not(None))


CHANNELS_OF: Final = _channels_of()


def channels_of(connection: Connection, guild_id: GuildId) -> frozenset[ChannelId]:
    """The channels that a server's archived matches were played in."""
    rows = connection.execute(CHANNELS_OF, {"guild_id": guild_id})
    return frozenset(ChannelId(row.id) for row in rows)


# --- games ---------------------------------------------------------------------------------------


def _most_played() -> Select[tuple[str]]:
    number = func.count().label("played")
    over = select(archive.c.game, number).where(archive.c.guild_id == GUILD_ID)
    running = select(match.c.game, number).where(
        match.c.guild_id == GUILD_ID, match.c.phase.in_(RUNNING), not_(BETWEEN_SERVERS)
    )
    both = union_all(over.group_by(archive.c.game), running.group_by(match.c.game)).subquery()
    return select(both.c.game).group_by(both.c.game).order_by(func.sum(both.c.played).desc(), both.c.game)


MOST_PLAYED: Final = _most_played()


def most_played(connection: Connection, guild_id: GuildId) -> tuple[str, ...]:
    """The games of a server's archived and running matches, most often played first."""
    return tuple(connection.scalars(MOST_PLAYED, {"guild_id": guild_id}))


# --- openings ------------------------------------------------------------------------------------

_SUMS: Final = tuple(func.sum(book.c[name]).label(name) for name in ("first_won", "second_won", "drawn"))
PLAYED_AT: Final = InIds(
    lambda positions: (
        select(book.c.position, book.c.played, *_SUMS)
        .where(
            book.c.guild_id == GUILD_ID,
            book.c.position.in_(positions),
            is_listed(book.c.channel_id, CHANNELS),
        )
        .group_by(book.c.position, book.c.played)
        .order_by(sum(_SUMS[1:], _SUMS[0]).desc(), book.c.played)
    )
)


def played_at(
    connection: Connection, guild_id: GuildId, channels: Collection[ChannelId], positions: Collection[int]
) -> dict[int, tuple[BookTurn, ...]]:
    """The turns played in each position in these channels of a server, most often played first."""
    query, asked = PLAYED_AT(positions)
    rows = connection.execute(query, {**asked, "guild_id": guild_id, "channels": _listed(channels)}).all()
    return {
        position: tuple(
            BookTurn(row.played, int(row.first_won), int(row.second_won), int(row.drawn))
            for row in rows
            if row.position == position
        )
        for position in positions
    }
