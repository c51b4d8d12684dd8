"""The reply rhythms of players, in every store."""

from __future__ import annotations

from data import Database, stores
from matches.model import UserId
from matches.players import Computer
from matches.rhythm import SHOWS_RHYTHM, ReplyRhythm
from matches.time.intervals import Interval
from matches.time.pace import Pace
from tests.data_store.answering import agree, answered
from tests.data_store.making import ANN, BOB, CAT, DAY, HOUR, NOON


async def told(store: Database, *users: UserId) -> dict[UserId, ReplyRhythm]:
    return dict(await store.read(stores.rhythms.rhythms, users))


async def test_only_those_who_agreed_and_have_played_enough_have_a_rhythm(store: Database) -> None:
    await answered(store, 19, over=True)
    assert await told(store) == {}
    assert await told(store, ANN, BOB) == {}
    await agree(store, ANN, CAT)
    assert await told(store, ANN, BOB, CAT) == {}, "19 turns are too few"
    await answered(store, 1, at=NOON + 40 * DAY)
    found = await told(store, ANN, BOB, CAT)
    assert list(found) == [ANN], "a running match counts, and so does one that is over"
    assert (found[ANN].usual, len(found[ANN].at)) == (3 * HOUR, 20)
    await store.write(stores.people.prefer, ANN, {SHOWS_RHYTHM: "off"})
    assert await told(store, ANN) == {}


async def test_evenings_and_the_computer_do_not_count(store: Database) -> None:
    await agree(store, ANN)
    await answered(store, 30, pace=Pace.read("10m"))
    await answered(store, 30, opponent=Computer(3))
    assert await told(store, ANN) == {}


async def test_vacations_are_left_out(store: Database) -> None:
    await agree(store, ANN)
    await answered(store, 21)
    assert len((await told(store, ANN))[ANN].at) == 21
    await store.write(stores.people.go_away, ANN, Interval(NOON, NOON + 5 * HOUR))
    assert len((await told(store, ANN))[ANN].at) == 20
    await store.write(stores.people.go_away, ANN, Interval(NOON + DAY, NOON + DAY + 2 * HOUR))
    assert await told(store, ANN) == {}


async def test_the_latest_matches_count_and_of_each_its_latest_turns(store: Database) -> None:
    await agree(store, ANN)
    await answered(store, 30, took=20)
    await answered(store, 30, took=5, at=NOON + 100 * DAY)
    await answered(store, 100, took=5, at=NOON + 200 * DAY)
    found = (await told(store, ANN))[ANN]
    assert found.usual == 5 * HOUR
    assert len(found.at) == 60
    assert min(found.at) > NOON + 90 * DAY


async def test_matches_of_many_actions_are_read_further_back(store: Database) -> None:
    await agree(store, ANN)
    for number in range(4):
        await answered(store, 6, actions=6, at=NOON + 30 * number * DAY)
    assert len((await told(store, ANN))[ANN].at) >= 20


async def test_both_players_of_a_match_have_their_own(store: Database) -> None:
    await answered(store, 30)
    await agree(store, BOB, ANN)
    found = await told(store, BOB, ANN)
    assert (found[ANN].usual, found[BOB].usual) == (3 * HOUR, HOUR)
