"""``python -m data`` as whoever hosts the bot runs it: a process of its own on a real file."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data import Database
from data.__main__ import main
from matches.model import UserId
from tests.data_store.conftest import Opener
from tests.data_store.maintenance.commands import Answer, ask, change
from tests.data_store.making import ANN, BOB, CAT, DAY, NOON
from tests.data_store.stores.rated import ended, seen

WRONG = "UPDATE account SET rating = 9999"


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the command runs, with nothing set."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.real
async def test_ratings_are_made_anew_from_the_matches(
    sqlite_url: str, sqlite_file: Path, opener: Opener, tmp_path: Path
) -> None:
    store = await opener(sqlite_url)
    for number in range(5):
        await ended(store, ANN, (BOB, CAT)[number % 2], at=NOON + number * DAY, rated=number != 3)
    once = await seen(store)
    await store.close()
    change(sqlite_file, WRONG)
    change(sqlite_file, "DELETE FROM tally")
    assert await ask(tmp_path, "ratings", "--database", sqlite_url) == Answer(
        0, "Ratings were rebuilt from 5 matches.\n", ""
    )
    assert await seen(await opener(sqlite_url)) == once


@pytest.mark.real
async def test_the_address_is_that_of_the_bots_settings(opener: Opener, tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    await ended(await opener(url))
    answer = await ask(tmp_path, "ratings", DATABASE_URL=url)
    assert answer == Answer(0, "Ratings were rebuilt from 1 match.\n", "")


@pytest.mark.parametrize("how", ["file", "nothing", "empty", "argument"])
async def test_the_database_is_found_as_the_bot_finds_it(
    opener: Opener, alone: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "tidepool" if how in ("nothing", "empty") else "elsewhere"
    url = f"sqlite+aiosqlite:///{alone / name}.sqlite3"
    await ended(await opener(url))
    arguments = ["ratings"]
    if how == "file":
        await asyncio.to_thread((alone / ".env").write_text, f"DISCORD_TOKEN=\nDATABASE_URL={url}\n")
    elif how == "empty":
        monkeypatch.setenv("DATABASE_URL", "")
    elif how == "argument":
        monkeypatch.setenv("DATABASE_URL", "sqlite+aiosqlite:///not-this-one.sqlite3")
        arguments += ["--database", url]
    assert await asyncio.to_thread(main, arguments) == 0


def test_a_wrong_address_makes_no_database(alone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ratings"]) == 2
    said, complained = capsys.readouterr()
    assert (said, complained.count("\n")) == ("", 1)
    assert complained.startswith("There is no database tidepool.sqlite3. Start this from the bot's folder")
    assert list(alone.iterdir()) == []


@pytest.mark.parametrize(
    ("url", "advice"),
    [
        ("tidepool.sqlite3", "The address of the database cannot be read."),
        ("mysql://host/database", "The address of the database begins with mysql://"),
        ("sqlite+aiosqlite:///notes.txt", "The file is not an SQLite database."),
    ],
)
def test_what_is_no_database_is_refused_with_advice(
    alone: Path, capsys: pytest.CaptureFixture[str], url: str, advice: str
) -> None:
    (alone / "notes.txt").write_text("nothing to do with matches\n" * 99)
    assert main(["ratings", "--database", url]) == 2
    said, complained = capsys.readouterr()
    assert (said, complained.count("\n")) == ("", 1)
    assert complained.startswith(advice)


@pytest.mark.real
async def test_a_damaged_database_is_named_and_left_alone(
    sqlite_url: str, sqlite_file: Path, opener: Opener, tmp_path: Path
) -> None:
    store = await opener(sqlite_url)
    await ended(store)
    await store.close()
    change(sqlite_file, "UPDATE score SET ended_at = 'yesterday'")
    change(sqlite_file, WRONG)
    answer = await ask(tmp_path, "ratings", "--database", sqlite_url)
    assert (answer.code, answer.said) == (1, "")
    assert answer.complained.startswith("The database is damaged.")
    with closing(sqlite3.connect(sqlite_file)) as database:
        assert database.execute("SELECT user_id, rating FROM account").fetchall() == [
            (ANN, 9999),
            (BOB, 9999),
        ]


@pytest.mark.real
async def test_a_locked_database_is_waited_for_a_few_seconds(
    sqlite_url: str, sqlite_file: Path, opener: Opener, tmp_path: Path
) -> None:
    await (await opener(sqlite_url)).close()
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await ask(tmp_path, "ratings", "--database", sqlite_url)
    assert (answer.code, answer.said) == (1, "")
    assert answer.complained.startswith("The database is locked by another program.")


@pytest.mark.parametrize("arguments", [[], ["rating"], ["ratings", "now"], ["ratings", "--database"]])
@pytest.mark.usefixtures("alone")
def test_a_question_that_makes_no_sense_is_answered_with_the_usage(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("usage: python -m data")


@pytest.mark.usefixtures("alone")
def test_it_says_what_it_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    assert "ratings, leaderboards, profiles" in " ".join(capsys.readouterr().out.split())


@pytest.mark.real
async def test_nothing_is_lost_beside_a_running_bot(
    sqlite_url: str, opener: Opener, twin: Database, tmp_path: Path
) -> None:
    """Matches go on ending while everything is made anew: each is entered once, before it or after it."""
    store = await opener(sqlite_url)
    asking: asyncio.Task[Answer] | None = None
    number = 0
    while asking is None or not asking.done():
        for kept in (store, twin):
            await _end_another(kept, number)
        number += 1
        if number == 9:
            asking = asyncio.create_task(ask(tmp_path, "ratings", "--database", sqlite_url))
    code, said, complained = await asking
    assert (code, complained) == (0, "")
    (matches,) = (int(word) for word in said.split() if word.isdecimal())
    assert 9 <= matches <= number
    assert await seen(store) == await seen(twin)


async def _end_another(store: Database, number: int) -> None:
    pairs = ((ANN, BOB), (CAT, ANN), (BOB, UserId(2000 + number)))
    one, other = pairs[number % 3]
    await ended(store, one, other, at=NOON + number * DAY / 4, winner=("blue", "green")[number % 2])
