"""Matches that begin by themselves, as any others: secrets, blocks, deletions, what a server allows."""

from __future__ import annotations

import logging
from typing import Any, Final

import pytest
from sqlalchemy import Connection, select

from data import stores
from data.schema import block, metadata
from matches import GuildId, Match, Phase, UserId
from matches.audience import EVERYONE, picks_seen
from matches.errors import NotAllowedError
from matches.guilds.settings import GAMES_KEY, ROLES
from matches.lifecycle.challenge import Opponent
from tests.contest import Prepare, Way, contests
from tests.matches.table import GUILD, PICKS, SPECIES, STRANGER, Pick, Table
from tests.people import ORGANISER, PEOPLE, names
from tests.services.contests import all_due, process

CONTESTS: Final = {name: prepare for one in contests() for name, prepare in one.prepared.items()}
WAYS: Final = {name: way for one in contests() for name, way in one.ways.items()}
BY_CONTEST: Final = pytest.mark.parametrize("prepare", CONTESTS.values(), ids=CONTESTS)
GAME: Final = "pjawns"
LOOKS: Final = 60
_ROWS: Final = {one.name: select(one) for one in metadata.sorted_tables if one is not block}


async def begun(table: Table, prepare: Prepare, game: str = GAME) -> list[Match]:
    """A contest with all its first matches."""
    table.use(process(table))
    await prepare(table, game)
    await all_due(table, table.services)
    return await table.stored()


async def played_on(table: Table) -> list[Match]:
    """All matches, once everything is over: the challenger of each resigns."""
    for _ in range(LOOKS):
        await all_due(table, table.services)
        running = [match for match in await table.stored() if match.phase.running]
        if not running:
            return await table.stored()
        for match in running:
            await table.matches.play.resign(match.id, match.users[0])
        table.wait(hours=2)
    raise AssertionError("it never ends")


# --- secrets ----------------------------------------------------------------------------------------


def views(match: Match) -> list[dict[str, Pick]]:
    """What everyone, the two players and a stranger may know of the picks."""
    return [dict(picks_seen(match, who)) for who in (EVERYONE, *match.users, STRANGER)]  # type: ignore[arg-type]


@BY_CONTEST
async def test_a_pick_is_seen_by_its_own_player_alone_until_both_are_in(
    table: Table, prepare: Prepare, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    matches = await begun(table, prepare, "prawns")
    assert {match.phase for match in matches} == {Phase.SETUP}
    for number, match in enumerate(matches):
        table.id = match.id
        early, late = match.users[:: (-1) ** number]
        picks = PICKS[number % 9], PICKS[(number + 4) % 9]
        own = match.side_of(early)
        assert own is not None
        hidden = [{own: picks[0]} if who == early else {} for who in (None, *match.users, None)]
        assert views(await table.pick(early, picks[0])) == hidden
        assert await table.matches.picks.drafted(match.id, late) == ()
        listed = [await one.records.seen(table.services) for one in contests()]
        seen = repr([await table.match(), vars(table.services), listed])
        assert not [word for word in SPECIES if word in seen.casefold()]
        both = {own: picks[0], match.game.other(own): picks[1]}
        assert views(await table.pick(late, picks[1])) == [both] * 4
    logged = "\n".join(record.getMessage() for record in caplog.records)
    assert not [word for word in SPECIES if word in logged.casefold()]


@BY_CONTEST
async def test_a_pick_is_never_shown_where_the_match_ends_before_the_other(
    table: Table, prepare: Prepare
) -> None:
    match = (await begun(table, prepare, "prawns"))[0]
    table.id = match.id
    await table.pick(match.users[1])
    ended = await table.matches.play.resign(match.id, match.users[0])
    side = match.side_of(match.users[1])
    assert [set(seen) for seen in views(ended)] == [set(), set(), {side}, set()]


# --- blocks -----------------------------------------------------------------------------------------


@pytest.mark.gate(draw=4)
@BY_CONTEST
async def test_who_has_blocked_the_other_before_it_begins_never_meets_them(
    table: Table, prepare: Prepare
) -> None:
    table.use(process(table))
    await prepare(table, GAME)
    one, other, third, fourth = PEOPLE[:4]
    await table.privacy.block(one, Opponent(other))
    await table.privacy.block(fourth, Opponent(third))
    met = [set(match.users) for match in await played_on(table)]
    assert met and not [pair for pair in met if pair in ({one, other}, {third, fourth})]
    for of_feature in contests():
        await of_feature.records.ended(table.services)


@pytest.mark.gate(draw=4)
@BY_CONTEST
async def test_a_running_match_of_two_goes_on_and_is_their_last(table: Table, prepare: Prepare) -> None:
    matches = await begun(table, prepare)
    one, other = matches[0].users
    await table.privacy.block(other, Opponent(one))
    between = [match.id for match in matches if set(match.users) == {one, other}]
    assert {(await table.matches.load(match_id)).phase for match_id in between} == {Phase.PLAYING}
    after = await played_on(table)
    assert [match.id for match in after if set(match.users) == {one, other}] == between
    assert all(match.result for match in after)


# --- deletions --------------------------------------------------------------------------------------


async def left_of(table: Table, *users: UserId) -> list[str]:
    """All rows of all tables that name one of the users, but for others' blocks; in one pass."""

    def look(connection: Connection) -> list[str]:
        return [
            f"{name}: {row}"
            for name, rows in _ROWS.items()
            for row in (", ".join(map(str, values)) for values in connection.execute(rows))
            if any(names(user, row) for user in users)
        ]

    return await table.store.read(look)


async def forgotten(table: Table, user: UserId) -> None:
    """A user has everything about them deleted, while the bot does what is due."""
    await table.privacy.ask_to_be_forgotten(user)
    async for _ in table.privacy.end_all(user):
        await all_due(table, table.services)
    assert await table.privacy.forget(user)


@pytest.mark.gate(draw=8)
@BY_CONTEST
@pytest.mark.parametrize("when", ["before", "in the middle", "at the end"])
async def test_whoever_is_forgotten_leaves_nothing_and_the_others_play_on(
    table: Table, prepare: Prepare, when: str
) -> None:
    table.use(process(table))
    await prepare(table, GAME)
    gone = (PEOPLE[0], PEOPLE[2], ORGANISER)
    if when != "before":
        await all_due(table, table.services)
    if when == "at the end":
        await played_on(table)
    for user in gone:
        await forgotten(table, user)
        assert await left_of(table, user) == []
    after = await played_on(table)
    assert await left_of(table, *gone) == []
    assert all(match.result for match in after if match.seated)
    for of_feature in contests():
        for entered in await of_feature.records.ended(table.services):
            assert entered in (3, 5), "an entry is taken back before the start only"


# --- what a server allows ---------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
async def test_a_servers_roles_and_games_hold_for_whoever_comes(table: Table, way: Way) -> None:
    table.use(process(table))
    await way.opened(table)
    helper = frozenset({77})
    await table.guilds.change(GUILD, {ROLES: "77"})
    with pytest.raises(NotAllowedError):
        await way.enter(table, PEOPLE[5], frozenset({78}))
    await table.guilds.change(GUILD, {GAMES_KEY: "prawns"})
    with pytest.raises(NotAllowedError):
        await way.enter(table, PEOPLE[5], helper)
    await table.guilds.change(GUILD, {GAMES_KEY: None})
    await way.enter(table, PEOPLE[5], helper)


@BY_CONTEST
async def test_who_is_out_of_everything_costs_no_more_writes(
    table: Table, prepare: Prepare, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who has left the server is looked for again and again."""
    await prepare(table, GAME)
    user, noted = PEOPLE[1], table.leaderboards.record_presence
    assert await table.store.read(stores.participation.takes_part, GUILD, user)
    assert not await table.store.read(stores.participation.takes_part, GuildId(GUILD + 1), user)
    assert not await table.store.read(stores.participation.takes_part, GUILD, STRANGER)
    await noted(GUILD, user, there=False)
    assert not await table.store.read(stores.participation.takes_part, GUILD, user)
    await table.store.write(stores.ratings.set_listed, GUILD, user, False)

    async def refused(*_: Any) -> None:
        raise AssertionError("nothing is to be left")

    monkeypatch.setattr(table.store, "write", refused)
    await noted(GUILD, user, there=False)
