"""The people of open challenges, in every store."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data import Database, stores
from matches.lifecycle.finish import ABORTED, BY_ADMIN, IDLE, NO_RESULT, ON_TIME, RESIGNED
from matches.model import Result
from matches.players import Computer, Human, Seat
from matches.requirements import LATELY, NO_REQUIREMENTS, Reliability, Requirements
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    DAY,
    NOON,
    challenge,
    finished,
    new_challenge,
    new_match,
)


async def ended(store: Database, reason: str, winner: str | None = "blue", days: int = 0) -> None:
    """A match of Ann, green, against Bob that ended for a reason."""
    match = await new_match(store)
    over = replace(finished(match), result=Result(winner, reason), changed_at=NOON + days * DAY)
    await store.write(stores.matches.save, over)


async def test_what_a_challenge_asks_for_is_kept_and_listed(store: Database) -> None:
    asked = Requirements(within=200, reliable=True)
    match = await new_challenge(store, opponent=None, requirements=asked)
    await new_challenge(store, opponent=None)
    assert (await store.read(stores.matches.load, match.id)).terms.requirements == asked
    listed = await store.read(stores.lists.open_in, match.guild_id, 9)
    assert [each.terms.requirements for each in listed] == [NO_REQUIREMENTS, asked]


async def test_those_who_want_nothing_of_each_other(store: Database) -> None:
    assert await store.read(stores.lobby.avoided, ANN) == frozenset()
    await store.write(stores.privacy.add_block, ANN, BOB, NOON)
    await store.write(stores.privacy.add_block, CAT, ANN, NOON)
    assert await store.read(stores.lobby.avoided, ANN) == {BOB, CAT}
    assert await store.read(stores.lobby.avoided, BOB) == {ANN}


@pytest.mark.parametrize("reason", [ABORTED, BY_ADMIN, IDLE])
async def test_a_match_that_says_nothing_is_not_counted(store: Database, reason: str) -> None:
    await ended(store, reason, None)
    assert await store.read(stores.lobby.reliability, [ANN, BOB]) == {ANN: Reliability(), BOB: Reliability()}


async def test_timeouts_are_their_losers(store: Database) -> None:
    for reason, winner in ((ON_TIME, "blue"), (ON_TIME, "green"), (RESIGNED, "blue"), (NO_RESULT, None)):
        await ended(store, reason, winner)
    expected = {ANN: Reliability(4, 1), BOB: Reliability(4, 1), CAT: Reliability()}
    assert await store.read(stores.lobby.reliability, [ANN, BOB, CAT]) == expected
    assert await store.read(stores.lobby.reliability, []) == {}


async def test_matches_against_the_computer_are_not_counted(store: Database) -> None:
    new = replace(challenge(), opponent=Computer(3))
    match = await store.write(stores.matches.create, new)
    seats = (Seat("green", Human(ANN)), Seat("blue", Computer(3)))
    over = replace(finished(match), seats=seats, result=Result("blue", ON_TIME))
    await store.write(stores.matches.save, over)
    assert await store.read(stores.lobby.reliability, [ANN]) == {ANN: Reliability()}


async def test_only_the_latest_are_counted(store: Database) -> None:
    await ended(store, ON_TIME)
    for day in range(1, LATELY + 1):
        await ended(store, RESIGNED, days=day)
    assert await store.read(stores.lobby.reliability, [ANN, CAT, BOB]) == {
        ANN: Reliability(LATELY, 0),
        BOB: Reliability(LATELY, 0),
        CAT: Reliability(),
    }
