"""Puzzles: when each is asked again, and when the next message with puzzles is due."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from cogs.puzzles.rules import (
    INTERVALS,
    MOST_UNANSWERED,
    PAUSE,
    PuzzleKey,
    PuzzleState,
    PuzzleTry,
    next_message,
)
from matches.model import MatchId, UserId
from matches.time import DAY

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
KEY = PuzzleKey(UserId(1001), MatchId(7), 20)
ASKED = PuzzleState(KEY, 0, NOW, asked=4)
RIGHT, WRONG = PuzzleTry.RIGHT, PuzzleTry.WRONG


def test_solved_at_once_three_times_it_is_done() -> None:
    puzzle = ASKED
    for wait in INTERVALS[1:]:
        after = puzzle.after(RIGHT, NOW)
        assert after is not None and after.due_at == NOW + wait and after.asked == 0
        puzzle = replace(after, asked=5)
    assert puzzle.after(RIGHT, NOW) is None


def test_a_first_wrong_try_leaves_it_asked() -> None:
    assert ASKED.after(WRONG, NOW) == replace(ASKED, missed=True)


def test_solved_at_the_second_try_it_keeps_its_interval() -> None:
    later = replace(ASKED, solved=1, missed=True)
    assert later.after(RIGHT, NOW) == PuzzleState(KEY, 1, NOW + INTERVALS[1])


def test_missed_it_starts_over() -> None:
    later = replace(ASKED, solved=2, missed=True)
    assert later.after(WRONG, NOW) == PuzzleState(KEY, 0, NOW + INTERVALS[0])


def test_there_is_one_message_a_day_at_most() -> None:
    assert next_message(NOW, NOW, 0) == NOW + PAUSE
    assert next_message(NOW, NOW + 9 * DAY, 0) == NOW + 9 * DAY
    assert next_message(NOW, NOW, MOST_UNANSWERED) is None
