"""Fixtures for the tests of features: stores on each kind of database, and a table that stands on one."""

from __future__ import annotations

import pytest

from cogs.found import features
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
from tests.data_store.stores.conftest import watched, watched_empty
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
    "table",
    "url",
    "watched",
    "watched_empty",
]


@pytest.fixture
def table(store: Database) -> Table:
    """A table on a database of each kind, with all that features do with a change of a match."""
    return Table(store, reactions=[react for each in features().values() for react in each.reactions])
