"""Time as values: paces, clocks, the intervals in which a clock is stopped, the wall clocks of time zones.

A rule belongs here if it needs only moments, spans, sides and zones. Nothing here knows a match, a user or a
stored row, and nothing reads the time: callers pass it in. ``matches.lifecycle.schedule`` says who is on the
clock of a match and what its clock calls for; the current time comes from ``matches.host_clock``.

All moments are aware and in UTC. Spans are elapsed time: a day is 24 hours, also when daylight saving time
changes.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
NO_TIME: Final = timedelta(0)


def as_utc(moment: datetime) -> datetime:
    """``moment`` in UTC. Raises ValueError for a naive one: what it means depends on the host."""
    if moment.utcoffset() is None:
        raise ValueError(f"a time without a zone: {moment.isoformat()}")
    return moment.astimezone(UTC)
