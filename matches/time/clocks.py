"""The clocks of a match: the running side, the time left, and the events of the clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Self

from engines import Side
from matches.time import DAY, HOUR, MINUTE, NO_TIME, as_utc
from matches.time.intervals import DaysOff, Interval, end_of_stop, merged, running_time, weekends, when_run
from matches.time.pace import Pace
from matches.time.wall_clock import zone_called

QUARTER_AT_MOST: Final = DAY
"""The first reminder comes when a quarter of the time is left, and never earlier than this."""
QUARTER_FROM: Final = 2 * DAY
"""A side that has less than this for its turn gets the last warning only."""
LAST_AT_MOST: Final = 2 * HOUR
"""The last warning comes this long before the deadline, or when a tenth is left of a shorter time."""

FAST_UNWARNED: Final = 5 * MINUTE
"""A side in a fast match that has less than this is not warned: its board has just shown the time."""
FAST_LAST_AT_LEAST: Final = 3 * MINUTE
FAST_LAST_AT_MOST: Final = 15 * MINUTE
"""The one warning in a fast match comes when a quarter of the time is left, but within these two."""


@dataclass(frozen=True, slots=True)
class SideClock:
    """The time of one side.

    ``left``: its time, without subtracting what has passed since its clock was started. ``allowed``: its
    time when the current turn began, or when it was last given time in this turn; reminders are measured
    by it. ``term`` counts these allowances, so that reminders of one are told apart from the next.

    A take-back needs: ``rest``, the time left when the side's last turn ended, before that turn added any
    (None if unknown); and ``again``, the number of turns it will repeat that have already brought their
    increment.
    """

    left: timedelta
    allowed: timedelta
    term: int = 0
    rest: timedelta | None = None
    again: int = 0

    def spent(self, span: timedelta) -> SideClock:
        """The clock after ``span`` has passed, never below zero."""
        return replace(self, left=max(self.left - max(span, NO_TIME), NO_TIME))

    def after_own_turn(self, pace: Pace) -> SideClock:
        """The clock after a turn of its side."""
        if self.again:
            return replace(self, again=self.again - 1, rest=None)._allowed(self.left)
        return replace(self, rest=self.left)._allowed(pace.after_own_turn(self.left))

    def after_other_turn(self, pace: Pace) -> SideClock:
        """The clock after a turn of the other side."""
        return self._allowed(pace.after_other_turn(self.left))

    def given(self, span: timedelta, pace: Pace) -> SideClock:
        """The clock with ``span`` more."""
        return self._allowed(pace.with_more(self.left, span))

    def taken_back(self, turns: int, pace: Pace, *, acts: bool) -> SideClock:
        """The clock after ``turns`` of its side's turns were undone; ``acts``: the side has to act now."""
        if pace.is_bank:
            return replace(self, again=self.again + turns)._allowed(self.left)
        if not acts:
            return self.after_other_turn(pace)
        left = self.left if self.rest is None or not turns else min(self.left, self.rest)
        return replace(self, rest=None)._allowed(left)

    def reopened(self, pace: Pace) -> SideClock:
        """The clock as it was before its side's last turn ended, without the time that turn added."""
        if self.rest is not None:
            return replace(self, rest=None)._allowed(self.rest)
        # The turn was a repeated one, which brought no increment, or was stored before ``rest`` was.
        return replace(self, again=self.again + pace.is_bank)._allowed(self.left)

    def _allowed(self, left: timedelta) -> SideClock:
        return replace(self, left=left, allowed=left, term=self.term + 1)


class Due(StrEnum):
    """The kinds of events of a running clock. The values are part of stored names: never rename one."""

    QUARTER = "quarter"
    """Remind the side to act."""
    LAST = "last"
    """Warn the side to act for the last time."""
    UP = "up"
    """Its time is up: the other side may claim the win or give more time."""
    UNCLAIMED = "unclaimed"
    """The time to claim the win is over: the match ends by itself."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An event of a clock, ``at`` a time (UTC), about ``side``.

    ``name`` is unique within a match and stays the same however often the event is computed and however
    long the clock was stopped: an event whose name was handled is done.
    """

    due: Due
    side: Side
    at: datetime
    name: str


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a match: at most one of them runs, for the side that has to act.

    ``running`` is that side and ``since`` the moment (UTC) its clock was started; both None while none
    runs. ``sides`` holds the time of each side, and is empty in a match without a clock. ``days_off`` are
    the players' weekends by side, if the match has weekends off. ``stops`` are the times at which the running
    clock is stopped, merged, and ``weekends_off`` tells if they include weekends; neither is stored.
    Every method returns a new value and takes aware times.
    """

    pace: Pace
    sides: Mapping[Side, SideClock] = field(default_factory=dict)
    running: Side | None = None
    since: datetime | None = None
    days_off: Mapping[Side, DaysOff] = field(default_factory=dict)
    stops: tuple[Interval, ...] = field(default=(), compare=False)
    weekends_off: bool = field(default=False, compare=False)

    @classmethod
    def full(cls, pace: Pace, sides: Iterable[Side]) -> Self:
        """The clocks before the first turn, none running."""
        if pace.start is None:
            return cls(pace)
        return cls(pace, {side: SideClock(pace.start, pace.start) for side in sides})

    # --- reading ---------------------------------------------------------------------------------

    def left(self, side: Side, now: datetime) -> timedelta | None:
        """The time that ``side`` has left at ``now``, never below zero; None without a clock."""
        clock = self._at(now).get(side)
        return None if clock is None else clock.left

    def deadline(self) -> datetime | None:
        """The last moment at which the running side is still in time; None while no clock runs."""
        if self.running is None or self.since is None or not self.pace.timed:
            return None
        return when_run(self.since, self.sides[self.running].left, self.stops)

    def is_up(self, now: datetime) -> bool:
        """True if the time of the side to act is up: ``now`` is past the deadline, not equal to it."""
        deadline = self.deadline()
        return deadline is not None and as_utc(now) > deadline

    def moments(self) -> tuple[Moment, ...]:
        """The events of the running clock, earliest first; empty while none runs."""
        deadline = self.deadline()
        if deadline is None or self.running is None:
            return ()
        side, clock = self.running, self.sides[self.running]
        times = [(due, self._when_left(lead)) for due, lead in reminders(clock.allowed, fast=self.pace.fast)]
        times.append((Due.UP, deadline + timedelta.resolution))
        # The time to claim a win does not run while the bot is down either.
        times.append((Due.UNCLAIMED, when_run(deadline, self.pace.unclaimed_for, self.stops)))
        return tuple(Moment(due, side, at, f"{side}:{clock.term}:{due}") for due, at in times)

    def _when_left(self, lead: timedelta) -> datetime:
        """The time to remind that ``lead`` is left, never while the clock is stopped.

        With weekends off: when the clock shows ``lead``, so that the reminder comes before a weekend rather
        than at its end. This can be earlier than the clock was started.
        """
        deadline = self.deadline()
        assert self.running is not None and self.since is not None and deadline is not None, "a clock runs"
        if not self.weekends_off:
            return end_of_stop(deadline - lead, self.stops)
        return when_run(self.since, self.sides[self.running].left - lead, self.stops)

    # --- changing --------------------------------------------------------------------------------

    def started(self, side: Side, now: datetime) -> Clocks:
        """Start the clock of ``side`` with the time it has, also in the middle of a turn.

        No change if it runs already.
        """
        if self.running == side:
            return self
        return replace(self, sides=self._at(now), running=side, since=as_utc(now), stops=())

    def counted(self, now: datetime) -> Clocks:
        """Subtract the time that has passed, so that stops until ``now`` need not be known any more."""
        deadline = self.deadline()
        if deadline is None or self.since is None:
            return self
        # A deadline that has passed stays where it was.
        until = max(min(as_utc(now), deadline), self.since)
        return replace(self, sides=self._at(until), since=until, stops=())

    def turned(self, of: Side, to: Side, now: datetime) -> Clocks:
        """End the turn of ``of``, no matter which side acted last in it; ``to`` has to act.

        With time per move both sides have their full time again: ``of`` exactly that, while ``to`` keeps any
        more that it was given. In a bank, ``of`` gets its increment.
        """
        sides = {
            side: clock.after_own_turn(self.pace) if side == of else clock.after_other_turn(self.pace)
            for side, clock in self._at(now).items()
        }
        return replace(self, sides=sides, running=to, since=as_utc(now), stops=())

    def taken_back(self, turns: Sequence[Side], to: Side, now: datetime) -> Clocks:
        """Undo finished turns, of the sides in ``turns``, by agreement; ``to`` has to act again.

        ``to`` gains no time. With time per move it has what was left of the turn that it repeats, if that is
        less than it has now; the other side, who will face a new position, has its full time. In a bank,
        spent time stays spent, and a repeated turn does not bring its increment again.
        """
        sides = {
            side: clock.taken_back(turns.count(side), self.pace, acts=side == to)
            for side, clock in self._at(now).items()
        }
        return replace(self, sides=sides, running=to, since=as_utc(now), stops=())

    def reopened(self, of: Side) -> Clocks:
        """Reopen the turn of ``of``, the last event: its clock runs as if the turn had not ended.

        The other side's clock, which has run since, has the time it had when the turn ended.
        """
        sides = {
            side: clock.reopened(self.pace) if side == of else clock for side, clock in self.sides.items()
        }
        return replace(self, sides=sides, running=of, stops=())

    def given(self, side: Side, span: timedelta, now: datetime) -> Clocks:
        """Give ``side`` ``span`` more, counted from now if its time is up.

        Raises ValueError if ``span`` is negative.
        """
        if span < NO_TIME:
            raise ValueError(f"time can be given, not taken: {span}")
        if not self.pace.timed:
            return self
        mine = side == self.running
        sides = dict(self._at(now) if mine else self.sides)
        sides[side] = sides[side].given(span, self.pace)
        return replace(self, sides=sides, since=as_utc(now) if mine else self.since)

    def stopped(self, stops: Iterable[Interval], days_off: DaysOff | None = None) -> Clocks:
        """Stop the running clock in ``stops``, and on all weekends of ``days_off`` until its last event."""
        found = merged(stops)
        if days_off is None:
            return replace(self, stops=found, weekends_off=False)
        side, since = self.running, self.since
        assert side is not None and since is not None, "a clock runs"
        zone, needed, end = zone_called(days_off.zone), self.sides[side].left + self.pace.unclaimed_for, since
        while (reached := when_run(since, needed, found)) > end:
            end = reached
            found = merged([*found, *weekends(zone, since, end, days_off.first)])
        return replace(self, stops=found, weekends_off=True)

    def _at(self, now: datetime) -> Mapping[Side, SideClock]:
        """The time of each side, with the time that has passed until ``now`` subtracted."""
        moment = as_utc(now)
        if self.running is None or self.since is None or not self.pace.timed:
            return self.sides
        ran = running_time(self.since, moment, self.stops)
        return {**self.sides, self.running: self.sides[self.running].spent(ran)}


def reminders(allowed: timedelta, *, fast: bool = False) -> tuple[tuple[Due, timedelta], ...]:
    """The reminders for a turn of ``allowed`` time, each with the time that is left then, earliest first."""
    if fast:
        lead = min(FAST_LAST_AT_MOST, max(FAST_LAST_AT_LEAST, allowed / 4))
        return () if allowed < FAST_UNWARNED else ((Due.LAST, lead),)
    last = (Due.LAST, min(LAST_AT_MOST, allowed / 10))
    if allowed < QUARTER_FROM:
        return (last,)
    return (Due.QUARTER, min(QUARTER_AT_MOST, allowed / 4)), last


def due_now(moments: Sequence[Moment], now: datetime) -> Moment | None:
    """The latest of ``moments`` that is due, or None; it replaces the earlier ones, handled or missed."""
    moment = as_utc(now)
    return max((one for one in moments if one.at <= moment), key=lambda one: one.at, default=None)
