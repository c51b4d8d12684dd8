"""A database that cannot be used just now: the caller is told, nothing is stored, later it works again."""

# A test has the event loop to itself and may block it:
# ruff: noqa: ASYNC240

from __future__ import annotations

import asyncio
import errno
import itertools
import os
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import Connection, text

from data import Database, ForeignDatabaseError, open_store, stores
from data.database import parse_url
from data.errors import DAMAGED
from data.sqlite import Whereabouts
from matches.errors import StaleError, StoreGoneError, StoreUnavailableError
from matches.model import NO_MATCH, Match, NoticeId, NoticeState, Person, Shown
from matches.time.intervals import Interval
from tests.cases import case
from tests.data_store.conftest import Opener
from tests.data_store.making import (
    ANN,
    BOB,
    CRABS,
    MINUTE,
    NOON,
    accepted,
    challenge,
    changed,
    clocks,
    digest,
    new_challenge,
    new_match,
    owed,
    played,
    summary,
)
from tests.data_store.postgres import Cluster, another_program
from tests.store import keep, listening, write


@pytest_asyncio.fixture
async def store(sqlite_url: str, opener: Opener) -> AsyncIterator[Database]:
    yield await opener(sqlite_url, synced=True)


@pytest_asyncio.fixture
async def match(store: Database) -> Match:
    return await new_match(store)


def moved(file: Path, to: Path) -> None:
    """Move a database with what is beside it, as ``mv`` does."""
    to.mkdir(exist_ok=True)
    for one in sorted(file.parent.glob(f"{file.name}*")):
        one.rename(to / one.name)


async def test_a_file_that_was_moved_takes_no_change_until_it_is_back(
    store: Database, match: Match, sqlite_file: Path, tmp_path: Path
) -> None:
    assert await store.read(stores.matches.load, match.id) == match
    there = tmp_path / "elsewhere"
    moved(sqlite_file, there)
    with pytest.raises(StoreGoneError, match="not where it was"):
        store.check_there()
    await every_change(store, match)
    await asyncio.gather(*(every_change(store, match) for _ in range(3)))
    assert await store.read(stores.matches.load, match.id) == match, (
        "what is stored can be read all the while"
    )
    assert not sqlite_file.exists(), "nobody has made a new one"
    moved(there / sqlite_file.name, sqlite_file.parent)
    store.check_there()
    after = await keep(store, played(match, "d2d3"))
    await store.close()
    with closing(sqlite3.connect(sqlite_file)) as database:
        assert database.execute("SELECT version FROM match").fetchall() == [(after.version,)]


async def test_a_file_that_was_removed_or_replaced_takes_no_change(
    store: Database, match: Match, sqlite_file: Path
) -> None:
    copy = sqlite_file.with_name("copy")
    with closing(sqlite3.connect(sqlite_file)) as database:
        database.execute("VACUUM INTO ?", (str(copy),))
    copy.replace(sqlite_file)
    await every_change(store, match)
    sqlite_file.unlink()
    await every_change(store, match)
    with pytest.raises(StoreGoneError):
        store.check_there()
    assert not sqlite_file.exists()


async def test_a_file_that_is_where_it_was_is_there(store: Database, match: Match, sqlite_file: Path) -> None:
    sqlite_file.chmod(0o600)
    store.check_there()
    await keep(store, played(match, "d2d3"))
    store.check_there()


def renumbered(monkeypatch: pytest.MonkeyPatch, *, held_too: bool) -> None:
    """A mount that calls each file by another number at every look; those held on to as well, or not."""
    # None of them goes by the file's own number: two files made one after the other are told apart by one,
    # and so are two looks.
    numbers = itertools.count(10**18)

    def changing(found: os.stat_result) -> os.stat_result:
        values = list(found)
        values[stat.ST_INO] = next(numbers)
        return os.stat_result(values)

    by_name, by_handle = os.stat, os.fstat
    monkeypatch.setattr(os, "stat", lambda *args, **named: changing(by_name(*args, **named)))
    if held_too:
        monkeypatch.setattr(os, "fstat", lambda handle: changing(by_handle(handle)))


needs_handles = pytest.mark.skipif(not hasattr(os, "O_PATH"), reason="only Linux holds on to files unopened")


@needs_handles
@pytest.mark.parametrize("linked", [False, True], ids=["by its name", "by a link"])
async def test_a_mount_that_numbers_files_anew_at_each_look_is_no_other_file(
    sqlite_file: Path, opener: Opener, monkeypatch: pytest.MonkeyPatch, linked: bool
) -> None:
    if linked:
        (real := sqlite_file.parent / "elsewhere").mkdir()
        sqlite_file.symlink_to(real / "it.sqlite3")
    store = await opener(f"sqlite+aiosqlite:///{sqlite_file}")
    match = await new_match(store)
    renumbered(monkeypatch, held_too=True)
    for _ in range(3):
        store.check_there()
    match = await keep(store, played(match, "d2d3"))
    monkeypatch.undo()
    store.check_there()
    assert await store.read(stores.matches.load, match.id) == match


@needs_handles
async def test_a_file_whose_number_changed_once_is_no_other_file(
    store: Database, match: Match, sqlite_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a layered file system: the first write moved it to another layer, and all look at it there."""
    by_name, by_handle = os.stat, os.fstat

    def elsewhere(found: os.stat_result) -> os.stat_result:
        values = list(found)
        values[stat.ST_INO] += 1
        values[stat.ST_DEV] += 1
        return os.stat_result(values)

    monkeypatch.setattr(os, "stat", lambda *args, **named: elsewhere(by_name(*args, **named)))
    monkeypatch.setattr(os, "fstat", lambda handle: elsewhere(by_handle(handle)))
    store.check_there()
    await keep(store, played(match, "d2d3"))


@pytest.mark.parametrize("how", ["replaced", "removed", "moved", "put there anew"])
@pytest.mark.parametrize("held_too", [True, False])
async def test_on_such_a_mount_a_file_that_is_gone_is_noticed(
    store: Database,
    match: Match,
    sqlite_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
    held_too: bool,
) -> None:
    copy = sqlite_file.with_name("copy")
    with closing(sqlite3.connect(sqlite_file)) as database:
        database.execute("VACUUM INTO ?", (str(copy),))
    renumbered(monkeypatch, held_too=held_too)
    if how == "replaced":
        copy.replace(sqlite_file)
    elif how == "moved":
        sqlite_file.rename(sqlite_file.with_name("moved"))
        copy.replace(sqlite_file)
    else:
        sqlite_file.unlink()
        if how != "removed":
            copy.rename(sqlite_file)
    with pytest.raises(StoreGoneError):
        store.check_there()
    with pytest.raises(StoreGoneError):
        await keep(store, played(match, "d2d3"))


def mounted_anew(monkeypatch: pytest.MonkeyPatch, file: Path, *, number: int | None = None) -> None:
    """A network drive that was away: another device, on which what was held on to is lost.

    ``number``: that of the file there, if it isn't its own.
    """
    by_name, by_handle = os.stat, os.fstat
    known = {found.st_ino for found in map(os.stat, file.parent.iterdir())}

    def there(found: os.stat_result) -> os.stat_result:
        values = list(found)
        values[stat.ST_DEV] += 1
        if number is not None:
            values[stat.ST_INO] = number
        return os.stat_result(values)

    def lost(handle: int) -> os.stat_result:
        if (found := by_handle(handle)).st_ino in known:
            raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))
        return found

    monkeypatch.setattr(os, "stat", lambda *args, **named: there(by_name(*args, **named)))
    monkeypatch.setattr(os, "fstat", lost)


async def test_a_drive_that_was_mounted_anew_is_no_other_file(
    store: Database,
    match: Match,
    sqlite_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert await store.read(stores.matches.load, match.id) == match
    opened: list[str] = []
    connect = sqlite3.connect

    def connected(*args: Any, **named: Any) -> sqlite3.Connection:
        opened.append(str(args[0]))
        return connect(*args, **named)

    mounted_anew(monkeypatch, sqlite_file)
    monkeypatch.setattr(sqlite3, "connect", connected)
    match = await keep(store, played(match, "d2d3"))
    for _ in range(4):
        assert await store.read(stores.matches.load, match.id) == match
    store.check_there()
    assert opened.count(str(sqlite_file)) >= 2, "the connections of before are left"
    assert [record.getMessage() for record in caplog.records if record.name == "data.sqlite"] == [
        "the drive of the database was mounted again: the bot goes on with its file"
    ]


@pytest.mark.parametrize("how", ["another", "a copy", "none", "unnumbered", "removed"])
async def test_another_file_on_such_a_drive_is_one(
    store: Database,
    match: Match,
    sqlite_file: Path,
    opener: Opener,
    monkeypatch: pytest.MonkeyPatch,
    how: str,
) -> None:
    number = sqlite_file.stat().st_ino
    other = sqlite_file.with_name("other")
    if how == "unnumbered":
        await store.close()
        with closing(sqlite3.connect(sqlite_file)) as database:
            database.execute("PRAGMA application_id = 0")
        store = Database(parse_url(f"sqlite:///{sqlite_file}"), busy_timeout=5)
        await store.read(stores.matches.load, match.id)
    elif how == "another":
        await (await open_store(f"sqlite:///{other}")).close()
    elif how == "a copy":
        with closing(sqlite3.connect(sqlite_file)) as database:
            database.execute("VACUUM INTO ?", (str(other),))
    elif how == "none":
        other.write_text("no database")
    if other.exists():
        sqlite_file.with_name(f"{sqlite_file.name}-wal").unlink()
        other.replace(sqlite_file)
    if how == "removed":
        sqlite_file.unlink()
    mounted_anew(monkeypatch, sqlite_file, number=None if how == "a copy" else number)
    with pytest.raises(StoreGoneError):
        store.check_there()
    with pytest.raises(StoreGoneError):
        await keep(store, played(match, "d2d3"))
    monkeypatch.undo()
    await store.close()


async def test_each_database_has_a_number_and_keeps_it(tmp_path: Path) -> None:
    def number(file: Path) -> int:
        with closing(sqlite3.connect(file)) as database:
            return int(database.execute("PRAGMA application_id").fetchone()[0])

    files = [tmp_path / name for name in ("one", "two")]
    for _ in range(2):
        for file in files:
            await (await open_store(f"sqlite:///{file}")).close()
        numbers = [number(file) for file in files]
    assert 0 not in numbers
    assert len({*numbers, *map(number, files)}) == 2


@needs_handles
async def test_holding_on_to_a_file_takes_no_lock_on_it_away(sqlite_url: str, opener: Opener) -> None:
    """As closing it would, had it been opened: SQLite's locks are those of the process."""
    store = await opener(sqlite_url)
    file = Path(sqlite_url.removeprefix("sqlite+aiosqlite:///"))
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        Whereabouts(file).close()
        locks = Path("/proc/locks").read_text()
        assert f":{file.stat().st_ino} " in locks
    await store.close()


async def every_change(store: Database, match: Match) -> None:
    """Each method that changes something raises StoreUnavailableError, and nothing is changed."""
    for change in (
        keep(store, played(match, "d2d3"), notify=[owed(ANN)]),
        new_challenge(store),
        store.write(stores.matches.record_shown, match.id, match.shown),
        store.write(stores.matches.save_draft, match.id, ANN, ["crab"]),
        store.write(stores.matches.save_note, match.id, ANN, "again"),
        store.write(stores.host.remember, "commands", "new"),
        store.write(stores.people.prefer, ANN, {"theme": "deep"}, digest=digest(ANN)),
        store.write(stores.matches.schedule, match, NOON, [owed(ANN)]),
        store.write(stores.matches.wake_match, ANN, NOON),
        store.write(stores.notices.add, match.id, [owed(ANN)]),
        store.write(stores.notices.claim, NOON, NOON + MINUTE, 1),
        store.write(stores.notices.put_off, NoticeId(1), NOON),
        store.write(stores.notices.settle, NoticeId(1), NoticeState.SENT),
        store.write(stores.notices.drop, NoticeId(1), owed(ANN)),
        store.write(stores.people.go_away, ANN, Interval(NOON, NOON + MINUTE)),
        store.write(stores.host.record_alive, NOON, MINUTE),
        store.write(stores.people.change_guild, match.guild_id, {"results": "12"}),
    ):
        with pytest.raises(StoreUnavailableError) as refusal:
            await change
        assert refusal.value.advice


async def unchanged(store: Database, match: Match) -> None:
    assert await store.read(stores.matches.load, match.id) == match
    assert await store.read(stores.lists.of_player, ANN) == (summary(match),)
    assert (
        await store.read(stores.notices.notices_of, match.id),
        await store.read(stores.matches.draft_of, match.id, ANN),
    ) == ((), ())
    assert await store.read(stores.host.remembered, "commands") is None
    assert (
        await store.read(stores.matches.note_of, match.id, ANN),
        await store.read(stores.people.people_of, [ANN]),
    ) == ("", {ANN: Person()})
    assert (
        await store.read(stores.notices.notices_of, NO_MATCH),
        await store.read(stores.host.alive_at),
    ) == ((), None)
    assert (
        await store.read(stores.host.downtimes),
        await store.read(stores.people.settings_of_guild, match.guild_id),
    ) == ((), {})


async def usable(store: Database, match: Match) -> None:
    await unchanged(store, match)
    after = await keep(store, played(match, "d2d3"), notify=[owed(ANN)])
    assert await store.read(stores.matches.load, match.id) == after


# --- locked ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
async def test_locked_by_another_program(
    store: Database, match: Match, opener: Opener, sqlite_url: str, sqlite_file: Path, lock: str
) -> None:
    impatient = await opener(sqlite_url, busy_timeout=0.05)
    assert await impatient.write(_setting, "busy_timeout") == 50
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute(f"BEGIN {lock}")
        with pytest.raises(StoreUnavailableError, match=r"locked by another program.*SQLITE_BUSY"):
            await keep(impatient, played(match, "d2d3"))
        await every_change(impatient, match)
        await unchanged(impatient, match)
        await unchanged(store, match)
    await usable(impatient, match)


async def test_a_lock_that_passes_in_time_is_waited_for(
    sqlite_url: str, sqlite_file: Path, opener: Opener
) -> None:
    store = await opener(sqlite_url)
    match = await new_challenge(store)
    loop, begun = asyncio.get_running_loop(), asyncio.Event()

    def tell(connection: Connection) -> None:
        driven = connection.connection.driver_connection
        assert driven is not None
        driven.set_trace_callback(lambda _statement: loop.call_soon_threadsafe(begun.set))

    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other, listening("begin", tell):
        other.execute("BEGIN IMMEDIATE")
        saving = asyncio.create_task(keep(store, changed(match)))
        await begun.wait()
        assert await store.read(stores.matches.load, match.id) == match
        assert not saving.done()
        other.execute("COMMIT")
        assert await saving == changed(match)


async def test_locked_while_opening(sqlite_url: str, sqlite_file: Path, opener: Opener) -> None:
    await (await opener(sqlite_url)).close()
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("COMMIT")
        with pytest.raises(StoreUnavailableError, match="locked"):
            await opener(sqlite_url, busy_timeout=0.2)
    await (await opener(sqlite_url)).write(stores.matches.create, challenge())


# --- full, read-only, gone -------------------------------------------------------------------------


@asynccontextmanager
async def _limited(store: Database, pages: int) -> AsyncIterator[None]:
    """Let no connection that writes make the file larger than ``pages``: it meets a full disk."""
    most = pages

    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {most}")

    with listening("begin", limit):
        yield
        most = 1_000_000
        await store.write(stores.host.remember, "limit", "lifted")


async def test_a_full_disk(store: Database, match: Match, sqlite_file: Path) -> None:
    with closing(sqlite3.connect(sqlite_file)) as other:
        (pages,) = other.execute("PRAGMA page_count").fetchone()
    long = played(match, *["d2d3" * 50] * 300)
    async with _limited(store, pages):
        for _ in range(3):
            with pytest.raises(StoreUnavailableError, match=r"full.*SQLITE_FULL"):
                await keep(store, long, notify=[owed(ANN)])
            await unchanged(store, match)
        # What needs no new page still works.
        await store.write(stores.matches.save_draft, match.id, BOB, ["crab"])
    assert await keep(store, long) == long
    assert await store.read(stores.matches.load, match.id) == long


async def test_a_file_that_may_not_be_written(sqlite_url: str, opener: Opener) -> None:
    store = await opener(sqlite_url)
    match = await new_challenge(store)
    with (
        listening("begin", lambda connection: connection.exec_driver_sql("PRAGMA query_only = ON")),
        pytest.raises(StoreUnavailableError, match=r"cannot be written.*SQLITE_READONLY"),
    ):
        await keep(store, changed(match))
    assert await store.read(stores.matches.load, match.id) == match


# --- damaged ---------------------------------------------------------------------------------------


async def test_flipped_bytes(sqlite_url: str, sqlite_file: Path, opener: Opener) -> None:
    store = await opener(sqlite_url)
    match = await keep(store, played(await new_challenge(store), "d2d3"))
    await store.close()
    with closing(sqlite3.connect(sqlite_file)) as other:
        (root,) = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entry'").fetchone()
        (size,) = other.execute("PRAGMA page_size").fetchone()
    _flip(sqlite_file, (root - 1) * size, 64)
    store = await opener(sqlite_url)
    with pytest.raises(StoreUnavailableError, match=r"damaged.*SQLITE_CORRUPT"):
        await store.read(stores.matches.load, match.id)
    with pytest.raises(StoreUnavailableError, match="damaged"):
        await keep(store, played(match, "e7e6"))
    # What does not lie on the damaged page goes on.
    assert (await new_challenge(store)).version == 1
    assert await store.read(stores.matches.due, match.changed_at, 5) == ()
    _flip(sqlite_file, (root - 1) * size, 64)


def _flip(file: Path, at: int, count: int) -> None:
    with file.open("r+b") as opened:
        opened.seek(at)
        flipped = bytes(byte ^ 0xFF for byte in opened.read(count))
        opened.seek(at)
        opened.write(flipped)


async def test_a_damaged_head_is_refused_at_the_start(
    sqlite_url: str, sqlite_file: Path, opener: Opener
) -> None:
    await (await opener(sqlite_url)).close()
    _flip(sqlite_file, 0, 16)
    with pytest.raises(ForeignDatabaseError, match="not an SQLite database"):
        await opener(sqlite_url)
    _flip(sqlite_file, 0, 16)
    await opener(sqlite_url)


async def test_what_cannot_be_read_is_damage(store: Database) -> None:
    healthy = await new_challenge(store, challenger=ANN, opponent=None)
    for damage in (
        "UPDATE match SET phase = 'playinh'",
        "UPDATE match SET options = '{\"board'",
        "UPDATE match SET options = '7'",
        "UPDATE match SET changed_at = '2026-13-01 00:00:00.000000+00:00'",
        "UPDATE match SET changed_at = '2026-03-01 00:00:00.000000'",
        "UPDATE match SET changed_at = x'00ff'",
        "UPDATE match SET game = CAST(x'ff' AS TEXT)",
        "UPDATE match SET pace = '4d'",
        "UPDATE match SET clocks = '{\"pace\"'",
        "UPDATE match SET clocks = '7'",
        "UPDATE match SET clocks = json_set(clocks, '$.pace', 'quick')",
        "UPDATE match SET clocks = json_set(clocks, '$.since', '2026-03-01 00:00:00')",
        "UPDATE match SET clocks = json_set(clocks, '$.sides.green.left', 'a day')",
        "UPDATE match SET clocks = json_set(clocks, '$.sides.green.left', json('9e99'))",
        "UPDATE match SET clocks = json_remove(clocks, '$.sides.blue.term')",
        "UPDATE match SET pause_end = 'soon'",
        "UPDATE entry SET kind = 'axtion'",
        "UPDATE entry SET text = CAST(x'c3' AS TEXT)",
        "UPDATE pick SET choices = '7'",
    ):
        with case(damage):
            match = await new_challenge(store)
            match = await keep(store, accepted(match, picks={"green": CRABS}))
            match = await keep(store, replace(played(match, "d2d3"), clocks=clocks()))
            column = "id" if "match SET" in damage else "match_id"
            await write(store, text(f"{damage} WHERE {column} = {match.id}"))
            with pytest.raises(StoreUnavailableError) as refusal:
                await store.read(stores.matches.load, match.id)
            assert refusal.value.advice.startswith(DAMAGED)
            assert await store.read(stores.matches.load, healthy.id) == healthy


async def test_a_notice_or_a_fact_that_cannot_be_read_is_damage(store: Database) -> None:
    await store.write(stores.notices.add, NO_MATCH, [owed(ANN)])
    await store.write(stores.host.record_alive, NOON, MINUTE)
    for damage, reading in (
        ("UPDATE notice SET kind = 'nwes'", store.read(stores.notices.notices_of, NO_MATCH)),
        ("UPDATE notice SET place = 'there'", store.write(stores.notices.claim, NOON, NOON, 1)),
        ("UPDATE fact SET value = '2026-03-01 12:00:00'", store.read(stores.host.alive_at)),
        ("UPDATE fact SET value = 'noon'", store.write(stores.host.record_alive, NOON, MINUTE)),
    ):
        await write(store, text(damage))
        with pytest.raises(StoreUnavailableError, match="damaged"):
            await reading


# --- settings and PostgreSQL -----------------------------------------------------------------------


async def test_an_acknowledged_change_survives_a_power_cut(store: Database) -> None:
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    for name, value in wanted.items():
        assert await store.write(_setting, name) == value
    assert await store.read(_setting, "query_only") == 1


async def test_what_is_found_out_again_waits_for_no_disk(store: Database) -> None:
    """Which card Discord has is noted so; the next change takes it to the disk."""
    match = await new_challenge(store)
    await store.write_unsynced(stores.matches.record_shown, match.id, Shown(version=1, stage="challenged"))
    for once_more in range(2):
        assert await store.write_unsynced(_setting, "synchronous") == 1, once_more
        assert await store.write(_setting, "synchronous") == 2, once_more
    assert (await store.read(stores.matches.load, match.id)).shown.version == 1


def _setting(connection: Connection, name: str) -> Any:
    return connection.scalar(text(f"PRAGMA {name}"))


async def test_a_server_that_goes_and_comes_back(own_server: Cluster, opener: Opener) -> None:
    store = await opener(own_server.url)
    match = await new_match(store)
    await asyncio.to_thread(own_server.stop)
    try:
        with pytest.raises(StoreUnavailableError, match="connection to the database is gone"):
            await store.read(stores.matches.load, match.id)
        await every_change(store, match)
        with pytest.raises(StoreUnavailableError, match="connection"):
            await opener(own_server.url)
    finally:
        await asyncio.to_thread(own_server.start)
    await usable(store, match)


async def test_a_server_that_cuts_the_connections(postgres_url: str, opener: Opener) -> None:
    store = await opener(postgres_url)
    match = await new_match(store)
    async with another_program(postgres_url) as connection:
        cut = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await connection.execute(text(cut))
    await usable(store, match)


async def test_a_row_locked_by_another_program(postgres_url: str, opener: Opener) -> None:
    store = await opener(postgres_url, busy_timeout=0.2)
    match = await new_match(store)
    async with another_program(postgres_url) as connection:
        await connection.execute(text("SELECT 1 FROM match FOR UPDATE"))
        with pytest.raises(StoreUnavailableError, match="locked"):
            await keep(store, changed(match))
        assert await store.read(stores.matches.load, match.id) == match
    await usable(store, match)


async def test_a_connection_that_failed_is_replaced(
    match: Match, opener: Opener, sqlite_url: str, sqlite_file: Path
) -> None:
    store, made = await opener(sqlite_url, busy_timeout=0.2), list[Any]()
    await store.write(stores.host.remember, "there", "yes")
    with listening("connect", lambda *connection: made.append(connection)):
        with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailableError):
                await keep(store, changed(match))
        assert await keep(store, played(match, "d2d3"))
    assert len(made) == 1


async def test_a_connection_that_cannot_be_replaced_at_once_is_replaced_later(
    match: Match, opener: Opener, sqlite_url: str, sqlite_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_many_files(*_: Any, **__: Any) -> None:
        raise sqlite3.OperationalError("unable to open database file")

    store = await opener(sqlite_url, busy_timeout=0.2)
    with closing(sqlite3.connect(sqlite_file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailableError):
            await keep(store, changed(match))
    with monkeypatch.context() as broken:
        broken.setattr(sqlite3, "connect", too_many_files)
        for _ in range(2):
            with pytest.raises(StoreUnavailableError):
                await keep(store, changed(match))
    assert await keep(store, played(match, "d2d3"))


async def test_a_refused_change_does_not_cost_the_connection(store: Database, match: Match) -> None:
    made: list[Any] = []
    with listening("connect", lambda *connection: made.append(connection)):
        for _ in range(3):
            with pytest.raises(StaleError):
                await keep(store, match)
        assert made == []
    await usable(store, match)
