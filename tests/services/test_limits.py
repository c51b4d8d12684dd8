"""Many requests at one instant: the limits hold, and nobody else is shut out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from data import stores
from matches import Match
from matches.errors import MatchError, Problem, TooManyRunningError
from matches.guilds.settings import MOST
from matches.lifecycle.challenge import ChallengeTerms, Opponent, Policy
from matches.lifecycle.practice import at_the_start
from matches.model import UserId
from services import Services
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PLACE, Table
from tests.refusals import is_refused

AT_ONCE = 30
POLICY = Policy(open_challenges=4, running_matches=5, computer_matches=3, computer_matches_in_guild=6)
WISHES = ChallengeTerms("prudh", {})
Ask = Callable[[Services, int], Awaitable[Match]]


def alone(services: Services, number: int) -> Awaitable[Match]:
    return services.matches.challenges.against_computer(CHALLENGER, 5, WISHES, PLACE)


def alone_of_many(services: Services, number: int) -> Awaitable[Match]:
    return services.matches.challenges.against_computer(UserId(500 + number), 5, WISHES, PLACE)


def practice(services: Services, number: int) -> Awaitable[Match]:
    return services.matches.challenges.practise(CHALLENGER, at_the_start("prudh", {}), PLACE)


def to_anyone(services: Services, number: int) -> Awaitable[Match]:
    return services.matches.challenges.challenge(CHALLENGER, None, WISHES, PLACE)


def to_somebody(services: Services, number: int) -> Awaitable[Match]:
    return services.matches.challenges.challenge(CHALLENGER, Opponent(UserId(500 + number)), WISHES, PLACE)


async def at_once(table: Table, ask: Ask, processes: int, times: int = AT_ONCE) -> list[Match | MatchError]:
    """The answers to what is asked so often at one instant, through so many processes."""
    table.policy = POLICY
    services = [table.another_service() for _ in range(processes)]
    asked = (ask(services[number % processes], number) for number in range(times))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(answer, Match | MatchError) for answer in answers), answers
    return answers  # type: ignore[return-value]


def begun(answers: list[Match | MatchError], refusal: Problem | type[MatchError]) -> list[Match]:
    """The matches that came of it; all else was refused like this."""
    matches = [answer for answer in answers if isinstance(answer, Match)]
    assert len(matches) + sum(is_refused(answer, refusal) for answer in answers) == len(answers)
    return matches


@pytest.mark.parametrize("processes", [1, 2], ids=["one process", "two processes"])
@pytest.mark.parametrize(
    ("ask", "most", "refusal"),
    [
        pytest.param(alone, 3, Problem.COMPUTER_YOURS, id="the computer"),
        pytest.param(practice, 3, Problem.COMPUTER_YOURS, id="practice"),
        pytest.param(alone_of_many, 6, Problem.COMPUTER_SERVERS, id="the computer, of all in the server"),
        pytest.param(to_anyone, 4, Problem.TOO_MANY_CHALLENGES, id="open challenges"),
        pytest.param(to_somebody, 4, Problem.TOO_MANY_CHALLENGES, id="challenges"),
    ],
)
async def test_thirty_matches_asked_for_at_once(
    table: Table, ask: Ask, most: int, refusal: Problem | type[MatchError], processes: int
) -> None:
    assert len(begun(await at_once(table, ask, processes), refusal)) == most


@pytest.mark.parametrize("processes", [1, 2], ids=["one process", "two processes"])
async def test_one_person_shuts_nobody_out(table: Table, processes: int) -> None:
    await at_once(table, alone, processes)
    await table.matches.challenges.against_computer(OPPONENT, 1, WISHES, PLACE)
    standing = await table.store.read(stores.limits.count_open, CHALLENGER, GUILD)
    assert (standing.running, standing.alone, standing.challenges) == (3, 3, 0)


@pytest.mark.parametrize("processes", [1, 2], ids=["one process", "two processes"])
async def test_a_server_that_allows_two_each_has_two_each(table: Table, processes: int) -> None:
    await table.store.write(stores.people.change_guild, GUILD, {MOST: "2"})
    made = begun(await at_once(table, to_anyone, processes, 6), Problem.TOO_MANY_MATCHES)
    assert len(made) == 2

    def take_up(services: Services, number: int) -> Awaitable[Match]:
        return services.matches.challenges.accept(offered[number], OPPONENT, 1, call="heads")

    offered = [match.id for match in made]
    for other in range(2):
        more = [
            await table.matches.challenges.challenge(UserId(600 + other), None, WISHES, PLACE)
            for _ in range(2)
        ]
        offered += [match.id for match in more]
    assert len(begun(await at_once(table, take_up, processes, 6), Problem.TOO_MANY_MATCHES)) == 2


@pytest.mark.parametrize("processes", [1, 2], ids=["one process", "two processes"])
async def test_no_more_run_than_may(table: Table, processes: int) -> None:
    offered = [
        (await table.matches.challenges.challenge(UserId(600 + number), None, WISHES, PLACE)).id
        for number in range(AT_ONCE)
    ]

    def take_up(services: Services, number: int) -> Awaitable[Match]:
        return services.matches.challenges.accept(offered[number], OPPONENT, 1, call="heads")

    assert len(begun(await at_once(table, take_up, processes), TooManyRunningError)) == 5


@pytest.mark.parametrize("processes", [1, 2], ids=["one process", "two processes"])
async def test_rematches_keep_the_limit_of_challenges(table: Table, processes: int) -> None:
    over = []
    for _ in range(8):
        await table.in_play()
        await table.matches.play.resign(table.id, OPPONENT)
        over.append(table.id)

    def again(services: Services, number: int) -> Awaitable[Match]:
        return services.matches.challenges.rematch(over[number], CHALLENGER)

    assert len(begun(await at_once(table, again, processes, 8), Problem.TOO_MANY_CHALLENGES)) == 4
