"""Puzzles and their messages, in every store."""

from __future__ import annotations

import pytest

from cogs.puzzles.rules import (
    INTERVALS,
    MOST_PUZZLES,
    MOST_UNANSWERED,
    WITHHELD,
    PuzzleMail,
    PuzzleState,
    PuzzleTry,
)
from cogs.puzzles.service import LEASE, Puzzles
from data.features.puzzles import MOST_SOLVED
from matches.errors import NoSuchMatchError
from matches.model import MatchId
from tests.data_store.making import ANN, BOB, DAY
from tests.matches.table import CHALLENGER, NOON, Table

FIRST = NOON + INTERVALS[0]


@pytest.fixture
def puzzles(table: Table) -> Puzzles:
    return Puzzles(table.services.core)


async def practised(table: Table, *plies: int) -> MatchId:
    """A match of which these turns are puzzles of ANN, asked for at noon."""
    await table.in_play()
    await table.matches.play.resign(table.id, CHALLENGER)
    assert await Puzzles(table.services.core).practise(ANN, table.id, plies) == FIRST
    return table.id


async def claimed(table: Table, at: float) -> tuple[PuzzleMail, ...]:
    """The messages that are due so many days after noon."""
    table.now = NOON + at * DAY
    return await Puzzles(table.services.core).claim(9)


async def sent(table: Table, *, at: float = 3) -> tuple[PuzzleState, ...]:
    """The puzzles of a message that is sent so many days after noon."""
    puzzles = Puzzles(table.services.core)
    (mail,) = await claimed(table, at)
    number = await puzzles.fill(mail, [one.key for one in await puzzles.due(ANN)][:3])
    await puzzles.settle(ANN, number, sent=True)
    return await puzzles.asked(ANN, number)


@pytest.mark.usefixtures("still_clock")
async def test_a_turn_is_a_puzzle_once(table: Table, puzzles: Puzzles) -> None:
    match_id = await practised(table, 9, 4)
    table.now = NOON + DAY
    await puzzles.practise(ANN, match_id, (4, 9, 12))
    assert await puzzles.asked(ANN, 0) == (), "that is no message"
    found = await puzzles.of_match(ANN, match_id)
    assert [(one.key.ply, one.due_at) for one in found] == [(4, FIRST), (9, FIRST), (12, FIRST + DAY)]
    assert await puzzles.of_match(BOB, match_id) == ()
    with pytest.raises(NoSuchMatchError):
        await puzzles.practise(ANN, MatchId(99), (1,))


@pytest.mark.usefixtures("still_clock")
async def test_nobody_has_more_than_so_many(table: Table, puzzles: Puzzles) -> None:
    match_id = await practised(table, *range(MOST_PUZZLES))
    await puzzles.practise(ANN, match_id, (99,))
    assert len(await puzzles.of_match(ANN, match_id)) == MOST_PUZZLES


@pytest.mark.usefixtures("still_clock")
async def test_a_claimed_message_is_given_out_once_and_again_after_the_claim(
    table: Table, puzzles: Puzzles
) -> None:
    await practised(table, 4)
    assert await claimed(table, 0) == ()
    (mail,) = await claimed(table, INTERVALS[0] / DAY)
    assert (mail.user_id, mail.number, mail.open) == (ANN, 0, False)
    assert await puzzles.claim(9) == ()
    (puzzle,) = await puzzles.due(ANN)
    assert await puzzles.fill(mail, [puzzle.key]) == 1
    table.now += LEASE
    (again,) = await puzzles.claim(9)
    assert (again.number, again.open) == (1, True), "what it asks is known, so that it asks the same"
    assert len(await puzzles.asked(ANN, 1)) == 1
    await puzzles.put_off(again, table.now + DAY)
    table.now += LEASE
    assert await puzzles.claim(9) == ()


@pytest.mark.usefixtures("still_clock")
async def test_a_try_counts_once(table: Table, puzzles: Puzzles) -> None:
    await practised(table, 4)
    (puzzle,) = await sent(table)
    table.now = FIRST
    assert await puzzles.answer(puzzle, PuzzleTry.WRONG)
    assert not await puzzles.answer(puzzle, PuzzleTry.WRONG), "a double tap"
    (missed,) = await puzzles.asked(ANN, puzzle.asked)
    assert await puzzles.answer(missed, PuzzleTry.WRONG)
    assert not await puzzles.answer(missed, PuzzleTry.WRONG)
    (after,) = await puzzles.of_match(ANN, puzzle.key.match_id)
    assert (after.solved, after.due_at, after.asked) == (0, FIRST + INTERVALS[0], 0)


@pytest.mark.usefixtures("still_clock")
async def test_a_message_goes_with_the_last_puzzle(table: Table, puzzles: Puzzles) -> None:
    match_id = await practised(table, 4)
    at: float = 0
    for wait in INTERVALS:
        at += wait / DAY
        (puzzle,) = await sent(table, at=at)
        assert await puzzles.answer(puzzle, PuzzleTry.RIGHT)
    assert await puzzles.of_match(ANN, match_id) == ()
    (mail,) = await claimed(table, 99)
    await puzzles.settle(ANN, mail.number, sent=False)
    assert await claimed(table, 198) == ()


@pytest.mark.usefixtures("still_clock")
async def test_messages_that_nobody_answers_stop_until_one_is_answered(
    table: Table, puzzles: Puzzles
) -> None:
    match_id = await practised(table, 4)
    for number in range(MOST_UNANSWERED):
        (puzzle,) = await sent(table, at=3 * (number + 1))
    assert await claimed(table, 90) == ()
    assert await puzzles.answer(puzzle, PuzzleTry.RIGHT)
    (mail,) = await claimed(table, 90 + INTERVALS[1] / DAY)
    assert mail.unanswered == 0
    assert await puzzles.stop(ANN) == 1
    assert await puzzles.of_match(ANN, match_id) == ()
    assert await claimed(table, 99) == ()


@pytest.mark.usefixtures("still_clock")
async def test_what_cannot_be_asked_now_is_asked_later_or_not_at_all(table: Table, puzzles: Puzzles) -> None:
    match_id = await practised(table, 4, 9)
    table.now = FIRST
    first, second = await puzzles.due(ANN)
    await puzzles.withhold(first.key)
    await puzzles.drop(second.key)
    assert await puzzles.due(ANN) == ()
    (left,) = await puzzles.of_match(ANN, match_id)
    assert left.due_at == FIRST + WITHHELD


def test_the_rule_of_the_rows_knows_how_often_one_is_asked() -> None:
    assert len(INTERVALS) - 1 == MOST_SOLVED
