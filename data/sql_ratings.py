"""Ratings, tallies and standings in the store in a database. The promises are written at the port."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import RowMapping, Select, delete, insert, update

from data import rating_queries as queries
from data import rating_rows as rows
from data.checks import check_times
from data.database import one_at_a_time
from data.schema import gone, rated_start, score, standing
from data.sql_base import SqlPart, put, put_all, small, whole
from data.sql_seasons import open_seasons
from matches.books import (
    Account,
    Books,
    Entered,
    Meeting,
    MeetingKey,
    Opening,
    OpeningKey,
    Pages,
    PlayerKey,
    Standing,
    Tally,
    TallyKey,
)
from matches.model import GuildId, MatchId, Stakes, UserId
from matches.ratings import Rating
from matches.scores import EVERYBODY, Ending, RatedStart, Score
from matches.seasons import seasons_of
from matches.standings import Board

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

BOOKS: Final = 3
"""A lock by number, see data.migrate. Matches end seldom enough for one lock over all games."""
_LEAST_POINTS: Final = -(2**31)
_AT_ONCE: Final = 5_000
"""Rows read or written with one statement when everything is made anew."""


class SqlRatings(SqlPart):
    """What matches brought their players."""

    @whole
    async def rated_starts(self, game: str, one: UserId, other: UserId, since: datetime) -> int:
        check_times(since)
        async with self._database.reading() as connection:
            return await _rated_starts(connection, RatedStart(game, one, other, since, since, 0))

    @whole
    async def accounts(self, user_ids: Sequence[UserId]) -> Mapping[UserId, Mapping[str, Account]]:
        found: dict[UserId, dict[str, Account]] = {user: {} for user in user_ids}
        for row in await self._rows(queries.ACCOUNTS, user_ids=list(found)) if found else ():
            key, account = rows.read_account(row)
            found[key.user_id][key.game] = account
        return found

    @whole
    async def tallies(self, user_id: UserId) -> Mapping[TallyKey, Tally]:
        return dict(map(rows.read_tally, await self._rows(queries.TALLIES, user_id=user_id)))

    @whole
    async def meetings(self, user_id: UserId, rival_id: UserId) -> Mapping[MeetingKey, Meeting]:
        found = await self._rows(queries.MEETINGS, user_id=user_id, rival_id=rival_id)
        return dict(map(rows.read_meeting, found))

    @whole
    async def openings(
        self, user_id: UserId, game: str, limit: int
    ) -> tuple[tuple[OpeningKey, Opening], ...]:
        found = await self._rows(queries.OPENINGS, user_id=user_id, game=game, limit=limit)
        return tuple(map(rows.read_opening, found))

    @whole
    async def history_of_rating(
        self, user_id: UserId, game: str, since: int
    ) -> tuple[tuple[int, Rating], ...]:
        found = await self._rows(queries.HISTORY, user_id=user_id, game=game, since=since)
        return tuple((row["day"], rows.read_rating(row)) for row in found)

    @whole
    async def scores(self, user_id: UserId, game: str, limit: int) -> tuple[Score, ...]:
        found = await self._rows(queries.SCORES, user_id=user_id, game=game, limit=limit)
        return tuple(map(rows.read_score, found))

    @whole
    async def standings(
        self, board: Board, limit: int, offset: int = 0
    ) -> tuple[tuple[UserId, Standing], ...]:
        found = await self._rows(queries.STANDINGS, **_asked(board), limit=limit, offset=offset)
        lines = [(key.user_id, line) for key, line in map(rows.read_standing, found)]
        return tuple(sorted(lines, key=lambda one: (one[1].rating.points, one[0]), reverse=True))

    @whole
    async def ranked(self, board: Board, above: int | None = None) -> int:
        values = {**_asked(board), "above": _LEAST_POINTS if above is None else above}
        async with self._database.reading() as connection:
            return await connection.scalar(queries.RANKED, values) or 0

    @whole
    async def standing(self, board: Board, user_id: UserId) -> Standing | None:
        place = {"guild_id": board.guild_id, "game": board.game, "season": board.season}
        found = await self._rows(queries.STANDING, **place, user_id=user_id)
        return rows.read_standing(found[0])[1] if found else None

    @whole
    async def brought(self, match_id: MatchId) -> tuple[Score, ...]:
        return tuple(map(rows.read_score, await self._rows(queries.BROUGHT, match_id=match_id)))

    @small
    async def is_gone(self, guild_id: GuildId, user_id: UserId) -> bool:
        return bool(await self._rows(queries.IS_GONE, guild_id=guild_id, user_id=user_id))

    @whole
    async def set_listed(self, guild_id: GuildId, user_id: UserId, listed: bool) -> None:
        person = {"guild_id": guild_id, "user_id": user_id}
        theirs = (standing.c.guild_id == guild_id, standing.c.user_id == user_id)
        async with self._database.writing() as connection:
            await one_at_a_time(connection, BOOKS)
            if listed:
                await connection.execute(
                    delete(gone).where(gone.c.guild_id == guild_id, gone.c.user_id == user_id)
                )
            else:
                await put(connection, gone, person)
            await connection.execute(update(standing).where(*theirs).values(listed=listed))

    @whole
    async def recompute(self) -> int:
        async with self._database.writing() as connection:
            await one_at_a_time(connection, BOOKS)
            for table in rows.DERIVED:
                await connection.execute(delete(table))
            absent = {(row.guild_id, row.user_id) for row in await connection.execute(queries.ALL_GONE)}
            games = sorted(await connection.scalars(queries.GAMES))
            # Games have nothing in common, and a book of all of them would fill the memory.
            return sum([await _enter_anew(connection, game, Books(gone=absent)) for game in games])

    async def _rows(self, query: Select[Any], **values: Any) -> Sequence[RowMapping]:
        async with self._database.reading() as connection:
            found: Sequence[RowMapping] = (await connection.execute(query, values)).mappings().all()
            return found


async def begin_rated(connection: AsyncConnection, match_id: MatchId, start: RatedStart) -> Stakes:
    """Count a rated match as one of its pair, if they may begin one more; returns what it is about."""
    await one_at_a_time(connection, BOOKS)
    if await _rated_starts(connection, start) >= start.most:
        return Stakes.OFTEN
    low, high = start.pair
    begun = {"match_id": match_id, "game": start.game, "low_id": low, "high_id": high, "at": start.at}
    await put(connection, rated_start, begun)
    return Stakes.RATED


async def enter(connection: AsyncConnection, match_id: MatchId, ending: Ending) -> None:
    """Enter what the end of a match brings, once."""
    await one_at_a_time(connection, BOOKS)
    if await connection.scalar(queries.ENTERED, {"match_id": match_id}) is not None:
        return
    if not ending.rated:
        await connection.execute(delete(rated_start).where(rated_start.c.match_id == match_id))
    if not ending.scores:
        return
    books = await _touched(connection, ending.scores)
    entered = books.enter(ending.scores)
    await connection.execute(insert(score), [rows.score_columns(one) for one in entered])
    await _write(connection, books)
    if ending.rated:
        await open_seasons(connection, ending.scores[0].guild_id, entered[0].score.day)


async def _rated_starts(connection: AsyncConnection, start: RatedStart) -> int:
    low, high = start.pair
    asked = {"low_id": low, "high_id": high, "game": start.game, "since": start.since}
    return await connection.scalar(queries.RATED_STARTS, asked) or 0


async def _touched(connection: AsyncConnection, scores: Sequence[Score]) -> Books:
    """The lines that a match touches."""
    first = scores[0]
    users = [one.user_id for one in scores]
    theirs: dict[str, Any] = {"user_ids": users, "game": first.game}

    async def read(query: Select[Any], **more: Any) -> Iterator[RowMapping]:
        return iter((await connection.execute(query, {**theirs, **more})).mappings().all())

    lines = {"sides": [one.side for one in scores], "lines": [one.opening for one in scores]}
    books = Books(
        accounts=Pages(map(rows.read_account, await read(queries.ACCOUNTS_OF_GAME))),
        tallies=Pages(
            map(rows.read_tally, await read(queries.TALLIES_OF_GAME, user_ids=[*users, EVERYBODY]))
        ),
        meetings=Pages(map(rows.read_meeting, await read(queries.MEETINGS_OF_GAME))),
        openings=Pages(map(rows.read_opening, await read(queries.OPENINGS_OF_GAME, **lines))),
    )
    if any(one.rated for one in scores):
        days = [account.day for _, account in books.accounts]
        rows.read_faced(await read(queries.FACED, days=days) if days else (), books)
        seasons = seasons_of(max(first.day, *days) if days else first.day)
        books.standings = Pages(
            map(rows.read_standing, await read(queries.STANDINGS_OF_GAME, seasons=seasons))
        )
        for key, _ in books.standings:
            books.guilds[PlayerKey(key.user_id, key.game)][key.guild_id] = None
        absent = await read(queries.GONE, guild_id=first.guild_id)
        books.gone = {(row["guild_id"], row["user_id"]) for row in absent}
    return books


async def _write(connection: AsyncConnection, books: Books) -> None:
    for table, written in rows.written_rows(books):
        for first in range(0, len(written), _AT_ONCE):
            await put_all(connection, table, written[first : first + _AT_ONCE])


async def _enter_anew(connection: AsyncConnection, game: str, books: Books) -> int:
    """Enter all matches of a game once more; returns how many there are."""
    after, matches = 0, 0
    waiting: dict[MatchId, RowMapping] = {}
    while True:
        asked = {"game": game, "after": after, "limit": _AT_ONCE}
        found = (await connection.execute(queries.NEXT_SCORES, asked)).mappings().all()
        if not found:
            break
        after = found[-1]["id"]
        changed: list[tuple[RowMapping, Entered]] = []
        for row in found:
            other = waiting.pop(row["match_id"], None)
            if other is None:
                waiting[row["match_id"]] = row
                continue
            pair = (other, row)
            changed += _changed(pair, books.enter([rows.read_score(one) for one in pair]))
            matches += 1
        for row, entered in changed:
            settled = update(score).where(score.c.id == row["id"])
            await connection.execute(settled.values(rows.settled_columns(entered)))
    await _write(connection, books)
    return matches


def _changed(
    stored: Sequence[RowMapping], entered: Sequence[Entered]
) -> Iterator[tuple[RowMapping, Entered]]:
    """The scores that were reckoned otherwise than they are stored."""
    for row, one in zip(stored, entered, strict=True):
        if any(row[name] != value for name, value in rows.settled_columns(one).items()):
            yield row, one


def _asked(board: Board) -> dict[str, Any]:
    return {
        "guild_id": board.guild_id,
        "game": board.game,
        "season": board.season,
        "least": board.least,
        "since": board.since,
    }
