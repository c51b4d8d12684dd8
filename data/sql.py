"""The store in a database. What each method promises is written at the port, ``matches.ports.Store``."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import RowMapping, Select, Table, delete, insert, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from data import queries, rows
from data.checks import check_change, check_growth, check_new, check_times
from data.database import Database, one_at_a_time
from data.schema import draft, entry, fact, match, note, notice, pick, preference
from matches.errors import NoSuchMatchError, StaleError, TooManyChallengesError
from matches.model import (
    ChannelId,
    Match,
    MatchId,
    NewMatch,
    Notice,
    NoticeId,
    NoticeState,
    Phase,
    Shown,
    UserId,
)

Asked = ParamSpec("Asked")
Found = TypeVar("Found")
Method = Callable[Concatenate["SqlStore", Asked], Coroutine[Any, Any, Found]]


def _whole(method: Method[Asked, Found]) -> Method[Asked, Found]:
    """Carry the method to its end once it has begun, even when whoever called it is cancelled."""

    @wraps(method)
    async def to_its_end(self: SqlStore, /, *args: Asked.args, **named: Asked.kwargs) -> Found:
        return await self._database.to_its_end(method(self, *args, **named))

    return to_its_end


class SqlStore:
    """Matches in SQLite or PostgreSQL; made by ``data.open_store``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @_whole
    async def create(self, new: NewMatch, *, open_limit: int) -> Match:
        check_new(new)
        async with self._database.writing() as connection:
            # So that two challenges at once, from two processes, cannot both be the last that fits.
            await one_at_a_time(connection, new.challenger)
            opened = await connection.scalar(queries.OPEN_CHALLENGES, {"user_id": new.challenger})
            if opened is None or opened >= open_limit:
                raise TooManyChallengesError(open_limit)
            match_id = await _insert_match(connection, new)
            return rows.read_match(
                (await connection.execute(queries.MATCH, {"match_id": match_id})).mappings().one()
            )

    @_whole
    async def load(self, match_id: MatchId) -> Match:
        async with self._database.reading() as connection:
            return await _load(connection, match_id)

    @_whole
    async def save(
        self, after: Match, *, notify: Sequence[UserId] = (), rematch: NewMatch | None = None
    ) -> Match:
        check_change(after)
        if rematch is not None:
            check_new(rematch)
        async with self._database.writing() as connection:
            await _update_guarded(connection, after)
            if rematch is not None:
                offered = await _insert_match(connection, rematch)
                await connection.execute(update(match).where(match.c.id == after.id).values(rematch=offered))
            standing = (await connection.execute(queries.STANDING, {"match_id": after.id})).mappings().one()
            await _insert_news(connection, after, standing)
            if notify:
                await connection.execute(insert(notice), [_due(after.id, user) for user in notify])
            return rows.read_match(standing, after.entries, after.picks)

    @_whole
    async def of_player(self, user_id: UserId) -> tuple[Match, ...]:
        return await self._list(queries.OF_PLAYER, user_id=user_id)

    @_whole
    async def latest_of_player(self, user_id: UserId, limit: int) -> tuple[Match, ...]:
        return await self._list(queries.LATEST_OF_PLAYER, user_id=user_id, limit=limit)

    @_whole
    async def at_home(self, home: ChannelId, limit: int = 50) -> tuple[Match, ...]:
        return await self._list(queries.AT_HOME, home=home, limit=limit)

    @_whole
    async def due(self, now: datetime, limit: int) -> tuple[MatchId, ...]:
        check_times(now)
        return await self._ids(queries.DUE, now=now, limit=limit)

    @_whole
    async def unshown(self, before: datetime, limit: int) -> tuple[MatchId, ...]:
        check_times(before)
        return await self._ids(queries.UNSHOWN, before=before, limit=limit)

    @_whole
    async def note_shown(self, match_id: MatchId, shown: Shown) -> None:
        check_times(shown.card_at)
        newer = update(match).where(match.c.id == match_id, match.c.shown_version <= shown.version)
        async with self._database.writing() as connection:
            noted = await connection.execute(newer.values(rows.shown_columns(shown)))
            if noted.rowcount == 0:
                await _require(connection, match_id)

    @_whole
    async def draft(self, match_id: MatchId, user_id: UserId) -> tuple[str | None, ...]:
        async with self._database.reading() as connection:
            text = await connection.scalar(queries.DRAFT, {"match_id": match_id, "user_id": user_id})
            return () if text is None else rows.read_draft(text)

    @_whole
    async def save_draft(self, match_id: MatchId, user_id: UserId, choices: Sequence[str | None]) -> None:
        async with self._database.writing() as connection:
            await _require(connection, match_id)
            await _put(connection, draft, rows.draft_columns(match_id, user_id, choices))

    @_whole
    async def note(self, match_id: MatchId, user_id: UserId) -> str:
        async with self._database.reading() as connection:
            text = await connection.scalar(queries.NOTE, {"match_id": match_id, "user_id": user_id})
            return text or ""

    @_whole
    async def save_note(self, match_id: MatchId, user_id: UserId, text: str) -> None:
        async with self._database.writing() as connection:
            await _require(connection, match_id)
            if text:
                await _put(connection, note, {"match_id": match_id, "user_id": user_id, "text": text})
            else:
                theirs = (note.c.match_id == match_id, note.c.user_id == user_id)
                await connection.execute(delete(note).where(*theirs))

    @_whole
    async def notices(self, match_id: MatchId) -> tuple[Notice, ...]:
        async with self._database.reading() as connection:
            found = await connection.execute(queries.NOTICES, {"match_id": match_id})
            return tuple(rows.read_notice(row) for row in found.mappings())

    @_whole
    async def settle_notice(self, notice_id: NoticeId, state: NoticeState) -> None:
        async with self._database.writing() as connection:
            await connection.execute(update(notice).where(notice.c.id == notice_id).values(state=state.value))

    @_whole
    async def remembered(self, key: str) -> str | None:
        async with self._database.reading() as connection:
            return await connection.scalar(queries.FACT, {"key": key})

    @_whole
    async def remember(self, key: str, value: str) -> None:
        async with self._database.writing() as connection:
            await _put(connection, fact, {"key": key, "value": value})

    @_whole
    async def preferences(self, user_id: UserId) -> Mapping[str, str]:
        async with self._database.reading() as connection:
            found = await connection.execute(queries.PREFERENCES, {"user_id": user_id})
            return {row.key: row.value for row in found}

    @_whole
    async def prefer(self, user_id: UserId, key: str, value: str) -> None:
        async with self._database.writing() as connection:
            await _put(connection, preference, {"user_id": user_id, "key": key, "value": value})

    async def close(self) -> None:
        await self._database.close()

    async def _list(self, query: Select[Any], **values: Any) -> tuple[Match, ...]:
        async with self._database.reading() as connection:
            found = (await connection.execute(query, values)).mappings().all()
            return await _complete(connection, found)

    async def _ids(self, query: Select[int], **values: Any) -> tuple[MatchId, ...]:
        async with self._database.reading() as connection:
            return tuple(MatchId(found) for found in await connection.scalars(query, values))


async def _complete(connection: AsyncConnection, found: Sequence[RowMapping]) -> tuple[Match, ...]:
    """The matches of these rows with their records and picks: two statements, however many they are."""
    if not found:
        return ()
    ids = {"match_ids": [row["id"] for row in found]}
    entries = rows.read_entries((await connection.execute(queries.ENTRIES, ids)).mappings())
    picks = rows.read_picks((await connection.execute(queries.PICKS, ids)).mappings())
    return tuple(rows.read_match(row, entries.get(row["id"], ()), picks.get(row["id"])) for row in found)


async def _load(connection: AsyncConnection, match_id: MatchId) -> Match:
    row = (await connection.execute(queries.MATCH, {"match_id": match_id})).mappings().one_or_none()
    if row is None:
        raise NoSuchMatchError(match_id)
    (loaded,) = await _complete(connection, [row])
    return loaded


async def _require(connection: AsyncConnection, match_id: MatchId) -> None:
    if await connection.scalar(queries.EXISTS, {"match_id": match_id}) is None:
        raise NoSuchMatchError(match_id)


async def _insert_match(connection: AsyncConnection, new: NewMatch) -> MatchId:
    made = await connection.execute(insert(match).values(rows.challenge_columns(new)))
    assert made.inserted_primary_key is not None
    return MatchId(made.inserted_primary_key[0])


async def _update_guarded(connection: AsyncConnection, after: Match) -> None:
    """Write the row of a change, or raise StaleError; the row is then ours until the transaction ends."""
    columns: dict[Any, Any] = dict(rows.change_columns(after))
    if after.phase is Phase.FINISHED:
        columns["finished_at"] = queries.first_time(match.c.finished_at, after.changed_at)
    guarded = update(match).where(match.c.id == after.id, match.c.version == after.version - 1)
    written = await connection.execute(guarded.values(columns))
    if written.rowcount != 1:
        raise StaleError(await _load(connection, after.id))


async def _insert_news(connection: AsyncConnection, after: Match, standing: RowMapping) -> None:
    """Append what ``after`` has beyond what is stored. A confirmed pick ends its player's draft."""
    entries_stored, picks_stored = standing["entries_stored"], standing["picks_stored"]
    check_growth(after, entries_stored=entries_stored, picks_stored=picks_stored)
    if len(after.entries) > entries_stored:
        await connection.execute(insert(entry), rows.entry_columns(after, entries_stored))
    if len(after.picks) == picks_stored:
        return
    stored = set(await connection.scalars(queries.SIDES_PICKED, {"match_id": after.id}))
    fresh = {side: sealed for side, sealed in after.picks.items() if side not in stored}
    await connection.execute(insert(pick), [rows.pick_columns(after.id, *item) for item in fresh.items()])
    pickers = [after.sides[side] for side in fresh if side in after.sides]
    await connection.execute(delete(draft).where(draft.c.match_id == after.id, draft.c.user_id.in_(pickers)))


def _due(match_id: MatchId, user_id: UserId) -> dict[str, Any]:
    return {"match_id": match_id, "user_id": user_id, "state": NoticeState.DUE.value}


async def _put(connection: AsyncConnection, table: Table, columns: dict[str, Any]) -> None:
    """Insert the row, or write it over the one with the same key."""
    keys = [column.name for column in table.primary_key]
    # The clause is the same in both; SQLAlchemy only keeps it in two places.
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = dialect.insert(table).values(columns)
    rest = {name: row.excluded[name] for name in columns if name not in keys}
    await connection.execute(row.on_conflict_do_update(index_elements=keys, set_=rest))
