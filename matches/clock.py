"""Paces and clocks: how long a side may take, and whose time runs.

All times are aware and in UTC. Spans are elapsed time: a day is 24 hours, also when daylight saving time
changes. Nothing here reads the time; callers pass it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final, Self

from engines import Side
from matches.intervals import Interval, end_of_stop, running_time, when_run
from matches.weekends import DaysOff

MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
_NO_TIME: Final = timedelta(0)

DAYS_PER_MOVE: Final = (1, 2, 3, 5, 7, 14)
"""The numbers of days that a pace can give per move."""
FAST_PER_MOVE: Final = (10 * MINUTE, 30 * MINUTE, 2 * HOUR)
"""The times per move of fast paces, for a match in one evening."""


@dataclass(frozen=True, slots=True)
class BankLimits:
    """The limits of banks: what they start with, what a turn adds, and what they hold at most."""

    unit: timedelta
    shortest: timedelta
    longest: timedelta
    increment: timedelta
    cap: timedelta


SLOW_BANKS: Final = BankLimits(HOUR, DAY, 28 * DAY, HOUR, 28 * DAY)
FAST_BANKS: Final = BankLimits(MINUTE, 10 * MINUTE, 2 * HOUR, MINUTE, 6 * HOUR)

QUARTER_AT_MOST: Final = DAY
"""The first reminder comes when a quarter of the time is left, and never earlier than this."""
QUARTER_FROM: Final = 2 * DAY
"""A side that has less than this for its turn gets the last warning only."""
LAST_AT_MOST: Final = 2 * HOUR
"""The last warning comes this long before the deadline, or when a tenth is left of a shorter time."""
UNCLAIMED_FOR: Final = 7 * DAY
"""The time for which a win on time can be claimed before the match ends by itself."""
DOWN_AFTER: Final = 5 * MINUTE
"""The bot being away for longer than this counts as a downtime, and all of it is given back."""

FAST_UNWARNED: Final = 5 * MINUTE
"""A side in a fast match that has less than this is not warned: its board has just shown the time."""
FAST_LAST_AT_LEAST: Final = 3 * MINUTE
FAST_LAST_AT_MOST: Final = 15 * MINUTE
"""The one warning in a fast match comes when a quarter of the time is left, but within these two."""
FAST_UNCLAIMED_FOR: Final = DAY
FAST_DOWN_AFTER: Final = MINUTE


def as_utc(moment: datetime) -> datetime:
    """``moment`` in UTC. Raises ValueError for a naive one: what it means depends on the host."""
    if moment.utcoffset() is None:
        raise ValueError(f"a time without a zone: {moment.isoformat()}")
    return moment.astimezone(UTC)


# --- paces ---------------------------------------------------------------------------------------


class PaceError(ValueError):
    """``text`` is not a valid pace; ``reason`` is a sentence for people."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text!r}: {reason}")
        self.text = text
        self.reason = reason


_SPAN: Final = r"(?=[0-9])(?:([0-9]{1,4})d)?(?:([0-9]{1,4})h)?(?:([0-9]{1,4})m)?"
_PER_MOVE: Final = re.compile(_SPAN)
_BANK: Final = re.compile(rf"{_SPAN}\+{_SPAN}<{_SPAN}")


@dataclass(frozen=True, slots=True)
class Pace:
    """The time a side has.

    No clock: all three are None. Time per move: only ``start``, the time for each turn. A bank: ``start``
    for the whole match, plus ``increment`` after each of the side's own turns, never above ``cap``. Raises
    PaceError for anything else.
    """

    start: timedelta | None = None
    increment: timedelta | None = None
    cap: timedelta | None = None

    def __post_init__(self) -> None:
        if reason := self._problem():
            raise PaceError(str(self), reason)

    @classmethod
    def per_move(cls, days: int) -> Self:
        """``days`` for each turn. Raises PaceError unless ``days`` is one of DAYS_PER_MOVE."""
        return cls(days * DAY)

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse ``text`` as :func:`str` writes it, in any case and with any spaces. Raises PaceError."""
        plain = "".join(text.split()).lower()
        if plain == "none":
            return cls()
        if match := _PER_MOVE.fullmatch(plain):
            return cls(_span(*match.groups()))
        if match := _BANK.fullmatch(plain):
            numbers = match.groups()
            start, increment, cap = (_span(*numbers[at : at + 3]) for at in (0, 3, 6))
            return cls(start, increment, cap)
        reason = "Write none, the time for a move such as 3d or 30m, or a bank such as 5d+12h<7d."
        raise PaceError(text, reason)

    def __str__(self) -> str:
        """The stable text that is stored: ``none``, ``3d``, ``30m`` or ``5d+12h<7d``."""
        if self.start is None:
            return "none"
        if self.increment is None or self.cap is None:
            return _span_text(self.start)
        return f"{_span_text(self.start)}+{_span_text(self.increment)}<{_span_text(self.cap)}"

    @property
    def timed(self) -> bool:
        """True if there is a clock."""
        return self.start is not None

    @property
    def is_bank(self) -> bool:
        """True if unused time carries over to the next turn."""
        return self.increment is not None

    @property
    def fast(self) -> bool:
        """True if the match is for an evening: its clock counts minutes rather than days."""
        return self.start is not None and self.start < DAY

    @property
    def unclaimed_for(self) -> timedelta:
        """The time for which a win on time can be claimed before the match ends by itself."""
        return FAST_UNCLAIMED_FOR if self.fast else UNCLAIMED_FOR

    @property
    def down_after(self) -> timedelta:
        """The bot being away for longer than this counts as a downtime, and all of it is given back."""
        return FAST_DOWN_AFTER if self.fast else DOWN_AFTER

    def after_own_turn(self, left: timedelta) -> timedelta:
        """The time of a side after its turn ended with ``left``: full again, or ``left`` plus increment."""
        if self.start is None:
            return left
        if self.increment is None or self.cap is None:
            return self.start
        return min(left + self.increment, self.cap)

    def after_other_turn(self, left: timedelta) -> timedelta:
        """The time of a side after the other side's turn: with time per move, at least the full time."""
        return left if self.start is None or self.is_bank else max(left, self.start)

    def with_more(self, left: timedelta, span: timedelta) -> timedelta:
        """``left`` plus ``span``; a bank never exceeds its cap."""
        return left + span if self.cap is None else min(left + span, self.cap)

    def _problem(self) -> str | None:
        if self.start is None:
            lone = self.increment is not None or self.cap is not None
            return "An increment or a cap needs a bank to start with." if lone else None
        if self.increment is None and self.cap is None:
            return None if self.start in PER_MOVE else _NOT_PER_MOVE
        if self.increment is None or self.cap is None:
            return "A bank needs both an increment and a cap."
        return _bank_problem(self.start, self.increment, self.cap)


def _bank_problem(start: timedelta, increment: timedelta, cap: timedelta) -> str | None:
    """Why a bank is invalid, or None."""
    limits = FAST_BANKS if start < SLOW_BANKS.shortest else SLOW_BANKS
    if any(length % limits.unit for length in (start, increment, cap)):
        return f"A bank like this is counted in whole {'minutes' if limits is FAST_BANKS else 'hours'}."
    if start > limits.longest or start < limits.shortest:
        fast = f"{_span_text(FAST_BANKS.shortest)} to {_span_text(FAST_BANKS.longest)}"
        slow = f"{_span_text(SLOW_BANKS.shortest)} to {_span_text(SLOW_BANKS.longest)}"
        return f"A bank starts with {fast}, or with {slow}."
    if increment < limits.increment:
        return f"A turn adds at least {_span_text(limits.increment)} to a bank like this."
    if cap > limits.cap:
        return f"A bank like this holds at most {_span_text(limits.cap)}."
    if max(start, increment) > cap:
        return "A bank cannot start with more than it may hold, nor a turn add more."
    return None


def _span(days: str | None, hours: str | None, minutes: str | None) -> timedelta:
    return timedelta(days=int(days or 0), hours=int(hours or 0), minutes=int(minutes or 0))


def _span_text(span: timedelta) -> str:
    days, rest = divmod(span, DAY)
    hours, rest = divmod(rest, HOUR)
    numbers = ((days, "d"), (hours, "h"), (rest // MINUTE, "m"))
    return "".join(f"{number}{unit}" for number, unit in numbers if number) or "0d"


PER_MOVE: Final = (*FAST_PER_MOVE, *(days * DAY for days in DAYS_PER_MOVE))
_NOT_PER_MOVE: Final = f"A turn can take {', '.join(map(_span_text, PER_MOVE))}."
NO_CLOCK: Final = Pace()
DEFAULT_PACE: Final = Pace.per_move(3)
PACES: Final = (
    NO_CLOCK,
    *map(Pace, FAST_PER_MOVE),
    Pace.read("30m+1m<1h"),
    *(Pace.per_move(days) for days in DAYS_PER_MOVE),
    *(Pace.read(text) for text in ("2d+6h<3d", "5d+12h<7d", "10d+1d<14d")),
)
"""The paces that a challenge and a server offer."""


# --- clocks --------------------------------------------------------------------------------------


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
        return replace(self, left=max(self.left - max(span, _NO_TIME), _NO_TIME))

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
        """Start the clock of ``side`` with the time it has; no change if it runs already."""
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

    def passed(self, to: Side, now: datetime) -> Clocks:
        """Start the clock of ``to`` in the middle of a turn; the other side keeps the time it has."""
        return self.started(to, now)

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
        if span < _NO_TIME:
            raise ValueError(f"time can be given, not taken: {span}")
        if not self.pace.timed:
            return self
        mine = side == self.running
        sides = dict(self._at(now) if mine else self.sides)
        sides[side] = sides[side].given(span, self.pace)
        return replace(self, sides=sides, since=as_utc(now) if mine else self.since)

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


def more_time(pace: Pace) -> timedelta:
    """The time that a player gives the other at once; zero without a clock.

    With time per move it is a whole turn's. For a bank it is a day (a fast bank: 10 minutes), or the
    increment if that is more.
    """
    if pace.start is None:
        return timedelta(0)
    if pace.increment is None:
        return pace.start
    return max(pace.increment, FAST_PER_MOVE[0] if pace.fast else DAY)
