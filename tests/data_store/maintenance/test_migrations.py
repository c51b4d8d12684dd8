"""Migrations: from nothing and from every kept dump to the newest revision, and what goes wrong there."""

# A test has the event loop to itself and may block it:
# ruff: noqa: ASYNC240

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect, make_url, text
from sqlalchemy.pool import NullPool

from data import (
    DatabaseUrlError,
    ForeignDatabaseError,
    MigrationError,
    NewerDatabaseError,
    OlderDatabaseError,
    open_store,
    stores,
)
from data.database import parse_url
from data.errors import LAST_FOR_OLDER
from data.maintenance.migrate import Migrator
from data.maintenance.revisions import STEPS, Revisions
from data.schema import metadata
from matches.audience import EVERYONE, picks_seen
from matches.errors import StoreUnavailableError
from matches.model import Draw, MatchId
from matches.players import Human
from tests.data_store import dumping
from tests.data_store.conftest import Opener
from tests.data_store.maintenance.steps import add_step, contents, in_database, latest, migrator
from tests.data_store.making import ANN, BOB, CAT, CRABS, NOON, accepted, changed, new_challenge
from tests.store import keep

DUMPS = sorted(dumping.FOLDER.glob("*.sql"))
OLDEST = DUMPS[0]
BETWEEN = [path for path in DUMPS if path.stem not in Revisions().names]
"""The dumps of revisions whose steps were taken in by a later one."""
ROOT = STEPS.parents[1]

ADDS = """
    op.create_table("extra", sa.Column("word", sa.Text, primary_key=True))
    op.execute("INSERT INTO extra VALUES ('kept')")
    op.execute("UPDATE match SET stage = 'rewritten'")
"""
FAILS = f"{ADDS}\n    raise RuntimeError('half way')\n"
FAILS_IN_SQL = f"{ADDS}\n    op.execute('INSERT INTO extra VALUES (NULL), (1, 2)')\n"
REBUILDS = """
    with op.batch_alter_table("match") as batch:
        batch.alter_column("stage", nullable=True)
        batch.add_column(sa.Column("clock", sa.Text, nullable=False, server_default="none"))
"""
LEAVES_ORPHANS = """
    op.execute("DELETE FROM match WHERE id = 1")
"""


def names() -> list[str]:
    """The names of all steps, in order."""
    return sorted(path.stem for path in (STEPS / "versions").glob("v*.py"))


# --- to the newest revision ------------------------------------------------------------------------


async def test_from_nothing_to_the_newest_and_twice_is_once(bare_url: str) -> None:
    await migrator(bare_url).run()
    once = await in_database(bare_url, contents)
    assert [row["version_num"] for row in once["alembic_version"]] == [latest()]
    steps = sorted((row["revision"], row["name"]) for row in once["migration"])
    assert steps == [(name[1:5], name) for name in names()]
    assert steps[-1][0] == latest()
    await migrator(bare_url).run()
    assert await in_database(bare_url, contents) == once


def test_alembic_knows_the_steps_that_the_files_are_named_for() -> None:
    config = Config()
    config.set_main_option("script_location", str(STEPS))
    script = ScriptDirectory.from_config(config)
    known = [step.revision for step in script.walk_revisions()]
    assert known[::-1] == list(Revisions().names)
    assert script.get_heads() == [latest()]


@pytest.mark.real
async def test_an_up_to_date_file_is_opened_without_what_is_slow_to_import(filled_sqlite_url: str) -> None:
    program = (
        "import asyncio, sys, data\n"
        "async def main():\n"
        f"    await (await data.open_store({filled_sqlite_url!r})).close()\n"
        "asyncio.run(main())\n"
        "print([name for name in ('alembic', 'sqlalchemy.orm') if name in sys.modules])"
    )
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


async def test_the_time_of_a_migration_is_the_clocks(bare_url: str) -> None:
    await migrator(bare_url).run()
    found = await in_database(
        bare_url, lambda connection: connection.execute(text("SELECT at FROM migration")).scalars().all()
    )
    times = [datetime.fromisoformat(at) if isinstance(at, str) else at for at in found]
    assert times == [NOON] * len(names())


async def test_migrations_and_schema_say_the_same(url: str) -> None:
    assert await in_database(url, differences) == []


def differences(connection: Connection) -> Any:
    """What Alembic finds that a database has and the schema hasn't, or the other way round."""
    options = {"compare_type": True, "compare_server_default": True}
    context = MigrationContext.configure(connection, opts=options)
    return compare_metadata(context, metadata)


async def test_sqlite_has_the_very_tables_of_the_schema(migrated_sqlite_url: str, tmp_path: Path) -> None:
    """Also what Alembic does not compare: keys, conditions of indexes, tables without row ids."""
    migrated = create_engine(f"sqlite:///{make_url(migrated_sqlite_url).database}", poolclass=NullPool)
    made = create_engine(f"sqlite:///{tmp_path / 'made.sqlite3'}", poolclass=NullPool)
    metadata.create_all(made)
    assert definitions(migrated) == definitions(made)


def definitions(engine: Engine) -> set[str]:
    with engine.begin() as connection:
        found = connection.execute(text("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
        return {_sorted_words(sql) for (sql,) in found if "alembic_version" not in sql}


def _sorted_words(sql: str) -> str:
    """A definition whatever the order of its columns and constraints, and however it is quoted and named."""
    return " ".join(sorted(sql.replace('"', "").replace("match.", "").replace(",", " ").split()))


async def test_postgresql_has_the_very_indexes_of_the_schema(postgres_url: str) -> None:
    def definitions(connection: Connection) -> set[str]:
        found = connection.execute(text("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'"))
        return {sql for (sql,) in found if "alembic_version" not in sql}

    def make_anew(connection: Connection) -> None:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
        metadata.create_all(connection)

    migrated = await in_database(postgres_url, definitions)
    await in_database(postgres_url, make_anew)
    assert migrated == await in_database(postgres_url, definitions)


# --- kept dumps ------------------------------------------------------------------------------------


def test_every_revision_has_a_dump() -> None:
    missing = {name[1:5] for name in names()} - {path.stem for path in DUMPS}
    commands = [dumping.COMMAND.format(revision=revision) for revision in sorted(missing)]
    assert not missing, f"keep a dump of each revision: {commands}"


async def test_the_newest_dump_is_what_its_command_writes(tmp_path: Path) -> None:
    path = dumping.FOLDER / f"{latest()}.sql"
    command = dumping.COMMAND.format(revision=latest())
    assert path.read_text() == await dumping.write(tmp_path / "sample.sqlite3"), (
        f"unless it was released: {command}"
    )


@pytest.mark.parametrize("dump", [OLDEST, DUMPS[-1]], ids=lambda path: path.stem)
async def test_the_oldest_and_the_newest_dump_migrate_with_their_rows_kept(
    bare_url: str, dump: Path, tmp_path: Path, opener: Opener, filled_sqlite: Path
) -> None:
    await migrates_whole(bare_url, dump, tmp_path, opener, filled_sqlite)


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("dump", DUMPS[1:-1], ids=lambda path: path.stem)
async def test_a_dump_of_between_migrates_with_its_rows_kept(
    bare_url: str, dump: Path, tmp_path: Path, opener: Opener, filled_sqlite: Path
) -> None:
    await migrates_whole(bare_url, dump, tmp_path, opener, filled_sqlite)


async def migrates_whole(
    bare_url: str, dump: Path, tmp_path: Path, opener: Opener, filled_sqlite: Path
) -> None:
    """A dump comes to the newest revision with all its rows, which mean what they did, and goes on."""
    await restore(bare_url, dump, tmp_path)
    before = await in_database(bare_url, contents)
    store = await opener(bare_url)
    assert await in_database(bare_url, differences) == []
    after = await in_database(bare_url, contents)
    for name, rows in before.items():
        if name not in {"alembic_version", "migration"}:
            assert len(rows) > 0
            kept = [{column: row[column] for column in rows[0] if column in row} for row in after[name]]
            assert sorted(kept, key=repr) == [{c: r[c] for c in r if c in after[name][0]} for r in rows]
    twin = await opener(f"sqlite:///{filled_sqlite}")
    conduct = dumping.conduct_of(dump.stem)
    count = len(before["match"])
    for number in range(1, count + 1):
        asked_today = await twin.read(stores.matches.load, MatchId(number))
        expected = replace(asked_today, terms=replace(asked_today.terms, conduct=conduct))
        assert await store.read(stores.matches.load, MatchId(number)) == expected
    assert (await new_challenge(store)).id == count + 1


async def test_a_dump_of_every_revision_comes_to_the_same_tables(tmp_path: Path) -> None:
    """Wherever between two steps it begins, each column is in the place that it has in a new database."""
    found = []
    for dump in (None, *DUMPS):
        file = tmp_path / f"{'new' if dump is None else dump.stem}.sqlite3"
        if dump is not None:
            with closing(sqlite3.connect(file)) as database:
                database.executescript(dump.read_text())
        await migrator(f"sqlite:///{file}").run()
        with closing(sqlite3.connect(file)) as database:
            tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            columns = [
                (name, database.execute(f"PRAGMA table_info('{name}')").fetchall()) for (name,) in tables
            ]
        found.append((columns, definitions(create_engine(f"sqlite:///{file}", poolclass=NullPool))))
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("dump", BETWEEN, ids=lambda path: path.stem)
async def test_a_migration_from_between_two_steps_that_fails_leaves_it_there(
    bare_url: str, dump: Path, tmp_path: Path, steps: Path
) -> None:
    await restore(bare_url, dump, tmp_path)
    before = await in_database(bare_url, contents)
    assert before["alembic_version"] == [{"version_num": dump.stem}]
    add_step(steps, FAILS)
    with pytest.raises(MigrationError):
        await migrator(bare_url, steps).run()
    assert await in_database(bare_url, contents) == before


async def test_what_a_dump_could_not_hold_can_be_stored(
    bare_url: str, tmp_path: Path, opener: Opener
) -> None:
    await restore(bare_url, OLDEST, tmp_path)
    store = await opener(bare_url)
    for number in range(1, 5):
        match = await store.read(stores.matches.load, MatchId(number))
        assert match.draw is None
        assert [pick.salt for pick in match.picks.values()] == [None] * len(match.picks)
    draw = Draw("a5" * 32, challenger="green")
    made = await new_challenge(store, draw=draw)
    made = await keep(store, accepted(made))
    made = await keep(store, changed(made, picks={"green": replace(CRABS, by=Human(ANN), salt="5a" * 32)}))
    found = await store.read(stores.matches.load, made.id)
    assert (found.draw, found.picks["green"].salt) == (draw, "5a" * 32)


async def test_a_pick_from_before_its_maker_was_stored_stays_a_secret(
    bare_url: str, tmp_path: Path, opener: Opener
) -> None:
    """Where a side was handed over in the setup since, nobody can tell whose the pick is."""
    await restore(bare_url, OLDEST, tmp_path)
    handed = (
        "UPDATE pick SET user_id = NULL",
        "INSERT INTO pick (match_id, side, choices) VALUES (7, 'green', '[\"crab\",\"lobster\"]')",
        "INSERT INTO entry VALUES (7, 1, 'admin-handed-over', '1009 green 1002 1001', 'green', 0, "
        "'2026-03-01 12:00:00.123457+00:00')",
    )
    for statement in handed:
        await in_database(bare_url, lambda connection, sql=statement: connection.execute(text(sql)))
    store = await opener(bare_url)
    found = [await store.read(stores.matches.load, MatchId(number)) for number in (3, 7)]
    kept, unknown = (replace(match, options={"blind_start": "on"}) for match in found)
    assert picks_seen(kept, ANN) == {"green": ("crab", "lobster")}
    assert picks_seen(kept, CAT) == {}
    assert unknown.picks["green"].by is None
    assert not any(picks_seen(unknown, audience) for audience in (ANN, BOB, CAT, EVERYONE))


async def test_whom_matches_from_before_wait_for_is_still_to_be_found_out(
    bare_url: str, tmp_path: Path, opener: Opener
) -> None:
    await restore(bare_url, OLDEST, tmp_path)
    unknown = "UPDATE match SET challenger_to_act = NULL, opponent_to_act = NULL"
    await in_database(bare_url, lambda connection: connection.execute(text(unknown)))
    store = await opener(bare_url)
    before = await store.read(stores.matches.without_to_act, 99)
    matches = await store.read(stores.match_rows.whole_matches, [MatchId(number) for number in range(1, 99)])
    assert before == tuple(match.id for match in matches if match.phase.open)
    assert len(before) > 3
    await store.write(stores.matches.fill_in, [(matches[before[0] - 1], (Human(ANN),))])
    made = await new_challenge(store)
    assert await store.read(stores.matches.without_to_act, 99) == before[1:]
    assert made.id not in before


async def restore(url: str, dump: Path, folder: Path) -> None:
    """Make an empty database of either kind what it was when the dump was written."""
    old = folder / "dump.sqlite3"
    with closing(sqlite3.connect(old)) as database:
        database.executescript(dump.read_text())
    if url.startswith("sqlite"):
        shutil.copy(old, make_url(url).database or "")
    else:
        await restore_to_postgres(url, old, dump.stem, folder)


async def restore_to_postgres(url: str, old: Path, revision: str, folder: Path) -> None:
    """Put the rows of an SQLite database into PostgreSQL, in tables as they were at that revision."""
    steps = folder / "steps-then"
    shutil.copytree(STEPS, steps, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (steps / "versions").glob("v*.py"):
        if path.name[1:5] > revision:
            path.unlink()
    if revision not in Revisions(steps).names:
        _cut(steps, revision)
    await migrator(url, steps).run()
    with create_engine(f"sqlite:///{old}", poolclass=NullPool).begin() as connection:
        rows = contents(connection)
    await in_database(url, _insert_everything, rows)


def _cut(steps: Path, revision: str) -> None:
    """Write the parts up to ``revision`` of the step that took it in, as a step of their own."""
    [whole] = (STEPS / "versions").glob(f"v*_since_{Revisions(steps).latest}.py")
    later = re.compile(r"\n +\(\"(\d{4})\", _\w+\),")
    parts = later.sub(lambda part: part[0] if part[1] <= revision else "", whole.read_text(encoding="utf-8"))
    source = parts.replace(f'revision = "{whole.name[1:5]}"', f'revision = "{revision}"')
    (steps / "versions" / f"v{revision}_then.py").write_text(source, encoding="utf-8")


def _insert_everything(connection: Connection, rows: Mapping[str, list[Mapping[str, Any]]]) -> None:
    """Put in rows of SQLite: PostgreSQL itself reads each value as its column's type."""
    # A match and its rematch refer to each other: no order of insertion would do.
    connection.execute(text("SET LOCAL session_replication_role = replica"))
    for name in set(rows) - {"alembic_version", "migration"}:
        read = f'json_populate_recordset(CAST(NULL AS "{name}"), CAST(:rows AS json))'
        connection.execute(
            text(f'INSERT INTO "{name}" SELECT * FROM {read}'), {"rows": json.dumps(rows[name])}
        )
        if name in {"match", "notice"}:
            connection.execute(
                text(f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}")
            )


# --- what goes wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize("body", [FAILS, FAILS_IN_SQL])
async def test_a_migration_that_fails_leaves_the_database_whole(
    filled_url: str, steps: Path, body: str, opener: Opener
) -> None:
    before = await in_database(filled_url, contents)
    add_step(steps, ADDS.replace("extra", "other"))
    add_step(steps, body, revision="9002", before="9001")
    with pytest.raises(MigrationError, match=r"revision 9002.*left exactly as it was") as failure:
        await migrator(filled_url, steps).run()
    assert failure.value.revision == "9002"
    assert await in_database(filled_url, contents) == before
    store = await opener(filled_url)
    await new_challenge(store)


async def test_a_migration_that_fails_at_the_start_leaves_nothing(bare_url: str, steps: Path) -> None:
    add_step(steps, FAILS)
    with pytest.raises(MigrationError):
        await migrator(bare_url, steps).run()
    assert await in_database(bare_url, lambda connection: inspect(connection).get_table_names()) == []
    await migrator(bare_url).run()


async def test_the_error_of_a_migration_quotes_no_row(filled_url: str, steps: Path) -> None:
    add_step(steps, '\n    op.execute("INSERT INTO pick SELECT match_id, NULL, choices FROM pick")\n')
    with pytest.raises(MigrationError) as failure:
        await migrator(filled_url, steps).run()
    assert "crab" not in f"{failure.value!r} {failure.value.__cause__!r}"


async def test_a_table_is_rebuilt_without_losing_what_refers_to_it(filled_url: str, steps: Path) -> None:
    before = await in_database(filled_url, contents)
    add_step(steps, REBUILDS)
    await migrator(filled_url, steps).run()
    after = await in_database(filled_url, contents)
    assert after["match"] == sorted(({**row, "clock": "none"} for row in before["match"]), key=repr)
    assert (after["entry"], after["pick"]) == (before["entry"], before["pick"])


async def test_a_migration_that_breaks_references_is_undone(filled_url: str, steps: Path) -> None:
    before = await in_database(filled_url, contents)
    add_step(steps, LEAVES_ORPHANS)
    with pytest.raises(MigrationError):
        await migrator(filled_url, steps).run()
    assert await in_database(filled_url, contents) == before


async def test_a_newer_database_is_refused_untouched(filled_url: str, steps: Path, sqlite_file: Path) -> None:
    add_step(steps, ADDS)
    await migrator(filled_url, steps).run()
    before = await in_database(filled_url, contents)
    file = sqlite_file.read_bytes() if sqlite_file.exists() else None
    with pytest.raises(
        NewerDatabaseError, match=rf"9001.*up to {latest()}.*Start that newer version"
    ) as refusal:
        await open_store(filled_url)
    assert (refusal.value.revision, refusal.value.known) == ("9001", latest())
    assert refusal.value.advice == str(refusal.value)
    assert file is None or sqlite_file.read_bytes() == file
    assert await in_database(filled_url, contents) == before


@pytest.mark.parametrize("revision", ["0001", "0016"])
async def test_a_database_from_before_the_first_step_is_refused_untouched(
    filled_url: str, sqlite_file: Path, revision: str
) -> None:
    then = f"UPDATE alembic_version SET version_num = '{revision}'"
    await in_database(filled_url, lambda connection: connection.execute(text(then)))
    before = await in_database(filled_url, contents)
    file = sqlite_file.read_bytes() if sqlite_file.exists() else None
    advice = (
        f"revision {revision},.*from 0017 on.*Start the commit {LAST_FOR_OLDER} once.*Nothing was changed"
    )
    with pytest.raises(OlderDatabaseError, match=advice):
        await open_store(filled_url)
    assert file is None or sqlite_file.read_bytes() == file
    assert await in_database(filled_url, contents) == before


def test_the_way_of_an_older_database_is_documented() -> None:
    steps = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert f"git checkout {LAST_FOR_OLDER}\n" in steps.partition("## 6. ")[2].partition("## 7. ")[0]


OPENS = """
import asyncio, sys, data
async def main():
    for file in sys.argv[1:]:
        await (await data.open_store(f"sqlite+aiosqlite:///{file}")).close()
asyncio.run(main())
"""


def unpack(commit: str, folder: Path) -> None:
    """Write the files of a commit to a folder. Skips the test where the repository doesn't have it."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        pytest.skip(f"needs the history of the repository down to {commit}")
    subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)


def open_at(folder: Path, files: Sequence[Path]) -> None:
    """Have the Tidepool in a folder open files as its store."""
    subprocess.run([sys.executable, "-c", OPENS, *map(str, files)], cwd=folder, check=True)


@pytest.mark.real
async def test_a_database_of_every_revision_goes_on_by_the_way_that_is_documented(
    tmp_path: Path, opener: Opener
) -> None:
    """Taken over by the commit that is named, then by today's."""
    old = tmp_path / "old"
    await asyncio.to_thread(unpack, LAST_FOR_OLDER, old)
    files = []
    for dump in sorted((old / "tests" / "data" / "dumps").glob("*.sql")):
        files.append(tmp_path / f"{dump.stem}.sqlite3")
        with closing(sqlite3.connect(files[-1])) as database:
            database.executescript(dump.read_text())
    assert [file.stem for file in files] == [f"{number:04}" for number in range(1, 18)]
    for file in files[:-1]:
        with pytest.raises(OlderDatabaseError):
            await open_store(f"sqlite:///{file}")
    await asyncio.to_thread(open_at, old, files)
    for file in files:
        store = await opener(f"sqlite:///{file}")
        assert (await store.read(stores.matches.load, MatchId(1))).id == 1
        assert (await in_database(f"sqlite:///{file}", contents))["alembic_version"] == [
            {"version_num": latest()}
        ]


# --- the copy --------------------------------------------------------------------------------------


async def test_a_file_is_copied_before_it_is_migrated(
    filled_sqlite_url: str, sqlite_file: Path, steps: Path
) -> None:
    before = await in_database(filled_sqlite_url, contents)
    sqlite_file.chmod(0o600)
    add_step(steps, ADDS)
    await migrator(filled_sqlite_url, steps).run()
    copy = sqlite_file.with_name(f"{sqlite_file.name}.before-9001")
    assert await in_database(f"sqlite:///{copy}", contents) == before
    assert await in_database(filled_sqlite_url, contents) != before
    assert copy.stat().st_mode & 0o777 == 0o600
    await open_store_and_close(f"sqlite:///{copy}")


async def open_store_and_close(url: str) -> None:
    await (await open_store(url)).close()


async def test_the_copy_holds_what_was_not_yet_folded_into_the_file(
    sqlite_url: str, sqlite_file: Path, steps: Path, opener: Opener
) -> None:
    running = await opener(sqlite_url)
    await dumping.fill(running)
    match = await running.read(stores.matches.load, MatchId(1))
    add_step(steps, ADDS)
    await migrator(sqlite_url, steps).run()
    copied = await opener(f"sqlite:///{sqlite_file}.before-9001")
    assert await copied.read(stores.matches.load, MatchId(1)) == match


async def test_nothing_is_copied_when_nothing_is_pending(sqlite_url: str, sqlite_file: Path) -> None:
    await open_store_and_close(sqlite_url)
    await open_store_and_close(sqlite_url)
    assert [path.name for path in sqlite_file.parent.glob("tidepool*")] == [sqlite_file.name]


async def test_a_failed_migration_leaves_its_copy_and_no_piece(
    filled_sqlite_url: str, sqlite_file: Path, steps: Path
) -> None:
    add_step(steps, FAILS)
    for _ in range(2):
        with pytest.raises(MigrationError):
            await migrator(filled_sqlite_url, steps).run()
    names = sorted(path.name for path in sqlite_file.parent.glob("tidepool*"))
    assert names == [sqlite_file.name, f"{sqlite_file.name}.before-9001"]


async def test_a_copy_that_cannot_be_made_stops_the_migration(
    filled_sqlite_url: str, sqlite_file: Path, steps: Path
) -> None:
    before = await in_database(filled_sqlite_url, contents)
    add_step(steps, ADDS)
    sqlite_file.with_name(f"{sqlite_file.name}.before-9001.part").mkdir()
    with pytest.raises(StoreUnavailableError):
        await migrator(filled_sqlite_url, steps).run()
    assert await in_database(filled_sqlite_url, contents) == before


async def test_a_damaged_file_is_not_migrated(filled_sqlite_url: str, sqlite_file: Path, steps: Path) -> None:
    """Its copy would be no way back."""
    with closing(sqlite3.connect(sqlite_file)) as database:
        (root,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entry'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    content = bytearray(sqlite_file.read_bytes())
    content[(root - 1) * size : (root - 1) * size + 64] = b"\xff" * 64
    sqlite_file.write_bytes(content)
    add_step(steps, ADDS)
    with pytest.raises(StoreUnavailableError, match="damaged"):
        await migrator(filled_sqlite_url, steps).run()
    assert sqlite_file.read_bytes() == content
    assert [path.name for path in sqlite_file.parent.glob("tidepool*")] == [sqlite_file.name]


# --- what is no database of ours -------------------------------------------------------------------


@pytest.mark.parametrize(
    "content", [b"MATCHES " * 600, b"\x89PNG\r\n", b"SQLite format 3\x00" + b"\xff" * 5000]
)
async def test_a_file_that_is_no_database_is_refused_untouched(
    sqlite_url: str, sqlite_file: Path, content: bytes
) -> None:
    sqlite_file.write_bytes(content)
    with pytest.raises(StoreUnavailableError, match=r"not an SQLite database|damaged"):
        await open_store(sqlite_url)
    assert sqlite_file.read_bytes() == content


async def test_the_database_of_another_program_is_refused_untouched(
    sqlite_url: str, sqlite_file: Path
) -> None:
    with closing(sqlite3.connect(sqlite_file)) as database:
        database.execute("CREATE TABLE songs (title)")
    content = sqlite_file.read_bytes()
    with pytest.raises(ForeignDatabaseError, match="another program"):
        await open_store(sqlite_url)
    assert sqlite_file.read_bytes() == content


async def test_an_empty_file_and_a_missing_folder_will_do(tmp_path: Path) -> None:
    (tmp_path / "empty.sqlite3").touch()
    await open_store_and_close(f"sqlite:///{tmp_path}/empty.sqlite3")
    odd = tmp_path / "new 100%" / "fôlder?" / "tide pool.sqlite3"
    await open_store_and_close("sqlite+aiosqlite:///" + str(odd).replace("%", "%25").replace("?", "%3F"))


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseUrlError, match="file"):
        await open_store(f"sqlite:///{tmp_path}/file/tidepool.sqlite3")
    with pytest.raises(StoreUnavailableError):
        await open_store(f"sqlite:///{tmp_path}")


@pytest.mark.parametrize(
    "url",
    [
        "",
        "tidepool.sqlite3",
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://host/db",
        "postgresql+psycopg://h/d",
    ],
)
async def test_an_address_that_cannot_be_used_is_explained(url: str) -> None:
    with pytest.raises(DatabaseUrlError, match=r"address of the database|DATABASE_URL"):
        await open_store(url)


async def test_an_address_is_never_quoted_with_its_password() -> None:
    for url in ("postgresql+asyncpg://u:hunter2@127.0.0.1:1/db", "mysql://u:hunter2@h/d", "://u:hunter2@h"):
        with pytest.raises(StoreUnavailableError) as refusal:
            await open_store(url)
        assert "hunter2" not in f"{refusal.value!r} {refusal.value.__context__!r}"


async def test_a_locked_file_is_not_migrated(filled_sqlite_url: str, sqlite_file: Path, steps: Path) -> None:
    before = await in_database(filled_sqlite_url, contents)
    add_step(steps, ADDS)
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = Migrator(
            parse_url(filled_sqlite_url), clock=lambda: NOON, busy_timeout=0.1, steps=Revisions(steps)
        )
        with pytest.raises(StoreUnavailableError, match="locked"):
            await waiting.run()
    assert await in_database(filled_sqlite_url, contents) == before
