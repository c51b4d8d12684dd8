from tests.data_store.conftest import (
    migrated_sqlite_url,
    opener,
    own_server,
    sqlite_file,
    sqlite_url,
    store,
    url,
)
from tests.matches.conftest import _stores_are_closed, table

__all__ = [
    "_stores_are_closed",
    "migrated_sqlite_url",
    "opener",
    "own_server",
    "sqlite_file",
    "sqlite_url",
    "store",
    "table",
    "url",
]
