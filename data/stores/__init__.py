"""Storage by subject: functions of a connection, each run as one transaction.

``await database.read(stores.matches.load, match_id)`` does all of it or nothing. Any of them raises
StoreUnavailableError when the database cannot be used just now (locked, full, damaged): nothing was
changed then. Only this folder writes rows.

A statement stands above the function that runs it. None is special to one database; each is answered from
an index, and a test reads SQLite's plans. Orders are total, so that two databases with the same rows give
the same answer.
"""

from data.stores import (
    due,
    host,
    limits,
    lists,
    lobby,
    match_rows,
    matches,
    notices,
    participation,
    people,
    privacy,
    pruning,
    rating_roles,
    ratings,
    seasons,
    shards,
    spectators,
)

__all__ = [
    "due",
    "host",
    "limits",
    "lists",
    "lobby",
    "match_rows",
    "matches",
    "notices",
    "participation",
    "people",
    "privacy",
    "pruning",
    "rating_roles",
    "ratings",
    "seasons",
    "shards",
    "spectators",
]
