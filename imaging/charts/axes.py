"""Axes of curves: the places of values in the picture, and their labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain, count
from math import ceil, floor

from PIL import Image

from imaging.board.player_strips import EDGE, framed
from imaging.draw.canvas import Canvas, Colour, Corner, Point, write

_PAPER_EDGE = 8


@dataclass(frozen=True, slots=True)
class Axes:
    """A picture with water in a frame, on which a curve is drawn. Lengths are pixels.

    ``corner`` is the upper left corner of the water, from which the curve's points are counted. The first and
    the last value are ``margin`` away from its edges. Numbers beside it end at ``scale_at``.
    """

    size: tuple[int, int]
    water: tuple[int, int]
    corner: Corner
    margin: int
    scale_at: int

    def x(self, value: float, first: int, last: int) -> float:
        """The distance of a value from the left; half way, if ``first`` is ``last``."""
        share = (value - first) / (last - first) if last > first else 0.5
        return self.margin + share * (self.water[0] - 2 * self.margin)

    def picture(self, water: Image.Image, sand: Colour, rim: Colour, corners: Colour) -> Image.Image:
        """The water in its frame, with sand around it (``RGBA``)."""
        image = Image.new("RGBA", self.size, sand)
        image.alpha_composite(framed(water, rim, corners), (self.corner[0] - EDGE, self.corner[1] - EDGE))
        return image

    def write_beside(self, image: Image.Image, text: str, size: int, y: float, ink: Colour) -> None:
        """Write left of the water, at the height of a point."""
        at = self.scale_at, self.corner[1] + y
        write(image, text, size, ink, at, anchor=1, room=self.scale_at - _PAPER_EDGE)

    @property
    def foot(self) -> float:
        """The middle of the labels below the water, as a height in the picture."""
        return (self.corner[1] + self.water[1] + EDGE + self.size[1]) / 2


def dashes(
    pen: Canvas, start: Point, right: float, lengths: tuple[int, int], width: float, ink: Colour
) -> None:
    """Draw a level line up to ``right``; ``lengths``: those of a dash and of the gap behind it."""
    (x, y), (dash, gap) = start, lengths
    while x < right:
        pen.line([(x, y), (min(x + dash, right), y)], width, ink)
        x += dash + gap


# --- which values are written --------------------------------------------------------------------


Tick = tuple[int, str]
"""A day (its ordinal) and its label."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""The months' names, the same on every machine, whatever its locale."""
MOST_LINES = 6
MOST_DAYS = 5
MOST_MONTHS = 4

_FINEST = 50
"""The smallest distance between two lines, in rating points."""

_DAY_STEPS = (1, 2, 3, 7, 14)
_MONTH_STEPS = (1, 2, 3, 6, 12, 24)
"""From one month to two years; then come five years, ten, fifteen and so on."""


def lines(low: float, high: float) -> list[int]:
    """The round ratings from ``low`` to ``high``, the lowest first: at most :data:`MOST_LINES`."""
    steps = (step for step in round_numbers() if step >= _FINEST)
    ways = (range(ceil(low / step) * step, floor(high / step) * step + 1, step) for step in steps)
    return list(next(way for way in ways if len(way) <= MOST_LINES))


def ticks(first: int, last: int) -> list[Tick]:
    """The days between two (ordinals, both included) to label below a graph.

    A short span is labelled in days from its first one on (``14 Mar``, at most :data:`MOST_DAYS`), a long one
    in months (``Mar``, at most :data:`MOST_MONTHS`), with their year (``Mar 2026``) if that is ambiguous.
    """
    for step in _DAY_STEPS:
        if (last - first) // step < MOST_DAYS:
            days = map(date.fromordinal, range(first, last + 1, step))
            return [(on.toordinal(), f"{on.day} {MONTHS[on.month - 1]}") for on in days]
    steps = chain(_MONTH_STEPS, count(60, 60))
    ways = (_months(step, date.fromordinal(first), date.fromordinal(last)) for step in steps)
    months = next(way for way in ways if len(way) <= MOST_MONTHS)
    with_year = len(months) > 1 and months[-1] - months[0] >= 12
    return [_beginning(*divmod(month, 12), with_year=with_year) for month in months]


def round_numbers() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, 100 and so on."""
    return (digit * 10**power for power in count() for digit in (1, 2, 5))


def _months(step: int, first: date, last: date) -> range:
    """Every ``step``-th month that begins between two days, as numbers counted from the year 0."""
    earliest = first.year * 12 + first.month - (1 if first.day == 1 else 0)
    latest = last.year * 12 + last.month - 1
    return range(ceil(earliest / step) * step, latest + 1, step)


def _beginning(year: int, month: int, *, with_year: bool) -> Tick:
    """The first day of a month (0 to 11)."""
    return date(year, month + 1, 1).toordinal(), f"{MONTHS[month]} {year}" if with_year else MONTHS[month]
