"""Puzzles and their messages, in every store."""

from __future__ import annotations

import pytest

from data import Database, stores
from matches.errors import NoSuchMatchError
from matches.model import MatchId, UserId
from matches.puzzles import INTERVALS, MOST_PUZZLES, MOST_UNANSWERED, PuzzleState, PuzzleTry
from tests.data_store.making import ANN, BOB, DAY, MINUTE, NOON, ended_match

FIRST = NOON + INTERVALS[0]


async def practised(store: Database, *plies: int, user: UserId = ANN) -> MatchId:
    """A match of which these turns are puzzles."""
    match = await ended_match(store)
    await store.write(stores.puzzles.add, user, match.id, plies, NOON)
    return match.id


async def sent(store: Database, user: UserId = ANN, *, at: float = 3) -> tuple[PuzzleState, ...]:
    """The puzzles of a message that is sent so many days after noon."""
    now = NOON + at * DAY
    assert await store.write(stores.puzzles.claim, now, now + MINUTE, 9)
    due = await store.read(stores.puzzles.due, user, now, 3)
    number = await store.write(stores.puzzles.fill, user, [one.key for one in due])
    await store.write(stores.puzzles.settle, user, number, now, sent=True)
    return await store.read(stores.puzzles.asked, user, number)


async def test_a_turn_is_a_puzzle_once(store: Database) -> None:
    match_id = await practised(store, 4, 9)
    assert await store.write(stores.puzzles.add, ANN, match_id, (4, 9), NOON + DAY) == 0
    assert await store.write(stores.puzzles.add, ANN, match_id, (4, 9, 12), NOON + DAY) == 1
    assert await store.read(stores.puzzles.asked, ANN, 0) == (), "that is no message"
    found = await store.read(stores.puzzles.of_match, ANN, match_id)
    assert [(one.key.ply, one.due_at) for one in found] == [(4, FIRST), (9, FIRST), (12, FIRST + DAY)]
    assert await store.read(stores.puzzles.of_match, BOB, match_id) == ()
    with pytest.raises(NoSuchMatchError):
        await store.write(stores.puzzles.add, ANN, MatchId(99), (1,), NOON)


async def test_nobody_has_more_than_so_many(store: Database) -> None:
    match_id = await practised(store, *range(MOST_PUZZLES))
    assert await store.write(stores.puzzles.add, ANN, match_id, (99,), NOON) == 0


async def test_a_claimed_message_is_given_out_once_and_again_after_the_claim(store: Database) -> None:
    await practised(store, 4)
    assert await store.write(stores.puzzles.claim, NOON, NOON + MINUTE, 9) == ()
    (mail,) = await store.write(stores.puzzles.claim, FIRST, FIRST + MINUTE, 9)
    assert (mail.user_id, mail.number, mail.open) == (ANN, 0, False)
    assert await store.write(stores.puzzles.claim, FIRST, FIRST + MINUTE, 9) == ()
    (puzzle,) = await store.read(stores.puzzles.due, ANN, FIRST, 3)
    assert await store.write(stores.puzzles.fill, ANN, [puzzle.key]) == 1
    (again,) = await store.write(stores.puzzles.claim, FIRST + MINUTE, FIRST + 2 * MINUTE, 9)
    assert (again.number, again.open) == (1, True), "what it asks is known, so that it asks the same"
    assert len(await store.read(stores.puzzles.asked, ANN, 1)) == 1


async def test_a_try_counts_once(store: Database) -> None:
    await practised(store, 4)
    (puzzle,) = await sent(store)
    tried = (puzzle.key, puzzle.asked, PuzzleTry.WRONG, FIRST)
    assert await store.write(stores.puzzles.answer, *tried, missed=False)
    assert not await store.write(stores.puzzles.answer, *tried, missed=False), "a double tap"
    assert await store.write(stores.puzzles.answer, *tried, missed=True)
    assert not await store.write(stores.puzzles.answer, *tried, missed=True)
    (after,) = await store.read(stores.puzzles.of_match, ANN, puzzle.key.match_id)
    assert (after.solved, after.due_at, after.asked) == (0, FIRST + INTERVALS[0], 0)


async def test_a_message_goes_with_the_last_puzzle(store: Database) -> None:
    await practised(store, 4)
    at: float = 0
    for wait in INTERVALS:
        at += wait / DAY
        (puzzle,) = await sent(store, at=at)
        right = (puzzle.key, puzzle.asked, PuzzleTry.RIGHT, NOON + at * DAY)
        assert await store.write(stores.puzzles.answer, *right, missed=False)
    assert await store.read(stores.puzzles.of_match, ANN, puzzle.key.match_id) == ()
    later = NOON + 99 * DAY
    (mail,) = await store.write(stores.puzzles.claim, later, later + MINUTE, 9)
    await store.write(stores.puzzles.settle, ANN, mail.number, later, sent=False)
    assert await store.write(stores.puzzles.claim, later + 99 * DAY, later + 100 * DAY, 9) == ()


async def test_messages_that_nobody_answers_stop_until_one_is_answered(store: Database) -> None:
    match_id = await practised(store, 4)
    for number in range(MOST_UNANSWERED):
        (puzzle,) = await sent(store, at=3 * (number + 1))
    later = NOON + 90 * DAY
    assert await store.write(stores.puzzles.claim, later, later + MINUTE, 9) == ()
    right = (puzzle.key, puzzle.asked, PuzzleTry.RIGHT, later)
    assert await store.write(stores.puzzles.answer, *right, missed=False)
    after = later + INTERVALS[1]
    (mail,) = await store.write(stores.puzzles.claim, after, after + MINUTE, 9)
    assert mail.unanswered == 0
    await store.write(stores.puzzles.stop, ANN)
    assert await store.read(stores.puzzles.of_match, ANN, match_id) == ()
    assert await store.write(stores.puzzles.claim, after + 9 * DAY, after + 10 * DAY, 9) == ()


async def test_what_cannot_be_asked_now_is_asked_later_or_not_at_all(store: Database) -> None:
    match_id = await practised(store, 4, 9)
    first, second = await store.read(stores.puzzles.due, ANN, FIRST, 9)
    await store.write(stores.puzzles.withhold, first.key, FIRST + DAY)
    await store.write(stores.puzzles.drop, second.key)
    assert await store.read(stores.puzzles.due, ANN, FIRST, 9) == ()
    (left,) = await store.read(stores.puzzles.of_match, ANN, match_id)
    assert left.due_at == FIRST + DAY
