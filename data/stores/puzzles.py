"""Puzzles from reviews, and the messages with them: claimed, filled, and settled once sent."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Integer, RowMapping, bindparam, delete, func, select, update

from data import outbox
from data.parameters import LIMIT, MATCH_ID, NOW, USER_ID
from data.schema import puzzle, puzzle_mail, utc
from data.stores.base import check_times, insert_missing, require
from matches.model import MatchId, UserId
from matches.puzzles import (
    MOST_PUZZLES,
    PuzzleKey,
    PuzzleMail,
    PuzzleState,
    PuzzleTry,
    first_due,
    next_message,
)

CLAIMABLE: Final = outbox.due(puzzle_mail)
MAIL: Final = select(puzzle_mail).where(puzzle_mail.c.user_id == USER_ID)
COUNT: Final = select(func.count()).select_from(puzzle).where(puzzle.c.user_id == USER_ID)
EARLIEST: Final = select(func.min(puzzle.c.due_at)).where(puzzle.c.user_id == USER_ID)
OF_MATCH: Final = (
    select(puzzle).where(puzzle.c.user_id == USER_ID, puzzle.c.match_id == MATCH_ID).order_by(puzzle.c.ply)
)
DUE: Final = (
    select(puzzle)
    .where(puzzle.c.user_id == USER_ID, puzzle.c.due_at <= NOW)
    .order_by(puzzle.c.due_at, puzzle.c.match_id, puzzle.c.ply)
    .limit(LIMIT)
)
ASKED: Final = (
    select(puzzle)
    .where(puzzle.c.user_id == USER_ID, puzzle.c.asked == bindparam("number", type_=Integer))
    .order_by(puzzle.c.match_id, puzzle.c.ply)
)


def add(
    connection: Connection, user_id: UserId, match_id: MatchId, plies: Collection[int], now: datetime
) -> int:
    """Store turns of a match as puzzles of a user; returns how many are new. Those stored stay as they are.

    At most MOST_PUZZLES in all. Also has messages sent again that had stopped. Raises NoSuchMatchError.
    """
    check_times(now)
    require(connection, match_id)
    before = connection.scalar(COUNT, {"user_id": user_id}) or 0
    known = {one.key.ply for one in of_match(connection, user_id, match_id)}
    new = [ply for ply in plies if ply not in known][: max(0, MOST_PUZZLES - before)]
    own = {"user_id": user_id, "match_id": match_id, "solved": 0, "asked": 0, "missed": False}
    due_at = utc(first_due(now))
    if new:
        insert_missing(connection, puzzle, [{**own, "ply": ply, "due_at": due_at} for ply in new])
    insert_missing(
        connection, puzzle_mail, [{"user_id": user_id, "number": 0, "open": False, "unanswered": 0}]
    )
    woken = puzzle_mail.c.due_at.is_(None) | (puzzle_mail.c.due_at > due_at)
    mail = update(puzzle_mail).where(puzzle_mail.c.user_id == user_id)
    connection.execute(mail.values(unanswered=0))
    connection.execute(mail.where(woken).values(due_at=due_at))
    return len(new)


def of_match(connection: Connection, user_id: UserId, match_id: MatchId) -> tuple[PuzzleState, ...]:
    """A user's puzzles of a match, in the order of its turns."""
    found = connection.execute(OF_MATCH, {"user_id": user_id, "match_id": match_id}).mappings()
    return tuple(map(_read, found))


def asked(connection: Connection, user_id: UserId, number: int) -> tuple[PuzzleState, ...]:
    """A user's unanswered puzzles of the message with this number; none for 0, which is no message."""
    if number < 1:
        return ()
    return tuple(map(_read, connection.execute(ASKED, {"user_id": user_id, "number": number}).mappings()))


def due(connection: Connection, user_id: UserId, now: datetime, limit: int) -> tuple[PuzzleState, ...]:
    """A user's puzzles that are due, the longest due first, at most ``limit``."""
    given = {"user_id": user_id, "now": utc(now), "limit": limit}
    return tuple(map(_read, connection.execute(DUE, given).mappings()))


def claim(connection: Connection, now: datetime, until: datetime, limit: int) -> tuple[PuzzleMail, ...]:
    """Claim due messages until ``until``, the longest due first, at most ``limit``."""
    return tuple(map(_read_mail, outbox.claim(connection, puzzle_mail, CLAIMABLE, now, until, limit)))


def put_off(connection: Connection, user_id: UserId, due_at: datetime) -> None:
    """Give back a claimed message, due again at ``due_at``."""
    outbox.put_off(connection, puzzle_mail, {"user_id": user_id}, due_at)


def fill(connection: Connection, user_id: UserId, keys: Collection[PuzzleKey]) -> int:
    """Have a claimed message ask these puzzles, before it is sent; returns its number."""
    mail = update(puzzle_mail).where(puzzle_mail.c.user_id == user_id)
    number = connection.scalar(
        mail.values(number=puzzle_mail.c.number + 1, open=True).returning(puzzle_mail.c.number)
    )
    for key in keys:
        connection.execute(update(puzzle).where(*_of(key)).values(asked=number or 0, missed=False))
    return number or 0


def settle(connection: Connection, user_id: UserId, number: int, now: datetime, *, sent: bool) -> None:
    """Record that a message was sent, or had nothing to ask, and when the next is due.

    A user's last message goes with their last puzzle.
    """
    check_times(now)
    if number:
        theirs = (puzzle.c.user_id == user_id, puzzle.c.asked == number)
        connection.execute(update(puzzle).where(*theirs).values(due_at=utc(first_due(now))))
    row = connection.execute(MAIL, {"user_id": user_id}).mappings().one_or_none()
    earliest = connection.scalar(EARLIEST, {"user_id": user_id})
    if row is None or earliest is None:
        connection.execute(delete(puzzle_mail).where(puzzle_mail.c.user_id == user_id))
        return
    unanswered = row["unanswered"] + (1 if sent else 0)
    following = next_message(now, earliest, unanswered) if sent else max(earliest, now)
    values = {"open": False, "unanswered": unanswered, "due_at": following and utc(following)}
    outbox.settle(connection, puzzle_mail, {"user_id": user_id}, **values)


def answer(
    connection: Connection, key: PuzzleKey, number: int, tried: PuzzleTry, now: datetime, *, missed: bool
) -> bool:
    """Record a try at a puzzle; False if it isn't asked by message ``number`` any more, or has changed.

    ``missed``: whether a first try was wrong already, as the user saw it.
    """
    check_times(now)
    seen = (*_of(key), puzzle.c.asked == number, puzzle.c.missed == missed)
    row = connection.execute(select(puzzle).where(*seen).with_for_update()).mappings().one_or_none()
    if row is None:
        return False
    after = _read(row).after(tried, now)
    if after is None:
        changed = connection.execute(delete(puzzle).where(*seen))
    else:
        values = {
            "solved": after.solved,
            "due_at": utc(after.due_at),
            "asked": after.asked,
            "missed": after.missed,
        }
        changed = connection.execute(update(puzzle).where(*seen).values(values))
    _note_answered(connection, key.user_id, now)
    return changed.rowcount == 1


def _note_answered(connection: Connection, user_id: UserId, now: datetime) -> None:
    """The user answers messages: have more sent, if they had stopped."""
    mail = update(puzzle_mail).where(puzzle_mail.c.user_id == user_id)
    connection.execute(mail.values(unanswered=0))
    earliest = connection.scalar(EARLIEST, {"user_id": user_id})
    following = None if earliest is None else next_message(now, earliest, 0)
    if following is not None:
        stopped = mail.where(puzzle_mail.c.due_at.is_(None))
        connection.execute(stopped.values(due_at=utc(following)))


def withhold(connection: Connection, key: PuzzleKey, due_at: datetime) -> None:
    """Put off a puzzle that can't be asked now."""
    connection.execute(update(puzzle).where(*_of(key)).values(due_at=utc(due_at), asked=0, missed=False))


def drop(connection: Connection, key: PuzzleKey) -> None:
    """Delete a puzzle. Harmless twice."""
    connection.execute(delete(puzzle).where(*_of(key)))


def stop(connection: Connection, user_id: UserId) -> int:
    """Delete all puzzles of a user and their messages; returns how many puzzles there were."""
    gone = connection.execute(delete(puzzle).where(puzzle.c.user_id == user_id)).rowcount
    connection.execute(delete(puzzle_mail).where(puzzle_mail.c.user_id == user_id))
    return gone


def _of(key: PuzzleKey) -> list[ColumnElement[bool]]:
    return [
        puzzle.c.user_id == key.user_id,
        puzzle.c.match_id == key.match_id,
        puzzle.c.ply == key.ply,
    ]


def _read(row: RowMapping) -> PuzzleState:
    key = PuzzleKey(UserId(row["user_id"]), MatchId(row["match_id"]), row["ply"])
    return PuzzleState(key, row["solved"], row["due_at"], row["asked"], row["missed"])


def _read_mail(row: Any) -> PuzzleMail:
    return PuzzleMail(UserId(row["user_id"]), row["number"], row["open"], row["unanswered"], row["due_at"])
