"""Playing: actions and lines of them, turns, take-backs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from engines import IllegalActionError, UnreadableActionError
from matches import CoinSide, Match, Phase, UserId
from matches.errors import NotAPlayerError, NotYourTurnError, Problem, Refused, StaleError, WrongPhaseError
from matches.lifecycle.history import turn_start
from matches.model import Entry, EntryKind
from services.play import LONGEST_LINE
from tests.matches.table import CHALLENGER, NOON, OPPONENT, STRANGER, Table


async def green_to_act(table: Table, **options: Any) -> Match:
    """A match on 5x5 that the challenger begins."""
    table.falls = "tails"
    return await table.in_play(**{"board": "5x5", **options})


async def in_the_middle_of_a_turn(table: Table) -> Match:
    """Green's crab has reached the last rank and may evolve there: a5=S, a5=L or end."""
    await green_to_act(table)
    await table.play("a2xa4", "d5d3")
    return await table.play("a4xa5")


# --- one action, and several ---------------------------------------------------------------------


@pytest.mark.usefixtures("still_clock")
async def test_an_action_is_entered_with_its_side_its_ply_and_its_time(table: Table) -> None:
    await green_to_act(table)
    table.wait(minutes=5)
    match = await table.play("a2 a4")
    assert match.entries == (Entry(EntryKind.ACTION, "a2xa4", "green", 1, NOON + timedelta(minutes=5)),)
    assert (match.version, match.phase, match.changed_at) == (5, Phase.PLAYING, table.now)
    assert await table.awaited() == (OPPONENT,)


@pytest.mark.parametrize(("fell", "first"), [("heads", OPPONENT), ("tails", CHALLENGER)])
async def test_the_winner_of_the_toss_makes_the_first_move(
    table: Table, fell: CoinSide, first: UserId
) -> None:
    table.falls = fell
    await table.in_play()
    assert await table.awaited() == (first,)
    other = CHALLENGER if first == OPPONENT else OPPONENT
    async with table.refuses(NotYourTurnError) as refusal:
        await table.matches.play.turn(table.id, other, "d1d2")
    assert refusal.value.to_act == refusal.value.match.side_of(first)


async def test_a_line_of_several_actions_is_one_change(table: Table) -> None:
    await green_to_act(table)
    before = await table.play("a2xa4", "d5d3")
    match = await table.play("a4xa5, a5=S")
    assert match.version == before.version + 1
    assert [(entry.text, entry.side, entry.ply) for entry in match.entries[2:]] == [
        ("a4xa5", "green", 3),
        ("a5=S", "green", 4),
    ]


async def test_actions_one_by_one_come_to_the_same_as_a_line(table: Table) -> None:
    await green_to_act(table)
    await table.play("a2xa4", "d5d3", "a4xa5", "a5=S")
    singly = await table.board()
    other = Table()
    await green_to_act(other)
    await other.play("a2xa4", "d5d3", "a4xa5 a5=S")
    assert singly == await other.board()


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("a4xa5 a5=K", IllegalActionError),
        ("a4xa5 zz", UnreadableActionError),
        ("a4xa5 a5a4", IllegalActionError),
        ("a5=S a4xa5", IllegalActionError),
        ("", UnreadableActionError),
        ("   ", UnreadableActionError),
        ("take-back", UnreadableActionError),
    ],
)
async def test_a_mistake_anywhere_in_a_line_stores_nothing(
    table: Table, line: str, error: type[Exception]
) -> None:
    await green_to_act(table)
    await table.play("a2xa4", "d5d3")
    async with table.refuses(error):
        await table.matches.play.turn(table.id, CHALLENGER, line)


async def test_a_line_does_not_play_the_other_sides_turn(table: Table) -> None:
    await green_to_act(table)
    async with table.refuses(IllegalActionError) as refusal:
        await table.matches.play.turn(table.id, CHALLENGER, "a2a4 b5a4")
    assert refusal.value.text == "b5xa4"
    assert refusal.value.reason == "after a2xa4 the other side acts"


async def test_a_line_does_not_go_on_with_ones_own_next_turn(table: Table) -> None:
    await green_to_act(table)
    async with table.refuses(IllegalActionError):
        await table.matches.play.turn(table.id, CHALLENGER, "a2a4 e2e3")


async def test_a_line_longer_than_any_turn_is_not_even_read(table: Table) -> None:
    """Sides that shuffle to and fro make a line of any length readable, and reading it slow."""
    await table.in_play()
    shuffle = "a7a6 a2a3 a6a7 a3a2 "
    for line in (shuffle * 300, "a" * (LONGEST_LINE + 1)):
        async with table.refuses(UnreadableActionError):
            await table.matches.play.turn(table.id, OPPONENT, line)
    padded = "a7a6".ljust(LONGEST_LINE)
    assert len((await table.matches.play.turn(table.id, OPPONENT, padded)).entries) == 1


# --- who, when -----------------------------------------------------------------------------------


async def test_nobody_plays_out_of_turn(table: Table) -> None:
    await green_to_act(table)
    async with table.refuses(NotYourTurnError) as refusal:
        await table.matches.play.turn(table.id, OPPONENT, "b5b4")
    assert refusal.value.to_act == "green"


async def test_a_stranger_does_nothing_in_a_match(table: Table) -> None:
    match = await in_the_middle_of_a_turn(table)
    for asked in (
        table.matches.play.turn(table.id, STRANGER, "a5=S"),
        table.matches.play.take_back(table.id, STRANGER),
        table.matches.play.resign(table.id, STRANGER),
        table.matches.challenges.rematch(table.id, STRANGER),
        table.matches.play.check_turn(table.id, STRANGER, match.version),
        table.matches.play.check_running(table.id, STRANGER),
    ):
        async with table.refuses(NotAPlayerError):
            await asked


async def test_what_was_seen_must_be_how_it_stands(table: Table) -> None:
    before = await green_to_act(table)
    match = await table.play("a2xa4")
    for seen in (before.version, match.version + 1):
        for asked in (
            table.matches.play.turn(table.id, OPPONENT, "d5d3", expected_version=seen),
            table.matches.play.take_back(table.id, OPPONENT, expected_version=seen),
            table.matches.play.resign(table.id, OPPONENT, expected_version=seen),
            table.matches.play.check_turn(table.id, OPPONENT, seen),
        ):
            async with table.refuses(StaleError) as refusal:
                await asked
            assert refusal.value.match == match


async def test_the_version_that_stands_is_welcome(table: Table) -> None:
    match = await green_to_act(table)
    assert (await table.matches.play.check_turn(table.id, CHALLENGER, match.version)).match == match
    played = await table.matches.play.turn(table.id, CHALLENGER, "a2a4", expected_version=match.version)
    assert played.version == match.version + 1


async def test_a_click_made_twice_plays_once(table: Table) -> None:
    match = await green_to_act(table)
    await table.matches.play.turn(table.id, CHALLENGER, "a2a4", expected_version=match.version)
    async with table.refuses(StaleError):
        await table.matches.play.turn(table.id, CHALLENGER, "a2a4", expected_version=match.version)


async def test_looking_whether_one_may_act_says_what_playing_would(table: Table) -> None:
    match = await green_to_act(table)
    async with table.refuses(NotYourTurnError):
        await table.matches.play.check_turn(table.id, OPPONENT, match.version)
    await table.matches.play.resign(table.id, OPPONENT)
    async with table.refuses(WrongPhaseError):
        await table.matches.play.check_turn(table.id, CHALLENGER, match.version + 1)
    async with table.refuses(WrongPhaseError):
        await table.matches.play.check_running(table.id, CHALLENGER)


async def test_during_the_picks_nobody_plays(table: Table) -> None:
    match = await table.in_setup()
    for user in (CHALLENGER, OPPONENT):
        for asked in (
            table.matches.play.turn(table.id, user, "a1a2"),
            table.matches.play.take_back(table.id, user),
            table.matches.play.check_turn(table.id, user, match.version),
            table.matches.challenges.rematch(table.id, user),
        ):
            async with table.refuses(WrongPhaseError):
                await asked
        assert await table.matches.play.check_running(table.id, user) == match


# --- taking back ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("still_clock")
async def test_the_last_action_of_an_unfinished_turn_can_be_taken_back(table: Table) -> None:
    await green_to_act(table)
    before = await table.play("a2xa4", "d5d3")
    board = await table.board()
    table.wait(minutes=1)
    await table.play("a4xa5")
    table.wait(minutes=1)
    match = await table.matches.play.take_back(table.id, CHALLENGER)
    assert match.entries[-1] == Entry(EntryKind.TAKE_BACK, "", "green", 2, table.now)
    assert [entry.kind for entry in match.entries[-2:]] == [EntryKind.ACTION, EntryKind.TAKE_BACK]
    assert (match.version, match.changed_at) == (before.version + 2, table.now)
    assert await table.board() == board
    assert await table.awaited() == (CHALLENGER,)


async def test_a_turn_is_taken_back_action_by_action_and_no_further(table: Table) -> None:
    await green_to_act(table)
    await table.play("a2xa4", "e5e3", "a4xa5 end", "d5d4")
    boards = [await table.board()]
    for action in ("a5=S", "e2xb5", "b5=C"):
        await table.play(action)
        boards.append(await table.board())
    for board in boards[-2::-1]:
        await table.matches.play.take_back(table.id, CHALLENGER)
        assert await table.board() == board
    async with table.refuses(Refused, Problem.NOTHING_TO_TAKE_BACK):
        await table.matches.play.take_back(table.id, CHALLENGER)


async def test_what_was_taken_back_can_be_played_again_or_otherwise(table: Table) -> None:
    await in_the_middle_of_a_turn(table)
    await table.matches.play.take_back(table.id, CHALLENGER)
    await table.play("a4xa5")
    await table.matches.play.take_back(table.id, CHALLENGER)
    match = await table.play("e2xd3")
    assert [str(played) for played in (await table.history()).played] == ["a2xa4", "d5-d3", "e2xd3"]
    assert [entry.text or "back" for entry in match.entries[2:]] == [
        "a4xa5",
        "back",
        "a4xa5",
        "back",
        "e2xd3",
    ]
    assert [entry.ply for entry in match.entries] == [1, 2, 3, 2, 3, 2, 3]


async def test_a_finished_turn_is_not_taken_back_by_anybody(table: Table) -> None:
    await green_to_act(table)
    await table.play("a2xa4", "b5xa4")
    for user in (CHALLENGER, OPPONENT):
        async with table.refuses(Refused, Problem.NOTHING_TO_TAKE_BACK):
            await table.matches.play.take_back(table.id, user)


async def test_before_the_first_action_there_is_nothing_to_take_back(table: Table) -> None:
    await green_to_act(table)
    for user in (CHALLENGER, OPPONENT):
        async with table.refuses(Refused, Problem.NOTHING_TO_TAKE_BACK):
            await table.matches.play.take_back(table.id, user)


async def test_nobody_takes_back_what_the_other_side_is_doing(table: Table) -> None:
    await in_the_middle_of_a_turn(table)
    async with table.refuses(Refused, Problem.NOTHING_TO_TAKE_BACK):
        await table.matches.play.take_back(table.id, OPPONENT)


async def test_the_turn_that_goes_on_starts_where_it_did_until_it_is_over(table: Table) -> None:
    await in_the_middle_of_a_turn(table)
    assert turn_start(await table.history()) == 2
    await table.matches.play.take_back(table.id, CHALLENGER)
    assert turn_start(await table.history()) == 2
    await table.play("a4xa5 end")
    assert turn_start(await table.history()) == 4
