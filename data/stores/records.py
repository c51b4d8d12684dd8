"""Codes of matches and records that were brought in, in the store in a database.

What each method promises is written at the port.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, insert

from data.schema import imported, share
from data.stores import match_queries
from data.stores.base import SqlPart, insert_missing, reads, require, writes
from data.stores.checks import check_times
from matches.model import ImportId, MatchId, UserId


def _share(connection: Connection, match_id: MatchId, code: str, at: datetime) -> str | None:
    check_times(at)
    require(connection, match_id)
    # Of two at once the second is passed over, whether the match or the code is the same.
    insert_missing(connection, share, [{"code": code, "match_id": match_id, "at": at}])
    return connection.scalar(match_queries.SHARE_OF, {"match_id": match_id})


def _unshare(connection: Connection, match_id: MatchId) -> None:
    connection.execute(delete(share).where(share.c.match_id == match_id))


def _share_of(connection: Connection, match_id: MatchId) -> str | None:
    return connection.scalar(match_queries.SHARE_OF, {"match_id": match_id})


def _shared(connection: Connection, code: str) -> MatchId | None:
    found = connection.scalar(match_queries.SHARED, {"code": code})
    return None if found is None else MatchId(found)


def _keep_import(connection: Connection, user_id: UserId, text: str, at: datetime, most: int) -> ImportId:
    check_times(at)
    made = connection.execute(insert(imported).values(user_id=user_id, text=text, at=at))
    asked = {"user_id": user_id, "limit": most}
    before = list(connection.scalars(match_queries.IMPORTED_BEFORE, asked))
    connection.execute(delete(imported).where(imported.c.id.in_(before)))
    assert made.inserted_primary_key is not None
    return ImportId(made.inserted_primary_key[0])


def _imported(connection: Connection, import_id: ImportId, user_id: UserId) -> str | None:
    return connection.scalar(match_queries.IMPORTED, {"import_id": import_id, "user_id": user_id})


class SqlRecords(SqlPart):
    """Shares and imports."""

    share = writes(_share)
    unshare = writes(_unshare)
    share_of = reads(_share_of)
    shared = reads(_shared)
    keep_import = writes(_keep_import)
    imported = reads(_imported)
