"""What is kept up to date, as it is stored: which cards don't show yet what they should."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, text

BEHIND: Final[Mapping[str, str]] = {
    "match": "SELECT id FROM match WHERE shown_version < version",
    "other place of match": "SELECT match_id FROM match_place WHERE shown_version < version",
    "tournament": "SELECT id FROM tournament WHERE shown_version < version",
    "event of tournament": "SELECT tournament_id FROM tournament_event WHERE due_at <= :now",
    "simul": "SELECT id FROM simul WHERE due_at <= :now",
    "list of guild": "SELECT guild_id FROM pinned_list WHERE due_at <= :now",
}
"""The cards, by kind, that are behind their rows: older than the version, or due to be looked at."""


def behind(connection: Connection, now: datetime) -> list[str]:
    """The cards that are behind at ``now``."""
    asked = {"now": now.isoformat(" ", "microseconds")}
    return [
        f"{kind} {number}"
        for kind, query in BEHIND.items()
        for (number,) in connection.execute(text(query), asked if ":now" in query else {})
    ]
