"""The strength of a player, in the terms of Glickman's Glicko-2. The arithmetic is in ``glicko``.

A rating period is one day in UTC. All results of a day are rated together, with all ratings as of the start
of the day; so the order within a day does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final, NamedTuple

from matches.ratings import glicko
from matches.time import as_utc

NEW_RATING: Final = 1500.0
NEW_DEVIATION: Final = 350.0
"""The deviation of a new player, and the largest one, however long a player is absent."""
NEW_VOLATILITY: Final = 0.06
PROVISIONAL_ABOVE: Final = 110.0
"""The deviation above which a rating is provisional."""
TAU: Final = 0.5
"""The rate at which volatilities change; the value of Glickman's own example."""

# Ratings are rounded after every period. The last bits of a float differ between processors and versions
# of Python, and would add up over the years; these digits are far below what a page shows.
_DIGITS: Final = 6
_VOLATILITY_DIGITS: Final = 9


@dataclass(frozen=True, slots=True)
class RatedResult:
    """One rated match of a day: the rival's rating at the start of the day, and the score, 0 to 1.

    ``number`` defines the order of a day's matches, independent of when they came in. ``weight`` is the
    result's weight, at most 1.
    """

    number: int
    rating: float
    deviation: float
    score: float
    weight: float = 1.0


class RankedBy(NamedTuple):
    """The sort key of players, largest first: sure ratings before provisional ones, then by points.

    A sure rating counts as it is, a provisional one at its low end.
    """

    sure: bool
    points: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating, deviation and volatility; a new player's by default."""

    rating: float = NEW_RATING
    deviation: float = NEW_DEVIATION
    volatility: float = NEW_VOLATILITY

    @property
    def points(self) -> int:
        """The rating as people see it."""
        return whole(self.rating)

    @property
    def margin(self) -> int:
        """The margin of error in points: two deviations, shown as ±."""
        return round(2 * self.deviation)

    @property
    def low(self) -> float:
        """The low end of the margin: the player is most likely at least this strong."""
        return self.rating - 2 * self.deviation

    @property
    def provisional(self) -> bool:
        """True if the deviation is still too large for a sure rating."""
        return self.deviation > PROVISIONAL_ABOVE

    def after_idle(self, days: int) -> Rating:
        """The rating after ``days`` without a rated match: only the deviation grows."""
        if days <= 0:
            return self
        phi = glicko.after_absence(glicko.to_phi(self.deviation), self.volatility, days)
        return replace(self, deviation=_stored_deviation(phi))

    def after_day(self, results: Sequence[RatedResult]) -> Rating:
        """The rating after all the results of a day; ``self`` is the rating at the start of that day."""
        opponents = [
            glicko.RatedOpponent(
                glicko.to_mu(one.rating), glicko.to_phi(one.deviation), one.score, one.weight
            )
            for one in sorted(results, key=lambda one: one.number)
        ]
        before = glicko.Strength(glicko.to_mu(self.rating), glicko.to_phi(self.deviation), self.volatility)
        after = glicko.after_period(before, opponents, TAU)
        return Rating(
            round(glicko.to_rating(after.mu), _DIGITS),
            _stored_deviation(after.phi),
            round(after.sigma, _VOLATILITY_DIGITS),
        )


def whole(rating: float) -> int:
    """A rating in whole points."""
    return math.floor(rating + 0.5)


def _stored_deviation(phi: float) -> float:
    return min(round(glicko.to_deviation(phi), _DIGITS), NEW_DEVIATION)


def day_of(moment: datetime) -> int:
    """The rating period of a moment: the number of its day in UTC."""
    return as_utc(moment).toordinal()


def date_of(day: int) -> date:
    """The date of a rating period."""
    return date.fromordinal(day)
