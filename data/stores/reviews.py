"""Reviews of finished matches."""

from __future__ import annotations

from sqlalchemy import Connection, Integer, bindparam, select

from data.parameters import MATCH_ID
from data.schema import review
from data.stores.base import require, upsert
from matches.model import MatchId

REVIEW = select(review.c.body).where(
    review.c.match_id == MATCH_ID, review.c.version == bindparam("made_as", type_=Integer)
)


def kept(connection: Connection, match_id: MatchId, version: int) -> str | None:
    """The review of a match as it was stored; None if there is none of this ``version``."""
    return connection.scalar(REVIEW, {"match_id": match_id, "made_as": version})


def keep(connection: Connection, match_id: MatchId, version: int, body: str) -> None:
    """Store the review of a match, replacing an earlier one. Raises NoSuchMatchError.

    ``version`` is that of the analysis and its format.
    """
    require(connection, match_id)
    upsert(connection, review, {"match_id": match_id, "version": version, "body": body})
