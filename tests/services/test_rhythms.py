"""Reply rhythms: who has one, on both databases, who is told of it, and in whose time."""

from __future__ import annotations

import pytest

from data import Database, stores
from matches import Opponent, UserId
from matches.notices import ZONE
from matches.players import Computer
from matches.rhythm import SHOWS_RHYTHM, PartOfDay, ReplyRhythm, ShownRhythm
from matches.time.intervals import Interval
from matches.time.pace import Pace
from services.lobby import Seeker
from services.rhythms import rhythms_of
from tests.data_store.answering import agree, answered
from tests.data_store.making import ANN, BOB, CAT, DAY, HOUR, NOON
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, STRANGER, Table


async def told(store: Database, *users: UserId) -> dict[UserId, ReplyRhythm]:
    return dict(await store.read(rhythms_of, users))


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


async def played(table: Table, hours: float = 4, days: int = 21) -> None:
    """A match in which the challenger answers after so many hours, at four in the afternoon in UTC."""
    await table.begun(game="pjawns", pace="3d")
    for _ in range(days):
        assert await table.awaited() == (CHALLENGER,)
        table.wait(hours=hours)
        await table.act()
        table.wait(hours=24 - hours)
        await table.act()


async def seen(table: Table, reader: UserId, *users: UserId) -> dict[UserId, ShownRhythm]:
    return dict(await table.matches.rhythms.seen_by(reader, users))


@pytest.mark.usefixtures("still_clock")
async def test_it_is_told_in_the_readers_own_time(table: Table) -> None:
    await played(table)
    assert await seen(table, STRANGER, CHALLENGER) == {}, "nobody has agreed"
    await table.notifications.prefer(CHALLENGER, {SHOWS_RHYTHM: "on"})
    assert await seen(table, STRANGER, CHALLENGER, OPPONENT) == {CHALLENGER: ShownRhythm(4)}
    for zone, part in (("UTC", PartOfDay.AFTERNOON), ("Asia/Tokyo", PartOfDay.NIGHT)):
        await table.notifications.prefer(STRANGER, {ZONE: zone})
        assert await seen(table, STRANGER, CHALLENGER) == {CHALLENGER: ShownRhythm(4, part)}
    assert await seen(table, CHALLENGER, CHALLENGER) == {}, "nobody needs their own"


@pytest.mark.usefixtures("still_clock")
async def test_those_who_avoid_each_other_are_told_nothing(table: Table) -> None:
    await played(table)
    await table.notifications.prefer(CHALLENGER, {SHOWS_RHYTHM: "on"})
    await table.privacy.block(CHALLENGER, Opponent(STRANGER))
    await table.privacy.block(OPPONENT, Opponent(CHALLENGER))
    assert await seen(table, STRANGER, CHALLENGER) == await seen(table, OPPONENT, CHALLENGER) == {}
    assert await seen(table, UserId(1004), CHALLENGER) == {CHALLENGER: ShownRhythm(4)}


@pytest.mark.usefixtures("still_clock")
async def test_it_stands_beside_an_offer_of_the_lobby(table: Table) -> None:
    await played(table)
    await table.challenge(None, game="pjawns")
    seeker = Seeker(STRANGER, GUILD, frozenset(), lambda _match: True)
    for agreed, told in (("off", None), ("on", ShownRhythm(4))):
        await table.notifications.prefer(CHALLENGER, {SHOWS_RHYTHM: agreed})
        (offer,) = (await table.matches.lobby.find(seeker)).offers
        assert offer.rhythm == told


async def test_it_goes_with_all_about_its_player(table: Table) -> None:
    await played(table)
    await table.notifications.prefer(CHALLENGER, {SHOWS_RHYTHM: "on"})
    await table.matches.play.resign(table.id, CHALLENGER)
    await table.privacy.ask_to_be_forgotten(CHALLENGER)
    assert await table.privacy.forget(CHALLENGER)
    assert await seen(table, STRANGER, CHALLENGER) == {}
    await table.notifications.prefer(CHALLENGER, {SHOWS_RHYTHM: "on"})
    assert await seen(table, STRANGER, CHALLENGER) == {}, "they start from scratch"
