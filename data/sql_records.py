"""Codes of matches and records that were brought in, in the store in a database.

What each method promises is written at the port.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, insert

from data import queries
from data.checks import check_times
from data.schema import imported, share
from data.sql_base import SqlPart, put_new, require, small, whole
from matches.model import ImportId, MatchId, UserId


class SqlRecords(SqlPart):
    """Shares and imports."""

    @whole
    async def share(self, match_id: MatchId, code: str, at: datetime) -> str | None:
        check_times(at)
        async with self._database.writing() as connection:
            await require(connection, match_id)
            # Of two at once the second is passed over, whether the match or the code is the same.
            await put_new(connection, share, [{"code": code, "match_id": match_id, "at": at}])
            return await connection.scalar(queries.SHARE_OF, {"match_id": match_id})

    @whole
    async def unshare(self, match_id: MatchId) -> None:
        async with self._database.writing() as connection:
            await connection.execute(delete(share).where(share.c.match_id == match_id))

    @small
    async def share_of(self, match_id: MatchId) -> str | None:
        async with self._database.reading() as connection:
            return await connection.scalar(queries.SHARE_OF, {"match_id": match_id})

    @small
    async def shared(self, code: str) -> MatchId | None:
        async with self._database.reading() as connection:
            found = await connection.scalar(queries.SHARED, {"code": code})
            return None if found is None else MatchId(found)

    @whole
    async def keep_import(self, user_id: UserId, text: str, at: datetime, most: int) -> ImportId:
        check_times(at)
        async with self._database.writing() as connection:
            made = await connection.execute(insert(imported).values(user_id=user_id, text=text, at=at))
            asked = {"user_id": user_id, "limit": most}
            before = list(await connection.scalars(queries.IMPORTED_BEFORE, asked))
            await connection.execute(delete(imported).where(imported.c.id.in_(before)))
            assert made.inserted_primary_key is not None
            return ImportId(made.inserted_primary_key[0])

    @whole
    async def imported(self, import_id: ImportId, user_id: UserId) -> str | None:
        async with self._database.reading() as connection:
            return await connection.scalar(queries.IMPORTED, {"import_id": import_id, "user_id": user_id})
