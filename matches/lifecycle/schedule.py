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
from matches.clock import DAY, Clocks, Due, Pace, due_now
from matches.intervals import Interval, merged, when_run
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
from matches.notices.preferences import NotificationPreferences, away_until, days_off_of, zone_called
from matches.players import users_of
from matches.summaries import MatchSummary
from matches.weekends import DaysOff, weekends

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
    pace = match.terms.pace if match.terms.pace.timed else FIRST_TURN
    return _running(Clocks.full(pace, match.game.sides), position.to_act, now)


def after_play(clocks: Clocks, match: Match, played: Sequence[Played], now: datetime) -> Clocks:
    """``clocks`` of ``match`` after the actions ``played``, all of them made at ``now``."""
    for action in played:
        clocks = _after(clocks, action, now)
    made_one = any(action.after.turn_of != action.before.turn_of for action in played)
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


def _after(clocks: Clocks, played: Played, now: datetime) -> Clocks:
    to, turn = played.after.to_act, played.before.turn_of
    if to is None or turn is None:
        return clocks
    if played.after.turn_of != turn:
        return clocks.turned(turn, to, now)
    return clocks.passed(to, now)


def _running(clocks: Clocks, side: Side | None, now: datetime) -> Clocks:
    return clocks if side is None else clocks.started(side, now)


# --- when it is stopped --------------------------------------------------------------------------


def timed(match: Listed, people: Mapping[UserId, Person], downtimes: Sequence[Interval]) -> Listed:
    """``match`` with the stops of its running clock: vacations, pauses, downtimes, weekends."""
    if match.clocks is None or match.clocks.running is None:
        return match
    running = match.clocks.running
    if computers.side_of(match) == running and match.clocks.since is not None:
        # The computer has no time limit: it answers as soon as a worker is free.
        resting = (Interval(match.clocks.since, FOREVER),)
        return match if resting == match.clocks.stops else _with_stops(match, resting, rests=False)
    clocks, users = match.clocks, [user for user in on_the_clock(match) if user in people]
    away = [stop for user in users for stop in people[user].away if vacations_stop(match)]
    pauses = [] if match.pause is None else [match.pause]
    stops = merged([*away, *pauses, *long_enough(downtimes, clocks.pace)])
    rests = match.terms.weekends_off and match.phase is Phase.PLAYING
    for user in users if rests else ():
        stops = _with_weekends(clocks, stops, clocks.days_off.get(running) or days_off_of(people[user]))
    if stops == clocks.stops:
        return match
    return _with_stops(match, stops, rests=rests)


def _with_stops(match: Listed, stops: tuple[Interval, ...], *, rests: bool) -> Listed:
    assert match.clocks is not None, "asked before"
    return replace(match, clocks=replace(match.clocks, stops=stops, weekends_off=rests))


def long_enough(downtimes: Iterable[Interval], pace: Pace) -> list[Interval]:
    """The downtimes that stop a clock of ``pace``: a fast one is stopped by shorter ones too."""
    return [stop for stop in downtimes if stop.end - stop.start > pace.down_after]


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


def _with_weekends(clocks: Clocks, stops: tuple[Interval, ...], days_off: DaysOff) -> tuple[Interval, ...]:
    """``stops`` merged with every weekend until the last event of the running clock."""
    side, since = clocks.running, clocks.since
    assert side is not None and since is not None, "a clock runs"
    zone = zone_called(days_off.zone)
    needed = clocks.sides[side].left + clocks.pace.unclaimed_for
    end = when_run(since, needed, stops)
    while True:
        found = merged([*stops, *weekends(zone, since, end, days_off.first)])
        reached = when_run(since, needed, found)
        if reached <= end:
            return found
        end = reached


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
    side: Side
    user: UserId | None = None


def calls(match: Match, contacts: Mapping[UserId, NotificationPreferences]) -> tuple[ClockEvent, ...]:
    """The events of the running clock, earliest first; reminders come when their user may be notified."""
    if match.clocks is None or not match.phase.running:
        return ()
    return tuple(sorted(_calls(match, match.clocks, contacts), key=lambda call: call.at))


def _calls(
    match: Match, clocks: Clocks, contacts: Mapping[UserId, NotificationPreferences]
) -> Iterator[ClockEvent]:
    deadline = clocks.deadline()
    for moment in clocks.moments():
        if moment.due in (Due.UP, Due.UNCLAIMED):
            yield ClockEvent(moment.due, moment.at, moment.name, moment.side)
            continue
        for user in on_the_clock(match):
            contact = contacts[user]
            assert deadline is not None, "a clock that calls for something has a deadline"
            last = moment.due is Due.LAST
            at = contact.warned_at(moment.at, deadline) if last else contact.told_at(moment.at)
            # A reminder that would come after the deadline is left out: there is the last warning.
            if last or at < deadline:
                yield ClockEvent(moment.due, at, moment.name, moment.side, user)


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


def next_look(
    match: Match,
    calls: Sequence[ClockEvent],
    contacts: Mapping[UserId, NotificationPreferences],
    now: datetime,
) -> datetime | None:
    """The next time at which the sweep must look at a running match; None if no event is scheduled.

    ``calls`` are those of its clock.
    """
    times = [call.at for call in calls if call.at > now]
    if match.pause is not None and match.pause.end > now:
        times.append(match.pause.end)
    if idle.may_lie_idle(match):
        times.append(idle.nudged_at(match, merged(stop for one in contacts.values() for stop in one.away)))
    return min(times, default=None)


def last_due(match: Match, now: datetime) -> Due | None:
    """UP if the running clock's time is up, UNCLAIMED if the time to claim is over too, or None."""
    moment = None if match.clocks is None else due_now(match.clocks.moments(), now)
    return None if moment is None or moment.due not in (Due.UP, Due.UNCLAIMED) else moment.due


# --- who is away, as the record says -------------------------------------------------------------


def absence(match: Match, people: Mapping[UserId, Person], ply: int, now: datetime) -> Entry | None:
    """The entry that records that the player on the clock is away, or is back early; None if up to date."""
    if match.clocks is None or match.phase is not Phase.PLAYING or match.clocks.running is None:
        return None
    side = match.clocks.running
    user = match.player_of(side).user_id
    if user is None or not vacations_stop(match):
        return None
    until = away_until(people[user].away, now)
    said = away_said(match, side)
    if until == said or (until is None and said is not None and said <= now):
        return None
    if until is None:
        return None if said is None else Entry(EntryKind.BACK, "", side, ply, now)
    return Entry(EntryKind.AWAY, until.isoformat(), side, ply, now)


def away_said(match: Match, side: Side) -> datetime | None:
    """The end of the vacation of ``side`` by the record, which may be past; None if it has none."""
    for entry in reversed(match.entries):
        if entry.side == side and entry.kind in (EntryKind.AWAY, EntryKind.BACK):
            return datetime.fromisoformat(entry.text) if entry.kind is EntryKind.AWAY else None
    return None
