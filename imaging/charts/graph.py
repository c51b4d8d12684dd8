"""The graph of a rating: its line over the days, and around it how sure the rating was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from itertools import count, pairwise
from math import ceil, floor

from PIL import Image

from imaging.board.strips import EDGE, framed
from imaging.charts.flat import contrast
from imaging.charts.ranked import marked
from imaging.draw.canvas import Canvas, Colour, Point, arc, centre, filled, fitting, lettering
from imaging.draw.palette import Palette, mix, ramp
from imaging.draw.png import encode
from imaging.picture import Picture
from imaging.themes.catalog import DEFAULT_THEME, theme_for
from imaging.themes.theme import SHADOW, Theme

# Pixels.
_SIZE = (900, 560)
_WATER = (654, 470)
_LEFT, _TOP = 113, 23
_RIGHT, _BOTTOM = _LEFT + _WATER[0], _TOP + _WATER[1]
_MARGIN = 34
_ABOVE = 84
_BELOW = 34
_THICK = (4, 7)
_DASH = 12
_RATING = 32
_DAY = 28
_NUMBER = 40
_FLAG = (122, 58)
_POINTER = 12
_GAP = 8

_LEAST_SPAN = 150
"""Rating points that the picture shows at least: a small change must not look like a large one."""

_DENSE = 1000
"""Points times pixels: the line is as thick as this allows."""

_BAND_SHARE = 0.55
_BAND_IN_THE_DARK = 0.2
_TICK_SHARE = 0.4

_SEEN = 3
"""The contrast that a line needs to be seen (WCAG)."""


@dataclass(frozen=True, slots=True)
class Graph:
    """The history of a rating up to ``today`` (the ordinal of a date, UTC).

    A point is a day (such an ordinal), and the rating and its deviation on it in whole points. The earliest
    is first; there is at least one. ``unsure``: the numbers of the points at which the rating is provisional,
    the last one's as it is today. ``theme``: the key of the theme that it is drawn in.
    """

    points: tuple[tuple[int, int, int], ...]
    today: int
    unsure: frozenset[int] = frozenset()
    theme: str = DEFAULT_THEME

    def __post_init__(self) -> None:
        days = [*(day for day, _, _ in self.points), self.today]
        if not self.points or days != sorted(days):
            raise ValueError("a graph is of one point or more, the earliest first, none after today")

    @property
    def best(self) -> int:
        """The number of the point with the highest rating, the first of such."""
        return max(range(len(self.points)), key=lambda at: (self.points[at][1], -at))

    def said(self, at: int) -> str:
        """The rating of a point, marked if it is provisional."""
        return marked(self.points[at][1], at in self.unsure)

    @property
    def alt(self) -> str:
        """The graph in words."""
        last = len(self.points) - 1
        highest = self.best
        days = (self.points[0][0], self.points[highest][0], self.today)
        since, peak, until = (date.fromordinal(at).isoformat() for at in days)
        start, best, now = map(self.said, (0, highest, last))
        return f"Rating from {since} to {until}: {start} at first, {best} at best ({peak}), {now} now."


def draw_graph(graph: Graph) -> Picture:
    """The picture of a graph, 900 pixels wide and 560 high. The same graph gives the same bytes."""
    chart = _Chart(graph)
    theme = chart.theme
    image = Image.new("RGBA", _SIZE, theme.sand)
    image.alpha_composite(framed(_water(chart), theme.wet, theme.sea_light), (_LEFT - EDGE, _TOP - EDGE))
    _write_scales(image, chart)
    _raise_flag(image, chart)
    palette = _palette(theme)
    return Picture(encode(palette.reduce(image.convert("RGB")), palette.content), *_SIZE, graph.alt)


class _Chart:
    """The places of days and ratings, in pixels from the upper left corner of the water."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        # No side's pieces are in the picture.
        self.theme = theme_for(("green", "blue"), graph.theme)
        self.ink = _ink(self.theme)
        self.best_at = graph.best
        self._first, self._days = graph.points[0][0], graph.today - graph.points[0][0]
        # The band may run out of the picture where the rating was least sure, but not where it was surest.
        surest = min(deviation for _, _, deviation in graph.points)
        low = min(rating for _, rating, _ in graph.points) - surest
        high = max(rating for _, rating, _ in graph.points) + surest
        self._middle = (low + high) / 2
        self._span = max(high - low, _LEAST_SPAN)

    def x(self, day: int) -> float:
        """The distance of a day from the left; half way, if it is the only one."""
        share = (day - self._first) / self._days if self._days else 0.5
        return _MARGIN + share * (_WATER[0] - 2 * _MARGIN)

    def y(self, rating: float) -> float:
        """The distance of a rating from the top."""
        share = 0.5 - (rating - self._middle) / self._span
        return _ABOVE + share * (_WATER[1] - _ABOVE - _BELOW)

    @cached_property
    def lines(self) -> list[int]:
        """The ratings at which there is a line, the lowest first."""
        scale = self._span / (_WATER[1] - _ABOVE - _BELOW)
        low, high = self._middle - self._span / 2, self._middle + self._span / 2
        return lines(low - _BELOW * scale, high + _ABOVE * scale)

    @cached_property
    def ticks(self) -> list[Tick]:
        """The days that are named, and their names."""
        return ticks(self._first, self.graph.today)

    @cached_property
    def line(self) -> list[Point]:
        """The rating's way from the first day to the last that changed it."""
        return [(self.x(day), self.y(rating)) for day, rating, _ in self.graph.points]

    @property
    def best(self) -> Point:
        """The point at which the rating was highest."""
        return self.line[self.best_at]

    @property
    def now(self) -> Point:
        return self.x(self.graph.today), self.y(self.graph.points[-1][1])

    @property
    def band(self) -> list[Point]:
        """The outline of one deviation either way, up to today and a little wider than the line."""
        _, rating, deviation = self.graph.points[-1]
        points = [*self.graph.points, (self.graph.today, rating, deviation)]
        upper = [(self.x(day), self.y(rating + deviation)) for day, rating, deviation in points]
        lower = [(self.x(day), self.y(rating - deviation)) for day, rating, deviation in points]
        return [*_widened(upper), *reversed(_widened(lower))]


def _ink(theme: Theme) -> Colour:
    """The colour of the line: of the shadow, or on dark water that of the text."""
    return SHADOW if contrast(SHADOW, theme.sea_dark) > _SEEN else theme.text


def _band_share(theme: Theme) -> float:
    """The share of foam in the band, on which the line has to be seen."""
    return _BAND_SHARE if _ink(theme) == SHADOW else _BAND_IN_THE_DARK


def _widened(edge: Sequence[Point]) -> list[Point]:
    """An edge of the band that begins and ends a little further out: a single day has a band too."""
    (left, start), (right, end) = edge[0], edge[-1]
    return [(left - _MARGIN / 2, start), *edge, (right + _MARGIN / 2, end)]


def _water(chart: _Chart) -> Image.Image:
    """All that is in the water: stripes from line to line, the band, and the rating's line with its marks."""
    image = _stripes(chart)
    _add_ticks(image, chart)
    band = (*chart.theme.foam, round(255 * _band_share(chart.theme)))
    image.alpha_composite(filled(_WATER, chart.band, band))
    pen = Canvas(_WATER, unit=1)
    _draw_line(pen.moved(-_WATER[0] / 2, -_WATER[1] / 2), chart)
    image.alpha_composite(pen.finish())
    _write_best(image, chart)
    return image


def _stripes(chart: _Chart) -> Image.Image:
    """Water that is now darker, now lighter from one line to the next (``RGBA``)."""
    image = Image.new("RGBA", _WATER, chart.theme.sea_light)
    edges = [0, *(round(chart.y(rating)) for rating in reversed(chart.lines)), _WATER[1]]
    for number, (upper, lower) in enumerate(pairwise(edges)):
        if number % 2 == 0:
            image.paste(chart.theme.sea_dark, (0, upper, _WATER[0], lower))
    return image


def _add_ticks(image: Image.Image, chart: _Chart) -> None:
    """A faint line at each day that is named."""
    tick = Image.new("RGBA", (3, _WATER[1]), (*chart.theme.foam, round(255 * _TICK_SHARE)))
    for day, _ in chart.ticks:
        image.alpha_composite(tick, (round(chart.x(day)) - 1, 0))


def _draw_line(pen: Canvas, chart: _Chart) -> None:
    # Many points go up and down within a few pixels: a thick line would run together.
    thin, thick = _THICK
    pen.line(chart.line, min(max(thin, _DENSE / len(chart.line)), thick), chart.ink)
    _dashes(pen, chart.line[-1], chart.now, chart.ink)
    if chart.best != chart.now:
        pen.disc(chart.now, 15, chart.theme.foam)
        pen.disc(chart.now, 11, chart.theme.coral)
    _star(pen, chart)


def _dashes(pen: Canvas, start: Point, end: Point, ink: Colour) -> None:
    """A level line to the right while nothing was played: the rating still stands."""
    (x, y), (right, _) = start, end
    while x < right:
        pen.line([(x, y), (min(x + _DASH, right), y)], _THICK[0], ink)
        x += 2 * _DASH


def _star(pen: Canvas, chart: _Chart) -> None:
    middle = chart.best
    for reach, paint in ((24, chart.ink), (17, chart.theme.sun)):
        outer, inner = arc(middle, reach, -90, 270, 5), arc(middle, reach * 0.52, -54, 306, 5)
        pen.polygon([corner for pair in zip(outer, inner, strict=True) for corner in pair], paint)


def _write_best(image: Image.Image, chart: _Chart) -> None:
    """The highest rating above its star, unless it is the one on the flag."""
    if chart.best == chart.now:
        return
    x, y = chart.best
    number = lettering(chart.graph.said(chart.best_at), _NUMBER, chart.ink)
    half = number.width / 2 + 10
    centre(image, number, (min(max(x, half), _WATER[0] - half), y - 46))


def _write_scales(image: Image.Image, chart: _Chart) -> None:
    """The ratings of the lines beside the water, the names of the days below it."""
    right = _LEFT - EDGE - _GAP
    for rating in chart.lines:
        size = fitting(str(rating), _RATING, right - _GAP)
        text = lettering(str(rating), size, chart.theme.text)
        centre(image, text, (right - text.width / 2, _TOP + chart.y(rating)))
    for day, name in chart.ticks:
        text = lettering(name, _DAY, chart.theme.text)
        centre(image, text, (_LEFT + chart.x(day), (_BOTTOM + EDGE + _SIZE[1]) / 2))


def _raise_flag(image: Image.Image, chart: _Chart) -> None:
    """The rating of today, on a flag that points at the end of the line."""
    width, height = _FLAG
    pen = Canvas(_FLAG, unit=1)
    pen.box((_POINTER - width / 2, -height / 2), (width / 2, height / 2), 14, chart.theme.coral)
    pen.polygon([(_POINTER + 2 - width / 2, y) for y in (-14, 14)] + [(-width / 2, 0)], chart.theme.coral)
    flag = pen.finish()
    number = chart.graph.said(len(chart.graph.points) - 1)
    size = fitting(number, _NUMBER, width - _POINTER - 12)
    centre(flag, lettering(number, size, chart.theme.foam), ((width + _POINTER) / 2, height / 2))
    image.alpha_composite(flag, (_RIGHT + EDGE // 2, round(_TOP + chart.now[1] - height / 2)))


@lru_cache
def _palette(theme: Theme) -> Palette:
    """Every colour that is painted, and what smooth edges need between two of them."""
    ink, band = _ink(theme), _band_share(theme)
    colours: list[Colour] = [theme.sand, theme.wet, theme.foam, theme.coral, theme.sun, theme.text, ink]
    for ground in (theme.sea_light, theme.sea_dark):
        ticked = mix(ground, theme.foam, _TICK_SHARE)
        banded = mix(ground, theme.foam, band)
        colours += [ground, ticked, banded, mix(ticked, theme.foam, band)]
        colours += [*ramp(ground, ink, 3), *ramp(banded, ink, 3), *ramp(ground, banded, 1)]
    colours += [*ramp(theme.sand, theme.text, 4), *ramp(theme.foam, theme.coral, 3)]
    colours += [*ramp(theme.sand, theme.coral, 2), *ramp(theme.sun, ink, 2), *ramp(theme.wet, theme.foam, 2)]
    return Palette(dict.fromkeys([*colours, *ramp(theme.wet, theme.sand, 2)]))


# --- lines and ticks -----------------------------------------------------------------------------


Tick = tuple[int, str]
"""A day (its ordinal) and what is written below it."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""The months' names, the same on every machine, whatever its locale."""
MOST_LINES = 6
MOST_DAYS = 5
MOST_MONTHS = 4

_FINEST = 50
"""The smallest distance between two lines, in rating points."""

_DAY_STEPS = (1, 2, 3, 7, 14)
_MONTH_STEPS = (1, 2, 3, 6, 12, 24)


def lines(low: float, high: float) -> list[int]:
    """The round ratings from ``low`` to ``high``, the lowest first: at most :data:`MOST_LINES`."""
    ways = (_multiples(step, low, high) for step in _rating_steps())
    return list(next(way for way in ways if len(way) <= MOST_LINES))


def ticks(first: int, last: int) -> list[Tick]:
    """Days between two (ordinals, both included) to write below a graph.

    A short while is told in days from its first one on (``14 Mar``, at most :data:`MOST_DAYS`), a long one in
    months (``Mar``, at most :data:`MOST_MONTHS`), with their year (``Mar 2026``) where one could be of two.
    """
    for step in _DAY_STEPS:
        if (last - first) // step < MOST_DAYS:
            return [(day, _day(date.fromordinal(day))) for day in range(first, last + 1, step)]
    ways = (_months(step, date.fromordinal(first), date.fromordinal(last)) for step in _month_steps())
    months = next(way for way in ways if len(way) <= MOST_MONTHS)
    with_year = len(months) > 1 and months[-1] - months[0] >= 12
    return [_beginning(*divmod(month, 12), with_year=with_year) for month in months]


def _rating_steps() -> Iterator[int]:
    """50, 100, 200, 500, 1000 and so on."""
    for power in count(1):
        yield from (step for digit in (1, 2, 5) if (step := digit * 10**power) >= _FINEST)


def _month_steps() -> Iterator[int]:
    """From one month to two years; then five years, ten, fifteen and so on."""
    yield from _MONTH_STEPS
    yield from count(60, 60)


def _multiples(step: int, low: float, high: float) -> range:
    return range(ceil(low / step) * step, floor(high / step) * step + 1, step)


def _months(step: int, first: date, last: date) -> range:
    """Every ``step``-th month that begins between two days, as numbers counted from the year 0."""
    earliest = first.year * 12 + first.month - (1 if first.day == 1 else 0)
    latest = last.year * 12 + last.month - 1
    return range(ceil(earliest / step) * step, latest + 1, step)


def _beginning(year: int, month: int, *, with_year: bool) -> Tick:
    """The first day of a month (0 to 11)."""
    return date(year, month + 1, 1).toordinal(), f"{MONTHS[month]} {year}" if with_year else MONTHS[month]


def _day(on: date) -> str:
    return f"{on.day} {MONTHS[on.month - 1]}"
