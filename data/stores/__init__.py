"""Storage by subject: functions of a connection, each run as one transaction.

``await database.read(stores.matches.load, match_id)`` does all of it or nothing. Any of them raises
StoreUnavailableError when the database cannot be used just now (locked, full, damaged): nothing was
changed then. Only this folder writes rows.
"""

from data.stores import (
    base,
    host,
    ladders,
    lobby,
    matches,
    notices,
    people,
    pinned,
    privacy,
    pruning,
    rating_roles,
    ratings,
    records,
    reviews,
    room,
    seasons,
    shards,
    spectators,
)

__all__ = [
    "base",
    "host",
    "ladders",
    "lobby",
    "matches",
    "notices",
    "people",
    "pinned",
    "privacy",
    "pruning",
    "rating_roles",
    "ratings",
    "records",
    "reviews",
    "room",
    "seasons",
    "shards",
    "spectators",
]
