"""Turns from reviews that users want to see again as puzzles, and the messages that ask them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Index, Integer, exists, not_, select

from data.features.rows import FeatureRows, RowRule
from data.personal_rows import own
from data.schema import UtcTime, always, index_where, keys, maybe, of_match, table

MOST_SOLVED: Final = 2
"""The number of times in a row that a puzzle is solved before the last one, after which it is deleted."""

# Turns from reviews that a user wants to see again as puzzles. asked: the number of the message that asks it
# now, 0 for none; solved: how often in a row it was.
puzzle = table(
    "puzzle",
    *keys(BigInteger, "user_id"),
    of_match(primary=True),
    *keys(Integer, "ply"),  # at which the turn began
    *always(Integer, "solved"),
    *always(UtcTime, "due_at"),
    *always(Integer, "asked"),
    *always(Boolean, "missed"),  # a first try at it was wrong
)
Index(None, puzzle.c.match_id)

# Their messages: a row for each user with puzzles. number: that of the latest; open: it is being sent.
puzzle_mail = table(
    "puzzle_mail",
    *keys(BigInteger, "user_id"),
    *always(Integer, "number"),
    *always(Boolean, "open"),
    *always(Integer, "unanswered"),  # messages in a row
    *maybe(UtcTime, "due_at", "claimed_until"),  # due_at null: no more messages until the user asks
)
index_where(puzzle_mail.c.due_at.is_not(None), puzzle_mail.c.due_at, puzzle_mail.c.user_id)

_theirs = (puzzle.c.user_id, puzzle.c.match_id, puzzle.c.ply)
_PUZZLE: Final = "match={match_id} user={user_id}: their puzzle at ply={ply}"
_asked = exists().where(puzzle_mail.c.user_id == puzzle.c.user_id, puzzle_mail.c.number >= puzzle.c.asked)

ROWS: Final = FeatureRows(
    name="puzzles",
    tables=(puzzle, puzzle_mail),
    personal=(own(puzzle, "puzzles from reviews"), own(puzzle_mail, "messages with puzzles")),
    rules=(
        RowRule(
            f"{_PUZZLE} was solved {{solved}} times in a row, and should be gone",
            select(*_theirs, puzzle.c.solved).where(not_(puzzle.c.solved.between(0, MOST_SOLVED))),
        ),
        RowRule(f"{_PUZZLE} is asked by no message that was sent", select(*_theirs).where(~_asked)),
        RowRule(
            f"{_PUZZLE} is asked by none, and had a wrong try",
            select(*_theirs).where(puzzle.c.asked == 0, puzzle.c.missed),
        ),
    ),
)
