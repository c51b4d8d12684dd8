"""Reviews of finished matches in the store in a database. The port documents what is promised."""

from __future__ import annotations

from sqlalchemy import Connection

from data.schema import review
from data.stores import match_queries
from data.stores.base import SqlPart, reads, require, upsert, writes
from matches.model import MatchId


def _kept(connection: Connection, match_id: MatchId, version: int) -> str | None:
    return connection.scalar(match_queries.REVIEW, {"match_id": match_id, "made_as": version})


def _keep(connection: Connection, match_id: MatchId, version: int, body: str) -> None:
    require(connection, match_id)
    upsert(connection, review, {"match_id": match_id, "version": version, "body": body})


class SqlReviews(SqlPart):
    """Reviews that are kept."""

    kept = reads(_kept)
    keep = writes(_keep)
