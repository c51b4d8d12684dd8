"""What every part of the store in a database stands on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import RowMapping, Select, Table, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from data import queries, rows
from data.database import Database
from data.failures import DAMAGED, damage
from data.schema import match, notice
from matches.errors import NoSuchMatchError, StoreUnavailableError
from matches.model import Match, MatchId, NewNotice, UserId
from matches.summaries import Listing, MatchSummary

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

log = logging.getLogger(__name__)

Asked = ParamSpec("Asked")
Found = TypeVar("Found")
Part = TypeVar("Part", bound="SqlPart")
Method = Callable[Concatenate[Part, Asked], Coroutine[Any, Any, Found]]

_ONE_NOTICE: Final = ("match_id", "user_id", "place", "name")


def whole(method: Method[Part, Asked, Found]) -> Method[Part, Asked, Found]:
    """Carry the method to its end once it has begun, even when whoever called it is cancelled."""

    @wraps(method)
    async def to_its_end(self: Part, /, *args: Asked.args, **named: Asked.kwargs) -> Found:
        return await self._database.to_its_end(method(self, *args, **named))

    return to_its_end


def small(method: Method[Part, Asked, Found]) -> Method[Part, Asked, Found]:
    """Answer where the method is called, if that is quicker: it does nothing but read a few rows by key."""

    @wraps(method)
    async def near(self: Part, /, *args: Asked.args, **named: Asked.kwargs) -> Found:
        return await self._database.nearby(method(self, *args, **named))

    return near


class SqlPart:
    """Some of the methods of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._left_out: set[MatchId] = set()
        """The damaged matches that the log was told of: each once, however often somebody looks at a list."""

    async def _summaries(self, query: Select[Any], values: dict[str, Any]) -> Listing:
        """The matches of a query for summaries. One that cannot be read does not hide the others."""
        async with self._database.reading() as connection:
            try:
                found = (await connection.execute(query, values)).mappings().all()
            except (StoreUnavailableError, SQLAlchemyError) as error:
                if damage(error) is None:
                    raise
                ids = await connection.scalars(query.with_only_columns(match.c.id), values)
                return await self._one_by_one(connection, list(ids))
            return self._read_all(found)

    async def _one_by_one(self, connection: AsyncConnection, ids: Sequence[MatchId]) -> Listing:
        """The summaries of these matches, where they cannot be read together."""
        listed: list[MatchSummary] = []
        damaged: list[MatchId] = []
        for match_id in ids:
            try:
                found = (await connection.execute(*queries.SUMMARIES([match_id]))).mappings().all()
                listed += map(rows.read_summary, found)
            except (StoreUnavailableError, SQLAlchemyError) as error:
                damaged.append(self._leave_out(match_id, error))
        return Listing(tuple(listed), tuple(damaged))

    def _read_all(self, found: Sequence[RowMapping]) -> Listing:
        listed: list[MatchSummary] = []
        damaged: list[MatchId] = []
        for row in found:
            try:
                listed.append(rows.read_summary(row))
            except StoreUnavailableError as error:
                damaged.append(self._leave_out(row["id"], error))
        return Listing(tuple(listed), tuple(damaged))

    def _leave_out(self, match_id: MatchId, error: Exception) -> MatchId:
        """Tell the log, once, of a match that cannot be read. Raises ``error`` if it is no damage."""
        known = damage(error)
        if known is None:
            raise error
        if match_id not in self._left_out:
            self._left_out.add(match_id)
            what = known.advice.removeprefix(DAMAGED).strip()
            log.error("match=%s cannot be read and is left out wherever several are: %s", match_id, what)
        return match_id

    async def _whole_matches(self, connection: AsyncConnection, ids: Sequence[MatchId]) -> tuple[Match, ...]:
        """Those of these matches that can be read, by id, with their records."""
        try:
            return await complete(connection, await _rows_of(connection, ids))
        except (StoreUnavailableError, SQLAlchemyError) as error:
            if damage(error) is None:
                raise
        found: list[Match] = []
        for match_id in ids:
            try:
                found += await complete(connection, await _rows_of(connection, [match_id]))
            except (StoreUnavailableError, SQLAlchemyError) as error:
                self._leave_out(match_id, error)
        return tuple(found)


async def _rows_of(connection: AsyncConnection, ids: Sequence[MatchId]) -> Sequence[RowMapping]:
    return (await connection.execute(*queries.MATCHES(ids))).mappings().all() if ids else []


def _insert(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    # ON CONFLICT is the same in both; SQLAlchemy only keeps it in two places.
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


async def put(connection: AsyncConnection, table: Table, columns: dict[str, Any]) -> None:
    """Insert the row, or write it over the one with the same key."""
    await put_all(connection, table, [columns])


async def put_all(connection: AsyncConnection, table: Table, found: Sequence[dict[str, Any]]) -> None:
    """Insert rows that name the same columns, or write each over the one with the same key."""
    if not found:
        return
    keys = [column.name for column in table.primary_key]
    row = _insert(connection, table)
    rest = {name: row.excluded[name] for name in found[0] if name not in keys}
    if not rest:
        await put_new(connection, table, found)
        return
    await connection.execute(row.on_conflict_do_update(index_elements=keys, set_=rest), found)


async def put_new(connection: AsyncConnection, table: Table, found: Sequence[dict[str, Any]]) -> None:
    """Insert rows that name the same columns; one that would double anything unique is passed over."""
    await connection.execute(_insert(connection, table).on_conflict_do_nothing(), found)


async def owe(connection: AsyncConnection, match_id: MatchId, notices: Sequence[NewNotice]) -> None:
    """Insert messages that are owed; one that there is already is left as it is."""
    if notices:
        fresh = _insert(connection, notice).on_conflict_do_nothing(index_elements=_ONE_NOTICE)
        await connection.execute(fresh, [rows.notice_columns(match_id, one) for one in notices])


async def require(connection: AsyncConnection, match_id: MatchId) -> None:
    """Raise NoSuchMatchError unless there is the match."""
    if await connection.scalar(queries.EXISTS, {"match_id": match_id}) is None:
        raise NoSuchMatchError(match_id)


async def wake(connection: AsyncConnection, user_id: UserId, now: datetime) -> None:
    """Have the running matches of a player looked at from ``now`` on, unless they are before that."""
    found = list(await connection.scalars(queries.WAKEABLE, {"user_id": user_id, "now": now}))
    if found:
        await connection.execute(update(match).where(match.c.id.in_(found)).values(deadline_at=now))


async def complete(connection: AsyncConnection, found: Sequence[RowMapping]) -> tuple[Match, ...]:
    """The matches of these rows with their records and picks: two statements, however many they are."""
    if not found:
        return ()
    ids = [row["id"] for row in found]
    entries = rows.read_entries((await connection.execute(*queries.ENTRIES(ids))).mappings())
    picks = rows.read_picks((await connection.execute(*queries.PICKS(ids))).mappings())
    return tuple(rows.read_match(row, entries.get(row["id"], ()), picks.get(row["id"])) for row in found)
