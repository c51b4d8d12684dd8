from __future__ import annotations

from tests.data_store.conftest import migrated_sqlite_url, opener, sqlite_file, sqlite_url, store, url
from tests.data_store.maintenance.conftest import here
from tests.data_store.stores.conftest import watched_empty
from tests.matches.conftest import _stores_are_closed, table

__all__ = [
    "_stores_are_closed",
    "here",
    "migrated_sqlite_url",
    "opener",
    "sqlite_file",
    "sqlite_url",
    "store",
    "table",
    "url",
    "watched_empty",
]
