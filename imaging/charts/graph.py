"""The graph of a rating: its line over the days, and around it how sure the rating was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from itertools import pairwise

from PIL import Image

from imaging.board.player_strips import EDGE
from imaging.charts.axes import Axes, Tick, dashes, lines, ticks
from imaging.charts.colours import chart_theme, contrast
from imaging.charts.ranked import marked
from imaging.draw.canvas import Canvas, Colour, Point, centre, filled, lettering, star, write
from imaging.draw.palette import Palette, mix, ramp
from imaging.picture import Picture, finished
from imaging.themes.catalog import DEFAULT_THEME
from imaging.themes.theme import SHADOW, Theme

# Pixels.
_MARGIN = 34
_WATER = (654, 470)
_AXES = Axes(size=(900, 560), water=_WATER, corner=(113, 23), margin=_MARGIN, scale_at=96)
_ABOVE = 84
_BELOW = 34
_THICK = (4, 7)
_DASHES = (12, 12)
_RATING = 32
_DAY = 28
_NUMBER = 40
_FLAG = (122, 58)
_POINTER = 12

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
        """The number of the point with the highest rating, the first one if there are several."""
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
    image = _AXES.picture(_water(chart), theme.sand, theme.wet, theme.sea_light)
    for rating in chart.lines:
        _AXES.write_beside(image, str(rating), _RATING, chart.y(rating), theme.text)
    for day, name in chart.ticks:
        write(image, name, _DAY, theme.text, (_AXES.corner[0] + chart.x(day), _AXES.foot))
    _raise_flag(image, chart)
    return finished(image, _palette(theme), graph.alt)


class _Chart:
    """The places of days and ratings, in pixels from the upper left corner of the water."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.theme = chart_theme(graph.theme)
        self.ink = _ink(self.theme)
        self.best_at = graph.best
        self._first = graph.points[0][0]
        # The band may run out of the picture where the rating was least sure, but not where it was surest.
        surest = min(deviation for _, _, deviation in graph.points)
        low = min(rating for _, rating, _ in graph.points) - surest
        high = max(rating for _, rating, _ in graph.points) + surest
        self._middle = (low + high) / 2
        self._span = max(high - low, _LEAST_SPAN)

    def x(self, day: int) -> float:
        """The distance of a day from the left; half way, if it is the only one."""
        return _AXES.x(day, self._first, self.graph.today)

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
    """The contents of the water: stripes from line to line, the band, the rating's line and its marks."""
    image = _stripes(chart)
    _add_ticks(image, chart)
    band = (*chart.theme.foam, round(255 * _band_share(chart.theme)))
    image.alpha_composite(filled(_WATER, chart.band, band))
    pen = Canvas.pixels(_WATER)
    _draw_line(pen, chart)
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
    dashes(pen, chart.line[-1], chart.now[0], _DASHES, thin, chart.ink)  # nothing was played since
    if chart.best != chart.now:
        pen.disc(chart.now, 15, chart.theme.foam)
        pen.disc(chart.now, 11, chart.theme.coral)
    for reach, paint in ((24, chart.ink), (17, chart.theme.sun)):
        pen.polygon(star(chart.best, reach, reach * 0.52, 5), paint)


def _write_best(image: Image.Image, chart: _Chart) -> None:
    """The highest rating above its star, unless it is the one on the flag."""
    if chart.best == chart.now:
        return
    x, y = chart.best
    number = lettering(chart.graph.said(chart.best_at), _NUMBER, chart.ink)
    half = number.width / 2 + 10
    centre(image, number, (min(max(x, half), _WATER[0] - half), y - 46))


def _raise_flag(image: Image.Image, chart: _Chart) -> None:
    """The rating of today, on a flag that points at the end of the line."""
    (width, height), theme = _FLAG, chart.theme
    pen = Canvas.pixels(_FLAG)
    pen.box((_POINTER, 0), _FLAG, 14, theme.coral)
    pen.polygon(
        [(_POINTER + 2, height / 2 - 14), (_POINTER + 2, height / 2 + 14), (0, height / 2)], theme.coral
    )
    flag = pen.finish()
    number, middle = chart.graph.said(len(chart.graph.points) - 1), ((width + _POINTER) / 2, height / 2)
    write(flag, number, _NUMBER, theme.foam, middle, room=width - _POINTER - 12)
    left, top = _AXES.corner
    image.alpha_composite(flag, (left + _WATER[0] + EDGE // 2, round(top + chart.now[1] - height / 2)))


@lru_cache
def _palette(theme: Theme) -> Palette:
    """Every colour that is painted, and the shades between two of them for smooth edges."""
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
