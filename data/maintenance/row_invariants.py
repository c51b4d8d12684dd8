"""Rules about last looks, and about rows of features.

Each is a query for the rows that break it. Constraints of the database itself, such as that a place has its
simul, are not checked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, func, or_, select

from data.features import FEATURES
from data.features.rows import RowRule
from data.schema import (
    entry,
    last_look,
)

_entries = (
    select(func.count()).select_from(entry).where(entry.c.match_id == last_look.c.match_id).scalar_subquery()
)

LOOKS: Final = (
    RowRule(
        "match={match_id}: user={user_id} has seen {entries} entries, and it has {there}",
        select(last_look.c.match_id, last_look.c.user_id, last_look.c.entries, _entries.label("there")).where(
            or_(last_look.c.entries < 0, last_look.c.entries > _entries)
        ),
    ),
)


def broken_rules(connection: Connection) -> Iterator[str]:
    """The faults of rows, a line each."""
    of_features = (rule for feature in FEATURES for rule in feature.rules)
    for rule in (*LOOKS, *of_features):
        for row in connection.execute(rule.broken).mappings():
            yield rule.fault.format(**row)
