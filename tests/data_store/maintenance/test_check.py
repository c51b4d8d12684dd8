"""``python -m data check``: silent about whatever people did, and precise about what is wrong."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from data import Database, open_store, stores
from data.maintenance.check import AT_ONCE
from engines import GAMES, EngineError
from matches import ChallengeTerms, MatchError, Phase, UserId
from tests.data_store import dumping
from tests.data_store.conftest import Opener
from tests.data_store.maintenance.checking import WELL, dump, told_of
from tests.data_store.maintenance.commands import ask, change
from tests.data_store.maintenance.conftest import Here
from tests.matches.table import CHALLENGER, NOON, OPPONENT, PLACE, Table
from tests.services.any_order import attempt, steps_by
from tests.store import template, unsynced

SMALL = {"prawns": {"board": "5x5"}}


async def live_through(store: Database, seed: int) -> None:
    """Whatever people do in whatever order, refused or not."""
    table = Table(store)
    services = (table.services, table.another_service())
    await table.challenge(board="5x5", pace="3d")
    for step in steps_by(random.Random(seed)):
        match = (await table.stored())[-1]
        with suppress(MatchError, EngineError):
            await attempt(table, services[step.service], match, step)


async def play_out(table: Table, game: str, chance: random.Random, **options: Any) -> None:
    """A whole match of a game, whoever is to act doing what hastens its end, if anything does."""
    await table.challenge(game=game, **options)
    await table.accept()
    for user in await table.awaited():
        if (await table.match()).game.secret_setup is not None:
            await table.pick(user)
    while (position := (await table.history()).position).to_act is not None:
        legal = position.legal_actions()
        eager = [action for action in legal if position.is_irreversible(action)] or list(legal)
        await table.play(str(chance.choice(eager)))


@pytest.mark.parametrize("seed", [1, 3, 11])
async def test_whatever_people_did_nothing_is_wrong(url: str, opener: Opener, seed: int) -> None:
    store = await opener(url)
    await live_through(store, seed)
    (said,) = await told_of(url)
    assert said.endswith(WELL)


@pytest.mark.timeout(300)
@pytest.mark.slow
async def test_whatever_many_people_did_nothing_is_wrong(tmp_path: Path) -> None:
    for seed in range(150):
        file = tmp_path / str(seed)
        shutil.copy(template(), file)
        url = f"sqlite+aiosqlite:///{file}"
        with unsynced():
            store = await open_store(url)
        await live_through(store, seed)
        said = await told_of(url)
        assert said[0].endswith(WELL), (seed, said)
        await store.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_whole_matches_of_every_game_are_replayed(
    migrated_sqlite_url: str, opener: Opener, here: Here, game: str
) -> None:
    table = Table(await opener(migrated_sqlite_url))
    await play_out(table, game, random.Random(game))
    entries = len((await table.match()).entries)
    answer = await asyncio.to_thread(here, "check")
    assert (answer.code, answer.complained) == (0, "")
    rated = (
        "1 of them rated; 2 scores"
        if (await table.leaderboards.brought(await table.match()))[0].rated
        else "0"
    )
    assert answer.said.startswith(f"Looked at 1 match with {entries} entries; 1 finished, {rated}")
    assert answer.said.endswith(f"{WELL}\n")


async def test_nothing_is_wrong_once_its_players_are_forgotten(url: str, opener: Opener) -> None:
    store = await opener(url)
    await play_out(Table(store), "pjawns", random.Random(1))
    before = await told_of(url)
    for number, user in enumerate((OPPONENT, CHALLENGER), 5):
        assert await store.write(stores.privacy.forget, user, UserId(-number), NOON)
        assert await told_of(url) == before


async def test_matches_against_the_computer(sqlite_url: str, opener: Opener) -> None:
    """Its pick is no change of its own: neither when it picks first nor when it picks after its player."""
    table = Table(await opener(sqlite_url))
    for blind in ("on", "off"):
        wishes = ChallengeTerms("prawns", {"blind_start": blind})
        match = await table.matches.challenges.against_computer(CHALLENGER, 2, wishes, PLACE)
        assert [line for line in await told_of(sqlite_url) if WELL not in line] == []
        match = await table.matches.picks.pick(match.id, CHALLENGER, ("crab", "shrimp"))
        assert match.phase is Phase.PLAYING
        assert [line for line in await told_of(sqlite_url) if WELL not in line] == []


# --- what is wrong --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three matches: one finished by the rules, one in play, one whose picks are secret."""
    file = tmp_path_factory.mktemp("sound") / "sound.sqlite3"
    asyncio.run(_play_three(file))
    return file


async def _play_three(file: Path) -> None:
    store = await open_store(f"sqlite+aiosqlite:///{file}", clock=lambda: NOON)
    table = Table(store)
    await play_out(table, "prawns", random.Random(5), board="5x5")
    await table.in_play(pace="3d")
    await table.act()
    await table.in_setup()
    await table.pick(OPPONENT, ("shrimp", "lobster"))
    await store.close()


@pytest.fixture
def spoilt(sound: Path, sqlite_file: Path) -> Path:
    """The same, to be spoilt."""
    return Path(shutil.copyfile(sound, sqlite_file))


@pytest.mark.gate(draw=8)
@pytest.mark.parametrize(
    ("statement", "match", "what"),
    [
        (
            "UPDATE entry SET text = 'a1-g7' WHERE match_id = 1 AND number = 2",
            1,
            "entry 2 of green, 'a1-g7': ",
        ),
        ("UPDATE entry SET ply = 9 WHERE match_id = 2", 2, "entry 1 says ply 9, and 1 actions stand"),
        (
            "UPDATE entry SET side = 'green' WHERE match_id = 2",
            2,
            "entry 1 is noted for green, and blue was to act",
        ),
        ("DELETE FROM entry WHERE match_id = 1 AND number = 1", 1, "its entry 1 is gone"),
        (
            "UPDATE match SET result_winner = CASE result_winner WHEN 'blue' THEN 'green' ELSE 'blue' END "
            "WHERE id = 1",
            1,
            "its scores are not those that follow from its result",
        ),
        ("UPDATE match SET result_reason = 'boredom' WHERE id = 1", 1, "its result says"),
        ("DELETE FROM score WHERE user_id = 1001", 1, "it has 1 scores, where 2 follow from its result"),
        ("DELETE FROM score", 1, "it has 0 scores, where 2 follow from its result"),
        ("UPDATE score SET points = 2", 1, "its scores are not those that follow from its result"),
        (
            "UPDATE match SET challenger_to_act = NOT challenger_to_act WHERE id = 2",
            2,
            "it is noted to wait for others than it waits for",
        ),
        ("UPDATE match SET phase = 'playing' WHERE id = 1", 1, "its position is over, and it goes on"),
        ("UPDATE match SET phase = 'setup' WHERE id = 2", 2, "it is in setup, and no pick is missing"),
        ("UPDATE match SET version = 9 WHERE id = 2", 2, "its version is 9, where it takes 5"),
        ("UPDATE match SET shown_version = 99 WHERE id = 2", 2, "version 99 was shown of 5"),
        (
            "UPDATE match SET private = 1, across = 1 WHERE id = 2",
            2,
            "it is private, and was offered to other servers",
        ),
        ("UPDATE match SET opponent_side = NULL WHERE id = 2", 2, "it is playing, and a side is nobody's"),
        ("UPDATE match SET opponent_side = 'red' WHERE id = 2", 2, "its side 'red' is none of the game"),
        (
            "UPDATE match SET rules_version = 99 WHERE id = 2",
            2,
            "nobody knows the game 'prawns' with version 99",
        ),
        ("UPDATE match SET game = 'chess' WHERE id = 2", 2, "nobody knows the game 'chess'"),
        ('UPDATE match SET options = \'{"board":"1x1"}\' WHERE id = 2', 2, "it cannot be set up: "),
        ("UPDATE match SET changed_at = 'yesterday' WHERE id = 2", 2, "it cannot be read (time)"),
        ("UPDATE match SET phase = 'lost' WHERE id = 2", 2, "it cannot be read (match=2: ValueError)"),
        ("UPDATE pick SET choices = '[\"whale\"]' WHERE match_id = 3", 3, "the pick of blue is none of the"),
        ("UPDATE pick SET user_id = 1009 WHERE match_id = 3", 3, "the pick of blue was made by somebody who"),
        ("UPDATE match SET phase = 'declined' WHERE id = 3", 3, "it is declined, and something was played"),
    ],
)
@pytest.mark.usefixtures("spoilt")
async def test_what_is_wrong_is_told_in_one_line(
    sqlite_url: str, sqlite_file: Path, statement: str, match: int, what: str
) -> None:
    change(sqlite_file, statement)
    *lines, summary = await told_of(sqlite_url)
    assert [line.split(":")[0].split()[0] for line in lines] == [f"match={match}"]
    assert what in lines[0]
    assert "whale" not in lines[0]
    assert "lobster" not in lines[0]
    assert summary.startswith("Looked at 3 matches with ")
    assert summary.endswith(": 1 with something wrong.")


async def test_matches_from_before_there_were_scores_need_none(spoilt: Path, sqlite_url: str) -> None:
    change(spoilt, "DELETE FROM score")
    change(spoilt, "UPDATE migration SET at = '2026-03-01 13:00:00.000000+00:00'")
    (said,) = await told_of(sqlite_url)
    assert said.endswith(WELL)


async def test_a_row_that_speaks_of_nothing_is_told(spoilt: Path, sqlite_url: str) -> None:
    change(spoilt, "INSERT INTO note (match_id, user_id, text) VALUES (77, 1, 'mine alone')")
    *lines, summary = await told_of(sqlite_url)
    assert lines == ["database: row None of note refers to a row of match that is gone"]
    assert summary.endswith(WELL)


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("CREATE TRIGGER tidy AFTER INSERT ON entry BEGIN DELETE FROM score; END", "trigger 'tidy'"),
        ("CREATE VIEW everything AS SELECT * FROM match", "view 'everything'"),
        ("CREATE TABLE other (id INTEGER)", "table 'other'"),
    ],
)
async def test_what_is_no_part_of_a_database_is_named(
    spoilt: Path, sqlite_url: str, statement: str, what: str
) -> None:
    change(spoilt, statement)
    *lines, summary = await told_of(sqlite_url)
    assert lines == [f"database: {what} is no part of it; remove it, unless you know what it is there for"]
    assert summary.endswith(WELL)


async def test_a_deletion_that_is_not_done_after_a_day_is_named(sqlite_url: str, opener: Opener) -> None:
    store = await opener(sqlite_url)
    await store.write(stores.privacy.ask_to_be_forgotten, CHALLENGER, NOON - timedelta(days=1))
    await store.write(stores.privacy.ask_to_be_forgotten, OPPONENT, NOON - timedelta(hours=23))
    *lines, summary = await told_of(sqlite_url)
    assert len(lines) == 1
    assert lines[0].startswith(f"user={CHALLENGER}: everything about them was to be deleted on ")
    assert summary.endswith(WELL), "of any match"
    assert await store.write(stores.privacy.forget, CHALLENGER, UserId(-7), NOON)
    assert len(await told_of(sqlite_url)) == 1


@pytest.mark.real
async def test_it_says_so_with_its_exit_code_and_changes_nothing(
    spoilt: Path, sqlite_url: str, tmp_path: Path
) -> None:
    change(spoilt, "DELETE FROM entry WHERE match_id = 1 AND number = 1")
    before = dump(spoilt)
    answer = await ask(tmp_path, "check", "--database", sqlite_url)
    assert (answer.code, answer.complained) == (1, "")
    assert len(answer.said.splitlines()) == 2
    assert dump(spoilt) == before


async def test_it_goes_on_beside_a_bot_that_writes(
    sqlite_url: str, sqlite_file: Path, opener: Opener, here: Here
) -> None:
    table = Table(await opener(sqlite_url))
    await table.begun()
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await asyncio.to_thread(here, "check")
    assert (answer.code, answer.complained) == (0, "")


def test_an_older_database_is_left_to_the_bot(sqlite_file: Path, here: Here) -> None:
    newest_but_one = sorted(dumping.FOLDER.glob("*.sql"))[-2]
    with closing(sqlite3.connect(sqlite_file)) as database:
        database.executescript(newest_but_one.read_text())
    before = dump(sqlite_file)
    answer = here("check")
    assert (answer.code, answer.said) == (2, "")
    assert "Start the bot once: it makes a copy and migrates." in answer.complained
    assert dump(sqlite_file) == before


async def test_matches_are_looked_at_a_few_at_a_time(
    sqlite_url: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert AT_ONCE <= 500
    monkeypatch.setattr("data.maintenance.check.AT_ONCE", 2)
    table = Table(await opener(sqlite_url))
    for _ in range(5):
        await table.begun(3)
    (said,) = await told_of(sqlite_url)
    assert said.startswith("Looked at 5 matches with 15 entries; 0 finished")
