"""The outline of a cell, square or hex, and what of the drawings on it follows the outline."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from PIL import Image

from imaging.draw.canvas import Canvas, Colour, Paint, Point
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
    """True if the name of a cell is written on the mark that a piece may go there."""

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
        """Mark it above the piece."""


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
