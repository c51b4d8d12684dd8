"""The curve of a match: each side's chance of winning after every turn, and the turns that cost most."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import dist

from PIL import Image

from engines import Side
from imaging.board.player_strips import EDGE
from imaging.charts.axes import Axes, dashes, round_numbers
from imaging.draw.canvas import Canvas, Colour, Point, centre, lettering, write
from imaging.draw.palette import Palette, mix, ramp
from imaging.picture import Picture, finished
from imaging.themes.catalog import DEFAULT_THEME, theme_for
from imaging.themes.theme import SHADOW, Theme

# Pixels.
_MARGIN = 26
_WATER = (752, 356)
_AXES = Axes(size=(900, 512), water=_WATER, corner=(118, 78), margin=_MARGIN, scale_at=99)
_HEAD = 36
_SCALE = 30
_LINE = 5
_DASHES = (14, 12)
_NAME = 34
_FOOT = 30
_NUMBER = 34
_WORD = "Move"
_MARK = 25
_APART = 2 * _MARK + 4
"""The least distance of two marks, from middle to middle."""
_ABOVE = 56
"""The distance of a mark from the point that it is about."""

_MOST_TICKS = 6


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of the side named first, from 0 to 1, at moments of a match, one or more.

    A moment of ``points`` is the number of turns that were finished, and the chance then. ``marks`` are the
    moments to point at, by their index in ``points``, with what is written on each: a turn is marked where
    it was finished. ``own`` is the side that the curve is drawn for: the better for it, the higher.
    """

    sides: tuple[Side, Side]
    points: tuple[tuple[int, float], ...]
    marks: tuple[tuple[int, str], ...] = ()
    theme: str = DEFAULT_THEME
    own: Side | None = None

    def __post_init__(self) -> None:
        if self.own not in (*self.sides, None):
            raise ValueError("a curve is drawn for one of the two sides")
        turns = [turn for turn, _ in self.points]
        if not turns or turns != sorted(turns):
            raise ValueError("a curve is of one moment or more, the earliest first")
        if any(not 0 <= chance <= 1 for _, chance in self.points):
            raise ValueError("a chance is between 0 and 1")

    @property
    def lower(self) -> Side:
        """The side whose chances grow upwards: its share is the lower one."""
        return self.own or self.sides[0]

    @property
    def upper(self) -> Side:
        """The other side."""
        return self.sides[1] if self.lower == self.sides[0] else self.sides[0]

    @property
    def seen(self) -> tuple[tuple[int, float], ...]:
        """The moments, with the chances of :attr:`lower`."""
        if self.lower == self.sides[0]:
            return self.points
        return tuple((turn, 1 - chance) for turn, chance in self.points)

    @property
    def title(self) -> str:
        """The title of the picture: the side whose chances it shows."""
        return f"{self.lower.capitalize()}'s chances of winning"

    @property
    def alt(self) -> str:
        """The curve in words."""
        first, last = (round(100 * chance) for _, chance in (self.seen[0], self.seen[-1]))
        said = f"{self.title}: {first} % at first, {last} % at the end."
        marked = [f"{label} at move {self.points[at][0]}" for at, label in self.marks]
        return f"{said} Marked: {', '.join(marked)}." if marked else said


def draw_chances(chances: Chances) -> Picture:
    """The picture of a curve, 900 pixels wide and 512 high. The same curve gives the same bytes."""
    theme = theme_for(chances.sides, chances.theme)
    curve, left = _Curve(chances), _AXES.corner[0]
    # The frame is painted in the usual colours.
    image = _AXES.picture(_areas(curve, theme), theme.sand, Theme.wet, Theme.sea_light)
    write(image, chances.title, _HEAD, theme.text, (left, (_AXES.corner[1] - EDGE) / 2), anchor=0)
    for percent in (0, 50, 100):
        _AXES.write_beside(image, f"{percent} %", _SCALE, curve.y(percent / 100), theme.text)
    word_end = left + write(image, _WORD, _FOOT, theme.text, (left, _AXES.foot), anchor=0)
    for turn in curve.ticks:
        number = lettering(str(turn), _FOOT, theme.text)
        x = min(left + curve.x(turn), image.width - number.width / 2 - 8)
        if x - number.width / 2 > word_end + 12:
            centre(image, number, (x, _AXES.foot))
    return finished(image, _palette(chances.sides, chances.theme), chances.alt)


class _Curve:
    """The places of moments and chances, in pixels from the upper left corner of the water."""

    def __init__(self, chances: Chances) -> None:
        self.chances = chances
        self._points = chances.seen
        self._first, self._last = self._points[0][0], self._points[-1][0]

    def x(self, turn: float) -> float:
        """The distance of a moment from the left; half way, if it is the only one."""
        return _AXES.x(turn, self._first, self._last)

    @staticmethod
    def y(chance: float) -> float:
        """The distance of a chance of the lower side from the top."""
        return _MARGIN + (1 - chance) * (_WATER[1] - 2 * _MARGIN)

    @property
    def line(self) -> list[Point]:
        """The curve from one edge to the other."""
        inside = [(self.x(turn), self.y(chance)) for turn, chance in self._points]
        return [(0.0, inside[0][1]), *inside, (float(_WATER[0]), inside[-1][1])]

    @property
    def ticks(self) -> list[int]:
        """The moves that are written below, counted from 1: round numbers, few enough to be read."""
        step = next(step for step in round_numbers() if self._last - self._first <= step * _MOST_TICKS)
        return [turn for turn in range(self._first, self._last + 1) if turn and turn % step == 0]

    @property
    def marks(self) -> list[tuple[Point, Point, str]]:
        """Each mark: the point that it is about, its place, and its text.

        It stands beside the curve on the side with more room, and no two stand on each other.
        """
        placed: list[tuple[Point, Point, str]] = []
        for at, label in self.chances.marks:
            turn, chance = self._points[at]
            point = self.x(turn), self.y(chance)
            taken = [middle for _, middle, _ in placed]
            places = list(_places_beside(point))
            free = (place for place in places if all(dist(place, other) >= _APART for other in taken))
            placed.append((point, next(free, places[-1]), label))
        return placed


def _places_beside(point: Point) -> Iterator[Point]:
    """The places for a mark about a point, the best first: on the side of the curve with more room."""
    x = min(max(point[0], _MARK + 6), _WATER[0] - _MARK - 6)
    towards = 1 if point[1] < _WATER[1] / 2 else -1
    near = point[1] + towards * _ABOVE
    for step in range(8):
        y = near + towards * step * _APART / 2
        if not _MARK + 4 <= y <= _WATER[1] - _MARK - 4:
            break
        yield x, y
    for step in range(10, 400, 10):  # beside it, without room above or below
        for beside in (x + step, x - step):
            if _MARK + 6 <= beside <= _WATER[0] - _MARK - 6:
                yield beside, near
    yield x, near


def _areas(curve: _Curve, theme: Theme) -> Image.Image:
    """The share of each side in its colour, the curve between them, and the marks, ``RGBA``."""
    lower, upper = theme.coat(curve.chances.lower), theme.coat(curve.chances.upper)
    pen = Canvas.pixels(_WATER)
    pen.box((0, 0), _WATER, 0, upper.face)
    pen.polygon([*curve.line, _WATER, (0, _WATER[1])], lower.face)
    dashes(pen, (0, curve.y(0.5)), _WATER[0], _DASHES, 2, theme.faint)
    pen.line(curve.line, _LINE + 4, SHADOW)
    pen.line(curve.line, _LINE, Theme.foam)
    for point, middle, _ in curve.marks:
        pen.line([point, middle], 7, SHADOW)
        pen.line([point, middle], 3, Theme.foam)
        pen.disc(point, 11, SHADOW)
        pen.disc(point, 9, theme.foam)
        pen.disc(point, 6, theme.coral)
        pen.disc(middle, _MARK + 2, SHADOW)
        pen.disc(middle, _MARK, theme.foam)
        pen.disc(middle, _MARK - 3, theme.coral)
    image = pen.finish()
    for side, coat, y in (
        (curve.chances.upper, upper, _MARGIN + 4),
        (curve.chances.lower, lower, _WATER[1] - _MARGIN - 4),
    ):
        write(image, side.capitalize(), _NAME, coat.ink, (_MARGIN, y), anchor=0)
    for _, middle, label in curve.marks:
        write(image, label, _NUMBER, theme.foam, middle)
    return image


@lru_cache(maxsize=32)
def _palette(sides: tuple[Side, Side], key: str) -> Palette:
    """Every colour that is painted, and the shades between two of them for smooth edges."""
    theme = theme_for(sides, key)
    coats = theme.coats[:2]
    colours: list[Colour] = [theme.sand, theme.wet, theme.foam, theme.coral, theme.text, theme.faint]
    # The frame is painted in the usual colours.
    colours += [Theme.wet, Theme.foam, *ramp(Theme.wet, Theme.foam, 2), *ramp(Theme.wet, theme.sand, 2)]
    colours += [*ramp(theme.sand, theme.text, 3), *ramp(theme.foam, theme.coral, 3)]
    colours += [SHADOW, *ramp(Theme.foam, SHADOW, 3), mix(theme.coral, SHADOW, 0.5)]
    for coat in coats:
        colours += [coat.face, coat.ink, *ramp(coat.face, coat.ink, 4), *ramp(coat.face, theme.foam, 2)]
        colours += [mix(coat.face, theme.faint, 0.5), mix(coat.face, Theme.foam, 0.5)]
        colours += ramp(coat.face, SHADOW, 2)
    return Palette(colours)
