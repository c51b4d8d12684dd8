"""The archive and its openings, in every store: each match is taken in once, and read from there."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from sqlalchemy import update

from cogs.archive import service as module
from cogs.archive.rules import ArchiveQuery, BookTurn, PlayerOutcome
from cogs.archive.service import Archive
from data import Database
from data.features.archive import (
    ArchivedMatch,
    MatchOutcome,
    OpeningStep,
    archive,
    archive_position,
    book,
    position_key,
)
from data.schema import entry, match
from engines import GAMES, Side
from matches import Match
from matches.guilds.shards import ALL, Shards
from matches.model import ChannelId, GuildId, MatchId, Result
from services.viewpoint import reading_as
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
from tests.matches.table import CHALLENGER, OPPONENT, PLACE, STRANGER, Table
from tests.matches.table import CHANNEL as HERE
from tests.matches.table import GUILD as HOME
from tests.services.across import FAR, FAR_PLACE, accepted, offered, wanted
from tests.store import keep, rows, write

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
    assert await of(store).take_in([archived(match_id, outcome, channel)]) == 1
    return match_id


def of(store: Database) -> Archive:
    """The archives of a process of its own."""
    return Archive(Table(store).services.core)


async def waiting(archives: Archive, limit: int, shards: Shards = ALL) -> tuple[MatchId, ...]:
    archives._core.territory.shards = shards
    ids, _ = await archives.waiting(limit)
    return ids


async def found(archives: Archive, asked: ArchiveQuery, limit: int, offset: int = 0) -> tuple[MatchId, ...]:
    page = await archives.page(asked, limit, offset)
    return tuple(one.id for one in page.matches)


def query(*channels: ChannelId, **more: object) -> ArchiveQuery:
    return replace(ArchiveQuery(GUILD, channels or (CHANNEL,)), **more)  # type: ignore[arg-type]


async def test_a_finished_match_waits_until_it_is_taken_in(store: Database, archives: Archive) -> None:
    await new_challenge(store)
    first, second = await over(store), await over(store)
    assert await waiting(archives, 9) == (first, second)
    assert await waiting(archives, 1) == (first,)
    assert await waiting(archives, 9, Shards(2, (1,))) == ()
    assert await archives.take_in([archived(first)], [second]) == 1
    assert await waiting(archives, 9) == ()
    assert await found(archives, query(), 9) == (first,), "a damaged one is left out"


async def test_a_match_is_taken_in_once(store: Database, archives: Archive) -> None:
    match_id = await taken_in(store)
    assert await archives.take_in([archived(match_id)]) == 0
    assert await found(archives, query(), 9) == (match_id,)
    assert await archives.played_at(GUILD, [CHANNEL], [START]) == {START: (BookTurn("d2d3", 1, 0, 0),)}


async def test_one_that_is_not_over_is_not_taken_in(store: Database, archives: Archive) -> None:
    running = await new_match(store)
    assert await archives.take_in([archived(running.id)]) == 0
    assert await found(archives, query(), 9) == ()
    assert await archives.played_at(GUILD, [CHANNEL], [START]) == {START: ()}


async def test_the_channels_of_a_server_are_told_once_each(store: Database, archives: Archive) -> None:
    assert await archives.channels_of(GUILD) == frozenset()
    for channel in (HIDDEN, CHANNEL, HIDDEN):
        await taken_in(store, channel=channel)
    assert await archives.channels_of(GUILD) == {CHANNEL, HIDDEN}
    assert await archives.channels_of(OTHER_GUILD) == frozenset()


async def test_the_games_of_a_server_by_how_often_they_are_played(store: Database, archives: Archive) -> None:
    assert await archives.most_played(GUILD) == ()
    for channel in (HIDDEN, CHANNEL):
        await taken_in(store, channel=channel)
    assert await archives.most_played(GUILD) == ("prawns",)
    await new_challenge(store, game_key="pjawns")
    for number, listed in ((1, ("prawns", "pjawns")), (2, ("pjawns", "prawns"))):
        for _ in range(number):
            await new_match(store, game_key="pjawns")
        assert await archives.most_played(GUILD) == listed
    assert await archives.most_played(OTHER_GUILD) == ()


async def test_the_latest_finished_is_first_and_a_page_follows_on_another(
    store: Database, archives: Archive
) -> None:
    minutes = (3, 1, 4, 1, 5)
    made = [await taken_in(store, MatchOutcome(n % 4), minute=minute) for n, minute in enumerate(minutes)]
    newest = tuple(sorted(made, key=lambda one: (minutes[made.index(one)], one), reverse=True))
    assert await found(archives, query(), 9) == newest
    pages = [await found(archives, query(position=START), 2, at) for at in (0, 2, 4, 6)]
    assert pages == [newest[:2], newest[2:4], newest[4:], ()]


async def test_each_condition_leaves_out_what_does_not_fit(store: Database, archives: Archive) -> None:
    made = {
        (outcome, channel): await taken_in(store, outcome, channel=channel)
        for outcome, channel in product(MatchOutcome, (CHANNEL, HIDDEN))
    }

    async def found_by(asked: ArchiveQuery) -> set[MatchId]:
        return set(await found(archives, asked, 99))

    def of(*outcomes: MatchOutcome, channels: Collection[ChannelId] = (CHANNEL,)) -> set[MatchId]:
        return {made[one] for one in product(outcomes, channels)}

    assert await found_by(query(CHANNEL, HIDDEN)) == set(made.values())
    assert await found_by(query()) == of(*MatchOutcome)
    assert await found_by(query(ChannelId(99))) == set()
    assert await found_by(ArchiveQuery(GUILD, ())) == set()
    assert await found_by(ArchiveQuery(OTHER_GUILD, (CHANNEL,))) == set()
    assert await found_by(query(game="prawns")) == of(*MatchOutcome)
    assert await found_by(query(game="prudh")) == set()
    assert await found_by(query(position=START)) == await found_by(query(position=LATER)) == of(*MatchOutcome)
    assert await found_by(query(position=START + 1)) == set()
    for outcome in MatchOutcome:
        for more in ({}, {"game": "prawns"}, {"position": START}, {"player": ANN}):
            assert await found_by(query(outcome=outcome, **more)) == of(outcome)
    assert (
        await found_by(query(player=BOB))
        == await found_by(query(player=ANN, game="prawns"))
        == of(*MatchOutcome)
    )
    assert await found_by(query(player=ANN, position=START)) == of(*MatchOutcome)
    assert await found_by(query(player=ANN, position=START + 1)) == set()
    assert await found_by(query(player=CAT)) == await found_by(query(player=ANN, game="prudh")) == set()
    for player, won, lost in (
        (ANN, MatchOutcome.FIRST_WON, MatchOutcome.SECOND_WON),
        (BOB, MatchOutcome.SECOND_WON, MatchOutcome.FIRST_WON),
    ):
        assert await found_by(query(player=player, player_outcome=PlayerOutcome.WON)) == of(won)
        assert await found_by(query(player=player, player_outcome=PlayerOutcome.LOST)) == of(lost)
    for same in ("DRAWN", "UNDECIDED"):
        assert await found_by(query(player=ANN, player_outcome=PlayerOutcome[same])) == of(MatchOutcome[same])


async def test_the_book_adds_up_over_channels_that_are_asked_for(store: Database, archives: Archive) -> None:
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
    await archives.take_in([other, unclear])
    assert await archives.played_at(GUILD, [CHANNEL], [START, LATER]) == {
        START: (BookTurn("d2d3", 2, 1, 0), BookTurn("a1a2", 1, 0, 0)),
        LATER: (),
    }, "nothing was played at the later one"
    assert await archives.played_at(GUILD, [CHANNEL, HIDDEN], [START]) == {
        START: (BookTurn("d2d3", 2, 1, 3), BookTurn("a1a2", 1, 0, 0))
    }
    assert await archives.played_at(GUILD, [], [START]) == {START: ()}
    assert await archives.played_at(OTHER_GUILD, [CHANNEL], [START]) == {START: ()}


async def test_a_match_counts_once_where_its_position_comes_again(store: Database, archives: Archive) -> None:
    again = (
        OpeningStep(START, "d2d3"),
        OpeningStep(LATER, "d3d2"),
        OpeningStep(START, "d2d3"),
        OpeningStep(LATER, ""),
    )
    one = replace(archived(await over(store)), opening=again)
    await archives.take_in([one])
    assert await archives.played_at(GUILD, [CHANNEL], [START]) == {START: (BookTurn("d2d3", 1, 0, 0),)}
    assert await found(archives, query(position=START), 9) == (one.match_id,)


async def test_a_match_between_two_servers_is_in_both(store: Database, archives: Archive) -> None:
    places = ((GUILD, CHANNEL), (OTHER_GUILD, HIDDEN))
    one = replace(archived(await over(store)), places=places)
    await archives.take_in([one])
    for guild, channel in places:
        assert await found(archives, ArchiveQuery(guild, [channel]), 9) == (one.match_id,)
        assert await archives.played_at(guild, [channel], [START]) == {START: (BookTurn("d2d3", 1, 0, 0),)}


async def test_two_processes_take_in_each_match_once(url: str, opener: Opener) -> None:
    opened = [await opener(url) for _ in range(2)]
    processes = [of(store) for store in opened]
    made = [await over(opened[0], MatchOutcome(n % 3)) for n in range(6)]
    ready = [archived(match_id, MatchOutcome(n % 3)) for n, match_id in enumerate(made)]
    taken = await asyncio.gather(
        *(
            one.take_in(some)
            for one, some in zip(processes * 2, (ready, ready[::-1], ready[2:], ready[:4]), strict=True)
        )
    )
    assert sum(taken) == len(made)
    assert len(await found(processes[0], query(), 99)) == len(made)
    played = await processes[0].played_at(GUILD, [CHANNEL], [START])
    assert played == {START: (BookTurn("d2d3", 2, 2, 2),)}


async def test_nothing_is_stored_if_it_is_not_stored_whole(
    store: Database, archives: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await over(store)

    def dies(*_asked: object) -> None:
        raise ValueError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(module, "add_to", dies)
        with pytest.raises(ValueError, match="killed"):
            await archives.take_in([archived(match_id)])
    for table in (archive, archive_position, book):
        assert await rows(store, table.select()) == []
    assert await archives.take_in([archived(match_id)]) == 1


async def test_it_names_no_user(store: Database, archives: Archive) -> None:
    await taken_in(store)
    for table in (archive, archive_position, book):
        found = await rows(store, table.select())
        assert found
        assert not any({ANN, BOB} & set(row.values()) for row in found)


# --- as matches are played -----------------------------------------------------------------------

AT_ONCE = 50


def of_process(table: Table) -> Archive:
    return Archive(table.services.core)


async def played(table: Table, turns: int = 0, *moves: str) -> Match:
    """A match of Pjawns that its challenger resigned after so many turns and these moves."""
    await table.begun(turns)
    await table.play(*moves)
    return await table.matches.play.resign(table.id, CHALLENGER)


def of_table(**more: Any) -> ArchiveQuery:
    return ArchiveQuery(**{"guild_id": HOME, "channels": (HERE,), **more})


async def ids(table: Table, **more: Any) -> list[int]:
    page = await of_process(table).page(of_table(**more), 25)
    return [one.id for one in page.matches]


def start_key() -> int:
    game = GAMES["pjawns"]
    options = game.complete_options()
    return position_key("pjawns", game.rules_version, options, game.start(options))


async def everything(table: Table) -> list[Any]:
    return [await rows(table.store, one.select()) for one in (archive, archive_position, book)]


async def test_matches_of_before_are_taken_in_a_few_at_a_time(table: Table) -> None:
    made = [(await played(table)).id for _ in range(5)]
    await table.begun(2)
    taken = [await of_process(table).archive_some(2) for _ in range(4)]
    assert taken == [2, 2, 1, 0]
    assert await ids(table) == made[::-1]


async def test_a_match_is_found_by_what_is_asked_for(table: Table) -> None:
    history = table.matches.history(await table.begun())
    moves = [str(one) for one in history.position.legal_actions()[:2]]
    made = [await played(table, 0, move) for move in moves]
    await of_process(table).archive_some(AT_ONCE)
    one, other = (one.id for one in made)
    assert await ids(table, game="pjawns", player=OPPONENT, player_outcome=PlayerOutcome.WON) == [other, one]
    assert await ids(table, player=CHALLENGER, player_outcome=PlayerOutcome.WON) == []
    assert await ids(table, player=STRANGER) == await ids(table, game="prudh") == []
    assert await ids(table, position=start_key()) == [other, one]
    turns = (await of_process(table).played_at(HOME, [HERE], [start_key()]))[start_key()]
    assert [(turn.played, turn.matches) for turn in turns] == [(move, 1) for move in sorted(moves)]
    winners = {one.result and one.result.winner for one in made}
    assert winners == {made[0].side_of(OPPONENT)}
    first = made[0].side_of(OPPONENT) == made[0].game.sides[0]
    assert {(turn.first_won, turn.second_won) for turn in turns} == {(1, 0) if first else (0, 1)}


async def test_a_page_says_whether_there_is_more(table: Table) -> None:
    made = [(await played(table)).id for _ in range(3)]
    await of_process(table).archive_some(AT_ONCE)
    pages = [await of_process(table).page(of_table(), 2, offset) for offset in (0, 1, 2)]
    assert [page.more for page in pages] == [True, False, False]
    assert [[one.id for one in page.matches] for page in pages] == [made[:0:-1], made[1::-1], made[:1]]


async def test_a_match_goes_in_while_it_is_offered_again(table: Table) -> None:
    finished = await played(table)
    await table.matches.challenges.rematch(table.id, CHALLENGER)
    await of_process(table).archive_some(AT_ONCE)
    before = await everything(table)
    assert await ids(table) == [finished.id]
    await of_process(table).archive_some(AT_ONCE)
    assert await everything(table) == before


async def test_a_damaged_match_is_left_out_once_and_for_all(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound, unreadable = await played(table, 1), await played(table), await played(table)
    await write(table.store, update(entry).where(entry.c.match_id == broken.id).values(text="z9"))
    await write(table.store, update(match).where(match.c.id == unreadable.id).values(options="{"))
    assert await of_process(table).archive_some(AT_ONCE) == 3
    assert await of_process(table).archive_some(AT_ONCE) == 0
    assert await ids(table) == [sound.id]
    told = [line for line in caplog.messages if "left out of the archive" in line]
    assert [line.split()[0] for line in told] == [f"match={broken.id}", f"match={unreadable.id}"]


async def test_a_match_that_breaks_later_is_left_out_of_its_page(table: Table) -> None:
    sound, broken = await played(table), await played(table)
    await of_process(table).archive_some(AT_ONCE)
    await write(table.store, update(match).where(match.c.id == broken.id).values(options="{"))
    page = await of_process(table).page(of_table(), 1)
    assert (page.matches, page.more) == ((), True)
    assert await ids(table) == [sound.id]


class KilledError(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("stored", [False, True])
async def test_a_process_that_dies_at_its_write_leaves_it_to_the_next(
    stored: bool, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(table, 2)
    take_in = Archive.take_in

    async def dies(*asked: Any) -> None:
        if stored:
            await take_in(*asked)
        raise KilledError

    with monkeypatch.context() as patch:
        patch.setattr(Archive, "take_in", dies)
        with pytest.raises(KilledError):
            await of_process(table).archive_some(AT_ONCE)
    assert await Archive(table.another_service().core).archive_some(AT_ONCE) == (0 if stored else 1)
    ((turn,),) = (await of_process(table).played_at(HOME, [HERE], [start_key()])).values()
    assert (turn.matches, await ids(table)) == (1, [table.id])


async def test_a_process_that_is_overtaken_counts_nothing_twice(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(table, 2)
    take_in = Archive.take_in

    async def overtaken(*asked: Any) -> int:
        assert await take_in(*asked) == 1
        return await take_in(*asked)

    monkeypatch.setattr(Archive, "take_in", overtaken)
    await of_process(table).archive_some(AT_ONCE)
    ((turn,),) = (await of_process(table).played_at(HOME, [HERE], [start_key()])).values()
    assert (turn.matches, await ids(table)) == (1, [table.id])


async def test_a_match_between_two_servers_is_seen_from_there_in_both(table: Table) -> None:
    await wanted(table, CHALLENGER, OPPONENT)
    both = await accepted(table, await offered(table))
    await table.matches.play.resign(both.id, CHALLENGER)
    await of_process(table).archive_some(AT_ONCE)
    for number, place in enumerate((PLACE, FAR_PLACE)):
        with reading_as(STRANGER, place.guild):
            page = await of_process(table).page(ArchiveQuery(place.guild, (place.channel,)), 9)
        assert [(one.id, one.here) for one in page.matches] == [(both.id, number)]
    assert await ids(table, guild_id=FAR) == []


async def test_it_stays_when_a_player_has_their_data_deleted(table: Table) -> None:
    await played(table, 2)
    await of_process(table).archive_some(AT_ONCE)
    before = await everything(table)
    assert await table.privacy.forget(CHALLENGER)
    assert await everything(table) == before
    assert await ids(table) == [table.id]
    assert await ids(table, player=CHALLENGER) == []
