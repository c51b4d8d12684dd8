"""The events of a match's clock: their times, and the people they are about.

A clock knows sides and spans; this module adds the people: their vacations, the times when they may be
notified, and the pauses and downtimes in which the clock is stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, TypeVar

from engines import Position, Side
from engines.record import History, Played
from matches.lifecycle import computers, idle, setup
from matches.model import (
    DEADLINES_STAY,
    Entry,
    EntryKind,
    Match,
    NewNotice,
    NoticeKind,
    NoticePlace,
    Person,
    Phase,
    UserId,
)
from matches.notices import NotificationPreferences, days_off_of
from matches.players import users_of
from matches.summaries import MatchSummary
from matches.time import DAY
from matches.time.clocks import Clocks, Due, due_now
from matches.time.intervals import DaysOff, Interval, away_until, merged
from matches.time.pace import Pace

Listed = TypeVar("Listed", bound=Match | MatchSummary)

SETUP: Final[Side] = "setup"
"""The side in the single clock of a setup: all sides that pick."""
SETUP_PACE: Final = Pace.per_move(5)
"""The time for making picks, unless the match is fast."""
FAST_SETUP_PACE: Final = Pace.per_move(1)
"""The time for making picks before a fast match."""
FIRST_TURN: Final = Pace.per_move(14)
"""The time for the first turn of a match without a clock."""
CHANGED_AFTER: Final = 7 * DAY
"""The least time between two changes of a player's weekend in a match."""
FOREVER: Final = datetime(9000, 1, 1, tzinfo=UTC)
"""The end of an interval without an end."""


def in_setup(match: Match, now: datetime) -> Clocks:
    """The clock of a setup, started."""
    return Clocks.full(FAST_SETUP_PACE if match.terms.pace.fast else SETUP_PACE, [SETUP]).started(SETUP, now)


def next_pick(match: Match, now: datetime) -> Clocks:
    """The clock of a setup in which the sides pick in turn, after one of them has picked."""
    return in_setup(match, now) if match.clocks is None else match.clocks.turned(SETUP, SETUP, now)


def in_play(match: Match, position: Position, now: datetime) -> Clocks:
    """The clocks of a match whose first turn begins."""
    clocks = Clocks.full(match.terms.pace if match.terms.pace.timed else FIRST_TURN, match.game.sides)
    return clocks if position.to_act is None else clocks.started(position.to_act, now)


def after_play(clocks: Clocks, match: Match, played: Sequence[Played], now: datetime) -> Clocks:
    """``clocks`` of ``match`` after the actions ``played``, all of them made at ``now``."""
    made_one = False
    for action in played:
        turn, to = action.before.turn_of, action.after.to_act
        ended = action.after.turn_of != turn
        made_one = made_one or ended
        if turn is not None and to is not None:
            clocks = clocks.turned(turn, to, now) if ended else clocks.started(to, now)
    # A match without a clock has one for its first turn only.
    return (
        Clocks.full(match.terms.pace, match.game.sides) if made_one and not match.terms.pace.timed else clocks
    )


def after_take_back(clocks: Clocks, undone: Sequence[Played], history: History, now: datetime) -> Clocks:
    """``clocks`` after the actions ``undone``, latest first, were taken back to ``history``."""
    turns = [action.before.turn_of for action in undone if action.before.turn_of != action.after.turn_of]
    to = history.position.to_act
    return clocks if to is None else clocks.taken_back([side for side in turns if side], to, now)


def after_oops(match: Match, side: Side, history: History) -> Match:
    """``match`` with the clock of ``side`` resumed after an oops took its turn back to ``history``."""
    if match.clocks is None:
        return match
    if match.terms.pace.timed:
        return replace(match, clocks=match.clocks.reopened(side))
    if history.turns:
        return match
    # The first turn has to be made again.
    return replace(match, clocks=in_play(match, history.position, match.changed_at))


# --- when it is stopped --------------------------------------------------------------------------


def timed(match: Listed, people: Mapping[UserId, Person], downtimes: Iterable[Interval]) -> Listed:
    """``match`` with the stops of its running clock: vacations, pauses, ``downtimes``, weekends."""
    clocks = match.clocks
    if clocks is None or clocks.running is None:
        return match
    if computers.side_of(match) == clocks.running and clocks.since is not None:
        # The computer has no time limit: it answers as soon as a worker is free.
        stopped = clocks.stopped([Interval(clocks.since, FOREVER)])
    else:
        users = [user for user in on_the_clock(match) if user in people]
        away = [stop for user in users for stop in people[user].away if vacations_stop(match)]
        pauses = [] if match.pause is None else [match.pause]
        rests = users and match.terms.weekends_off and match.phase is Phase.PLAYING
        days_off = (clocks.days_off.get(clocks.running) or days_off_of(people[users[0]])) if rests else None
        stopped = clocks.stopped([*away, *pauses, *downtimes], days_off)
    return match if stopped.stops == clocks.stops else replace(match, clocks=stopped)


def vacations_stop(match: Match | MatchSummary) -> bool:
    """True if a vacation stops the clock of the match: not in a fast one, except under old conduct rules."""
    return not match.terms.pace.fast or match.terms.conduct < DEADLINES_STAY


def with_days_off(before: Match, after: Match, people: Mapping[UserId, Person], now: datetime) -> Match:
    """``after`` with the players' weekends that its clocks use.

    These are the players' settings when play begins. A changed setting takes effect at the player's next
    turn, once per CHANGED_AFTER, so that it never moves a running deadline. A player who takes over a seat
    brings their own weekend.
    """
    clocks = after.clocks
    if clocks is None or not after.terms.weekends_off or after.phase is not Phase.PLAYING:
        return after
    if after.terms.conduct < DEADLINES_STAY:
        return after
    kept = dict(clocks.days_off)
    for seat in after.seats:
        user, side = seat.player.user_id, seat.side
        if user is None:
            continue
        now_set, known = days_off_of(people[user]), kept.get(side)
        if known is None or before.seat_of(seat.player) != seat:
            kept[side] = now_set
        elif _begins_turn(before, after, side) and _may_change(known, now_set, now):
            kept[side] = replace(now_set, changed_at=now)
    return after if kept == clocks.days_off else replace(after, clocks=replace(clocks, days_off=kept))


def _begins_turn(before: Match, after: Match, side: Side) -> bool:
    """True if a new turn of ``side`` begins with a change; False if the change resumes an earlier turn."""
    was, clocks = before.clocks and before.clocks.running, after.clocks
    return clocks is not None and clocks.running == side != was and clocks.since == after.changed_at


def _may_change(known: DaysOff, now_set: DaysOff, now: datetime) -> bool:
    other = (known.zone, known.first) != (now_set.zone, now_set.first)
    return other and (known.changed_at is None or now - known.changed_at >= CHANGED_AFTER)


def on_the_clock(match: Match | MatchSummary) -> tuple[UserId, ...]:
    """The users whose clock is running."""
    if match.phase is Phase.SETUP:
        if isinstance(match, MatchSummary):
            return users_of(match.to_act or ())
        return users_of(match.player_of(side) for side in setup.choosing(match))
    side = match.clocks.running if match.clocks is not None and match.phase is Phase.PLAYING else None
    return () if side is None else users_of([match.player_of(side)])


def is_away(match: MatchSummary, people: Mapping[UserId, Person], now: datetime) -> bool:
    """True if the clock of a match in play is stopped because its player is away."""
    users = on_the_clock(match) if match.phase is Phase.PLAYING and vacations_stop(match) else ()
    return any(user in people and away_until(people[user].away, now) is not None for user in users)


# --- what it calls for ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClockEvent:
    """An event of a clock to handle from ``at`` (UTC) on; ``user`` is set for a reminder or warning."""

    due: Due
    at: datetime
    name: str
    user: UserId | None = None


def agenda(
    match: Match, contacts: Mapping[UserId, NotificationPreferences], now: datetime
) -> tuple[list[ClockEvent], datetime | None]:
    """The events of the running clock that are due, earliest first, and the time of the next sweep.

    None if nothing else is scheduled. Reminders are due when their user may be notified.
    """
    calls = [*_calls(match, contacts)]
    later = [call.at for call in calls if call.at > now]
    if match.pause is not None and match.pause.end > now:
        later.append(match.pause.end)
    if idle.may_lie_idle(match):
        later.append(idle.nudged_at(match, merged(stop for one in contacts.values() for stop in one.away)))
    due = sorted((call for call in calls if call.at <= now), key=lambda call: call.at)
    return due, min(later, default=None)


def _calls(match: Match, contacts: Mapping[UserId, NotificationPreferences]) -> Iterator[ClockEvent]:
    clocks = match.clocks
    if clocks is None:
        return
    deadline = clocks.deadline()
    for moment in clocks.moments():
        if moment.due in (Due.UP, Due.UNCLAIMED):
            yield ClockEvent(moment.due, moment.at, moment.name)
            continue
        for user in on_the_clock(match):
            contact = contacts[user]
            assert deadline is not None, "a clock that calls for something has a deadline"
            last = moment.due is Due.LAST
            at = contact.warned_at(moment.at, deadline) if last else contact.told_at(moment.at)
            # A reminder that would come after the deadline is left out: there is the last warning.
            if last or at < deadline:
                yield ClockEvent(moment.due, at, moment.name, user)


def reminders_due(
    due: Sequence[ClockEvent], contacts: Mapping[UserId, NotificationPreferences]
) -> list[NewNotice]:
    """The messages for the calls that are ``due``: only each user's latest, which replaces the others."""
    latest = {call.user: call for call in due}
    found: list[NewNotice] = []
    for user, call in latest.items():
        if user is None:
            continue
        contact = contacts[user]
        kind = NoticeKind.LAST if call.due is Due.LAST else NoticeKind.QUARTER
        places = []
        # The last warning is posted in the thread, whatever the user has chosen.
        if kind is NoticeKind.LAST or (contact.home and contact.digest is None):
            places.append(NoticePlace.HOME)
        if contact.direct and contact.digest is None:
            places.append(NoticePlace.DIRECT)
        found += [NewNotice(user, kind, place, call.name, call.at) for place in places]
    return found


def last_due(match: Match, now: datetime) -> Due | None:
    """UP if the running clock's time is up, UNCLAIMED if the time to claim is over too, or None."""
    moment = None if match.clocks is None else due_now(match.clocks.moments(), now)
    return None if moment is None or moment.due not in (Due.UP, Due.UNCLAIMED) else moment.due


# --- who is away, as the record says -------------------------------------------------------------


def with_absence(
    match: Match, people: Mapping[UserId, Person], history: History | None, now: datetime
) -> Match:
    """``match`` with an entry that the player on the clock is away or back, if its record lacks that.

    Otherwise the same object. ``history`` is that of a match in play.
    """
    if history is None or match.clocks is None or match.clocks.running is None:
        return match
    side = match.clocks.running
    user = match.player_of(side).user_id
    if user is None or not vacations_stop(match):
        return match
    until = away_until(people[user].away, now)
    said = away_said(match, side)
    if until == said or (until is None and said is not None and said <= now):
        return match
    kind, text = (EntryKind.BACK, "") if until is None else (EntryKind.AWAY, until.isoformat())
    entry = Entry(kind, text, side, history.position.ply, now)
    return replace(match, entries=(*match.entries, entry))


def away_said(match: Match, side: Side) -> datetime | None:
    """The end of the vacation of ``side`` by the record, which may be past; None if it has none."""
    for entry in reversed(match.entries):
        if entry.side == side and entry.kind in (EntryKind.AWAY, EntryKind.BACK):
            return datetime.fromisoformat(entry.text) if entry.kind is EntryKind.AWAY else None
    return None
