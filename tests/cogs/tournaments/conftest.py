from __future__ import annotations

import pytest

from cogs.tournaments.service import after_change
from tests.data_store.conftest import (
    filled_postgres_url,
    filled_sqlite_url,
    filled_template,
    filled_url,
    migrated_sqlite_url,
    opener,
    sqlite_file,
    sqlite_url,
    store,
    url,
)
from tests.data_store.stores.conftest import watched_empty
from tests.matches.conftest import _stores_are_closed
from tests.matches.table import Table

__all__ = [
    "_stores_are_closed",
    "filled_postgres_url",
    "filled_sqlite_url",
    "filled_template",
    "filled_url",
    "migrated_sqlite_url",
    "opener",
    "sqlite_file",
    "sqlite_url",
    "store",
    "url",
    "watched_empty",
]


@pytest.fixture
def table() -> Table:
    """An empty table, where games of tournaments end as such."""
    return Table(reactions=(after_change,))
