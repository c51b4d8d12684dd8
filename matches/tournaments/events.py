"""Discord's scheduled event of a tournament: its time, and its stored state.

The event lasts from the end of entries to the last day of the present round, and moves on with each round.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NewType

from matches.time import DAY
from matches.tournaments.model import Tournament, TournamentId, TournamentState, last_day

EventId = NewType("EventId", int)
"""Discord's id of an event."""

AHEAD: Final = timedelta(minutes=2)
"""The time from making an event to its start: Discord takes no start in the past."""
BEFORE_END: Final = timedelta(hours=1)
"""The time before an event's end at which it is moved, if the round goes on: Discord ends it by itself."""


class EventTrouble(StrEnum):
    """The reason why a tournament has no event now. The values are stored: never rename one."""

    NOT_ALLOWED = "not-allowed"
    """The bot lacks the permission to make one."""
    HIDDEN = "hidden"
    """Not everyone in the server sees the tournament's channel, and everyone would see the event."""
    REMOVED = "removed"
    """The event was deleted or has ended, though the tournament goes on."""
    REFUSED = "refused"
    """Discord refused it, as in a server with a hundred events."""


@dataclass(frozen=True, slots=True)
class TournamentEvent:
    """The event of a tournament, as stored.

    ``wanted``: False if it is to be deleted. ``id``: None unless it is there. ``asked``: Discord was asked to
    make it, so it may be there without its id being known. ``digest``: a hash of its contents. A change of
    the tournament, or of ``wanted``, raises ``version``.
    """

    tournament: TournamentId
    version: int
    wanted: bool = True
    id: EventId | None = None
    asked: bool = False
    digest: str | None = None
    trouble: EventTrouble | None = None


@dataclass(frozen=True, slots=True)
class EventSpan:
    """The time that an event shows."""

    start: datetime
    end: datetime


def span(tournament: Tournament, now: datetime) -> EventSpan | None:
    """The time of a tournament's event, as seen ``now``; None if it has no event yet, or none any more.

    While entries are open it is known only if they end at a time, and not within moments. The end of a
    running one is always ahead: a round can last longer than its last day, by vacations or a pause.
    """
    if tournament.state is TournamentState.OPEN:
        start = tournament.terms.entries_until
        if start is None or start <= now + AHEAD:
            return None
        return EventSpan(start, last_day(start, tournament.terms))
    if tournament.state.ended:
        return None
    games = (game for game in tournament.in_round(tournament.round) if game.outcome is None)
    end = max((game.ends_at for game in games), default=last_day(now, tournament.terms))
    return EventSpan(now + AHEAD, end if end > now + BEFORE_END else now + DAY)
