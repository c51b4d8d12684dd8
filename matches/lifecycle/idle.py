"""Matches without a clock in which nobody moves: a nudge, and some weeks after it the end.

Nothing of it is kept but the nudge itself, a notice like any other: what the record says last is when the
silence began.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from matches.clock import DAY
from matches.intervals import Interval, when_run
from matches.model import Match, NewNotice, Notice, NoticeKind, NoticePlace, Phase, UserId
from matches.notices.preferences import NotificationPreferences

NUDGED_AFTER: Final = 14 * DAY
"""The time without a move after which whoever has to move is nudged."""
ENDS_AFTER: Final = 30 * DAY
"""The time after the nudge, without a move still, after which the match ends."""
COUNTED_FROM: Final = "idle counted from"
"""The fact that says from when on silence is counted in the matches that were there before it was at all."""


def may_lie_idle(match: Match) -> bool:
    """True if nothing but its silence can end the match: it is in play, and no clock runs."""
    runs = match.clocks is not None and match.clocks.running is not None
    return match.phase is Phase.PLAYING and not match.terms.pace.timed and not runs


def nudged_at(match: Match, stops: Iterable[Interval], counted_from: datetime | None = None) -> datetime:
    """The moment to nudge somebody, unless the match goes on. ``stops`` are merged ones."""
    since = match.entries[-1].at if match.entries else match.changed_at
    if counted_from is not None:
        since = max(since, counted_from)
    return when_run(since, NUDGED_AFTER, stops)


def ends_at(nudged: datetime, stops: Iterable[Interval] = ()) -> datetime:
    """The moment at which a match ends whose player was ``nudged`` then. ``stops`` are merged ones."""
    return when_run(nudged, ENDS_AFTER, stops)


def nudges(
    match: Match,
    users: Iterable[UserId],
    contacts: Mapping[UserId, NotificationPreferences],
    now: datetime,
) -> list[NewNotice]:
    """The messages that nudge ``users``: like a last warning, in the thread whatever was chosen."""
    found: list[NewNotice] = []
    for user in users:
        at = contacts[user].told_at(now)
        places = [NoticePlace.HOME, *([NoticePlace.DIRECT] if contacts[user].direct else [])]
        found += [NewNotice(user, NoticeKind.NUDGE, place, name(match), at) for place in places]
    return found


def given(match: Match, notices: Sequence[Notice]) -> datetime | None:
    """The moment at which somebody was nudged in the present silence, or None."""
    owed = [one.due_at for one in notices if one.kind is NoticeKind.NUDGE and one.name == name(match)]
    return max(owed, default=None)


def name(match: Match) -> str:
    """The name of the nudges in the present silence: anything that happens in the match begins another."""
    return f"idle:{len(match.entries)}"
