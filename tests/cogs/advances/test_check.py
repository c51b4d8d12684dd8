"""``python -m data check`` on moves in advance: silent, or precise about a fault, but for what is said."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from cogs.advances.service import Advances
from data import open_store
from tests.data_store.maintenance.checking import WELL, faults_after, told_of
from tests.matches.some_line import line_of
from tests.matches.table import CHALLENGER, NOON, OPPONENT, Table


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with a line of two moves in advance, one of which is left, and a choice."""
    file = tmp_path_factory.mktemp("sound") / "sound.sqlite3"
    asyncio.run(_played(file))
    return file


async def _played(file: Path) -> None:
    store = await open_store(f"sqlite+aiosqlite:///{file}", clock=lambda: NOON)
    table = Table(store)
    await table.begun(1)
    line = line_of(await table.history(), 8)
    await Advances(table.services.core).say(table.id, CHALLENGER, line, 1)
    await Advances(table.services.core).say_choice(table.id, OPPONENT, ["d4"])
    await table.play(line[0])
    await store.close()


@pytest.fixture
def spoilt(sound: Path, sqlite_file: Path) -> Path:
    """The same, to be spoilt."""
    return Path(shutil.copyfile(sound, sqlite_file))


@pytest.mark.usefixtures("spoilt")
async def test_nothing_is_wrong_at_first(sqlite_url: str) -> None:
    (said,) = await told_of(sqlite_url)
    assert said.endswith(WELL)


OF = "match=1 user=1001: their move in advance"


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("UPDATE match SET phase = 'setup'", "is in a match that is setup"),
        ("UPDATE advance SET user_id = 1003 WHERE turn = 0", "is of somebody who doesn't play"),
        ("UPDATE match SET advance_revision = 0", "is in a match where none was ever said"),
        ("UPDATE advance SET kind = 'whim' WHERE turn = 5", "is of a kind that nobody knows"),
        ("UPDATE advance SET follows = 5 WHERE turn = 7", "follows one that isn't there, or isn't before it"),
        ("UPDATE advance SET turn = 9 WHERE turn = 5", "follows one that isn't there, or isn't before it"),
        ("UPDATE advance SET turn = -1 WHERE turn = 5", "is of turn -1"),
        ("UPDATE advance SET turn = 4 WHERE kind = 'choice'", "is of turn 4"),
        ("UPDATE advance SET reply = '' WHERE turn = 5", "plays nothing"),
    ],
)
async def test_what_is_wrong_is_told(spoilt: Path, statement: str, line: str) -> None:
    lines = await faults_after(statement, spoilt)
    assert any(line in one for one in lines), lines
    assert "@" not in "".join(lines), "nothing of what is played"
