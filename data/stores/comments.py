"""Comments on positions of finished matches, their reports, and servers' lists of reported ones."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Connection,
    Integer,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    update,
)

from data.database import one_at_a_time
from data.parameters import GUILD_ID, LIMIT, MATCH_ID, USER_ID
from data.schema import block, comment, comment_case, comment_report, utc
from data.stores.base import check_times, insert_missing, require
from matches.comments import Comment, CommentId, ReportCounts, ReportedComment
from matches.errors import Problem, Refused
from matches.model import GuildId, MatchId, UserId

_COMMENT_ID: Final = bindparam("comment_id", type_=BigInteger)
COUNT: Final = select(func.count()).select_from(comment).where(comment.c.match_id == MATCH_ID)
OF_MATCH: Final = select(comment).where(comment.c.match_id == MATCH_ID).order_by(comment.c.ply, comment.c.id)
ONE: Final = select(comment).where(comment.c.id == _COMMENT_ID)
BLOCKED: Final = select(block.c.blocked_id).where(block.c.user_id == USER_ID)
CASES: Final = select(comment_case.c.guild_id).where(comment_case.c.comment_id == _COMMENT_ID).limit(1)
IN_GUILD: Final = (
    select(comment_case.c.comment_id)
    .where(comment_case.c.guild_id == GUILD_ID, comment_case.c.comment_id == _COMMENT_ID)
    .limit(1)
)
_REPORTS: Final = (
    select(func.count())
    .select_from(comment_report)
    .where(comment_report.c.comment_id == comment.c.id)
    .scalar_subquery()
)
REPORTED: Final = (
    select(comment, _REPORTS.label("reports"))
    .join(comment_case, comment_case.c.comment_id == comment.c.id)
    .where(comment_case.c.guild_id == GUILD_ID)
    .order_by(case((comment.c.hidden_at.is_(None), 0), else_=1), comment.c.id.desc())
    .limit(LIMIT)
    .offset(bindparam("offset", type_=Integer))
)
REPORT_COUNTS: Final = (
    select(func.count().label("listed"), func.count(comment.c.hidden_at).label("hidden"))
    .select_from(comment_case)
    .join(comment, comment.c.id == comment_case.c.comment_id)
    .where(comment_case.c.guild_id == GUILD_ID)
)


def add(
    connection: Connection, match_id: MatchId, user_id: UserId, ply: int, text: str, at: datetime, most: int
) -> CommentId:
    """Store a comment on a position; returns its id.

    Raises NoSuchMatchError, and Refused if the match has ``most`` comments: counted in the same transaction.
    """
    check_times(at)
    require(connection, match_id)
    # Match ids are negated: no user or other lock has a key below zero.
    one_at_a_time(connection, -match_id)
    if (connection.scalar(COUNT, {"match_id": match_id}) or 0) >= most:
        raise Refused(Problem.COMMENTS_FULL, limit=most)
    row = {"match_id": match_id, "ply": ply, "user_id": user_id, "text": text, "at": utc(at)}
    made = connection.execute(insert(comment).values(row))
    assert made.inserted_primary_key is not None
    return CommentId(made.inserted_primary_key[0])


def of_match(connection: Connection, match_id: MatchId) -> tuple[Comment, ...]:
    """All comments of a match, hidden ones too, by position and oldest first."""
    return tuple(map(_read, connection.execute(OF_MATCH, {"match_id": match_id}).mappings()))


def seen_by(connection: Connection, match_id: MatchId, user_id: UserId) -> tuple[Comment, ...]:
    """The comments of a match that a user sees, by position and oldest first.

    Of hidden ones only their own, and none of people whom they have blocked.
    """
    found = of_match(connection, match_id)
    if not found:
        return ()
    blocked = set(connection.scalars(BLOCKED, {"user_id": user_id}))
    return tuple(one for one in found if one.writer == user_id or not (one.hidden or one.writer in blocked))


def find(connection: Connection, comment_id: CommentId) -> Comment | None:
    """A comment; None if it is gone."""
    row = connection.execute(ONE, {"comment_id": comment_id}).mappings().one_or_none()
    return None if row is None else _read(row)


def edit(connection: Connection, comment_id: CommentId, user_id: UserId, text: str) -> bool:
    """Replace the text of a user's own comment; False if it is gone, hidden, or another user's."""
    own = (comment.c.id == comment_id, comment.c.user_id == user_id, comment.c.hidden_at.is_(None))
    return connection.execute(update(comment).where(*own).values(text=text)).rowcount == 1


def remove(connection: Connection, comment_id: CommentId, user_id: UserId) -> bool:
    """Delete a user's own comment with its reports; False if it is gone, or another user's."""
    found = _lock(connection, comment_id)
    if found is None or found.writer != user_id:
        return False
    for table in (comment_case, comment_report):
        connection.execute(delete(table).where(table.c.comment_id == comment_id))
    connection.execute(delete(comment).where(comment.c.id == comment_id))
    return True


def report(
    connection: Connection,
    comment_id: CommentId,
    user_id: UserId,
    guilds: Collection[GuildId],
    at: datetime,
) -> bool:
    """Store a user's report of a comment, for the lists of these servers; False if they have reported it.

    Raises Refused if the comment is gone or hidden.
    """
    check_times(at)
    found = _lock(connection, comment_id)
    if found is None or found.hidden:
        raise Refused(Problem.COMMENT_GONE)
    theirs = (comment_report.c.comment_id == comment_id, comment_report.c.user_id == user_id)
    if connection.scalar(select(comment_report.c.user_id).where(*theirs)) is not None:
        return False
    row = {"comment_id": comment_id, "user_id": user_id, "at": utc(at)}
    connection.execute(insert(comment_report).values(row))
    insert_missing(
        connection, comment_case, [{"guild_id": one, "comment_id": comment_id} for one in sorted(guilds)]
    )
    return True


def reported_in(
    connection: Connection, guild_id: GuildId, limit: int, offset: int = 0
) -> tuple[ReportedComment, ...]:
    """The comments on a server's list, waiting ones first, then newest first, at most ``limit``."""
    found = connection.execute(REPORTED, {"guild_id": guild_id, "limit": limit, "offset": offset}).mappings()
    return tuple(ReportedComment(_read(row), row["reports"]) for row in found)


def report_counts(connection: Connection, guild_id: GuildId) -> ReportCounts:
    """The numbers of waiting and of hidden comments on a server's list."""
    row = connection.execute(REPORT_COUNTS, {"guild_id": guild_id}).mappings().one()
    return ReportCounts(row["listed"] - row["hidden"], row["hidden"])


def hide(connection: Connection, guild_id: GuildId, comment_id: CommentId, at: datetime) -> bool:
    """Hide a comment on a server's list; False if it isn't on it, or is hidden already."""
    check_times(at)
    return _on_list(connection, guild_id, comment_id, hidden=False) and _set_hidden(
        connection, comment_id, utc(at)
    )


def dismiss(connection: Connection, guild_id: GuildId, comment_id: CommentId) -> bool:
    """Take a comment off a server's list; False if it isn't on it, or is hidden."""
    return _on_list(connection, guild_id, comment_id, hidden=False) and _close(
        connection, guild_id, comment_id
    )


def show_again(connection: Connection, guild_id: GuildId, comment_id: CommentId) -> bool:
    """Undo :func:`hide`, and take the comment off the server's list; False if it isn't hidden and on it."""
    return (
        _on_list(connection, guild_id, comment_id, hidden=True)
        and _set_hidden(connection, comment_id, None)
        and _close(connection, guild_id, comment_id)
    )


def leave_all(connection: Connection, user_id: UserId) -> None:
    """Delete the reports of a user's comments by others, and take these comments off servers' lists."""
    theirs = select(comment.c.id).where(comment.c.user_id == user_id)
    # Locked, so that nobody reports one before it is deleted.
    connection.execute(theirs.order_by(comment.c.id).with_for_update()).all()
    for table in (comment_case, comment_report):
        connection.execute(delete(table).where(table.c.comment_id.in_(theirs)))


def _lock(connection: Connection, comment_id: CommentId) -> Comment | None:
    """A comment, locked until the transaction ends; None if it is gone."""
    row = connection.execute(ONE.with_for_update(), {"comment_id": comment_id}).mappings().one_or_none()
    return None if row is None else _read(row)


def _on_list(connection: Connection, guild_id: GuildId, comment_id: CommentId, *, hidden: bool) -> bool:
    """True if a comment is on a server's list, and hidden or not; it is locked."""
    found = _lock(connection, comment_id)
    asked = {"guild_id": guild_id, "comment_id": comment_id}
    return found is not None and found.hidden is hidden and connection.scalar(IN_GUILD, asked) is not None


def _set_hidden(connection: Connection, comment_id: CommentId, at: datetime | None) -> bool:
    changed = update(comment).where(comment.c.id == comment_id).values(hidden_at=at)
    return connection.execute(changed).rowcount == 1


def _close(connection: Connection, guild_id: GuildId, comment_id: CommentId) -> bool:
    """Take a comment off a server's list; its reports go once no list has it."""
    ours = (comment_case.c.guild_id == guild_id, comment_case.c.comment_id == comment_id)
    connection.execute(delete(comment_case).where(*ours))
    if connection.scalar(CASES, {"comment_id": comment_id}) is None:
        connection.execute(delete(comment_report).where(comment_report.c.comment_id == comment_id))
    return True


def _read(row: Any) -> Comment:
    return Comment(
        CommentId(row["id"]),
        MatchId(row["match_id"]),
        row["ply"],
        UserId(row["user_id"]),
        row["text"],
        row["at"],
        hidden=row["hidden_at"] is not None,
    )
