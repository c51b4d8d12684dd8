"""Idle matches, without a clock and without moves: a nudge, and some weeks after it the end.

The only stored state is the nudge, a normal notice; the silence began with the last entry of the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from matches.model import Match, NewNotice, Notice, NoticeKind, NoticePlace, Phase, UserId
from matches.notices import NotificationPreferences
from matches.time import DAY
from matches.time.intervals import Interval, when_run

NUDGED_AFTER: Final = 14 * DAY
"""The time without a move after which the player to move is nudged."""
ENDS_AFTER: Final = 30 * DAY
"""The time from the nudge to the end of the match, if there is still no move."""
COUNTED_FROM: Final = "idle counted from"
"""The stored fact that holds when silence starts to count in matches older than this feature."""


def may_lie_idle(match: Match) -> bool:
    """True if the match can become idle: it is in play, and no clock runs."""
    runs = match.clocks is not None and match.clocks.running is not None
    return match.phase is Phase.PLAYING and not match.terms.pace.timed and not runs


def nudged_at(match: Match, stops: Iterable[Interval], counted_from: datetime | None = None) -> datetime:
    """The time to nudge the player to move, unless there is a move before. ``stops`` must be merged."""
    since = match.entries[-1].at if match.entries else match.changed_at
    if counted_from is not None:
        since = max(since, counted_from)
    return when_run(since, NUDGED_AFTER, stops)


def ends_at(nudged: datetime, stops: Iterable[Interval] = ()) -> datetime:
    """The time at which a match ends whose player was ``nudged``. ``stops`` must be merged."""
    return when_run(nudged, ENDS_AFTER, stops)


def nudges(
    match: Match,
    users: Iterable[UserId],
    contacts: Mapping[UserId, NotificationPreferences],
    now: datetime,
) -> list[NewNotice]:
    """The messages that nudge ``users``: always in the thread, and directly for those who chose that."""
    found: list[NewNotice] = []
    for user in users:
        at = contacts[user].told_at(now)
        places = [NoticePlace.HOME, *([NoticePlace.DIRECT] if contacts[user].direct else [])]
        found += [NewNotice(user, NoticeKind.NUDGE, place, name(match), at) for place in places]
    return found


def given(match: Match, notices: Sequence[Notice]) -> datetime | None:
    """The time of the last nudge in the current silence, or None."""
    owed = [one.due_at for one in notices if one.kind is NoticeKind.NUDGE and one.name == name(match)]
    return max(owed, default=None)


def name(match: Match) -> str:
    """The name of the nudges in the current silence; each new entry of the record begins another silence."""
    return f"idle:{len(match.entries)}"
