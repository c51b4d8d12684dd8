"""``python -m data backup`` and ``restore`` on PostgreSQL: the real programs on a real server."""

# A test has the event loop to itself and may block it:
# ruff: noqa: ASYNC240

from __future__ import annotations

import asyncio
import os
import shutil
import stat
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import Connection, make_url, select, text

from data import open_store, stores
from data.database import Database, parse_url
from data.maintenance.file_copies import REGISTERED
from data.maintenance.revisions import Revisions
from data.maintenance.server_copies import SKIPPED, environment
from data.schema import metadata
from matches.model import MatchId
from tests.data_store import dumping
from tests.data_store.conftest import Opener
from tests.data_store.maintenance.commands import FILLED, LATEST, Answer, ask, change
from tests.data_store.maintenance.conftest import Here
from tests.data_store.making import ANN, accepted, new_challenge, owed
from tests.data_store.postgres import Cluster, another_program, execute
from tests.data_store.run_server import BARE, MakeDatabase
from tests.data_store.writer import writing
from tests.store import keep

pytestmark = pytest.mark.real

LATER: Final = "Start the bot in five minutes at the earliest: docs/hosting.md says why.\n"


@pytest.fixture
def spare(make_database: MakeDatabase) -> str:
    """The address of a second database, without tables, into which backups are restored."""
    return make_database(BARE)


@pytest.fixture
async def filled(postgres_url: str) -> str:
    """The address of a database with something in every table."""
    await fill(postgres_url)
    return postgres_url


async def fill(url: str) -> None:
    """Put something into every table."""
    store = await open_store(url)
    await dumping.fill(store)
    await store.write(stores.host.remember, REGISTERED, "some of them")
    await store.close()


def name_of(url: str) -> str:
    """The name of the database at an address."""
    return make_url(url).database or ""


async def everything(url: str) -> dict[str, list[str]]:
    """All rows of all tables, but for the fact that a restored database has not."""
    async with another_program(url) as connection:
        tables = await connection.scalars(
            text("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
        )
        found = {
            table: list(await connection.scalars(text(f'SELECT t::text FROM "{table}" t ORDER BY 1')))
            for table in tables
        }
    found["fact"] = [row for row in found.get("fact", []) if REGISTERED not in row]
    return found


async def test_what_was_backed_up_is_restored_and_numbers_go_on_higher(
    filled: str, spare: str, tmp_path: Path
) -> None:
    before = await everything(filled)
    answer = await ask(tmp_path, "backup", "b.dump", "--database", filled)
    size = (tmp_path / "b.dump").stat().st_size
    held = f"revision {LATEST}, {FILLED} matches, {size:,} bytes.\n"
    assert answer == Answer(0, f"Backed up the database {name_of(filled)} to b.dump, and checked: {held}", "")
    assert stat.S_IMODE((tmp_path / "b.dump").stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["b.dump"]
    answer = await ask(tmp_path, "restore", "b.dump", "--database", spare)
    assert answer == Answer(0, f"Restored the database {name_of(spare)} from b.dump: {held}{LATER}", "")
    assert await everything(spare) == before
    checked = [await ask(tmp_path, "check", "--database", url) for url in (filled, spare)]
    assert checked[0] == checked[1]
    store = await open_store(spare)
    try:
        assert await store.read(stores.host.remembered, REGISTERED) is None
        made = await new_challenge(store)
        assert made.id > SKIPPED
    finally:
        await store.close()


async def test_a_backup_is_one_moment_of_a_database_that_is_written_all_the_time(
    postgres_url: str, spare: str, tmp_path: Path, opener: Opener
) -> None:
    async with writing(postgres_url) as process:
        assert (await ask(tmp_path, "backup", "b.dump", "--database", postgres_url)).complained == ""
        assert process.returncode is None, "nobody was held up for so long as to give up"
    assert (await ask(tmp_path, "restore", "b.dump", "--database", spare)).complained == ""
    kept, all_of_them = await everything(spare), await everything(postgres_url)
    assert 0 < len(kept["entry"]) < len(all_of_them["entry"])
    copy = await opener(spare)
    match = await copy.read(stores.matches.load, MatchId(1))
    assert len(match.entries) == len(kept["entry"]) == 2 * (match.version - 1)
    assert len(await copy.read(stores.notices.notices_of, match.id)) == match.version - 1


# --- refusals ---------------------------------------------------------------------------------------


async def test_a_database_that_is_not_empty_is_left_alone(filled: str, tmp_path: Path, here: Here) -> None:
    await asyncio.to_thread(here, "backup", "b.dump", "--database", filled)
    before = await everything(filled)
    answer = await asyncio.to_thread(here, "restore", "b.dump", "--database", filled)
    assert (answer.code, answer.said) == (2, "")
    assert answer.complained.startswith(f"The database {name_of(filled)} is not empty (tables: ")
    assert "make it (createdb)" in answer.complained
    assert await everything(filled) == before


async def test_a_backup_that_is_there_is_kept_unless_forced(filled: str, tmp_path: Path, here: Here) -> None:
    (tmp_path / "b.dump").write_text("dear to somebody")
    answer = await asyncio.to_thread(here, "backup", "b.dump", "--database", filled)
    assert answer == Answer(2, "", "b.dump exists already. Name another file, or say --force.\n")
    assert (tmp_path / "b.dump").read_text() == "dear to somebody"
    assert (await asyncio.to_thread(here, "backup", "--force", "b.dump", "--database", filled)).code == 0


async def test_what_is_no_whole_backup_is_refused_and_nothing_is_changed(
    filled: str, spare: str, tmp_path: Path, here: Here
) -> None:
    await asyncio.to_thread(here, "backup", "b.dump", "--database", filled)
    whole = (tmp_path / "b.dump").read_bytes()
    (tmp_path / "half.dump").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.dump").write_text("nothing to do with matches\n" * 99)
    for name in ("half.dump", "text.dump"):
        answer = await asyncio.to_thread(here, "restore", name, "--database", spare)
        assert (answer.code, answer.said) == (2, "")
        assert answer.complained.startswith(f"{name} is no whole backup of a PostgreSQL database: ")
    missing = await asyncio.to_thread(here, "restore", "missing.dump", "--database", spare)
    assert missing == Answer(2, "", "There is no file missing.dump.\n")
    assert await everything(spare) == {"fact": []}


async def test_the_databases_of_others_are_neither_copied_nor_brought_back(
    postgres: Cluster, make_database: MakeDatabase, spare: str, tmp_path: Path, here: Here
) -> None:
    foreign = make_database(BARE)
    answer = await asyncio.to_thread(here, "backup", "b.dump", "--database", foreign)
    assert answer.complained == "There is nothing of Tidepool's in the database. Check DATABASE_URL.\n"
    assert answer.code == 2
    assert list(tmp_path.iterdir()) == []
    dump = dumped(postgres, foreign)
    answer = await asyncio.to_thread(here, "restore", dump, "--database", spare)
    assert answer.complained == f"There is nothing of Tidepool's in {dump}.\n"


def dumped(server: Cluster, url: str) -> str:
    """A file with a copy of a database, made past the bot's own command."""
    file = str(server.folder / f"{name_of(url)}.dump")
    server.client("pg_dump", "-Fc", "-f", file, name_of(url))
    return file


async def test_a_backup_of_a_newer_bot_is_refused(
    filled: str, spare: str, postgres: Cluster, tmp_path: Path, here: Here
) -> None:
    execute(filled, "UPDATE alembic_version SET version_num = '9999'")
    answer = await asyncio.to_thread(here, "restore", dumped(postgres, filled), "--database", spare)
    assert answer.code == 2
    assert f"is at revision 9999, and this version of Tidepool knows them up to {Revisions().latest}" in (
        answer.complained
    )
    assert await everything(spare) == {"fact": []}


async def test_a_restore_that_fails_leaves_nothing(
    filled: str, spare: str, tmp_path: Path, here: Here
) -> None:
    await asyncio.to_thread(here, "backup", "b.dump", "--database", filled)
    execute(spare, "CREATE ROLE guest LOGIN")
    try:
        answer = await asyncio.to_thread(
            here, "restore", "b.dump", "--database", spare.replace("tidepool@", "guest@")
        )
        assert (answer.code, answer.said) == (1, "")
        assert answer.complained.startswith("pg_restore failed: could not execute query: ERROR:  permission")
        assert await everything(spare) == {"fact": []}
    finally:
        execute(spare, "DROP ROLE guest")


# --- the programs -----------------------------------------------------------------------------------


async def test_without_the_programs_it_says_where_they_come_from(filled: str, tmp_path: Path) -> None:
    (tmp_path / "a.dump").touch()
    for asked in (("backup", "b.dump"), ("restore", "a.dump")):
        answer = await ask(tmp_path, *asked, "--database", filled, PATH=str(tmp_path))
        assert (answer.code, answer.said) == (2, "")
        assert answer.complained.startswith(
            "pg_dump is not installed here. It comes with PostgreSQL's programs"
        )
    assert [file.name for file in tmp_path.iterdir()] == ["a.dump"]


def in_place_of(program: str, folder: Path, lines: str) -> str:
    """A PATH on which a script of these lines is found first, with ``$REAL`` as the program itself."""
    folder.mkdir()
    script = folder / program
    script.write_text(f"#!/bin/sh\nREAL={shutil.which(program)}\n{lines}\n")
    script.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


async def test_a_copy_without_all_rows_is_no_backup(filled: str, tmp_path: Path) -> None:
    path = in_place_of("pg_dump", tmp_path / "bin", 'exec $REAL --exclude-table-data=entry "$@"')
    answer = await ask(tmp_path, "backup", "b.dump", "--database", filled, PATH=path)
    assert (answer.code, answer.said) == (1, "")
    assert answer.complained.startswith("The copy is not whole: public.entry has 0 rows in it, and not ")
    assert [file.name for file in tmp_path.iterdir()] == ["bin"]


async def test_a_password_is_used_and_never_in_an_argument(own_server: Cluster, tmp_path: Path) -> None:
    rules = own_server.folder / "db" / "pg_hba.conf"
    own_server.sql("CREATE ROLE secured SUPERUSER LOGIN PASSWORD 'hunter2'", "CREATE DATABASE spare")
    rules.write_text(f"local all secured scram-sha-256\n{rules.read_text()}")
    own_server.sql("SELECT pg_reload_conf()")
    url, into = (
        own_server.url_of(name).replace("tidepool@", "secured:hunter2@") for name in ("postgres", "spare")
    )
    await fill(url)
    path = in_place_of("pg_dump", tmp_path / "bin", f'echo "$@" >{tmp_path}/asked; exec $REAL "$@"')
    answer = await ask(tmp_path, "backup", "b.dump", "--database", url, PATH=path)
    assert answer.code == 0, answer
    assert (await ask(tmp_path, "restore", "b.dump", DATABASE_URL=into)).code == 0
    asked = (tmp_path / "asked").read_text()
    assert "--format=custom" in asked
    assert "hunter2" not in asked + answer.said + answer.complained
    wrong = await ask(tmp_path, "backup", "c.dump", "--database", url.replace("hunter2", "hunter3"))
    assert (wrong.code, wrong.said) == (1, "")
    assert "refused the bot. Check the user, the password" in wrong.complained
    assert "hunter3" not in wrong.complained


def test_the_programs_look_where_the_bot_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a token")
    url = make_url(
        "postgresql+asyncpg://me:p%40ss@/tidepool?host=a:5432&host=b:5433&target_session_attrs=read-write"
        "&ssl=require&prepared_statement_cache_size=0"
    )
    found = environment(url)
    assert {name: value for name, value in found.items() if name.startswith("PG")} == {
        "PGHOST": "a,b",
        "PGPORT": "5432,5433",
        "PGUSER": "me",
        "PGPASSWORD": "p@ss",
        "PGDATABASE": "tidepool",
        "PGTARGETSESSIONATTRS": "read-write",
        "PGSSLMODE": "require",
    }
    assert "a token" not in found.values()


# --- from SQLite ------------------------------------------------------------------------------------


async def rows(url: str) -> dict[str, list[str]]:
    """All that a database of either kind holds, as the program reads it."""
    database = Database(parse_url(url), busy_timeout=5)

    def read(connection: Connection) -> dict[str, list[str]]:
        return {
            table.name: sorted(str(tuple(row)) for row in connection.execute(select(table)))
            for table in metadata.sorted_tables
        }

    try:
        found = await database.read(read)
    finally:
        await database.close()
    found["fact"] = [row for row in found["fact"] if REGISTERED not in row]
    return found


async def test_a_backup_of_sqlite_is_put_into_postgresql_with_all_that_it_holds(
    sqlite_url: str, spare: str, tmp_path: Path, opener: Opener
) -> None:
    store = await open_store(sqlite_url)
    await dumping.fill(store)
    rematch = await new_challenge(store, rematch_of=MatchId(1))
    await store.close()
    await ask(tmp_path, "backup", "b.sqlite3", "--database", sqlite_url)
    (other := tmp_path / "other.sqlite3").write_bytes((tmp_path / "b.sqlite3").read_bytes())
    change(other, "CREATE TRIGGER tidy AFTER INSERT ON entry BEGIN DELETE FROM score; END")
    refused = await ask(tmp_path, "restore", "other.sqlite3", "--database", spare, PATH="/nowhere")
    assert (refused.code, "trigger 'tidy'" in refused.complained) == (2, True)
    answer = await ask(tmp_path, "restore", "b.sqlite3", "--database", spare, PATH="/nowhere")
    assert (answer.code, answer.complained) == (0, "")
    held = f"revision {LATEST}, {FILLED + 1} matches, "
    assert answer.said.startswith(f"Restored the database {name_of(spare)} from b.sqlite3: {held}")
    assert await rows(spare) == await rows(sqlite_url)
    checked = [await ask(tmp_path, "check", "--database", url) for url in (sqlite_url, spare)]
    assert checked[0] == checked[1]
    moved = await opener(spare)
    assert (await moved.read(stores.matches.load, rematch.id)).rematch_of == 1
    assert (await new_challenge(moved)).id == rematch.id + SKIPPED + 1
    again = await ask(tmp_path, "restore", "b.sqlite3", "--database", spare)
    assert (again.code, again.said) == (2, "")
    assert "is not empty" in again.complained


async def test_a_database_in_which_little_has_happened_is_put_in_as_well(
    sqlite_url: str, sqlite_file: Path, spare: str, tmp_path: Path, opener: Opener, here: Here
) -> None:
    store = await open_store(sqlite_url)
    await new_challenge(store)
    await store.close()
    answer = await asyncio.to_thread(here, "restore", str(sqlite_file), "--database", spare)
    assert (answer.code, answer.complained) == (0, "")
    moved = await opener(spare)
    match = await keep(
        moved, accepted(await moved.read(stores.matches.load, MatchId(1))), notify=[owed(ANN, "a word")]
    )
    assert [notice.name for notice in await moved.read(stores.notices.notices_of, match.id)] == ["a word"]


async def test_a_file_of_sqlite_that_cannot_be_put_in_leaves_nothing(
    sqlite_url: str, sqlite_file: Path, spare: str, tmp_path: Path, opener: Opener, here: Here
) -> None:
    store = await opener(sqlite_url)
    await new_challenge(store)
    for statement, why in (
        (
            "UPDATE match SET game = char(0)",
            "Something in match cannot be put into PostgreSQL (Error 22021). Nothing was changed.",
        ),
        ("UPDATE alembic_version SET version_num = '0017'", "has to be at"),
        ("UPDATE alembic_version SET version_num = '0016'", "takes over those from 0017 on"),
        ("UPDATE alembic_version SET version_num = '9999'", "a newer Tidepool has used it"),
    ):
        change(sqlite_file, statement)
        answer = await asyncio.to_thread(here, "restore", str(sqlite_file), "--database", spare)
        assert answer.code == 2
        assert why in answer.complained
        assert answer.said == ""
        assert await everything(spare) == {"fact": []}


# --- back in time by other means --------------------------------------------------------------------


async def test_went_back_leaves_out_numbers_and_registers_anew(
    filled: str, tmp_path: Path, here: Here
) -> None:
    before = await everything(filled)
    answer = await asyncio.to_thread(here, "went-back", "--database", filled)
    assert answer == Answer(
        0, f"New matches go on 100,000 numbers higher, and commands will be registered again.\n{LATER}", ""
    )
    assert await everything(filled) == before
    store = await open_store(filled)
    try:
        assert await store.read(stores.host.remembered, REGISTERED) is None
        assert (await new_challenge(store)).id == FILLED + SKIPPED + 1
    finally:
        await store.close()
    answer = await asyncio.to_thread(here, "went-back", "--database", f"sqlite:///{__file__}")
    assert answer == Answer(2, "", "This is for PostgreSQL. A file of SQLite's is put back by `restore`.\n")
