"""A cell's outline, square or hex, and its marks: those under the piece on it, and those over it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import ClassVar

from PIL import Image

from engines import MarkKind
from imaging.draw.canvas import Canvas, Colour, Paint, Point, arc, centre, lettering
from imaging.themes.theme import Form, Theme


class Outline(ABC):
    """The outline of a cell in a box of ``across`` by ``tall`` pixels; rows are ``step`` pixels apart.

    Drawings on a cell are in units, 100 to its width. Caches of drawings have it in their keys, so there is
    one of each kind and size.
    """

    dashes: ClassVar[int]
    """Dashes of a finish line along an edge."""
    rim: ClassVar[tuple[float, float]]
    """Inset and width of the dark line around a chosen cell."""
    dot_at: ClassVar[Point]
    """The middle of a target's dot beside a piece; below, those of the badges for check and for ``moved``."""
    alarm_at: ClassVar[Point]
    tick_at: ClassVar[Point]
    names_targets: ClassVar[bool]
    """True if the mark of a target carries the name of its cell."""

    def __init__(self, across: int, step: int, tall: int) -> None:
        self.across, self.step, self.tall = across, step, tall
        self.stencil = self._stencil()

    def pen(self) -> Canvas:
        """A pen for a cell."""
        return Canvas((self.across, self.tall), unit=self.across / 100)

    # --- its form --------------------------------------------------------------------------------

    @abstractmethod
    def corners(self, inset: float) -> list[Point]:
        """The corners of a cell that is smaller by ``inset`` units at every edge."""

    @abstractmethod
    def fill(self, pen: Canvas, paint: Paint, inset: float = 0.0) -> None:
        """Fill the cell, or one that is smaller by ``inset`` units at every edge."""

    @abstractmethod
    def frame(self, pen: Canvas, inset: float, width: float, paint: Paint) -> None:
        """Draw a line of ``width`` units along the edges, ``inset`` units inside them."""

    @abstractmethod
    def _stencil(self) -> Image.Image | None:
        """The mask (``L``) of the pixels in its box that are the cell's; None where all of them are."""

    # --- what is drawn on it ---------------------------------------------------------------------

    @abstractmethod
    def pattern(self, pen: Canvas, form: Form, paint: Colour, water: Colour) -> None:
        """Draw the pattern of a zone: something round for the round side, lines for the square one."""

    @abstractmethod
    def departure(self, pen: Canvas, theme: Theme) -> None:
        """Mark the cell that a piece has left."""

    @abstractmethod
    def target(self, pen: Canvas, theme: Theme) -> None:
        """Mark an empty cell that a piece may go to."""

    @abstractmethod
    def threat_below(self, pen: Canvas, theme: Theme) -> None:
        """Mark the cell of a piece that can be taken, below the piece."""

    @abstractmethod
    def threat(self, pen: Canvas, theme: Theme) -> None:
        """Mark the cell of a piece that can be taken, above the piece."""


def dot(pen: Canvas, theme: Theme) -> None:
    """Draw the dot that marks a cell a piece may go to."""
    pen.disc((0, 0), 16.0, theme.foam)
    pen.disc((0, 0), 12.5, theme.deep)


def stripes(pen: Canvas, paint: Colour, reach: float) -> None:
    """Draw slanted lines from ``reach`` units below the middle to as many above it."""
    for foot in range(-150, 75, 25):
        # Four lines cross each edge of a square, so that they run on from one to the next.
        low, high = foot + 50 - reach, foot + 50 + reach
        pen.polygon([(low, reach), (low + 4.5, reach), (high + 4.5, -reach), (high, -reach)], paint)


# --- marks ---------------------------------------------------------------------------------------


Marks = frozenset[MarkKind]

NO_MARKS: Marks = frozenset()

_NAME = 0.34
"""Height of the letters of a name, as a share of a cell's width."""


@lru_cache(maxsize=128)
def under(marks: Marks, theme: Theme, outline: Outline) -> Image.Image:
    """The marks below the piece, on a transparent ``RGBA`` image of a cell's size."""
    pen = outline.pen()
    if "check" in marks:
        outline.fill(pen, theme.coral)
        _burst(pen, theme.foam)
    elif "last-to" in marks:
        outline.fill(pen, theme.amber)
        outline.fill(pen, theme.sun, inset=5.5)
    elif "last-from" in marks:
        outline.departure(pen, theme)
    elif "chosen" in marks:
        outline.fill(pen, theme.glow)
    if "capture" in marks:
        outline.threat_below(pen, theme)
    return pen.finish()


@lru_cache(maxsize=128)
def over(marks: Marks, theme: Theme, outline: Outline, *, occupied: bool = False) -> Image.Image:
    """The marks above the piece, on a transparent ``RGBA`` image of a cell's size.

    ``occupied``: True if there is a piece that should stay visible.
    """
    pen = outline.pen()
    if "chosen" in marks:
        outline.frame(pen, *outline.rim, theme.deep)
        outline.frame(pen, 3.0, 5.0, theme.foam)
    if "capture" in marks:
        outline.threat(pen, theme)
    elif "target" in marks:
        if occupied:
            dot(pen.moved(*outline.dot_at), theme)
        else:
            outline.target(pen, theme)
    if "check" in marks:
        _alarm(pen.moved(*outline.alarm_at), theme)
    if "moved" in marks:
        _tick(pen.moved(*outline.tick_at), theme)
    return pen.finish()


def add_name(cell: Image.Image, name: str, theme: Theme) -> None:
    """Write the name of a point on the mark of a target, in the middle of its cell (``RGBA``)."""
    centre(cell, _name(name, round(cell.width * _NAME), theme.foam), (cell.width / 2, cell.height / 2))


@lru_cache(maxsize=512)
def _name(name: str, size: int, ink: Colour) -> Image.Image:
    # Every character starts on a whole pixel and so looks the same everywhere: that saves bytes.
    letters = [lettering(letter, size, ink) for letter in name]
    image = Image.new("RGBA", (sum(letter.width for letter in letters), letters[0].height))
    x = 0
    for letter in letters:
        image.paste(letter, (x, 0))
        x += letter.width
    return image


def _burst(pen: Canvas, paint: Colour) -> None:
    rays = 16
    outline = []
    for ray in range(rays):
        angle = 360.0 * ray / rays
        outline += arc((0, 0), 62.0, angle, angle, steps=1)[:1]
        outline += arc((0, 0), 46.0, angle + 180.0 / rays, angle + 180.0 / rays, steps=1)[:1]
    pen.polygon(outline, paint)


def _alarm(pen: Canvas, theme: Theme) -> None:
    """Draw a badge with an exclamation mark."""
    pen.disc((0, 0), 18.0, theme.foam)
    pen.disc((0, 0), 15.5, theme.coral)
    pen.line([(0.0, -8.0), (0.0, 1.0)], 5.6, theme.foam, end=4.4)
    pen.disc((0.0, 8.5), 3.1, theme.foam)


def _tick(pen: Canvas, theme: Theme) -> None:
    pen.disc((0, 0), 15.5, theme.foam)
    pen.disc((0, 0), 13.0, theme.deep)
    pen.line([(-6.5, 0.5), (-1.8, 5.5), (6.5, -5.0)], 4.4, theme.foam)
