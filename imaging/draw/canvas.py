"""Drawing with smooth edges: shapes in units of their own, large, then reduced once.

A :class:`Canvas` draws on a square of 100 by 100 units whose origin is the middle, x to the right and y
down. Everything is drawn :data:`SUPERSAMPLING` times as large as asked and then averaged (a box filter:
it cannot ring, so flat areas stay one colour).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from functools import lru_cache
from itertools import pairwise
from math import cos, inf, pi, sin
from pathlib import Path
from unicodedata import category, normalize

from PIL import Image, ImageDraw, ImageFont

SUPERSAMPLING = 4
"""The number of pixels each way that become one."""

Colour = tuple[int, int, int]
Paint = Colour | tuple[int, int, int, int]
"""Red, green, blue and perhaps opacity, 0 to 255 each."""

Point = tuple[float, float]
Corner = tuple[int, int]
"""The upper left corner of something: its distances from the left and from the top, in pixels."""

_STEPS = 10
"""Straight pieces between two points of a curve."""


def mirrored(points: Iterable[Point]) -> list[Point]:
    """The points with left and right exchanged."""
    return [(-x, y) for x, y in points]


def symmetric(right: Sequence[Point]) -> list[Point]:
    """A closed outline from its right half, given from top to bottom; points with x = 0 stay single."""
    return [*right, *mirrored(point for point in reversed(right) if point[0] != 0)]


def turned(points: Iterable[Point], degrees: float, about: Point = (0, 0)) -> list[Point]:
    """The points turned clockwise about a point."""
    c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
    ax, ay = about
    return [(ax + (x - ax) * c - (y - ay) * s, ay + (x - ax) * s + (y - ay) * c) for x, y in points]


def arc(centre: Point, radius: float, start: float, end: float, steps: int = 24) -> list[Point]:
    """Points on a circle, from one angle to another: degrees, 0 to the right, growing clockwise."""
    angles = [(start + (end - start) * step / steps) * pi / 180 for step in range(steps + 1)]
    return [(centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles]


def star(centre: Point, outer: float, inner: float, tips: int) -> list[Point]:
    """The outline of a star with a tip on top; ``outer`` and ``inner`` are the radii of tips and notches."""
    half = 180 / tips
    ends, notches = arc(centre, outer, -90, 270, tips), arc(centre, inner, half - 90, half + 270, tips)
    return [point for pair in zip(ends, notches, strict=True) for point in pair]


def curve(points: Sequence[Point], *, closed: bool = False) -> list[Point]:
    """A smooth line through all points (a Catmull-Rom spline)."""
    return list(_curve(tuple(points), closed=closed))


@lru_cache(maxsize=256)
def _curve(points: tuple[Point, ...], *, closed: bool) -> tuple[Point, ...]:
    # Kept, since a piece has the same outline at every size and in every theme.
    count = len(points)
    pieces = count if closed else count - 1
    line: list[Point] = []
    for piece in range(pieces):
        # Beyond the ends of an open line its end points are repeated.
        near = [piece - 1, piece, piece + 1, piece + 2]
        at = [points[i % count] if closed else points[min(max(i, 0), count - 1)] for i in near]
        line.extend(_between(at, step / _STEPS) for step in range(_STEPS))
    return tuple(line if closed else [*line, points[-1]])


def _between(at: Sequence[Point], t: float) -> Point:
    """A point between the second and the third of four, ``t`` (0 to 1) of the way."""

    def blend(a: float, b: float, c: float, d: float) -> float:
        return (
            2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3
        ) / 2

    (ax, ay), (bx, by), (cx, cy), (dx, dy) = at
    return blend(ax, bx, cx, dx), blend(ay, by, cy, dy)


class Canvas:
    """A transparent square of ``size`` pixels (or width and height) to draw on."""

    def __init__(self, size: int | tuple[int, int], *, unit: float | None = None) -> None:
        """``unit`` is the length of one unit in pixels; by default a hundredth of the width."""
        width, height = (size, size) if isinstance(size, int) else size
        self._unit = (width / 100 if unit is None else unit) * SUPERSAMPLING
        self._middle = (width * SUPERSAMPLING / 2, height * SUPERSAMPLING / 2)
        # Premultiplied, as reducing needs it: turning the large image into that takes longer than drawing.
        self._image = Image.new("RGBa", (width * SUPERSAMPLING, height * SUPERSAMPLING))
        self._draw = ImageDraw.Draw(self._image)

    @classmethod
    def pixels(cls, size: tuple[int, int]) -> Canvas:
        """A canvas whose unit is a pixel, and whose origin is its upper left corner."""
        return cls(size, unit=1).moved(-size[0] / 2, -size[1] / 2)

    def scaled(self, factor: float) -> Canvas:
        """A pen on the same drawing whose unit is ``factor`` times as long."""
        other = copy(self)
        other._unit = self._unit * factor
        return other

    def moved(self, across: float, down: float) -> Canvas:
        """A pen on the same drawing whose origin is that many units further right and down."""
        other = copy(self)
        other._middle = self._place((across, down))
        return other

    def polygon(self, points: Iterable[Point], paint: Paint) -> None:
        """Fill the outline through the points."""
        self._draw.polygon([self._place(point) for point in points], _premultiplied(paint))

    def blob(self, points: Sequence[Point], paint: Paint) -> None:
        """Fill the smooth closed outline through the points."""
        self.polygon(curve(points, closed=True), paint)

    def disc(self, centre: Point, radius: float, paint: Paint) -> None:
        """Fill a circle."""
        x, y = self._place(centre)
        r = radius * self._unit
        self._draw.ellipse((x - r, y - r, x + r, y + r), _premultiplied(paint))

    def box(self, corner: Point, opposite: Point, radius: float, paint: Paint) -> None:
        """Fill a rectangle with round corners."""
        (left, top), (right, bottom) = self._place(corner), self._place(opposite)
        # A rectangle includes its last pixel.
        box = left, top, right - 1, bottom - 1
        self._draw.rounded_rectangle(box, radius * self._unit, _premultiplied(paint))

    def ring(self, centre: Point, radius: float, width: float, paint: Paint) -> None:
        """Draw a circle whose line is ``width`` units thick, half of it inside ``radius``."""
        x, y = self._place(centre)
        r = (radius + width / 2) * self._unit
        outline = _premultiplied(paint)
        self._draw.ellipse((x - r, y - r, x + r, y + r), outline=outline, width=round(width * self._unit))

    def line(self, points: Sequence[Point], width: float, paint: Paint, *, end: float | None = None) -> None:
        """Draw through the points with round ends, from ``width`` units thick to ``end``."""
        last = width if end is None else end
        thick = [width + (last - width) * i / max(len(points) - 1, 1) for i in range(len(points))]
        for point, size in zip(points, thick, strict=True):
            self.disc(point, size / 2, paint)
        for (a, b), (size_a, size_b) in zip(pairwise(points), pairwise(thick), strict=True):
            self.polygon(_quad(a, b, size_a / 2, size_b / 2), paint)

    def sweep(self, points: Sequence[Point], width: float, paint: Paint, *, end: float | None = None) -> None:
        """Draw the smooth line through the points: :meth:`line` along :func:`curve`."""
        self.line(curve(points), width, paint, end=end)

    def finish(self) -> Image.Image:
        """The drawing at its final size, ``RGBA``."""
        return self._image.reduce(SUPERSAMPLING).convert("RGBA")

    def _place(self, point: Point) -> Point:
        return self._middle[0] + point[0] * self._unit, self._middle[1] + point[1] * self._unit


def filled(size: tuple[int, int], points: Iterable[Point], paint: Paint) -> Image.Image:
    """The outline through the points (pixels), filled with one paint, on a transparent ``RGBA`` image.

    The same as on a :class:`Canvas` of that size, with a quarter of the memory: it counts the small pixels
    inside. For an outline without anything else to draw.
    """
    most = SUPERSAMPLING * SUPERSAMPLING
    large = Image.new("L", (size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING))
    outline = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points]
    ImageDraw.Draw(large).polygon(outline, most)
    covered = large.reduce(SUPERSAMPLING)
    shades = Image.new("RGBa", (256, 1))
    red, green, blue, opacity = (*_premultiplied(paint), 255)[:4]
    for count in range(most + 1):
        shade = [(value * count + most // 2) // most for value in (red, green, blue, opacity)]
        shades.putpixel((count, 0), tuple(shade))
    channels = [covered.point(list(channel.tobytes())) for channel in shades.convert("RGBA").split()]
    return Image.merge("RGBA", channels)


def _premultiplied(paint: Paint) -> Paint:
    """The paint as ``RGBa``, rounded as Pillow does."""
    if len(paint) == 3:
        return paint
    *colour, opacity = paint
    red, green, blue = (round(value * opacity / 255) for value in colour)
    return red, green, blue, opacity


def _quad(a: Point, b: Point, half_a: float, half_b: float) -> list[Point]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    nx, ny = -dy / length, dx / length
    return [
        (a[0] + nx * half_a, a[1] + ny * half_a),
        (b[0] + nx * half_b, b[1] + ny * half_b),
        (b[0] - nx * half_b, b[1] - ny * half_b),
        (a[0] - nx * half_a, a[1] - ny * half_a),
    ]


# --- letters and digits, in the font that is kept beside this file -------------------------------


_FONT = Path(__file__).with_name("fonts") / "FredokaOne-Regular.ttf"
_SMALLEST = 8


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    # The basic layout is in every build of Pillow and gives the same advances everywhere.
    return ImageFont.truetype(_FONT, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def fitting(text: str, size: int, room: float) -> int:
    """The largest size (pixels) up to ``size`` at which the text is at most ``room`` pixels wide."""
    while size > _SMALLEST and _font(size).getlength(text) > room:
        size -= 1
    return size


_CUT = "…"
_ODD_LETTERS = str.maketrans("đĐħĦŋŊŧŦ", "dDhHnNtT")
"""Letters that are made of another one, which Unicode doesn't say."""


@lru_cache(maxsize=1024)
def shortened(text: str, size: int, room: float) -> str:
    """The text at ``size`` pixels, cut with an ellipsis where it is more than ``room`` pixels wide."""
    if _font(size).getlength(text) <= room:
        return text
    kept = text
    while kept and _font(size).getlength(kept.rstrip() + _CUT) > room:
        kept = kept[:-1]
    return kept.rstrip() + _CUT


@lru_cache(maxsize=1024)
def writable(text: str) -> str:
    """The text in letters that the font has, or "" if it can't be written in them.

    Ornate letters become plain ones, a letter loses marks that the font lacks, and emojis are left out.
    """
    written = [_writable(character) for character in normalize("NFC", text)]
    if any(letter is None for letter in written):
        return ""
    words = " ".join("".join(letter or "" for letter in written).split())
    return words if any(character.isalnum() for character in words) else ""


def _writable(character: str) -> str | None:
    """A character in the font's letters, "" for a sign that it lacks, None for a letter that it lacks."""
    if character in _letters():
        return character
    plain = normalize("NFKD", character.translate(_ODD_LETTERS))
    kept = "".join(one for one in plain if one in _letters())
    lost = any(category(one)[0] in "LN" and one not in _letters() for one in plain)
    return None if lost else kept


@lru_cache(maxsize=1)
def _letters() -> frozenset[str]:
    """The characters of Latin scripts that the font has."""
    font = _font(_SMALLEST)
    missing = bytes(font.getmask("\U0010ffff"))
    return frozenset(
        one for one in map(chr, range(0x20, 0x2200)) if one == " " or bytes(font.getmask(one)) != missing
    )


@lru_cache(maxsize=256)
def lettering(text: str, size: int, colour: Colour) -> Image.Image:
    """The text on a transparent ``RGBA`` image as high as the font's line, at ``size`` pixels.

    It is drawn large and reduced: hinting, which differs between builds of FreeType, leaves no trace. Cached,
    since the same few counts and words are on every board; not to be changed by the caller.
    """
    font = _font(size * SUPERSAMPLING)
    ascent, descent = font.getmetrics()
    # Whole final pixels, so that reducing does not cut the last ones off.
    width = -(-round(font.getlength(text)) // SUPERSAMPLING) * SUPERSAMPLING
    height = -(-(ascent + descent) // SUPERSAMPLING) * SUPERSAMPLING
    image = Image.new("RGBA", (max(width, SUPERSAMPLING), height), (*colour, 0))
    ImageDraw.Draw(image).text((0, 0), text, fill=(*colour, 255), font=font)
    return image.reduce(SUPERSAMPLING)


def centre(onto: Image.Image, drawing: Image.Image, at: Point, *, anchor: float = 0.5) -> None:
    """Put a drawing on an ``RGBA`` image half way down at a point (pixels).

    ``anchor`` is the share of its width that is left of the point: its middle is there unless said otherwise.
    """
    onto.alpha_composite(drawing, (round(at[0] - drawing.width * anchor), round(at[1] - drawing.height / 2)))


def write(
    onto: Image.Image,
    text: str,
    size: int,
    colour: Colour,
    at: Point,
    *,
    anchor: float = 0.5,
    room: float = inf,
) -> int:
    """Write on an ``RGBA`` image, placed as by :func:`centre`, and return the width of the text.

    Text wider than ``room`` is written smaller.
    """
    drawn = lettering(text, fitting(text, size, room), colour)
    centre(onto, drawn, at, anchor=anchor)
    return drawn.width
