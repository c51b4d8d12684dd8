"""``python -m data backup`` and ``restore``: real processes on real files, beside others that use them."""

# A test has the event loop to itself and may block it:
# ruff: noqa: ASYNC240

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import cogs
from data import open_store, stores
from data.maintenance import file_copies
from data.maintenance.file_copies import LATELY, REGISTERED, back_up, inspect_copy, restore
from data.maintenance.foreign_objects import OBJECTS, foreign_objects
from matches.errors import StoreUnavailableError
from matches.model import MatchId
from tests.data_store import dumping
from tests.data_store.conftest import Opener
from tests.data_store.maintenance.checking import dump
from tests.data_store.maintenance.commands import FILLED, LATEST, ROOT, Answer, ask, change
from tests.data_store.maintenance.conftest import Here
from tests.data_store.making import ANN, DAY, NOON, challenge, new_challenge
from tests.data_store.writer import writing

pytestmark = pytest.mark.real


@pytest.fixture
async def filled(sqlite_url: str, sqlite_file: Path) -> Path:
    """A database with something in every table, which nobody uses."""
    store = await open_store(sqlite_url)
    await dumping.fill(store)
    await store.close()
    return sqlite_file


def files(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


# --- backup ---------------------------------------------------------------------------------------


async def test_a_backup_is_everything_in_one_file(filled: Path, sqlite_url: str, tmp_path: Path) -> None:
    filled.chmod(0o640)
    answer = await ask(tmp_path, "backup", "b.sqlite3", "--database", sqlite_url)
    size = (tmp_path / "b.sqlite3").stat().st_size
    assert answer == Answer(
        0,
        f"Backed up {filled} to b.sqlite3, and checked: revision {LATEST}, {FILLED} matches, "
        f"{size:,} bytes.\n",
        "",
    )
    assert dump(tmp_path / "b.sqlite3") == dump(filled)
    assert files(tmp_path) == {filled.name, "b.sqlite3"}
    assert stat.S_IMODE((tmp_path / "b.sqlite3").stat().st_mode) == 0o640


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """What most systems begin with: others may read what is written."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("usual_umask")
def test_what_the_commands_write_is_for_its_owner_alone(
    filled: Path, tmp_path: Path, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled.chmod(0o600)
    assert here("backup", "b.sqlite3").code == 0
    (tmp_path / "b.sqlite3").chmod(0o644)  # it came by way of another machine
    (tmp_path / "fresh").mkdir()
    monkeypatch.chdir(tmp_path / "fresh")
    for asked in (("restore", "../b.sqlite3"), ("ratings",), ("prune",), ("restore", "../b.sqlite3")):
        assert here(*asked).code == 0
    written = list((tmp_path / "fresh").iterdir())
    assert len(written) == 2, "the database, and the one before the second time"
    assert [file.name for file in written if file.stat().st_mode & 0o077] == []


async def test_a_backup_is_one_moment_of_a_database_that_is_written_all_the_time(
    sqlite_url: str, sqlite_file: Path, tmp_path: Path, opener: Opener
) -> None:
    async with writing(sqlite_url) as process:
        for number in range(3):
            before = entries_in(sqlite_file)
            answer = await ask(tmp_path, "backup", f"{number}.sqlite3", "--database", sqlite_url)
            assert (answer.code, answer.complained) == (0, "")
            assert process.returncode is None, "nobody was held up for so long as to give up"
            assert before <= entries_in(tmp_path / f"{number}.sqlite3") <= entries_in(sqlite_file)
            copy = await opener(f"sqlite+aiosqlite:///{tmp_path / str(number)}.sqlite3")
            match = await copy.read(stores.matches.load, MatchId(1))
            assert len(match.entries) == 2 * (match.version - 1)
            assert len(await copy.read(stores.notices.notices_of, match.id)) == match.version - 1
        while entries_in(sqlite_file) == before:
            assert process.returncode is None


def entries_in(file: Path) -> int:
    with closing(sqlite3.connect(file, timeout=5)) as database:
        (number,) = database.execute("SELECT count(*) FROM entry").fetchone()
        return int(number)


async def test_a_large_database_does_not_hold_up_a_change(
    sqlite_url: str, filled: Path, opener: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(filled, "CREATE TABLE ballast (what BLOB)")
    change(filled, "INSERT INTO ballast VALUES (zeroblob(6000000))")
    store = await opener(sqlite_url)
    before = await store.read(stores.matches.note_of, MatchId(1), ANN)
    loop, saved = asyncio.get_running_loop(), list[int]()

    def between_two_steps(_status: int, remaining: int, _total: int) -> None:
        saving = store.write(stores.matches.save_note, MatchId(1), ANN, f"with {remaining} pages to go")
        asyncio.run_coroutine_threadsafe(saving, loop).result()
        saved.append(remaining)

    monkeypatch.setattr(file_copies, "_pause", between_two_steps)
    held = await asyncio.to_thread(back_up, filled, tmp_path / "b.sqlite3")
    assert held.matches == FILLED
    assert len(saved) > 5
    assert await store.read(stores.matches.note_of, MatchId(1), ANN) == f"with {saved[-1]} pages to go"
    copy = await opener(f"sqlite+aiosqlite:///{tmp_path}/b.sqlite3")
    assert await copy.read(stores.matches.note_of, MatchId(1), ANN) == before, "it is of one moment"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("there.sqlite3", "there.sqlite3 exists already. Name another file, or say --force."),
        ("tidepool.sqlite3", "tidepool.sqlite3 belongs to the database itself. Name another file."),
        ("tidepool.sqlite3-wal", "tidepool.sqlite3-wal belongs to the database itself. Name another file."),
        ("nowhere/b.sqlite3", "There is no folder nowhere for the backup. Make it first."),
        ("folder", "folder is a folder. Name a file in it."),
    ],
)
def test_a_backup_that_cannot_be_is_refused(
    filled: Path, tmp_path: Path, name: str, why: str, here: Here
) -> None:
    (tmp_path / "there.sqlite3").write_text("dear to somebody")
    (tmp_path / "folder").mkdir()
    before = files(tmp_path)
    assert here("backup", name) == Answer(2, "", f"{why}\n")
    assert files(tmp_path) == before
    assert (tmp_path / "there.sqlite3").read_text() == "dear to somebody"


def test_force_writes_over_a_backup_and_never_over_the_database(
    filled: Path, tmp_path: Path, here: Here
) -> None:
    (tmp_path / "there.sqlite3").write_text("not so dear")
    (tmp_path / "there.sqlite3.part").write_text("of one that was killed")
    assert (here("backup", "--force", "there.sqlite3")).code == 0
    assert dump(tmp_path / "there.sqlite3") == dump(filled)
    assert files(tmp_path) == {filled.name, "there.sqlite3"}
    assert (here("backup", "--force", filled.name)).code == 2


def test_a_damaged_database_makes_no_backup(filled: Path, tmp_path: Path, here: Here) -> None:
    damage(filled)
    answer = here("backup", "b.sqlite3")
    assert (answer.code, answer.said) == (1, "")
    assert answer.complained.startswith("The database is damaged.")
    assert files(tmp_path) == {filled.name}


def damage(file: Path) -> None:
    """Overwrite the second half of a database, as a failing disk does."""
    with file.open("r+b") as broken:
        size = file.stat().st_size
        broken.seek(size // 2)
        broken.write(random.Random(1).randbytes(size // 2))


# --- restore --------------------------------------------------------------------------------------


@pytest.mark.gate
async def test_a_restore_goes_back_and_keeps_what_was_there(
    filled: Path, sqlite_url: str, opener: Opener, tmp_path: Path
) -> None:
    backed_up = dump(filled)
    await ask(tmp_path, "backup", "b.sqlite3")
    change(filled, "UPDATE match SET channel_id = 99")
    present = dump(filled)
    answer = await ask(tmp_path, "restore", "b.sqlite3")
    said, kept, then = answer.said.splitlines()
    assert "five minutes" in then
    assert (answer.code, answer.complained) == (0, "")
    assert said.startswith(f"Restored tidepool.sqlite3 from b.sqlite3: revision {LATEST}, {FILLED} matches, ")
    name = kept.removeprefix("What was there before is kept as ").removesuffix(".")
    assert name.startswith("tidepool.sqlite3.before-restore-20")
    assert files(tmp_path) == {filled.name, "b.sqlite3", name}
    assert dump(tmp_path / name) == present
    assert dump(filled) == backed_up
    assert (await (await opener(sqlite_url)).read(stores.matches.load, MatchId(1))).channel_id == 12


@pytest.mark.parametrize("idle", [True, False])
async def test_nothing_is_restored_while_a_bot_runs(
    filled: Path, sqlite_url: str, opener: Opener, tmp_path: Path, idle: bool, here: Here
) -> None:
    here("backup", "b.sqlite3")
    store = await opener(sqlite_url)
    await store.write(stores.host.remember, "there", "yes")
    before = dump(filled)
    if not idle:
        async with writing(sqlite_url):
            answer = await ask(tmp_path, "restore", "b.sqlite3")
    else:
        answer = await ask(tmp_path, "restore", "b.sqlite3")
        assert dump(filled) == before
    assert (answer.code, answer.said) == (1, "")
    assert answer.complained.startswith("The database is in use: the bot runs, or another program")
    assert not [name for name in files(tmp_path) if "before-restore" in name or name.endswith(".part")]
    await store.write(stores.host.remember, "there", "still")
    await store.close()
    assert here("restore", "b.sqlite3").code == 0


async def test_where_locks_tell_nothing_the_last_sign_of_life_does(
    filled: Path, sqlite_url: str, opener: Opener, tmp_path: Path
) -> None:
    back_up(filled, tmp_path / "b.sqlite3")
    store = await opener(sqlite_url)
    alive_at = NOON + 3 * DAY
    await store.write(stores.host.record_alive, alive_at, LATELY)
    await store.close()
    change(filled, "PRAGMA journal_mode = DELETE")

    def known(_revision: str | None) -> None:
        """Any is."""

    with pytest.raises(StoreUnavailableError, match="The bot was there 119 seconds ago"):
        restore(filled, tmp_path / "b.sqlite3", now=alive_at + LATELY * 119 / 120, check_known=known)
    restored = restore(filled, tmp_path / "b.sqlite3", now=alive_at + LATELY, check_known=known)
    assert restored.held.matches == FILLED


@pytest.mark.parametrize(
    ("spoil", "code", "why"),
    [
        ("damaged", 1, "The database is damaged."),
        ("no database", 2, "The file is not an SQLite database."),
        ("another program's", 2, "The file is the database of another program."),
        ("newer", 2, "The database is at revision 9999, and this version of Tidepool knows them up to"),
        ("missing", 2, "There is no file b.sqlite3."),
        ("empty", 2, "b.sqlite3 is empty."),
    ],
)
def test_what_is_no_backup_replaces_nothing(
    filled: Path, tmp_path: Path, spoil: str, code: int, why: str, here: Here
) -> None:
    backup = tmp_path / "b.sqlite3"
    back_up(filled, backup)
    if spoil == "damaged":
        damage(backup)
    elif spoil == "no database":
        backup.write_text("nothing to do with matches\n" * 999)
    elif spoil == "another program's":
        backup.unlink()
        change(backup, "CREATE TABLE alembic_version (version_num TEXT)")
    elif spoil == "newer":
        change(backup, "UPDATE alembic_version SET version_num = '9999'")
    elif spoil == "missing":
        backup.unlink()
    else:
        backup.write_bytes(b"")
    before, names = dump(filled), files(tmp_path)
    answer = here("restore", "b.sqlite3")
    assert (answer.code, answer.said) == (code, "")
    assert answer.complained.startswith(why)
    assert dump(filled) == before
    assert files(tmp_path) == names


STRANGERS = [
    ("CREATE TRIGGER tidy AFTER INSERT ON entry BEGIN DELETE FROM score; END", "trigger 'tidy'"),
    ("CREATE VIEW everything AS SELECT * FROM match", "view 'everything'"),
    ("CREATE TABLE other (id INTEGER)", "table 'other'"),
    ("CREATE INDEX quick ON match (version)", "index 'quick'"),
    ("CREATE VIRTUAL TABLE words USING fts5(text)", "table 'words'"),
]
"""Statements that make what is no part of a database, and what it is called."""
IN_PLACE = "ALTER TABLE hint RENAME TO hint_before; CREATE VIEW hint AS SELECT * FROM hint_before"
"""The same for a view in the place of a table."""


@pytest.mark.parametrize(("statement", "what"), STRANGERS)
def test_a_backup_with_more_in_it_than_a_database_has_is_refused(
    filled: Path, tmp_path: Path, here: Here, statement: str, what: str
) -> None:
    here("backup", "b.sqlite3")
    change(tmp_path / "b.sqlite3", statement)
    before, names = dump(filled), files(tmp_path)
    answer = here("restore", "b.sqlite3")
    assert (answer.code, answer.said) == (2, "")
    assert what in answer.complained
    assert "no part of a database of Tidepool's" in answer.complained
    assert (dump(filled), files(tmp_path)) == (before, names)


def test_a_view_in_the_place_of_a_table_is_refused(filled: Path, tmp_path: Path, here: Here) -> None:
    here("backup", "b.sqlite3")
    for statement in IN_PLACE.split("; "):
        change(tmp_path / "b.sqlite3", statement)
    answer = here("restore", "b.sqlite3")
    assert (answer.code, "view 'hint'" in answer.complained) == (2, True)


@pytest.mark.parametrize(
    "dumped", sorted((ROOT / "tests" / "data" / "dumps").glob("*.sql")), ids=lambda dumped: dumped.stem
)
def test_a_database_of_every_version_has_no_more_in_it(dumped: Path) -> None:
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(dumped.read_text())
        database.execute("ANALYZE")
        assert foreign_objects(database.execute(OBJECTS)) == []


def test_a_damaged_database_is_replaced_and_kept(filled: Path, tmp_path: Path, here: Here) -> None:
    here("backup", "b.sqlite3")
    backed_up = dump(filled)
    filled.write_bytes(broken := random.Random(2).randbytes(50_000))
    log = filled.with_name(f"{filled.name}-wal")
    log.write_bytes(b"left over")
    assert (here("restore", "b.sqlite3")).code == 0
    assert dump(filled) == backed_up
    kept = {file.name.partition("Z")[2]: file for file in tmp_path.glob("*before-restore*")}
    assert {end: file.read_bytes() for end, file in kept.items()} == {"": broken, "-wal": b"left over"}


def test_another_machine_has_none_to_replace(filled: Path, tmp_path: Path, here: Here) -> None:
    here("backup", "b.sqlite3")
    backed_up = dump(filled)
    filled.unlink()
    answer = here("restore", "b.sqlite3")
    assert (answer.code, len(answer.said.splitlines())) == (0, 1)
    assert dump(filled) == backed_up


async def test_numbers_that_discord_knows_are_not_given_out_again(
    filled: Path, sqlite_url: str, opener: Opener, here: Here
) -> None:
    here("backup", "b.sqlite3")
    store = await opener(sqlite_url)
    last = await new_challenge(store, opponent=None)
    await store.close()
    assert here("restore", "b.sqlite3").code == 0
    assert (await (await opener(sqlite_url)).write(stores.matches.create, challenge())).id == last.id + 1


async def test_commands_are_registered_anew_after_a_restore(
    filled: Path, sqlite_url: str, opener: Opener, here: Here
) -> None:
    assert REGISTERED == cogs.COMMANDS_FACT
    change(filled, f"INSERT INTO fact (key, value) VALUES ('{REGISTERED}', 'those of an older version')")
    here("backup", "b.sqlite3")
    here("restore", "b.sqlite3")
    assert await (await opener(sqlite_url)).read(stores.host.remembered, cogs.COMMANDS_FACT) is None


@pytest.mark.parametrize("older", sorted(dumping.FOLDER.glob("*.sql")), ids=lambda path: path.stem)
async def test_an_older_backup_is_restored_and_then_migrated_by_the_bot(
    sqlite_url: str, sqlite_file: Path, opener: Opener, tmp_path: Path, older: Path, here: Here
) -> None:
    with closing(sqlite3.connect(tmp_path / "b.sqlite3")) as database:
        database.executescript(older.read_text())
    await (await opener(sqlite_url)).close()
    answer = here("restore", "b.sqlite3")
    assert (answer.code, answer.complained) == (0, "")
    assert (await (await opener(sqlite_url)).read(stores.matches.load, MatchId(1))).id == 1
    assert inspect_copy(sqlite_file).revision == LATEST


KILLED_RESTORE = """
import os, signal, sys
from data.__main__ import main

event, left = sys.argv[1], int(sys.argv[2])

def heard(happens, _):
    global left
    if happens == event:
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(heard)
main(["restore", "b.sqlite3"])
"""


@pytest.mark.parametrize(
    ("event", "number", "done"),
    [
        pytest.param("sqlite3.connect", 1, False, id="nothing is done"),
        pytest.param("sqlite3.connect", 3, False, id="the present one is locked"),
        pytest.param("sqlite3.connect", 4, False, id="the backup is copied"),
        pytest.param("sqlite3.connect", 5, False, id="the copy is ready"),
        pytest.param("os.link", 1, False, id="the copy is on the disk"),
        pytest.param("os.rename", 1, False, id="the present one is kept"),
        pytest.param("os.remove", 2, True, id="the copy is in its place"),
    ],
)
async def test_a_restore_that_is_killed_leaves_the_one_or_the_other(
    filled: Path, tmp_path: Path, event: str, number: int, done: bool, here: Here
) -> None:
    here("backup", "b.sqlite3")
    backed_up = dump(filled)
    change(filled, "UPDATE match SET channel_id = 99")
    present = dump(filled)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", KILLED_RESTORE, event, str(number)),
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert await process.wait() == -signal.SIGKILL
    assert dump(filled) == (backed_up if done else present)
    assert here("restore", "b.sqlite3").code == 0
    assert dump(filled) == backed_up
