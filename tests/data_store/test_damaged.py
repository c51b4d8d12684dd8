"""One match that cannot be read hides no other, wherever several are read at once."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from data import Database, stores
from matches.errors import DamagedMatchError
from matches.guilds.posts import Span
from matches.model import MatchId, Phase
from matches.players import Human
from tests.data_store.conftest import Opener
from tests.data_store.maintenance.commands import change
from tests.data_store.making import (
    ANN,
    BOB,
    CRABS,
    HOME,
    NOON,
    WEEK,
    accepted,
    finished,
    new_challenge,
    shown,
)
from tests.store import keep

OPEN = (Phase.SETUP, Phase.PLAYING)
ROWS = {
    "options": "UPDATE match SET options = 'crab' WHERE id = 2",
    "phase": "UPDATE match SET clocks = '[\"crab\"]' WHERE id = 2",
    "time": "UPDATE match SET changed_at = 'crab' WHERE id = 2",
    "text": "UPDATE match SET game = CAST(x'ff' AS TEXT) WHERE id = 2",
}
RECORDS = {
    "pick": "UPDATE pick SET choices = 'crab' WHERE match_id = 2",
    "entry": "INSERT INTO entry VALUES (2, 1, 'crab', '', 'green', 0, '2026-03-01 12:00:00.000000+00:00')",
}
ANY = {**ROWS, **RECORDS}


async def three(store: Database, *, over: bool = False) -> None:
    """Three matches of Ann and Bob with a pick each, running or over, all of them in one place."""
    for _ in range(3):
        match = await keep(
            store,
            accepted(await new_challenge(store), picks={"green": CRABS}),
            to_act=[Human(BOB)],
        )
        if over:
            match = await keep(store, finished(match), to_act=())
        await store.write(stores.matches.record_shown, match.id, shown(match))


@pytest.mark.parametrize("damage", ROWS.values(), ids=ROWS)
async def test_a_list_leaves_out_the_row_that_cannot_be_read(
    sqlite_url: str, sqlite_file: Path, opener: Opener, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = await opener(sqlite_url)
    await three(store)
    change(sqlite_file, damage)
    with caplog.at_level(logging.ERROR):
        listed = await store.read(stores.lists.listed, BOB, OPEN, 9)
        assert [match.id for match in listed.matches] == [1, 3]
        assert listed.damaged == (2,)
        for found in (
            await store.read(stores.lists.of_player, ANN),
            await store.read(stores.lists.waiting_for, BOB, 9),
            await store.read(stores.lists.at_home, HOME),
            await store.read(stores.lists.running_in, listed.matches[0].guild_id, 9),
            await store.read(stores.lists.summaries_of, [MatchId(1), MatchId(2), MatchId(3)]),
        ):
            assert sorted(match.id for match in found) == [1, 3]
    (said,) = caplog.messages
    assert "match=2 " in said
    assert "crab" not in said


@pytest.mark.parametrize("damage", ROWS.values(), ids=ROWS)
async def test_what_is_over_is_listed_without_the_row_that_cannot_be_read(
    sqlite_url: str, sqlite_file: Path, opener: Opener, damage: str
) -> None:
    store = await opener(sqlite_url)
    await three(store, over=True)
    change(sqlite_file, damage)
    guild = (await store.read(stores.matches.load, MatchId(1))).guild_id
    for found in (
        await store.read(stores.lists.latest_of_player, BOB, 9),
        await store.read(stores.spectators.ended_in, guild, Span(NOON, NOON + WEEK), 9),
    ):
        assert sorted(match.id for match in found) == [1, 3]


@pytest.mark.parametrize("damage", RECORDS.values(), ids=RECORDS)
async def test_lists_do_not_mind_a_record_that_cannot_be_read(
    sqlite_url: str, sqlite_file: Path, opener: Opener, damage: str
) -> None:
    store = await opener(sqlite_url)
    await three(store)
    change(sqlite_file, damage)
    assert [match.id for match in await store.read(stores.lists.of_player, ANN)] == [1, 2, 3]
    assert [match.id for match in (await store.read(stores.lists.listed, BOB, OPEN, 9)).matches] == [
        1,
        2,
        3,
    ]


@pytest.mark.parametrize("damage", ANY.values(), ids=ANY)
async def test_whole_matches_are_read_without_the_one_that_cannot_be(
    sqlite_url: str, sqlite_file: Path, opener: Opener, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = await opener(sqlite_url)
    await three(store)
    change(sqlite_file, damage)
    with caplog.at_level(logging.ERROR):
        assert [match.id for match in await store.read(stores.privacy.matches_of, ANN, MatchId(0), 9)] == [
            1,
            3,
        ]
        assert [match.id for match in await store.read(stores.privacy.matches_of, ANN, MatchId(1), 1)] == [
            3
        ], "not the last page"
        assert [
            match.id for match in await store.read(stores.match_rows.whole_matches, [MatchId(2), MatchId(3)])
        ] == [3]
    (said,) = caplog.messages
    assert "match=2 " in said
    assert "crab" not in said


@pytest.mark.parametrize("damage", ANY.values(), ids=ANY)
async def test_the_match_itself_says_that_it_is_damaged(
    sqlite_url: str, sqlite_file: Path, opener: Opener, damage: str
) -> None:
    store = await opener(sqlite_url)
    await three(store)
    change(sqlite_file, damage)
    for look in (stores.matches.load, stores.matches.load_with_settings):
        with pytest.raises(DamagedMatchError) as refusal:
            await store.read(look, MatchId(2))
        assert refusal.value.match_id == 2
        assert "crab" not in str(refusal.value)
    assert (await store.read(stores.matches.load, MatchId(3))).id == 3
