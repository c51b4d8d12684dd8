from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.data_store.conftest import Opener
from tests.data_store.stores.dialects import of_its_own
from tests.data_store.stores.plans import Statements, Watched
from tests.kinds import ON_POSTGRESQL
from tests.store import listening


def pytest_itemcollected(item: pytest.Item) -> None:
    """Have the gate draw half of the contract's cases that ask PostgreSQL only what SQLite is asked, too."""
    if not item.config.getoption("gate") or not item.path.name.startswith("test_contract"):
        return
    assert isinstance(item, pytest.Function)
    named = item.callspec.params.values() if hasattr(item, "callspec") else ()
    if any(one in ON_POSTGRESQL for one in named if isinstance(one, str)) and not of_its_own(item.function):
        item.add_marker(pytest.mark.gate(share=0.5))


@pytest.fixture
async def watched_empty(sqlite_url: str, sqlite_file: Path, opener: Opener) -> AsyncIterator[Watched]:
    """An empty store, and what it sends to its database."""
    store, statements = await opener(sqlite_url), Statements(sqlite_file)
    with listening("before_cursor_execute", statements.see):
        yield store, statements


@pytest.fixture
async def watched(filled_sqlite_url: str, sqlite_file: Path, opener: Opener) -> AsyncIterator[Watched]:
    """A store with something in every table, and what it sends to its database."""
    store, statements = await opener(filled_sqlite_url), Statements(sqlite_file)
    with listening("before_cursor_execute", statements.see):
        yield store, statements
