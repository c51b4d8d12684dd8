from __future__ import annotations

import pytest

from cogs.archive.service import Archive
from data import Database
from tests.data_store.conftest import (
    filled_sqlite_url,
    filled_template,
    migrated_sqlite_url,
    opener,
    sqlite_file,
    sqlite_url,
    store,
    url,
)
from tests.data_store.maintenance.conftest import here
from tests.data_store.stores.conftest import watched
from tests.matches.conftest import _stores_are_closed
from tests.matches.table import Table

__all__ = [
    "_stores_are_closed",
    "filled_sqlite_url",
    "filled_template",
    "here",
    "migrated_sqlite_url",
    "opener",
    "sqlite_file",
    "sqlite_url",
    "store",
    "url",
    "watched",
]


@pytest.fixture
def table(store: Database) -> Table:
    """A table on a database of each kind."""
    return Table(store)


@pytest.fixture
def archives(store: Database) -> Archive:
    """The archives of a database of each kind."""
    return Archive(Table(store).services.core)
