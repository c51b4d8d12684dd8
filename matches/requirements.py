"""The requirements of an open challenge for the player who accepts it, and how reliably players finish."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from matches.errors import Problem

LATELY: Final = 30
"""The number of latest finished matches that a player's reliability is computed from."""
TELLING: Final = 5
"""The least finished matches for a reliability; with fewer, a player is new."""
WITHIN: Final = (100, 200, 400)
"""The distances between two ratings that a challenge may ask for."""
_FORGIVEN: Final = 1
"""The number of matches lost on time that count against no player."""
_FEW: Final = 10
"""One match lost on time in this many still counts as few."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """A user's latest matches against people: how many ended, and how many of them they left.

    A user leaves a match by running out of time, or by resigning before they have begun it.
    """

    finished: int = 0
    timed_out: int = 0

    @property
    def is_new(self) -> bool:
        """True if too few matches have ended for a reliability."""
        return self.finished < TELLING

    @property
    def percent(self) -> int:
        """The share of matches that the player did not leave, in percent; 100 if none has ended."""
        if not self.finished:
            return 100
        played = 100 * (self.finished - self.timed_out)
        return (2 * played + self.finished) // (2 * self.finished)

    @property
    def has_few_timeouts(self) -> bool:
        """True if they hardly ever lost on time; also for newcomers."""
        return self.timed_out <= max(_FORGIVEN, self.finished // _FEW)


class Points(NamedTuple):
    """A rating in whole points, and whether it is provisional."""

    points: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Taker:
    """A player who wants to accept a challenge: their rating in its game, and their reliability."""

    points: int
    provisional: bool
    reliability: Reliability


@dataclass(frozen=True, slots=True)
class Requirements:
    """The requirements of an open challenge; none by default.

    ``within``: how far the taker's rating may be from the challenger's. ``established``: it must not be
    provisional. ``reliable``: the taker has lost few matches on time.
    """

    within: int | None = None
    established: bool = False
    reliable: bool = False

    def __bool__(self) -> bool:
        return self.within is not None or self.established or self.reliable

    def __str__(self) -> str:
        """The stored text: words separated by spaces."""
        within = [] if self.within is None else [f"{_WITHIN}{self.within}"]
        words = {_ESTABLISHED: self.established, _RELIABLE: self.reliable}
        return " ".join([*within, *(word for word, asked in words.items() if asked)])

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse stored text. Raises ValueError for an unknown word."""
        within: int | None = None
        words = set(text.split())
        for word in words - {_ESTABLISHED, _RELIABLE}:
            if not word.startswith(_WITHIN):
                raise ValueError(f"nothing is required by {word!r}")
            within = int(word.removeprefix(_WITHIN))
        return cls(within, _ESTABLISHED in words, _RELIABLE in words)

    def unmet(self, taker: Taker, challenger: int) -> Problem | None:
        """The first requirement that ``taker`` does not meet, or None; ``challenger``: the other's points."""
        if self.within is not None and abs(taker.points - challenger) > self.within:
            return Problem.UNMET_RATING
        if self.established and taker.provisional:
            return Problem.UNMET_PROVISIONAL
        if self.reliable and not taker.reliability.has_few_timeouts:
            return Problem.UNMET_TIMEOUTS
        return None


_WITHIN: Final = "within="
_ESTABLISHED: Final = "established"
_RELIABLE: Final = "reliable"
NO_REQUIREMENTS: Final = Requirements()
