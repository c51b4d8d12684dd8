"""What is kept up to date, as it is stored: which cards don't show yet what they should."""

from __future__ import annotations

from datetime import datetime
from typing import Final

_UNSHOWN: Final = {
    "match": "SELECT id FROM match WHERE shown_version < version",
    "other place of match": "SELECT match_id FROM match_place WHERE shown_version < version",
    "tournament": "SELECT id FROM tournament WHERE shown_version < version",
}
"""What shows an older version than its row has."""
_DUE: Final = {
    "event of tournament": "SELECT tournament_id FROM tournament_event WHERE due_at <= {now}",
    "simul": "SELECT id FROM simul WHERE due_at <= {now}",
    "front door": "SELECT guild_id FROM pinned_list WHERE kind = 'front_door' AND due_at <= {now}",
}
"""What is to be looked at, whether or not there is anything new."""


def unshown() -> str:
    """A query, for either database, of the cards that are behind their rows: a kind and a number each."""
    return _all(_UNSHOWN)


def behind(now: datetime) -> str:
    """The same with those that are due to be looked at by ``now``."""
    moment = f"'{now.isoformat(' ', 'microseconds')}'"
    return _all({**_UNSHOWN, **{kind: query.format(now=moment) for kind, query in _DUE.items()}})


def _all(queries: dict[str, str]) -> str:
    each = (query.replace("SELECT ", f"SELECT '{kind}' AS kind, ", 1) for kind, query in queries.items())
    return " UNION ALL ".join(each)
