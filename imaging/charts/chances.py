"""The curve of a match: each side's chance of winning after every turn, and the turns that cost most."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from engines import Side
from imaging.board.strips import EDGE, framed
from imaging.draw.canvas import Canvas, Colour, Paint, Point, centre, lettering
from imaging.draw.palette import Palette, mix, ramp
from imaging.draw.png import encode
from imaging.picture import Picture
from imaging.themes.catalog import DEFAULT_THEME, theme_for
from imaging.themes.theme import SHADOW, Theme

# Pixels.
_SIZE = (900, 512)
_WATER = (752, 356)
_LEFT, _TOP = 118, 78
_HEAD = 36
_SCALE = 30
_SCALE_GAP = 10
_MARGIN = 26
_LINE = 5
_DASH, _DASH_GAP = 14, 12
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
_STEPS = (1, 2, 5)


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
    curve = _Curve(chances)
    image = Image.new("RGBA", _SIZE, theme.sand)
    image.alpha_composite(framed(_areas(curve, theme)), (_LEFT - EDGE, _TOP - EDGE))
    _write_head(image, chances, theme)
    _write_scale(image, theme)
    _write_foot(image, curve, theme)
    palette = _palette(chances.sides, chances.theme)
    return Picture(encode(palette.reduce(image.convert("RGB")), palette.content), *_SIZE, chances.alt)


class _Curve:
    """The places of moments and chances, in pixels from the upper left corner of the water."""

    def __init__(self, chances: Chances) -> None:
        self.chances = chances
        self._points = chances.seen
        self._first = self._points[0][0]
        self._turns = self._points[-1][0] - self._first

    def x(self, turn: float) -> float:
        """The distance of a moment from the left; half way, if it is the only one."""
        share = (turn - self._first) / self._turns if self._turns else 0.5
        return _MARGIN + share * (_WATER[0] - 2 * _MARGIN)

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
        last = self._first + self._turns
        power = 1
        while True:
            for digit in _STEPS:
                step = digit * power
                if self._turns <= step * _MOST_TICKS:
                    return [turn for turn in range(self._first, last + 1) if turn and turn % step == 0]
            power *= 10

    @property
    def marks(self) -> list[tuple[Point, Point, str]]:
        """Each mark: the point that it is about, where it stands, and what is written on it.

        It stands beside the curve on the side with more room, and no two stand on each other.
        """
        placed: list[tuple[Point, Point, str]] = []
        for at, label in self.chances.marks:
            turn, chance = self._points[at]
            point = self.x(turn), self.y(chance)
            placed.append((point, self._free(point, [middle for _, middle, _ in placed]), label))
        return placed

    @staticmethod
    def _free(point: Point, taken: list[Point]) -> Point:
        x = min(max(point[0], _MARK + 6), _WATER[0] - _MARK - 6)
        towards = 1 if point[1] < _WATER[1] / 2 else -1
        for step in range(8):
            y = point[1] + towards * (_ABOVE + step * _APART / 2)
            if not _MARK + 4 <= y <= _WATER[1] - _MARK - 4:
                break
            if all((x - a) ** 2 + (y - b) ** 2 >= _APART**2 for a, b in taken):
                return x, y
        for step in range(1, 40):  # beside it, without room above or below
            for side in (step * 10, -step * 10):
                beside, y = x + side, point[1] + towards * _ABOVE
                if not _MARK + 6 <= beside <= _WATER[0] - _MARK - 6:
                    continue
                if all((beside - a) ** 2 + (y - b) ** 2 >= _APART**2 for a, b in taken):
                    return beside, y
        return x, point[1] + towards * _ABOVE


def _areas(curve: _Curve, theme: Theme) -> Image.Image:
    """The share of each side in its colour, the curve between them, and the marks, ``RGBA``."""
    lower, upper = theme.coat(curve.chances.lower), theme.coat(curve.chances.upper)
    pen = Canvas(_WATER, unit=1)
    # Counted from the upper left corner, as everything here is.
    pen = pen.moved(-_WATER[0] / 2, -_WATER[1] / 2)
    pen.box((0, 0), _WATER, 0, upper.face)
    pen.polygon([*curve.line, _WATER, (0, _WATER[1])], lower.face)
    _dashes(pen, theme)
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
        name = lettering(side.capitalize(), _NAME, coat.ink)
        centre(image, name, (_MARGIN + name.width / 2, y))
    for _, middle, label in curve.marks:
        centre(image, lettering(label, _NUMBER, theme.foam), middle)
    return image


def _dashes(pen: Canvas, theme: Theme) -> None:
    y, paint = _Curve.y(0.5), _dash(theme)
    for x in range(0, _WATER[0], _DASH + _DASH_GAP):
        pen.line([(x, y), (x + _DASH, y)], 2, paint)


def _dash(theme: Theme) -> Paint:
    return (*theme.faint, 255)


def _write_head(image: Image.Image, chances: Chances, theme: Theme) -> None:
    """The title, above the curve."""
    text = lettering(chances.title, _HEAD, theme.text)
    centre(image, text, (_LEFT + text.width / 2, (_TOP - EDGE) / 2))


def _write_scale(image: Image.Image, theme: Theme) -> None:
    """Chances in percent, beside the curve."""
    for percent in (0, 50, 100):
        text = lettering(f"{percent} %", _SCALE, theme.text)
        right = _LEFT - EDGE - _SCALE_GAP
        centre(image, text, (right - text.width / 2, _TOP + _Curve.y(percent / 100)))


def _write_foot(image: Image.Image, curve: _Curve, theme: Theme) -> None:
    """The numbers of moves below the curve."""
    y = (_TOP + _WATER[1] + EDGE + _SIZE[1]) / 2
    word = lettering(_WORD, _FOOT, theme.text)
    centre(image, word, (_LEFT + word.width / 2, y))
    for turn in curve.ticks:
        text = lettering(str(turn), _FOOT, theme.text)
        x = min(_LEFT + curve.x(turn), _SIZE[0] - text.width / 2 - 8)
        if x - text.width / 2 > _LEFT + word.width + 12:
            centre(image, text, (x, y))


@lru_cache(maxsize=32)
def _palette(sides: tuple[Side, Side], key: str) -> Palette:
    """Every colour that is painted, and what smooth edges need between two of them."""
    theme: Final = theme_for(sides, key)
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
