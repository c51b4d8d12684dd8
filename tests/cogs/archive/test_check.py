"""``python -m data check`` names archives that differ from their matches, ``archive`` makes them again."""

from __future__ import annotations

import asyncio
import shutil
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from cogs.archive.service import Archive
from data import Database
from data.database import parse_url
from data.features.archive import MEND, archive, archive_position, book, start_anew
from data.maintenance import check
from data.maintenance.reading import opened_as_it_is
from tests.data_store.conftest import Opener
from tests.data_store.maintenance.checking import WELL, told_of
from tests.data_store.maintenance.commands import change
from tests.data_store.maintenance.conftest import Here
from tests.matches.table import CHALLENGER, GUILD, STRANGER, Table
from tests.store import rows, template

DIFFERS = f"guild={GUILD}: its archive or openings differ from its matches; {MEND}"


async def play_some(store: Database) -> Table:
    """Three matches that are over, two of them in the archive; and one that goes on."""
    table = Table(store)
    for turns in (7, 2, 0):
        await table.begun(turns)
        if not turns:
            await Archive(table.services.core).archive_some(9)
        await table.matches.play.resign(table.id, CHALLENGER)
    await table.begun(1)
    return table


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with an archive."""
    file = Path(shutil.copyfile(template(), tmp_path_factory.mktemp("archive") / "made.sqlite3"))

    async def make() -> None:
        store = Database(parse_url(f"sqlite+aiosqlite:///{file}"), busy_timeout=5)
        await play_some(store)
        await store.close()

    asyncio.run(make())
    return file


@pytest.fixture
def spoilt(made: Path, sqlite_file: Path) -> Path:
    """The same, to be spoilt."""
    return Path(shutil.copyfile(made, sqlite_file))


async def test_nothing_is_wrong_with_an_archive_that_is_made_bit_by_bit(url: str, opener: Opener) -> None:
    table = await play_some(await opener(url))
    for _ in range(2):
        (said,) = await told_of(url)
        assert said.endswith(WELL)
        assert await Archive(table.services.core).archive_some(9) < 2
    assert await table.privacy.forget(STRANGER)


@pytest.mark.gate(draw=3)
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM book WHERE played = (SELECT min(played) FROM book)",
        "UPDATE book SET drawn = drawn + 1",
        "UPDATE book SET first_won = second_won, second_won = first_won",
        "UPDATE book SET channel_id = 5",
        "DELETE FROM archive_position WHERE match_id = 1",
        "UPDATE archive_position SET position = position + 1",
        "DELETE FROM archive WHERE match_id = 2",
        "UPDATE archive SET outcome = 3",
        "UPDATE match SET archived = 0 WHERE id = 1",
    ],
)
async def test_an_archive_that_differs_is_named_and_made_anew(
    statement: str, spoilt: Path, sqlite_url: str, here: Here, opener: Opener
) -> None:
    change(spoilt, statement)
    line, summary = await told_of(sqlite_url)
    assert line == DIFFERS
    assert summary.endswith(WELL)
    answer = await asyncio.to_thread(here, "archive")
    assert answer == (0, "The archives are empty; the bot takes in 3 matches again.\n", "")
    table = Table(await opener(sqlite_url))
    assert await Archive(table.services.core).archive_some(9) == 3
    (said,) = await told_of(sqlite_url)
    assert said.endswith(WELL)


async def test_one_that_is_not_over_and_taken_in_is_named(spoilt: Path, sqlite_url: str) -> None:
    change(spoilt, "UPDATE match SET archived = 1 WHERE phase = 'playing'")
    *lines, _ = await told_of(sqlite_url)
    assert "match=4: it is playing, and taken into the archive" in lines


async def test_what_a_bot_takes_in_meanwhile_is_no_difference(
    spoilt: Path, sqlite_url: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match is taken in once it was looked at."""
    monkeypatch.setattr("data.maintenance.check.AT_ONCE", 1)
    table, looks = Table(await opener(sqlite_url)), count(1)
    async with opened_as_it_is(parse_url(sqlite_url)) as database:
        read = database.read

        async def meanwhile(work: Any, *asked: Any) -> Any:
            if work is check._load and next(looks) == 4:
                assert await Archive(table.services.core).archive_some(9) == 1
            return await read(work, *asked)

        monkeypatch.setattr(database, "read", meanwhile)
        assert [line async for line in check.Check(database, datetime.now(UTC)).lines()] == []
    assert next(looks) > 4


async def test_archives_are_emptied_on_either_database(store: Database) -> None:
    table = await play_some(store)
    assert await store.write(start_anew) == 3
    for one in (archive, archive_position, book):
        assert await rows(store, one.select()) == []
    assert await Archive(table.services.core).archive_some(9) == 3
