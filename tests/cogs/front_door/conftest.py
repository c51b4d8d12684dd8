from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from data import Database
from tests.cogs.governing import an_admin
from tests.cogs.server import Server
from tests.data_store.conftest import migrated_sqlite_url, opener, sqlite_file, sqlite_url, store, url
from tests.data_store.stores.conftest import watched_empty
from tests.matches.conftest import _stores_are_closed
from tests.matches.table import Table

__all__ = [
    "_stores_are_closed",
    "migrated_sqlite_url",
    "opener",
    "sqlite_file",
    "sqlite_url",
    "store",
    "url",
    "watched_empty",
]


@pytest.fixture
def admin(server: Server) -> MemberActor:
    """Somebody who manages the server."""
    return an_admin(server)


@pytest.fixture
def table(store: Database) -> Table:
    """A table on a database of each kind."""
    return Table(store)
