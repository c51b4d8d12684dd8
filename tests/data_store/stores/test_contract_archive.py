"""The archive and its openings, in every store."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace
from itertools import product

import pytest

from data import Database, stores
from data.schema import archive, archive_position, book
from engines import Side
from matches.archive import ArchivedMatch, ArchiveQuery, BookTurn, MatchOutcome, OpeningStep, PlayerOutcome
from matches.model import ChannelId, GuildId, MatchId, Result
from matches.shards import Shards
from tests.data_store.conftest import Opener
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    MINUTE,
    NOON,
    finished,
    new_challenge,
    new_match,
)
from tests.store import keep, rows

GUILD, OTHER_GUILD = GuildId(11), GuildId(13)
CHANNEL, HIDDEN = ChannelId(12), ChannelId(14)
START, LATER = -5, 2**62
RESULTS: dict[MatchOutcome, Side | None] = {
    MatchOutcome.DRAWN: None,
    MatchOutcome.FIRST_WON: "green",
    MatchOutcome.SECOND_WON: "blue",
    MatchOutcome.UNDECIDED: None,
}
OPENING = (OpeningStep(START, "d2d3"), OpeningStep(LATER, ""))


async def over(
    store: Database, outcome: MatchOutcome = MatchOutcome.FIRST_WON, *, minute: int = 0, **more: object
) -> MatchId:
    """A finished match, in which ANN plays green; it is over so many minutes after noon."""
    match = await new_match(store, **more)
    at = NOON + (10 + minute) * MINUTE
    return (await keep(store, finished(match, changed_at=at, result=Result(RESULTS[outcome], "eaten")))).id


def archived(
    match_id: MatchId, outcome: MatchOutcome = MatchOutcome.FIRST_WON, channel: ChannelId = CHANNEL
) -> ArchivedMatch:
    return ArchivedMatch(match_id, "prawns", outcome, ((GUILD, channel),), OPENING, counted=True)


async def taken_in(
    store: Database,
    outcome: MatchOutcome = MatchOutcome.FIRST_WON,
    *,
    channel: ChannelId = CHANNEL,
    minute: int = 0,
) -> MatchId:
    match_id = await over(store, outcome, minute=minute)
    assert await store.write(stores.archive.take_in, [archived(match_id, outcome, channel)]) == 1
    return match_id


def query(*channels: ChannelId, **more: object) -> ArchiveQuery:
    return replace(ArchiveQuery(GUILD, channels or (CHANNEL,)), **more)  # type: ignore[arg-type]


async def test_a_finished_match_waits_until_it_is_taken_in(store: Database) -> None:
    await new_challenge(store)
    first, second = await over(store), await over(store)
    assert await store.read(stores.archive.waiting, 9) == (first, second)
    assert await store.read(stores.archive.waiting, 1) == (first,)
    assert await store.read(stores.archive.waiting, 9, Shards(2, (1,))) == ()
    assert await store.write(stores.archive.take_in, [archived(first)], [second]) == 1
    assert await store.read(stores.archive.waiting, 9) == ()
    assert await store.read(stores.archive.page, query(), 9) == (first,), "a damaged one is left out"


async def test_a_match_is_taken_in_once(store: Database) -> None:
    match_id = await taken_in(store)
    assert await store.write(stores.archive.take_in, [archived(match_id)]) == 0
    assert await store.read(stores.archive.page, query(), 9) == (match_id,)
    assert await store.read(stores.archive.played_at, GUILD, [CHANNEL], [START]) == {
        START: (BookTurn("d2d3", 1, 0, 0),)
    }


async def test_one_that_is_not_over_is_not_taken_in(store: Database) -> None:
    running = await new_match(store)
    assert await store.write(stores.archive.take_in, [archived(running.id)]) == 0
    assert await store.read(stores.archive.page, query(), 9) == ()
    assert await store.read(stores.archive.played_at, GUILD, [CHANNEL], [START]) == {START: ()}


async def test_the_channels_of_a_server_are_told_once_each(store: Database) -> None:
    assert await store.read(stores.archive.channels_of, GUILD) == frozenset()
    for channel in (HIDDEN, CHANNEL, HIDDEN):
        await taken_in(store, channel=channel)
    assert await store.read(stores.archive.channels_of, GUILD) == {CHANNEL, HIDDEN}
    assert await store.read(stores.archive.channels_of, OTHER_GUILD) == frozenset()


async def test_the_games_of_a_server_by_how_often_they_are_played(store: Database) -> None:
    assert await store.read(stores.archive.most_played, GUILD) == ()
    for channel in (HIDDEN, CHANNEL):
        await taken_in(store, channel=channel)
    assert await store.read(stores.archive.most_played, GUILD) == ("prawns",)
    await new_challenge(store, game_key="pjawns")
    for number, listed in ((1, ("prawns", "pjawns")), (2, ("pjawns", "prawns"))):
        for _ in range(number):
            await new_match(store, game_key="pjawns")
        assert await store.read(stores.archive.most_played, GUILD) == listed
    assert await store.read(stores.archive.most_played, OTHER_GUILD) == ()


async def test_the_latest_finished_is_first_and_a_page_follows_on_another(store: Database) -> None:
    minutes = (3, 1, 4, 1, 5)
    made = [await taken_in(store, MatchOutcome(n % 4), minute=minute) for n, minute in enumerate(minutes)]
    newest = tuple(sorted(made, key=lambda one: (minutes[made.index(one)], one), reverse=True))
    assert await store.read(stores.archive.page, query(), 9) == newest
    pages = [await store.read(stores.archive.page, query(position=START), 2, at) for at in (0, 2, 4, 6)]
    assert pages == [newest[:2], newest[2:4], newest[4:], ()]


async def test_each_condition_leaves_out_what_does_not_fit(store: Database) -> None:
    made = {
        (outcome, channel): await taken_in(store, outcome, channel=channel)
        for outcome, channel in product(MatchOutcome, (CHANNEL, HIDDEN))
    }

    async def found(asked: ArchiveQuery) -> set[MatchId]:
        return set(await store.read(stores.archive.page, asked, 99))

    def of(*outcomes: MatchOutcome, channels: Collection[ChannelId] = (CHANNEL,)) -> set[MatchId]:
        return {made[one] for one in product(outcomes, channels)}

    assert await found(query(CHANNEL, HIDDEN)) == set(made.values())
    assert await found(query()) == of(*MatchOutcome)
    assert await found(query(ChannelId(99))) == set()
    assert await found(ArchiveQuery(GUILD, ())) == set()
    assert await found(ArchiveQuery(OTHER_GUILD, (CHANNEL,))) == set()
    assert await found(query(game="prawns")) == of(*MatchOutcome)
    assert await found(query(game="prudh")) == set()
    assert await found(query(position=START)) == await found(query(position=LATER)) == of(*MatchOutcome)
    assert await found(query(position=START + 1)) == set()
    for outcome in MatchOutcome:
        for more in ({}, {"game": "prawns"}, {"position": START}, {"player": ANN}):
            assert await found(query(outcome=outcome, **more)) == of(outcome)
    assert (
        await found(query(player=BOB)) == await found(query(player=ANN, game="prawns")) == of(*MatchOutcome)
    )
    assert await found(query(player=ANN, position=START)) == of(*MatchOutcome)
    assert await found(query(player=ANN, position=START + 1)) == set()
    assert await found(query(player=CAT)) == await found(query(player=ANN, game="prudh")) == set()
    for player, won, lost in (
        (ANN, MatchOutcome.FIRST_WON, MatchOutcome.SECOND_WON),
        (BOB, MatchOutcome.SECOND_WON, MatchOutcome.FIRST_WON),
    ):
        assert await found(query(player=player, player_outcome=PlayerOutcome.WON)) == of(won)
        assert await found(query(player=player, player_outcome=PlayerOutcome.LOST)) == of(lost)
    for same in ("DRAWN", "UNDECIDED"):
        assert await found(query(player=ANN, player_outcome=PlayerOutcome[same])) == of(MatchOutcome[same])


async def test_the_book_adds_up_over_channels_that_are_asked_for(store: Database) -> None:
    for outcome, channel, times in (
        (MatchOutcome.FIRST_WON, CHANNEL, 2),
        (MatchOutcome.SECOND_WON, CHANNEL, 1),
        (MatchOutcome.DRAWN, HIDDEN, 3),
    ):
        for _ in range(times):
            await taken_in(store, outcome, channel=channel)
    other = replace(archived(await over(store)), opening=(OpeningStep(START, "a1a2"),))
    unclear = replace(
        archived(await over(store, MatchOutcome.UNDECIDED), MatchOutcome.UNDECIDED), counted=False
    )
    await store.write(stores.archive.take_in, [other, unclear])
    asked = stores.archive.played_at
    assert await store.read(asked, GUILD, [CHANNEL], [START, LATER]) == {
        START: (BookTurn("d2d3", 2, 1, 0), BookTurn("a1a2", 1, 0, 0)),
        LATER: (),
    }, "nothing was played at the later one"
    assert await store.read(asked, GUILD, [CHANNEL, HIDDEN], [START]) == {
        START: (BookTurn("d2d3", 2, 1, 3), BookTurn("a1a2", 1, 0, 0))
    }
    assert await store.read(asked, GUILD, [], [START]) == {START: ()}
    assert await store.read(asked, OTHER_GUILD, [CHANNEL], [START]) == {START: ()}


async def test_a_match_counts_once_where_its_position_comes_again(store: Database) -> None:
    again = (
        OpeningStep(START, "d2d3"),
        OpeningStep(LATER, "d3d2"),
        OpeningStep(START, "d2d3"),
        OpeningStep(LATER, ""),
    )
    one = replace(archived(await over(store)), opening=again)
    await store.write(stores.archive.take_in, [one])
    assert await store.read(stores.archive.played_at, GUILD, [CHANNEL], [START]) == {
        START: (BookTurn("d2d3", 1, 0, 0),)
    }
    assert await store.read(stores.archive.page, query(position=START), 9) == (one.match_id,)


async def test_a_match_between_two_servers_is_in_both(store: Database) -> None:
    places = ((GUILD, CHANNEL), (OTHER_GUILD, HIDDEN))
    one = replace(archived(await over(store)), places=places)
    await store.write(stores.archive.take_in, [one])
    for guild, channel in places:
        assert await store.read(stores.archive.page, ArchiveQuery(guild, [channel]), 9) == (one.match_id,)
        assert await store.read(stores.archive.played_at, guild, [channel], [START]) == {
            START: (BookTurn("d2d3", 1, 0, 0),)
        }


async def test_two_processes_take_in_each_match_once(url: str, opener: Opener) -> None:
    stores_of = [await opener(url) for _ in range(2)]
    made = [await over(stores_of[0], MatchOutcome(n % 3)) for n in range(6)]
    found = [archived(match_id, MatchOutcome(n % 3)) for n, match_id in enumerate(made)]
    taken = await asyncio.gather(
        *(
            store.write(stores.archive.take_in, some)
            for store, some in zip(stores_of * 2, (found, found[::-1], found[2:], found[:4]), strict=True)
        )
    )
    assert sum(taken) == len(made)
    assert len(await stores_of[0].read(stores.archive.page, query(), 99)) == len(made)
    played = await stores_of[0].read(stores.archive.played_at, GUILD, [CHANNEL], [START])
    assert played == {START: (BookTurn("d2d3", 2, 2, 2),)}


async def test_nothing_is_stored_if_it_is_not_stored_whole(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await over(store)

    def dies(*_asked: object) -> None:
        raise ValueError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(stores.archive, "add_to", dies)
        with pytest.raises(ValueError, match="killed"):
            await store.write(stores.archive.take_in, [archived(match_id)])
    for table in (archive, archive_position, book):
        assert await rows(store, table.select()) == []
    assert await store.write(stores.archive.take_in, [archived(match_id)]) == 1


async def test_it_names_no_user(store: Database) -> None:
    await taken_in(store)
    for table in (archive, archive_position, book):
        found = await rows(store, table.select())
        assert found
        assert not any({ANN, BOB} & set(row.values()) for row in found)
