"""Paces: the time that the sides of a match have, and the rules of its clocks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Self

from matches.time import DAY, HOUR, MINUTE, NO_TIME

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

DOWN_AFTER: Final = 5 * MINUTE
"""The bot being away for longer than this counts as a downtime, and all of it is given back."""
FAST_DOWN_AFTER: Final = MINUTE


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
        return DAY if self.fast else 7 * DAY

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

    @property
    def more_time(self) -> timedelta:
        """The time that a player gives the other at once; zero without a clock.

        With time per move it is a whole turn's. For a bank it is a day (a fast bank: 10 minutes), or the
        increment if that is more.
        """
        if self.start is None:
            return NO_TIME
        if self.increment is None:
            return self.start
        return max(self.increment, FAST_PER_MOVE[0] if self.fast else DAY)

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
