"""Finished matches are taken into the archive once each, whatever comes in between, and read from there."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import update

from data import stores
from data.schema import archive, archive_position, book, entry, match
from engines import GAMES
from matches import Match
from matches.archive import ArchiveQuery, PlayerOutcome, position_key
from services.viewpoint import reading_as
from tests.matches.table import CHALLENGER, CHANNEL, GUILD, OPPONENT, PLACE, STRANGER, Table
from tests.services.across import FAR, FAR_PLACE, accepted, offered, wanted
from tests.store import instead, rows, write

AT_ONCE = 50


async def over(table: Table, turns: int = 0, *moves: str) -> Match:
    """A match of Pjawns that its challenger resigned after so many turns and these moves."""
    await table.begun(turns)
    await table.play(*moves)
    return await table.matches.play.resign(table.id, CHALLENGER)


def query(**more: Any) -> ArchiveQuery:
    return ArchiveQuery(**{"guild_id": GUILD, "channels": (CHANNEL,), **more})


async def ids(table: Table, **more: Any) -> list[int]:
    page = await table.services.archive.page(query(**more), 25)
    return [one.id for one in page.matches]


def start_key() -> int:
    game = GAMES["pjawns"]
    options = game.settle()
    return position_key("pjawns", game.rules_version, options, game.start(options))


async def everything(table: Table) -> list[Any]:
    return [await rows(table.store, one.select()) for one in (archive, archive_position, book)]


async def test_matches_of_before_are_taken_in_a_few_at_a_time(table: Table) -> None:
    made = [(await over(table)).id for _ in range(5)]
    await table.begun(2)
    taken = [await table.services.archive.archive_some(2) for _ in range(4)]
    assert taken == [2, 2, 1, 0]
    assert await ids(table) == made[::-1]


async def test_a_match_is_found_by_what_is_asked_for(table: Table) -> None:
    history = table.matches.history(await table.begun())
    moves = [str(one) for one in history.position.legal_actions()[:2]]
    made = [await over(table, 0, move) for move in moves]
    await table.services.archive.archive_some(AT_ONCE)
    one, other = (match.id for match in made)
    assert await ids(table, game="pjawns", player=OPPONENT, player_outcome=PlayerOutcome.WON) == [other, one]
    assert await ids(table, player=CHALLENGER, player_outcome=PlayerOutcome.WON) == []
    assert await ids(table, player=STRANGER) == await ids(table, game="prudh") == []
    assert await ids(table, position=start_key()) == [other, one]
    played = (await table.services.archive.played_at(GUILD, [CHANNEL], [start_key()]))[start_key()]
    assert [(turn.played, turn.matches) for turn in played] == [(move, 1) for move in sorted(moves)]
    winners = {match.result and match.result.winner for match in made}
    assert winners == {made[0].side_of(OPPONENT)}
    first = made[0].side_of(OPPONENT) == made[0].game.sides[0]
    assert {(turn.first_won, turn.second_won) for turn in played} == {(1, 0) if first else (0, 1)}


async def test_a_page_says_whether_there_is_more(table: Table) -> None:
    made = [(await over(table)).id for _ in range(3)]
    await table.services.archive.archive_some(AT_ONCE)
    pages = [await table.services.archive.page(query(), 2, offset) for offset in (0, 1, 2)]
    assert [page.more for page in pages] == [True, False, False]
    assert [[one.id for one in page.matches] for page in pages] == [made[:0:-1], made[1::-1], made[:1]]


async def test_a_match_goes_in_while_it_is_offered_again(table: Table) -> None:
    finished = await over(table)
    await table.matches.challenges.rematch(table.id, CHALLENGER)
    await table.services.archive.archive_some(AT_ONCE)
    before = await everything(table)
    assert await ids(table) == [finished.id]
    await table.services.archive.archive_some(AT_ONCE)
    assert await everything(table) == before


async def test_a_damaged_match_is_left_out_once_and_for_all(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound, unreadable = await over(table, 1), await over(table), await over(table)
    await write(table.store, update(entry).where(entry.c.match_id == broken.id).values(text="z9"))
    await write(table.store, update(match).where(match.c.id == unreadable.id).values(options="{"))
    assert await table.services.archive.archive_some(AT_ONCE) == 3
    assert await table.services.archive.archive_some(AT_ONCE) == 0
    assert await ids(table) == [sound.id]
    told = [line for line in caplog.messages if "left out of the archive" in line]
    assert [line.split()[0] for line in told] == [f"match={broken.id}", f"match={unreadable.id}"]


async def test_a_match_that_breaks_later_is_left_out_of_its_page(table: Table) -> None:
    sound, broken = await over(table), await over(table)
    await table.services.archive.archive_some(AT_ONCE)
    await write(table.store, update(match).where(match.c.id == broken.id).values(options="{"))
    page = await table.services.archive.page(query(), 1)
    assert (page.matches, page.more) == ((), True)
    assert await ids(table) == [sound.id]


class KilledError(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("stored", [False, True])
async def test_a_process_that_dies_at_its_write_leaves_it_to_the_next(
    stored: bool, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await over(table, 2)
    write = table.store.write

    async def dies(*asked: Any) -> None:
        if stored:
            await write(stores.archive.take_in, *asked)
        raise KilledError

    with monkeypatch.context() as patch:
        instead(table.store, stores.archive.take_in, dies, patch)
        with pytest.raises(KilledError):
            await table.services.archive.archive_some(AT_ONCE)
    assert await table.another_service().archive.archive_some(AT_ONCE) == (0 if stored else 1)
    ((played,),) = (await table.services.archive.played_at(GUILD, [CHANNEL], [start_key()])).values()
    assert (played.matches, await ids(table)) == (1, [table.id])


async def test_a_process_that_is_overtaken_counts_nothing_twice(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await over(table, 2)
    write = table.store.write

    async def overtaken(*asked: Any) -> int:
        assert await write(stores.archive.take_in, *asked) == 1
        return await write(stores.archive.take_in, *asked)

    instead(table.store, stores.archive.take_in, overtaken, monkeypatch)
    await table.services.archive.archive_some(AT_ONCE)
    ((played,),) = (await table.services.archive.played_at(GUILD, [CHANNEL], [start_key()])).values()
    assert (played.matches, await ids(table)) == (1, [table.id])


async def test_a_match_between_two_servers_is_in_both_and_seen_from_there(table: Table) -> None:
    await wanted(table, CHALLENGER, OPPONENT)
    match = await accepted(table, await offered(table))
    await table.matches.play.resign(match.id, CHALLENGER)
    await table.services.archive.archive_some(AT_ONCE)
    for number, place in enumerate((PLACE, FAR_PLACE)):
        with reading_as(STRANGER, place.guild):
            page = await table.services.archive.page(ArchiveQuery(place.guild, (place.channel,)), 9)
        assert [(one.id, one.here) for one in page.matches] == [(match.id, number)]
    assert await ids(table, guild_id=FAR) == []


async def test_it_stays_when_a_player_has_their_data_deleted(table: Table) -> None:
    await over(table, 2)
    await table.services.archive.archive_some(AT_ONCE)
    before = await everything(table)
    assert await table.privacy.forget(CHALLENGER)
    assert await everything(table) == before
    assert await ids(table) == [table.id]
    assert await ids(table, player=CHALLENGER) == []
