"""Puzzles from reviews: asked for by their user, sent by message, answered; each message is sent once."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, RowMapping, Update, delete, func, select, update

from cogs.puzzles.rules import (
    MOST_PUZZLES,
    WITHHELD,
    PuzzleKey,
    PuzzleMail,
    PuzzleState,
    PuzzleTry,
    first_due,
    next_message,
)
from data import outbox
from data.features.puzzles import puzzle, puzzle_mail
from data.stores.match_rows import require
from data.writing import insert_missing
from matches.model import MatchId, UserId
from services.operations import Operations, Transaction, reads, writes

LEASE: Final = timedelta(minutes=2)
"""The time for which a message is claimed for sending, before another process may try."""
LOOKED_AT: Final = 10
"""The due puzzles that are considered for a message: some may not be asked now."""
CLAIMABLE: Final = outbox.due(puzzle_mail)


class Puzzles(Operations):
    """A user's puzzles. What a puzzle shows is read from the review of its match, by others."""

    @writes("match={match_id} user={user} practises puzzles from {found:%Y-%m-%d} on")
    def practise(self, tx: Transaction, user: UserId, match_id: MatchId, plies: Collection[int]) -> datetime:
        """Have turns of a match asked as puzzles; returns when new ones are due. Raises NoSuchMatchError.

        Those that are puzzles already stay as they are; a user has at most MOST_PUZZLES. Messages that had
        stopped are sent again.
        """
        require(tx.connection, match_id)
        theirs = select(func.count()).select_from(puzzle).where(puzzle.c.user_id == user)
        room = max(0, MOST_PUZZLES - tx.execute(theirs).scalar_one())
        known = {one.key.ply for one in _of_match(tx, user, match_id)}
        new = [ply for ply in sorted(plies) if ply not in known][:room]
        own = {"user_id": user, "match_id": match_id, "solved": 0, "asked": 0, "missed": False}
        due_at = first_due(tx.now)
        if new:
            insert_missing(tx.connection, puzzle, [{**own, "ply": ply, "due_at": due_at} for ply in new])
        none_yet = {"user_id": user, "number": 0, "open": False, "unanswered": 0}
        insert_missing(tx.connection, puzzle_mail, [none_yet])
        tx.execute(_mail_of(user).values(unanswered=0))
        later = puzzle_mail.c.due_at.is_(None) | (puzzle_mail.c.due_at > due_at)
        tx.execute(_mail_of(user).where(later).values(due_at=due_at))
        return due_at

    @reads
    def of_match(self, tx: Transaction, user: UserId, match_id: MatchId) -> tuple[PuzzleState, ...]:
        """A user's puzzles of a match, in the order of its turns."""
        return _of_match(tx, user, match_id)

    @writes("user={user} wants no more puzzles: {found} are gone")
    def stop(self, tx: Transaction, user: UserId) -> int:
        """Delete all puzzles of a user and their messages; returns how many puzzles there were."""
        gone = tx.execute(delete(puzzle).where(puzzle.c.user_id == user)).rowcount
        tx.execute(delete(puzzle_mail).where(puzzle_mail.c.user_id == user))
        return gone

    # --- sending ---------------------------------------------------------------------------------

    @writes()
    def claim(self, tx: Transaction, limit: int) -> tuple[PuzzleMail, ...]:
        """Claim due messages for LEASE, at most ``limit``; no other process is given them before it ends."""
        found = outbox.claim(tx.connection, puzzle_mail, CLAIMABLE, tx.now, tx.now + LEASE, limit)
        return tuple(map(_read_mail, found))

    @writes()
    def put_off(self, tx: Transaction, mail: PuzzleMail, due_at: datetime) -> None:
        """Give back a claimed message, due again at ``due_at``."""
        outbox.put_off(tx.connection, puzzle_mail, {"user_id": mail.user_id}, due_at)

    @reads
    def due(self, tx: Transaction, user: UserId) -> tuple[PuzzleState, ...]:
        """A user's puzzles that are due, the longest due first, at most LOOKED_AT."""
        theirs = select(puzzle).where(puzzle.c.user_id == user, puzzle.c.due_at <= tx.now)
        longest = theirs.order_by(puzzle.c.due_at, puzzle.c.match_id, puzzle.c.ply).limit(LOOKED_AT)
        return tuple(map(_read, tx.execute(longest).mappings()))

    @writes()
    def fill(self, tx: Transaction, mail: PuzzleMail, keys: Collection[PuzzleKey]) -> int:
        """Have a claimed message ask these puzzles, before it is sent; returns its number."""
        filled = _mail_of(mail.user_id).values(number=puzzle_mail.c.number + 1, open=True)
        number = tx.scalar(filled.returning(puzzle_mail.c.number)) or 0
        for key in keys:
            tx.execute(update(puzzle).where(*_is(key)).values(asked=number, missed=False))
        return number

    @writes()
    def settle(self, tx: Transaction, user: UserId, number: int, *, sent: bool) -> None:
        """Record that a message was sent (or refused for good), or had nothing to ask.

        A user's last message goes with their last puzzle.
        """
        if number:
            theirs = (puzzle.c.user_id == user, puzzle.c.asked == number)
            tx.execute(update(puzzle).where(*theirs).values(due_at=first_due(tx.now)))
        unanswered = tx.scalar(select(puzzle_mail.c.unanswered).where(puzzle_mail.c.user_id == user))
        earliest = _earliest(tx, user)
        if unanswered is None or earliest is None:
            tx.execute(delete(puzzle_mail).where(puzzle_mail.c.user_id == user))
            return
        unanswered += sent
        due_at = next_message(tx.now, earliest, unanswered) if sent else max(earliest, tx.now)
        values = {"open": False, "unanswered": unanswered, "due_at": due_at}
        outbox.settle(tx.connection, puzzle_mail, {"user_id": user}, **values)

    @writes()
    def withhold(self, tx: Transaction, key: PuzzleKey) -> None:
        """Put off a puzzle that stands on a board of its user."""
        later = {"due_at": tx.now + WITHHELD, "asked": 0, "missed": False}
        tx.execute(update(puzzle).where(*_is(key)).values(later))

    @writes()
    def drop(self, tx: Transaction, key: PuzzleKey) -> None:
        """Delete a puzzle whose turn isn't in a review any more. Harmless twice."""
        tx.execute(delete(puzzle).where(*_is(key)))

    # --- answering -------------------------------------------------------------------------------

    @reads
    def asked(self, tx: Transaction, user: UserId, number: int) -> tuple[PuzzleState, ...]:
        """A user's unanswered puzzles of the message with this number; none for 0, which is no message."""
        if number < 1:
            return ()
        theirs = select(puzzle).where(puzzle.c.user_id == user, puzzle.c.asked == number)
        return tuple(map(_read, tx.execute(theirs.order_by(puzzle.c.match_id, puzzle.c.ply)).mappings()))

    @writes()
    def answer(self, tx: Transaction, seen: PuzzleState, tried: PuzzleTry) -> bool:
        """Record a try at a puzzle as its user saw it; False if it was answered meanwhile."""
        same = (*_is(seen.key), puzzle.c.asked == seen.asked, puzzle.c.missed == seen.missed)
        row = tx.execute(select(puzzle).where(*same).with_for_update()).mappings().one_or_none()
        if row is None:
            return False
        after = _read(row).after(tried, tx.now)
        if after is None:
            changed = tx.execute(delete(puzzle).where(*same))
        else:
            values = {name: getattr(after, name) for name in ("solved", "due_at", "asked", "missed")}
            changed = tx.execute(update(puzzle).where(*same).values(values))
        # The user answers messages: more are sent, if they had stopped.
        user = seen.key.user_id
        tx.execute(_mail_of(user).values(unanswered=0))
        earliest = _earliest(tx, user)
        following = None if earliest is None else next_message(tx.now, earliest, 0)
        if following is not None:
            tx.execute(_mail_of(user).where(puzzle_mail.c.due_at.is_(None)).values(due_at=following))
        return changed.rowcount == 1


def _of_match(tx: Transaction, user: UserId, match_id: MatchId) -> tuple[PuzzleState, ...]:
    theirs = select(puzzle).where(puzzle.c.user_id == user, puzzle.c.match_id == match_id)
    return tuple(map(_read, tx.execute(theirs.order_by(puzzle.c.ply)).mappings()))


def _earliest(tx: Transaction, user: UserId) -> datetime | None:
    """The time at which the first of a user's puzzles is due."""
    found: datetime | None = tx.scalar(select(func.min(puzzle.c.due_at)).where(puzzle.c.user_id == user))
    return found


def _mail_of(user: UserId) -> Update:
    return update(puzzle_mail).where(puzzle_mail.c.user_id == user)


def _is(key: PuzzleKey) -> list[ColumnElement[bool]]:
    return [puzzle.c[name] == getattr(key, name) for name in ("user_id", "match_id", "ply")]


def _read(row: RowMapping) -> PuzzleState:
    key = PuzzleKey(UserId(row["user_id"]), MatchId(row["match_id"]), row["ply"])
    return PuzzleState(key, row["solved"], row["due_at"], row["asked"], row["missed"])


def _read_mail(row: RowMapping) -> PuzzleMail:
    return PuzzleMail(UserId(row["user_id"]), row["number"], row["open"], row["unanswered"], row["due_at"])
