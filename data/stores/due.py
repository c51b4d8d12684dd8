"""All kinds of due work in one statement: a round of idle jobs needs a single query.

A kind is due if the query by which its job finds or claims its work has a row, without the order and the
limit of that query.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Integer, Select, exists, literal_column, or_, select

from data.schema import (
    match_place,
    rating_role,
    season_end,
)
from data.stores import (
    matches,
    notices,
    privacy,
    rating_roles,
    seasons,
)
from data.stores.queries import REMEMBERED, chores_in, in_shards, notices_in
from matches.guilds.shards import ALL, Shards
from matches.model import NO_MATCH
from matches.summaries import DueWork

_FEATURE: Final = "feature "
"""The prefix of the columns of features' jobs."""
_ONE: Final[ColumnElement[int]] = literal_column("1", Integer)


def _queries(shards: Shards) -> Iterator[tuple[str, Select[Any]]]:
    """The queries of the jobs for these shards, each with the kind of work that it finds."""
    yield "matches", in_shards(matches.DUE, shards)
    for query in notices.CLAIMABLE_IN_TURN:
        yield "matches", notices_in(query, shards)
    yield "matches", in_shards(matches.UNSHOWN, shards)
    yield "matches", in_shards(matches.UNSHOWN_PLACE, shards, match_place.c.guild_id)
    yield "deletions", privacy.TO_BE_FORGOTTEN
    yield "without_to_act", matches.WITHOUT_TO_ACT
    yield "seasons", in_shards(seasons.TO_CLOSE, shards, season_end.c.guild_id)
    yield "roles", in_shards(rating_roles.DUE, shards, rating_role.c.guild_id)
    yield "chores", chores_in(notices.TIDYING, shards)
    yield "turns", chores_in(notices.TURNS, shards)


def _has_row(query: Select[Any]) -> ColumnElement[bool]:
    """The condition that a query finds a row, without its order, its limit and its locks."""
    found = select(_ONE).select_from(*query.get_final_froms())
    return exists(found if query.whereclause is None else found.where(query.whereclause))


DueQueries = Callable[[Shards], Sequence[Select[Any]]]
"""The queries by which a feature's job finds or claims its work in some shards."""


@lru_cache(REMEMBERED)
def due_query(shards: Shards, features: tuple[tuple[str, DueQueries], ...] = ()) -> Select[*tuple[Any, ...]]:
    """The statement for all kinds of due work of these shards, with a column for each.

    ``features`` are the jobs of features, by name.
    """
    kinds: dict[str, list[ColumnElement[bool]]] = {}
    for kind, query in _queries(shards):
        kinds.setdefault(kind, []).append(_has_row(query))
    for name, queries in features:
        kinds[f"{_FEATURE}{name}"] = list(map(_has_row, queries(shards)))
    next_deadline = in_shards(matches.NEXT_DUE, shards).scalar_subquery()
    return select(
        *(or_(*found).label(kind) for kind, found in kinds.items()), next_deadline.label("next_deadline")
    )


def due_work(
    connection: Connection,
    now: datetime,
    unshown: datetime,
    day: int,
    shards: Shards = ALL,
    features: tuple[tuple[str, DueQueries], ...] = (),
) -> DueWork:
    """The kinds of work of ``shards`` that are due at ``now``; see :func:`due_query` for ``features``.

    Cards count if they were changed before ``unshown``, seasons if they ended before ``day``.
    """
    asked = {"now": now, "before": unshown, "day": day, "after": NO_MATCH}
    found = dict(connection.execute(due_query(shards, features), asked).mappings().one())
    of_features = {name: found.pop(f"{_FEATURE}{name}") for name, _ in features}
    return DueWork(**found, features=of_features)
