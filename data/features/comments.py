"""Comments on positions of finished matches, their reports, and servers' lists of reported ones."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    Table,
    Text,
    delete,
    exists,
    func,
    not_,
    or_,
    select,
)

from data.features.rows import FeatureRows, RowRule
from data.personal_rows import own
from data.schema import RowId, UtcTime, always, entry, keys, match, maybe, metadata, of_match, table
from matches.model import EntryKind, UserId

LONGEST: Final = 500
"""The most characters of a comment."""
MOST: Final = 100
"""The most comments of a match, both players' and hidden ones together."""

comment = Table(
    "comment",
    metadata,
    Column("id", RowId, primary_key=True),
    of_match(),
    *always(Integer, "ply"),
    *always(BigInteger, "user_id"),
    *always(Text, "text"),
    *always(UtcTime, "at"),
    *maybe(UtcTime, "hidden_at"),  # by an administrator
    # Ids are never reused, or an old button would act on another comment.
    sqlite_autoincrement=True,
)
Index(None, comment.c.match_id, comment.c.ply, comment.c.id)
Index(None, comment.c.user_id)
comment_report = table(
    "comment_report",
    Column("comment_id", BigInteger, ForeignKey("comment.id"), primary_key=True, nullable=False),
    *keys(BigInteger, "user_id"),  # who reported it
    *always(UtcTime, "at"),
)
Index(None, comment_report.c.user_id)
# Reported comments on the lists of the match's servers, until their administrators have dismissed them.
comment_case = table(
    "comment_case",
    *keys(BigInteger, "guild_id"),
    Column("comment_id", BigInteger, ForeignKey("comment.id"), primary_key=True, nullable=False),
)
Index(None, comment_case.c.comment_id)

_PLACE: Final = "match={match_id} comment={id}:"
_last_ply = func.coalesce(
    select(entry.c.ply)
    .where(entry.c.match_id == comment.c.match_id)
    .order_by(entry.c.number.desc())
    .limit(1)
    .scalar_subquery(),
    0,
)
_handed_over = exists().where(
    entry.c.match_id == comment.c.match_id, entry.c.kind == EntryKind.HANDED_OVER_BY_ADMIN.value
)
_RULES: Final = (
    RowRule(
        f"{_PLACE} it is about ply={{ply}}, and {{last}} actions stand",
        select(comment.c.match_id, comment.c.id, comment.c.ply, _last_ply.label("last")).where(
            or_(comment.c.ply < 0, comment.c.ply > _last_ply)
        ),
    ),
    RowRule(
        f"{_PLACE} it has {{length}} characters",
        select(comment.c.match_id, comment.c.id, func.length(comment.c.text).label("length")).where(
            not_(func.length(comment.c.text).between(1, LONGEST))
        ),
    ),
    RowRule(
        f"{_PLACE} its writer, user={{user_id}}, never played in the match",
        select(comment.c.match_id, comment.c.id, comment.c.user_id)
        .join(match, match.c.id == comment.c.match_id)
        .where(
            comment.c.user_id != match.c.challenger,
            comment.c.user_id != func.coalesce(match.c.opponent, 0),
            not_(_handed_over),
        ),
    ),
    RowRule(
        "match={match_id}: it has {comments} comments",
        select(comment.c.match_id, func.count().label("comments"))
        .group_by(comment.c.match_id)
        .having(func.count() > MOST),
    ),
    RowRule(
        "comment={comment_id}: user={user_id} has reported it, and no server has it on its list",
        select(comment_report.c.comment_id, comment_report.c.user_id).where(
            ~exists().where(comment_case.c.comment_id == comment_report.c.comment_id)
        ),
    ),
    RowRule(
        f"{_PLACE} it is hidden, and no server has it on its list",
        select(comment.c.match_id, comment.c.id).where(
            comment.c.hidden_at.is_not(None), ~exists().where(comment_case.c.comment_id == comment.c.id)
        ),
    ),
)


def _clear_reports(connection: Connection, user_id: UserId, _now: datetime) -> None:
    """Delete others' reports of a user's comments, and take these comments off servers' lists."""
    theirs = select(comment.c.id).where(comment.c.user_id == user_id)
    # Locked, so that nobody reports one before it is deleted.
    connection.execute(theirs.order_by(comment.c.id).with_for_update()).all()
    for each in (comment_case, comment_report):
        connection.execute(delete(each).where(each.c.comment_id.in_(theirs)))


ROWS: Final = FeatureRows(
    name="comments",
    tables=(comment, comment_report, comment_case),
    # In this order: a report needs its comment.
    personal=(own(comment_report, "comments reported"), own(comment, "comments")),
    before_erasure=_clear_reports,
    rules=_RULES,
)
