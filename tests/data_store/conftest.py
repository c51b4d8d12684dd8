from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from data import Database, open_store
from data.database import parse_url
from data.database import sqlite_file as sqlite_file_of
from tests.data_store import dumping
from tests.data_store.postgres import Cluster, cluster, finished
from tests.data_store.run_server import BARE, FILLED, MakeDatabase
from tests.needs import POSTGRESQL, need
from tests.store import close_all, empty_store, template, unsynced

Opener = Callable[..., Awaitable[Database]]


@pytest.fixture
def own_server(processes: None) -> Iterator[Cluster]:
    """A PostgreSQL server that the test may stop, with nothing in it."""
    need(POSTGRESQL)
    with cluster() as running:
        yield running


@pytest.fixture
def bare_postgres_url(make_database: MakeDatabase) -> str:
    """The address of a PostgreSQL database without tables."""
    return make_database(BARE)


@pytest.fixture
def filled_postgres_url(make_database: MakeDatabase) -> str:
    """The address of a PostgreSQL database at the newest revision, with something in every table."""
    return make_database(FILLED)


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    return tmp_path / "tidepool.sqlite3"


@pytest.fixture
def sqlite_url(sqlite_file: Path) -> str:
    return f"sqlite+aiosqlite:///{sqlite_file}"


def _kinds(sqlite: str, postgresql: str) -> list[Any]:
    """The fixtures with the addresses of either kind, for ``tests/kinds.py`` to tell them by."""
    return [
        pytest.param(sqlite, id="sqlite"),
        pytest.param(postgresql, id="postgresql"),
    ]


@pytest.fixture
def migrated_sqlite_url(sqlite_url: str, sqlite_file: Path) -> str:
    """The address of an SQLite file at the newest revision, with nothing in it."""
    shutil.copy(template(), sqlite_file)
    return sqlite_url


@pytest.fixture(scope="session")
def filled_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with something in every table, to be copied."""
    file = Path(shutil.copy(template(), tmp_path_factory.mktemp("filled") / "filled.sqlite3"))
    with unsynced():
        finished(dumping.fill_file(file))
    return file


@pytest.fixture
def filled_sqlite(filled_template: Path, tmp_path: Path) -> Path:
    """A copy of that file, beside the one of :func:`sqlite_file`."""
    return Path(shutil.copy(filled_template, tmp_path / "filled.sqlite3"))


@pytest.fixture
def filled_sqlite_url(sqlite_url: str, sqlite_file: Path, filled_template: Path) -> str:
    """The address of an SQLite file at the newest revision, with something in every table."""
    shutil.copy(filled_template, sqlite_file)
    return sqlite_url


@pytest.fixture(params=_kinds("migrated_sqlite_url", "postgres_url"))
def url(request: pytest.FixtureRequest) -> Any:
    """The address of a database of either kind, at the newest revision, with nothing in it."""
    return request.getfixturevalue(request.param)


@pytest.fixture(params=_kinds("sqlite_url", "bare_postgres_url"))
def bare_url(request: pytest.FixtureRequest) -> Any:
    """The address of a database of either kind that nobody has opened yet, without tables."""
    return request.getfixturevalue(request.param)


@pytest.fixture(params=_kinds("filled_sqlite_url", "filled_postgres_url"))
def filled_url(request: pytest.FixtureRequest) -> Any:
    """The address of a database of either kind, at the newest revision, with something in every table."""
    return request.getfixturevalue(request.param)


@pytest_asyncio.fixture
async def opener() -> AsyncIterator[Opener]:
    """Opens stores, which wait for a lock for as long as a test may take, and closes them after the test.

    A file that is not there yet is a copy of one that was migrated. Only those that are ``synced`` wait for
    the disk, as the bot's own does.
    """
    opened: list[Database] = []

    async def open_one(url: str, *, busy_timeout: float = 60, synced: bool = False) -> Database:
        file = sqlite_file_of(parse_url(url))
        if file is not None and file.parent.is_dir() and not file.exists():
            shutil.copy(template(), file)
        with nullcontext() if synced else unsynced():
            opened.append(await open_store(url, busy_timeout=busy_timeout))
        return opened[-1]

    yield open_one
    for store in opened:
        await store.close()


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[Database]:
    """An empty store of each kind, on a copy of a database that is up to date."""
    with unsynced():
        opened = Database(parse_url(url), busy_timeout=60)
    yield opened
    await opened.close()


@pytest_asyncio.fixture
async def twin() -> AsyncIterator[Database]:
    """Another empty store, for what is to come out alike."""
    yield empty_store()
    await close_all()
