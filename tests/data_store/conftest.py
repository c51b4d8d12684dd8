from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from data import SqlStore, open_store
from matches.ports import Store
from tests.data_store.postgres import Cluster, NoServerError, cluster
from tests.store import close_all, empty_store

Opener = Callable[..., Awaitable[SqlStore]]


@pytest.fixture(scope="session")
def server() -> Iterator[Cluster]:
    try:
        with cluster() as running:
            yield running
    except NoServerError as reason:
        pytest.skip(f"NOT TESTED ON POSTGRESQL: {reason}")


@pytest.fixture
def postgres_url(server: Cluster) -> str:
    """The address of an empty database."""
    return server.empty()


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    return tmp_path / "tidepool.sqlite3"


@pytest.fixture
def sqlite_url(sqlite_file: Path) -> str:
    return f"sqlite+aiosqlite:///{sqlite_file}"


def _address(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return found


POSTGRES: Final = "postgresql"
"""Among the long tests, since each makes its tables anew."""


@pytest.fixture(params=["sqlite", POSTGRES])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, of either kind."""
    return _address(request)


@pytest_asyncio.fixture
async def opener() -> AsyncIterator[Opener]:
    """Opens stores, which wait for a lock for as long as a test may take, and closes them after the test."""
    opened: list[SqlStore] = []

    async def open_one(url: str, *, busy_timeout: float = 60) -> SqlStore:
        opened.append(await open_store(url, busy_timeout=busy_timeout))
        return opened[-1]

    yield open_one
    for store in opened:
        await store.close()


@pytest_asyncio.fixture
async def store(url: str, opener: Opener) -> Store:
    """An empty store of each kind."""
    return await opener(url)


@pytest_asyncio.fixture
async def twin() -> AsyncIterator[SqlStore]:
    """Another empty store, for what is to come out alike."""
    yield empty_store()
    await close_all()
