"""Medals for the first three ranks, each of a metal and a form of its own: a sun, a hexagon, a disc.

Units are those of :class:`imaging.draw.canvas.Canvas`; a medal stays within 48 units of the middle.
"""

from __future__ import annotations

from dataclasses import dataclass

from imaging.draw.canvas import Canvas, Colour, Point, arc


@dataclass(frozen=True, slots=True)
class Metal:
    """The colours of a metal in the light, by day, and where it is dark."""

    light: Colour
    face: Colour
    dark: Colour


METALS: dict[int, Metal] = {
    1: Metal((0xFF, 0xEC, 0xA6), (0xF7, 0xCB, 0x55), (0x8A, 0x57, 0x14)),
    2: Metal((0xF6, 0xF8, 0xFA), (0xC6, 0xD0, 0xD8), (0x4E, 0x5C, 0x68)),
    3: Metal((0xF3, 0xC9, 0x9C), (0xD1, 0x8A, 0x4C), (0x6B, 0x37, 0x15)),
}
"""The metals of the ranks that get a medal."""


def medal(pen: Canvas, rank: int) -> None:
    """The medal of a rank from 1 to 3, with nothing written on it."""
    metal = METALS[rank]
    for reach, paint in ((48.0, metal.dark), (42.0, metal.face)):
        _form(pen, rank, reach, paint)
    pen.ring((0.0, 0.0), 29.0, 3.5, metal.light)


def _form(pen: Canvas, rank: int, reach: float, paint: Colour) -> None:
    if rank == 1:
        pen.polygon(_sun(reach), paint)
    elif rank == 2:
        pen.polygon(arc((0.0, 0.0), reach, -90.0, 270.0, 6), paint)
    else:
        pen.disc((0.0, 0.0), reach - 3.0, paint)


def _sun(reach: float) -> list[Point]:
    """The outline of twelve rays."""
    tips = arc((0.0, 0.0), reach, -90.0, 270.0, 12)
    notches = arc((0.0, 0.0), reach - 9.0, -75.0, 285.0, 12)
    return [point for pair in zip(tips, notches, strict=True) for point in pair]
