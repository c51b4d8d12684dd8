"""Reply rhythms as a service: who is told of them, and in whose time."""

from __future__ import annotations

import pytest

from matches import Opponent, UserId
from matches.notices import ZONE
from matches.rhythm import SHOWS_RHYTHM, PartOfDay, ShownRhythm
from services.lobby import Seeker
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, STRANGER, Table


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
