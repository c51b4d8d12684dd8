"""Share codes of matches, imported records, and reviews of finished matches."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Connection, Integer, bindparam, delete, insert, select

from data.schema import imported, review, share
from data.shared_parameters import LIMIT, MATCH_ID, USER_ID
from data.stores.match_rows import require
from data.writing import insert_missing, upsert
from matches.model import ImportId, MatchId, UserId

SHARE_OF = select(share.c.code).where(share.c.match_id == MATCH_ID)


def add_share(connection: Connection, match_id: MatchId, code: str, at: datetime) -> str | None:
    """Give a match the share code ``code``; returns its code, which may be an earlier one.

    None, and nothing is stored, if another match has this code. Raises NoSuchMatchError.
    """
    require(connection, match_id)
    # If two do this at once, the second is skipped, whether the match or the code is the same.
    insert_missing(connection, share, [{"code": code, "match_id": match_id, "at": at}])
    return connection.scalar(SHARE_OF, {"match_id": match_id})


def unshare(connection: Connection, match_id: MatchId) -> None:
    """Delete a match's share code. Harmless twice."""
    connection.execute(delete(share).where(share.c.match_id == match_id))


def share_of(connection: Connection, match_id: MatchId) -> str | None:
    """The share code of a match, or None."""
    return connection.scalar(SHARE_OF, {"match_id": match_id})


SHARED = select(share.c.match_id).where(share.c.code == bindparam("code"))


def shared(connection: Connection, code: str) -> MatchId | None:
    """The match with a share code, or None."""
    found = connection.scalar(SHARED, {"code": code})
    return None if found is None else MatchId(found)


IMPORTED_BEFORE = (
    select(imported.c.id).where(imported.c.user_id == USER_ID).order_by(imported.c.id.desc()).offset(LIMIT)
)


def keep_import(connection: Connection, user_id: UserId, text: str, at: datetime, most: int) -> ImportId:
    """Store a record that a user imported, and keep only their newest: ``most`` in all.

    ``text`` is as ``matches.records`` writes it.
    """
    made = connection.execute(insert(imported).values(user_id=user_id, text=text, at=at))
    asked = {"user_id": user_id, "limit": most}
    before = list(connection.scalars(IMPORTED_BEFORE, asked))
    connection.execute(delete(imported).where(imported.c.id.in_(before)))
    assert made.inserted_primary_key is not None
    return ImportId(made.inserted_primary_key[0])


IMPORTED = select(imported.c.text).where(
    imported.c.id == bindparam("import_id", type_=BigInteger), imported.c.user_id == USER_ID
)


def import_of(connection: Connection, import_id: ImportId, user_id: UserId) -> str | None:
    """The text of a record that ``user_id`` imported; None if it is gone."""
    return connection.scalar(IMPORTED, {"import_id": import_id, "user_id": user_id})


REVIEW = select(review.c.body).where(
    review.c.match_id == MATCH_ID, review.c.version == bindparam("made_as", type_=Integer)
)


def review_of(connection: Connection, match_id: MatchId, version: int) -> str | None:
    """The stored review of a match in this ``version``, or None."""
    return connection.scalar(REVIEW, {"match_id": match_id, "made_as": version})


def keep_review(connection: Connection, match_id: MatchId, version: int, body: str) -> None:
    """Store the review of a match, replacing an earlier one. Raises NoSuchMatchError.

    ``version`` is that of the analysis and its format.
    """
    require(connection, match_id)
    upsert(connection, review, {"match_id": match_id, "version": version, "body": body})
