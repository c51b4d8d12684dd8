"""How matches end, exactly once, and what comes after: by the rules, by resigning, a rematch."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

import pytest

from data import stores
from matches import Match, Opponent, Phase, Policy, UserId
from matches.errors import MatchError, Problem, Refused, StaleError, WrongPhaseError
from matches.lifecycle.finish import RESIGNED
from matches.model import Result
from matches.players import Human
from tests.matches.crossing import crossing
from tests.matches.table import (
    CHALLENGER,
    NOON,
    OPPONENT,
    STRANGER,
    Game,
    Table,
    random_game,
)
from tests.people import sides_of
from tests.refusals import is_refused

SMALL: Final[dict[str, Any]] = {"board": "5x5"}


async def play_out(table: Table, game: Game, **options: Any) -> Match:
    """A whole match, every action by its own player."""
    table.falls = "tails"
    await table.in_play(**options)
    return await table.play(*game.actions)


# --- by the rules --------------------------------------------------------------------------------


@pytest.mark.parametrize("revival", ["on", "off"])
@pytest.mark.parametrize(
    ("seed", "winner", "reason"), [(0, "green", "eaten"), (6, "blue", "eaten"), (13, "green", "dry-land")]
)
async def test_a_match_ends_with_its_game(
    table: Table, seed: int, winner: str, reason: str, revival: str
) -> None:
    options: dict[str, Any] = {"board": "5x5", "revival": revival}
    game = random_game(seed, options, first="green")
    if revival == "on":
        assert (game.winner, game.reason) == (winner, reason)
    match = await play_out(table, game, **options)
    assert match.result == Result(game.winner, game.reason)
    assert (match.phase, match.deadline_at) == (Phase.FINISHED, None)
    assert tuple(entry.text for entry in match.entries) == game.actions
    assert match.version == 4 + len(game.actions)
    assert await table.awaited() == ()
    assert (await table.history()).position.outcome() is not None


async def test_the_last_action_ends_the_match_in_the_same_change(table: Table) -> None:
    game = random_game(0, SMALL, first="green")
    table.falls = "tails"
    await table.in_play(**SMALL)
    for number, action in enumerate(game.actions):
        match = await table.match()
        assert (match.phase, match.result) == (Phase.PLAYING, None), f"before action {number}"
        await table.play(action)
    assert (await table.match()).phase is Phase.FINISHED


async def test_an_end_is_for_good(table: Table) -> None:
    match = await play_out(table, random_game(0, SMALL, first="green"), **SMALL)
    for user in (CHALLENGER, OPPONENT):
        for asked in (
            table.matches.play.turn(table.id, user, "a1a2"),
            table.matches.play.take_back(table.id, user),
            table.matches.play.resign(table.id, user),
            table.matches.picks.pick(table.id, user),
            table.matches.picks.draft(table.id, user),
            table.matches.picks.choose(table.id, user, 0, "crab"),
            table.matches.play.check_turn(table.id, user, match.version),
            table.matches.play.check_running(table.id, user),
        ):
            async with table.refuses(WrongPhaseError):
                await asked
    for wrong in (
        table.accept(seen=match.version),
        table.matches.challenges.decline(table.id, OPPONENT, match.version),
        table.matches.challenges.withdraw(table.id, CHALLENGER, match.version),
    ):
        async with table.refuses(WrongPhaseError):
            await wrong
    table.wait(days=365)
    assert await table.matches.time.attend(table.id) is None
    assert await table.match() == match


# --- resigning -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("user", "winner"), [(CHALLENGER, "blue"), (OPPONENT, "green")])
@pytest.mark.usefixtures("still_clock")
async def test_either_player_may_resign_in_play_in_turn_or_not(
    table: Table, user: UserId, winner: str
) -> None:
    await table.in_play()
    table.wait(hours=1)
    match = await table.matches.play.resign(table.id, user)
    assert (match.version, match.phase) == (5, Phase.FINISHED)
    assert match.result == Result(winner, RESIGNED)
    assert match.changed_at == NOON + timedelta(hours=1)


@pytest.mark.parametrize("picked", [[], [CHALLENGER], [OPPONENT]])
@pytest.mark.parametrize(("user", "winner"), [(CHALLENGER, "blue"), (OPPONENT, "green")])
async def test_either_player_may_resign_before_the_first_move(
    table: Table, user: UserId, winner: str, picked: list[UserId]
) -> None:
    await table.in_setup()
    for other in picked:
        await table.pick(other)
    match = await table.matches.play.resign(table.id, user)
    assert (match.phase, match.result) == (Phase.FINISHED, Result(winner, RESIGNED, counts=user in picked))
    assert not match.started
    assert await table.awaited() == ()


async def test_resigning_leaves_the_record_as_it_is(table: Table) -> None:
    await table.in_play()
    before = await table.play("d8d7", "d1d2")
    board = await table.board()
    match = await table.matches.play.resign(table.id, OPPONENT)
    assert match.entries == before.entries
    assert await table.board() == board


@pytest.mark.parametrize("services", [1, 2])
async def test_two_resignations_at_once_make_one_result(table: Table, services: int) -> None:
    await table.in_play()
    answers = await crossing(
        table,
        lambda services, id: services.matches.play.resign(id, CHALLENGER),
        lambda services, id: services.matches.play.resign(id, OPPONENT),
        services=services,
    )
    (ended,) = [answer for answer in answers if isinstance(answer, Match)]
    (refusal,) = [answer for answer in answers if isinstance(answer, MatchError)]
    assert isinstance(refusal, WrongPhaseError | StaleError)
    assert await table.match() == ended
    assert ended.version == 5


async def test_finished_matches_are_listed_newest_end_first(table: Table) -> None:
    first, second = await table.in_play(), await table.in_play()
    for match in (second, first):
        table.wait(hours=1)
        await table.matches.play.resign(match.id, CHALLENGER)
    for user in (CHALLENGER, OPPONENT):
        assert [match.id for match in await table.matches.lists.finished_of(user, 5)] == [first.id, second.id]
        assert [match.id for match in await table.matches.lists.finished_of(user, 1)] == [first.id]
        assert await table.store.read(stores.lists.of_player, user) == ()


# --- a rematch -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("still_clock")
async def test_a_rematch_challenges_the_other_player_with_the_same_options(table: Table) -> None:
    await table.challenge(blind_start="off", revival="off", board="6x7")
    await table.accept(blind=True)
    before = await table.matches.play.resign(table.id, CHALLENGER)
    table.wait(hours=2)
    match = await table.matches.challenges.rematch(table.id, OPPONENT)
    assert match.version == before.version + 1
    assert (match.phase, match.result, match.changed_at) == (Phase.FINISHED, before.result, table.now)
    assert match.rematch is not None
    again = await table.matches.load(match.rematch)
    assert (again.version, again.phase) == (1, Phase.CHALLENGED)
    assert again.users == (OPPONENT, CHALLENGER)
    assert again.options == {"board": "6x7", "blind_start": "on", "revival": "off"}
    assert (again.guild_id, again.channel_id) == (match.guild_id, match.channel_id)
    assert (again.created_at, again.deadline_at) == (table.now, table.now + timedelta(days=7))
    assert again.rematch_of == match.id
    assert (sides_of(again), again.picks, again.entries) == ({}, {}, ())


async def test_whoever_took_up_an_open_challenge_is_asked_by_name(table: Table) -> None:
    await table.challenge(None)
    await table.accept(by=STRANGER)
    await table.matches.play.resign(table.id, STRANGER)
    match = await table.matches.challenges.rematch(table.id, CHALLENGER)
    assert match.rematch is not None
    assert (await table.matches.load(match.rematch)).opponent == Human(STRANGER)


async def test_there_is_no_rematch_before_the_end(table: Table) -> None:
    await table.in_play()
    async with table.refuses(WrongPhaseError):
        await table.matches.challenges.rematch(table.id, CHALLENGER)


@pytest.mark.parametrize("user", [CHALLENGER, OPPONENT])
async def test_a_rematch_is_offered_once(table: Table, user: UserId) -> None:
    before = await table.finished()
    match = await table.matches.challenges.rematch(table.id, CHALLENGER, expected_version=before.version)
    for seen in (None, before.version, match.version):
        async with table.refuses(Refused, Problem.REMATCH_OFFERED) as refusal:
            await table.matches.challenges.rematch(table.id, user, expected_version=seen)
        assert refusal.value.facts["match"].rematch == match.rematch


async def test_a_rematch_that_was_taken_up_or_is_over_is_still_the_rematch(table: Table) -> None:
    finished = await table.finished()
    rematch = (await table.matches.challenges.rematch(finished.id, CHALLENGER)).rematch
    assert rematch is not None
    await table.matches.challenges.accept(rematch, OPPONENT, 1, call="heads")
    async with table.refuses(Refused, Problem.REMATCH_OFFERED):
        await table.matches.challenges.rematch(finished.id, OPPONENT)
    await table.matches.play.resign(rematch, OPPONENT)
    async with table.refuses(Refused, Problem.REMATCH_OFFERED):
        await table.matches.challenges.rematch(finished.id, OPPONENT)


@pytest.mark.parametrize("how", [Phase.DECLINED, Phase.WITHDRAWN, Phase.EXPIRED])
async def test_a_rematch_that_came_to_nothing_can_be_offered_again(table: Table, how: Phase) -> None:
    await table.finished()
    first = await table.matches.challenges.rematch(table.id, CHALLENGER)
    assert first.rematch is not None
    if how is Phase.DECLINED:
        await table.matches.challenges.decline(first.rematch, OPPONENT, 1)
    elif how is Phase.WITHDRAWN:
        await table.matches.challenges.withdraw(first.rematch, CHALLENGER, 1)
    else:
        table.wait(days=7)
        await table.matches.time.attend(first.rematch)
    second = await table.matches.challenges.rematch(table.id, OPPONENT)
    assert second.rematch not in (None, first.rematch)
    assert second.version == first.version + 1


async def test_a_rematch_offered_from_an_old_card_is_late(table: Table) -> None:
    before = await table.finished()
    first = await table.matches.challenges.rematch(table.id, CHALLENGER)
    assert first.rematch is not None
    await table.matches.challenges.decline(first.rematch, OPPONENT, 1)
    async with table.refuses(StaleError):
        await table.matches.challenges.rematch(table.id, OPPONENT, expected_version=before.version)


async def test_a_rematch_counts_as_one_of_the_open_challenges() -> None:
    table = Table(policy=Policy(open_challenges=1))
    finished = await table.finished()
    await table.matches.challenges.rematch(finished.id, CHALLENGER)
    async with table.refuses(Refused, Problem.TOO_MANY_CHALLENGES):
        await table.challenge()


async def test_matches_in_play_and_challenges_to_oneself_do_not_stand_in_the_way_of_a_rematch() -> None:
    table = Table(policy=Policy(open_challenges=1))
    await table.in_play()
    await table.challenge(Opponent(CHALLENGER), by=OPPONENT)
    finished = await table.finished()
    assert (await table.matches.challenges.rematch(finished.id, CHALLENGER)).rematch is not None


async def test_with_too_many_challenges_open_there_is_no_rematch() -> None:
    table = Table(policy=Policy(open_challenges=1))
    finished = await table.finished()
    await table.challenge(Opponent(STRANGER))
    async with table.refuses(Refused, Problem.TOO_MANY_CHALLENGES) as refusal:
        await table.matches.challenges.rematch(finished.id, CHALLENGER)
    assert refusal.value.facts["limit"] == 1
    assert (await table.matches.challenges.rematch(finished.id, OPPONENT)).rematch is not None


@pytest.mark.parametrize("services", [1, 2])
async def test_of_two_rematches_offered_at_once_one_stands(table: Table, services: int) -> None:
    finished = await table.finished()
    seen = finished.version
    answers = await crossing(
        table,
        lambda services, id: services.matches.challenges.rematch(id, CHALLENGER, expected_version=seen),
        lambda services, id: services.matches.challenges.rematch(id, OPPONENT, expected_version=seen),
        services=services,
    )
    (offered,) = [answer for answer in answers if isinstance(answer, Match)]
    (refusal,) = [answer for answer in answers if isinstance(answer, MatchError)]
    assert isinstance(refusal, StaleError) or is_refused(refusal, Problem.REMATCH_OFFERED)
    assert len(await table.stored()) == 2
    assert (await table.match()) == offered
