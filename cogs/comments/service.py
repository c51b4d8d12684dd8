"""Comments of players on their finished matches, their reports, and what administrators do about them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BigInteger, Integer, bindparam, case, delete, func, insert, select, update

from cogs.comments.rules import (
    Comment,
    CommentError,
    CommentId,
    CommentProblem,
    ReportCounts,
    ReportedComment,
    check_may_comment,
    cleaned,
    has_comments,
    reported_to,
)
from data.database import one_at_a_time
from data.features.comments import LONGEST, MOST, comment, comment_case, comment_report
from data.schema import block
from data.shared_parameters import GUILD_ID, LIMIT, MATCH_ID, USER_ID
from data.stores.match_rows import require
from data.writing import insert_missing
from matches.model import GuildId, Match, MatchId, UserId
from services.operations import Operations, Transaction, reads, writes

__all__ = ["LONGEST", "Comments"]

_COMMENT_ID: Final = bindparam("comment_id", type_=BigInteger)
_OF_MATCH: Final = select(comment).where(comment.c.match_id == MATCH_ID).order_by(comment.c.ply, comment.c.id)
_BLOCKED: Final = select(block.c.blocked_id).where(block.c.user_id == USER_ID)
_COUNT: Final = select(func.count()).select_from(comment).where(comment.c.match_id == MATCH_ID)
_LOCKED: Final = select(comment).where(comment.c.id == _COMMENT_ID).with_for_update()
_ONE: Final = select(comment).where(comment.c.id == _COMMENT_ID)
_REPORTS: Final = (
    select(func.count())
    .select_from(comment_report)
    .where(comment_report.c.comment_id == comment.c.id)
    .scalar_subquery()
)
_REPORTED: Final = (
    select(comment, _REPORTS.label("reports"))
    .join(comment_case, comment_case.c.comment_id == comment.c.id)
    .where(comment_case.c.guild_id == GUILD_ID)
    .order_by(case((comment.c.hidden_at.is_(None), 0), else_=1), comment.c.id.desc())
    .limit(LIMIT)
    .offset(bindparam("offset", type_=Integer))
)
_REPORT_COUNTS: Final = (
    select(func.count().label("listed"), func.count(comment.c.hidden_at).label("hidden"))
    .select_from(comment_case)
    .join(comment, comment.c.id == comment_case.c.comment_id)
    .where(comment_case.c.guild_id == GUILD_ID)
)


class Comments(Operations):
    """Comments on finished matches; that a reader may see the match is checked by the caller."""

    async def seen(self, match: Match, reader: UserId) -> tuple[Comment, ...]:
        """The comments of a match that ``reader`` sees, by position and oldest first; none before its end.

        Of hidden ones only their own, and none of people whom they have blocked.
        """
        return await self._seen(match, reader) if has_comments(match) else ()

    @reads
    def _seen(self, tx: Transaction, match: Match, reader: UserId) -> tuple[Comment, ...]:
        return _seen_by(tx, match, reader)

    async def public(self, match: Match) -> tuple[Comment, ...]:
        """The comments of a match that aren't hidden, by position and oldest first; none before its end."""
        return await self._public(match) if has_comments(match) else ()

    @reads
    def _public(self, tx: Transaction, match: Match) -> tuple[Comment, ...]:
        return tuple(one for one in _of_match(tx, match) if not one.hidden)

    async def write(self, match_id: MatchId, user: UserId, ply: int, text: str) -> Match:
        """Add a player's comment on the position after ``ply`` actions; returns the match.

        Raises NoSuchMatchError, NotAPlayerError, and CommentError.
        """
        # Checked before the transaction: a match that is over has its players and its length for good.
        match = await self._core.load(match_id)
        check_may_comment(match, user)
        if not 0 <= ply <= len(self._core.history(match).played):
            raise CommentError(CommentProblem.GONE)
        await self._add(match_id, user, ply, cleaned(text, LONGEST))
        return match

    @writes("match={match_id} user={user} wrote comment={found} at ply={ply}")
    def _add(self, tx: Transaction, match_id: MatchId, user: UserId, ply: int, text: str) -> CommentId:
        require(tx.connection, match_id)
        # Match ids are negated: no user or other lock has a key below zero.
        one_at_a_time(tx.connection, -match_id)
        if (tx.scalar(_COUNT, {"match_id": match_id}) or 0) >= MOST:
            raise CommentError(CommentProblem.FULL, MOST)
        row = {"match_id": match_id, "ply": ply, "user_id": user, "text": text, "at": tx.now}
        made = tx.execute(insert(comment).values(row))
        assert made.inserted_primary_key is not None
        return CommentId(made.inserted_primary_key[0])

    @reads
    def own(self, tx: Transaction, match: Match, comment_id: CommentId, user: UserId) -> Comment:
        """A comment of ``user`` on this match. Raises CommentError if it is gone or another user's."""
        return _own(tx, match, comment_id, user, lock=False)

    @writes("match={match.id} user={user} edited comment={comment_id}")
    def edit(self, tx: Transaction, match: Match, comment_id: CommentId, user: UserId, text: str) -> None:
        """Replace the text of a comment of ``user``. Raises CommentError, also for one that is hidden."""
        if _own(tx, match, comment_id, user).hidden:
            raise CommentError(CommentProblem.GONE)
        kept = cleaned(text, LONGEST)
        tx.execute(update(comment).where(comment.c.id == comment_id).values(text=kept))

    @writes("match={match.id} user={user} deleted comment={comment_id}")
    def delete(self, tx: Transaction, match: Match, comment_id: CommentId, user: UserId) -> None:
        """Delete a comment of ``user`` with its reports. Raises CommentError if it is gone."""
        _own(tx, match, comment_id, user)
        for table in (comment_case, comment_report):
            tx.execute(delete(table).where(table.c.comment_id == comment_id))
        tx.execute(delete(comment).where(comment.c.id == comment_id))

    # --- reports ---------------------------------------------------------------------------------

    @writes("match={match.id} comment={comment_id} user={user} reported it")
    def report(self, tx: Transaction, match: Match, comment_id: CommentId, user: UserId) -> bool:
        """Report a comment to the match's servers; False if ``user`` has reported it already.

        Raises CommentError if they don't see it, wrote it, or the match was played in no server.
        """
        _find(tx, comment_id, lock=True)
        found = next((one for one in _seen_by(tx, match, user) if one.id == comment_id), None)
        if found is None or not has_comments(match):
            raise CommentError(CommentProblem.GONE)
        if found.writer == user:
            raise CommentError(CommentProblem.REPORT_OWN)
        guilds = reported_to(match)
        if not guilds:
            raise CommentError(CommentProblem.REPORT_NOWHERE)
        if found.hidden:
            raise CommentError(CommentProblem.GONE)
        theirs = (comment_report.c.comment_id == comment_id, comment_report.c.user_id == user)
        if tx.scalar(select(comment_report.c.user_id).where(*theirs)) is not None:
            return False
        tx.execute(insert(comment_report).values(comment_id=comment_id, user_id=user, at=tx.now))
        cases = [{"guild_id": guild, "comment_id": comment_id} for guild in sorted(guilds)]
        insert_missing(tx.connection, comment_case, cases)
        return True

    @reads
    def reported_in(
        self, tx: Transaction, guild: GuildId, limit: int, offset: int = 0
    ) -> tuple[ReportedComment, ...]:
        """The reported comments on a server's list, waiting ones first, then newest first."""
        asked = {"guild_id": guild, "limit": limit, "offset": offset}
        return tuple(
            ReportedComment(_read(row), row["reports"]) for row in tx.execute(_REPORTED, asked).mappings()
        )

    @reads
    def report_counts(self, tx: Transaction, guild: GuildId) -> ReportCounts:
        """The numbers of waiting and of hidden comments on a server's list."""
        row = tx.execute(_REPORT_COUNTS, {"guild_id": guild}).one()
        return ReportCounts(row.listed - row.hidden, row.hidden)

    @writes("guild={guild} comment={comment_id} admin={admin} hid it")
    def hide(self, tx: Transaction, guild: GuildId, comment_id: CommentId, admin: UserId) -> None:
        """Hide a reported comment from everybody but its writer. Raises CommentError."""
        _lock_listed(tx, guild, comment_id, admin, hidden=False)
        tx.execute(update(comment).where(comment.c.id == comment_id).values(hidden_at=tx.now))

    @writes("guild={guild} comment={comment_id} admin={admin} dismissed its reports")
    def dismiss(self, tx: Transaction, guild: GuildId, comment_id: CommentId, admin: UserId) -> None:
        """Take a reported comment off a server's list. Raises CommentError."""
        _lock_listed(tx, guild, comment_id, admin, hidden=False)
        _close(tx, guild, comment_id)

    @writes("guild={guild} comment={comment_id} admin={admin} showed it again")
    def show_again(self, tx: Transaction, guild: GuildId, comment_id: CommentId, admin: UserId) -> None:
        """Show a hidden comment again, and take it off the server's list. Raises CommentError."""
        _lock_listed(tx, guild, comment_id, admin, hidden=True)
        tx.execute(update(comment).where(comment.c.id == comment_id).values(hidden_at=None))
        _close(tx, guild, comment_id)


def _of_match(tx: Transaction, match: Match) -> tuple[Comment, ...]:
    return tuple(map(_read, tx.execute(_OF_MATCH, {"match_id": match.id}).mappings()))


def _seen_by(tx: Transaction, match: Match, reader: UserId) -> tuple[Comment, ...]:
    found = _of_match(tx, match)
    if not found:
        return ()
    blocked = set(tx.scalars(_BLOCKED, {"user_id": reader}))
    return tuple(one for one in found if one.writer == reader or not (one.hidden or one.writer in blocked))


def _find(tx: Transaction, comment_id: CommentId, *, lock: bool) -> Comment | None:
    """A comment, with ``lock`` locked until the transaction ends; None if it is gone."""
    asked = {"comment_id": comment_id}
    row = tx.execute(_LOCKED if lock else _ONE, asked).mappings().one_or_none()
    return None if row is None else _read(row)


def _own(tx: Transaction, match: Match, comment_id: CommentId, user: UserId, *, lock: bool = True) -> Comment:
    found = _find(tx, comment_id, lock=lock)
    if found is None or (found.match_id, found.writer) != (match.id, user):
        raise CommentError(CommentProblem.GONE)
    return found


def _lock_listed(
    tx: Transaction, guild: GuildId, comment_id: CommentId, admin: UserId, *, hidden: bool
) -> None:
    """Lock a comment on a server's list, ``hidden`` or not.

    Raises CommentError if it isn't there, or is the admin's own.
    """
    found = _find(tx, comment_id, lock=True)
    if found is not None and found.writer == admin:
        raise CommentError(CommentProblem.REPORT_ABOUT_YOU)
    ours = (comment_case.c.guild_id == guild, comment_case.c.comment_id == comment_id)
    listed = tx.scalar(select(comment_case.c.comment_id).where(*ours))
    if found is None or found.hidden is not hidden or listed is None:
        raise CommentError(CommentProblem.REPORT_DONE)


def _close(tx: Transaction, guild: GuildId, comment_id: CommentId) -> None:
    """Take a comment off a server's list; its reports go once no list has it."""
    ours = (comment_case.c.guild_id == guild, comment_case.c.comment_id == comment_id)
    tx.execute(delete(comment_case).where(*ours))
    others = select(comment_case.c.guild_id).where(comment_case.c.comment_id == comment_id).limit(1)
    if tx.scalar(others) is None:
        tx.execute(delete(comment_report).where(comment_report.c.comment_id == comment_id))


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
