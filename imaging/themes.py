"""The colours of a board and the fixed palette its pictures are made of.

A theme is data. Its palette holds every colour that is painted and, for each pair of colours that meet
along an edge, the shades between them which smooth edges need.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from PIL import Image

from engines import Side
from imaging.pen import Colour

PALETTE_LIMIT = 64
"""Colours at most: more cost bytes and cannot be seen."""


SHADOW: Colour = (0x0C, 0x3A, 0x46)
"""What falls on the water behind a piece, with SHADOW_SHARE of the whole."""

SHADOW_SHARE = 0.27

DIMMED = 0.35
"""How much of a piece is seen where there is none of its kind."""


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """A colour ``share`` (0 to 1) of the way from one to the other."""
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))  # type: ignore[return-value]


def ramp(one: Colour, other: Colour, between: int) -> list[Colour]:
    """That many colours evenly between two."""
    return [mix(one, other, (step + 1) / (between + 1)) for step in range(between)]


class Palette:
    """An ordered set of colours, and the way from an ``RGB`` image to indices into it."""

    def __init__(self, colours: Iterable[Colour], *, limit: int = PALETTE_LIMIT) -> None:
        """``limit`` is how many colours it may have, 256 at most."""
        self.colours = tuple(dict.fromkeys(colours))
        if len(self.colours) > limit:
            raise ValueError(f"{len(self.colours)} colours, more than {limit}")
        self.content = bytes(value for colour in self.colours for value in colour)
        self._reference = Image.new("P", (1, 1))
        # Pillow would fill the rest of its 256 colours with grey: the last colour again does no harm.
        filler = bytes(self.colours[-1]) * (256 - len(self.colours))
        self._reference.putpalette(self.content + filler)

    def index(self, colour: Colour) -> int:
        """Where a colour of the palette is in it."""
        return self.colours.index(colour)

    def reduce(self, image: Image.Image, *, dithered: bool = False) -> Image.Image:
        """The ``RGB`` image as an ``L`` image of indices of the nearest colours.

        ``dithered``, colours that are not there are mixed from dots: for photographs.
        """
        dither = Image.Dither.FLOYDSTEINBERG if dithered else Image.Dither.NONE
        nearest = image.quantize(palette=self._reference, dither=dither)
        return Image.frombytes("L", nearest.size, nearest.tobytes())


@dataclass(frozen=True, slots=True)
class Coat:
    """How a side's pieces look: a token of a ``form`` and its ``rim``, ``face`` and the ``ink`` on it.

    ``zone`` tints the squares that are special to the side; they are patterned with ``trace``, or with more
    of the tint.
    """

    form: Literal["round", "square"]
    face: Colour
    rim: Colour
    ink: Colour
    zone: Colour
    trace: Colour | None = None


@dataclass(frozen=True, eq=False)
class Theme:
    """All colours of a board, and one coat for each of its two sides, first named first."""

    sides: tuple[Side, ...]
    coats: tuple[Coat, ...]
    sand: Colour = (0xF4, 0xE6, 0xC6)
    dry_light: Colour = (0xEC, 0xD8, 0xAE)
    dry_dark: Colour = (0xE2, 0xCB, 0x9B)
    wet: Colour = (0xD9, 0xBF, 0x8C)
    foam: Colour = (0xFB, 0xFD, 0xFA)
    sea_light: Colour = (0x9C, 0xD8, 0xDD)
    sea_dark: Colour = (0x7C, 0xC4, 0xCF)
    deep: Colour = (0x2B, 0x7F, 0x8E)
    text: Colour = (0x4B, 0x3A, 0x28)
    coral: Colour = (0xE8, 0x5D, 0x3F)
    faint: Colour = (0x9A, 0xA8, 0x9C)
    sun: Colour = (0xFF, 0xD3, 0x5C)
    glow: Colour = (0xFD, 0xE9, 0xA9)
    amber: Colour = (0xD0, 0x8A, 0x1B)
    tint: float = 0.3
    """How much of the water's colour a zone takes."""
    chart: bool = False
    """Whether every point bears its name, as on a sea chart. Such a board never dries up."""

    def coat(self, side: Side) -> Coat:
        """How the pieces of a side look."""
        return self.coats[self.sides.index(side) % len(self.coats)]

    @cached_property
    def palette(self) -> Palette:
        """The colours that pictures in this theme are made of."""
        return Palette(self._shades())

    def _shades(self) -> Iterable[Colour]:
        sea = (self.sea_light, self.sea_dark)
        yield from (self.sand, *self._dry_or_chart(), self.wet, self.foam, *sea, self.deep)
        yield from (self.text, self.faint, self.coral, self.sun, self.glow, self.amber)
        yield from ramp(self.sand, self.text, 2)
        yield from ramp(self.sea_light, self.text, 2)
        yield from ramp(self.sand, self.coral, 1)
        yield from ramp(self.foam, self.coral, 1)
        for water in sea:
            yield from ramp(water, self.foam, 1)
        for ground in (*sea, self.sun):
            yield mix(ground, SHADOW, SHADOW_SHARE)
        for coat in self.coats:
            yield from (coat.face, coat.rim, coat.ink, *self.zones(coat), *self.pattern(coat))
            yield from ramp(coat.face, coat.ink, 4)
            yield from ramp(coat.face, coat.rim, 2)
            yield mix(self.sun, coat.rim, 0.5)
            yield mix(self.sea_light, coat.face, DIMMED)
            for water in sea:
                yield from ramp(water, coat.rim, 2)

    def _dry_or_chart(self) -> tuple[Colour, ...]:
        if not self.chart:
            return self.dry_light, self.dry_dark
        # Names are written on the water in the colour of the deep.
        return mix(self.sea_light, self.deep, 0.5), mix(self.sea_dark, self.deep, 0.5)

    def zones(self, coat: Coat) -> tuple[Colour, Colour]:
        """The light and the dark square of a side's zone."""
        return mix(self.sea_light, coat.zone, self.tint), mix(self.sea_dark, coat.zone, self.tint)

    def pattern(self, coat: Coat) -> tuple[Colour, Colour]:
        """What a side's zone is patterned with, on its light and its dark squares."""
        light, dark = self.zones(coat)
        trace = coat.trace or coat.zone
        return mix(light, trace, 0.5), mix(dark, trace, 0.5)


_GREEN = Coat(
    form="round",
    face=(0xCD, 0xEB, 0x9C),
    rim=(0x2F, 0x6B, 0x3A),
    ink=(0x1F, 0x55, 0x33),
    zone=(0x7F, 0xC2, 0x5A),
)
_BLUE = Coat(
    form="square",
    face=(0x2D, 0x55, 0xA8),
    rim=(0x16, 0x2C, 0x63),
    ink=(0xF3, 0xF7, 0xFF),
    zone=(0x4A, 0x78, 0xD0),
)
_WHITE = Coat(
    form="round",
    face=(0xFA, 0xF5, 0xE9),
    rim=(0x6E, 0x5D, 0x48),
    ink=(0x3E, 0x33, 0x29),
    zone=(0xF4, 0xEC, 0xD8),
)
_BLACK = Coat(
    form="square",
    face=(0x40, 0x45, 0x52),
    rim=(0x1C, 0x1F, 0x28),
    ink=(0xF7, 0xF3, 0xEA),
    zone=(0x62, 0x6C, 0x7E),
)
_BASALT = Coat(
    form="round",
    face=(0x4A, 0x53, 0x66),
    rim=(0x1B, 0x20, 0x2B),
    ink=(0xFB, 0xF6, 0xEA),
    zone=(0x62, 0x6C, 0x7E),
)
_SANDSTONE = Coat(
    form="square",
    face=(0xFF, 0xF6, 0xE0),
    rim=(0x8A, 0x70, 0x4E),
    ink=(0x4A, 0x38, 0x26),
    zone=(0xF4, 0xEC, 0xD8),
)
_PLUM = Coat(
    form="round",
    face=(0x5E, 0x30, 0x66),
    rim=(0x2F, 0x14, 0x36),
    ink=(0xFF, 0xF3, 0xEA),
    zone=(0xC6, 0xA4, 0xDC),
    trace=(0x5E, 0x30, 0x66),
)
_APRICOT = Coat(
    form="square",
    face=(0xFF, 0xDC, 0xB4),
    rim=(0xBA, 0x68, 0x38),
    ink=(0x86, 0x38, 0x1A),
    zone=(0xFF, 0xCB, 0x94),
    trace=(0xA5, 0x52, 0x28),
)
_THEMES: dict[tuple[Side, ...], Theme] = {
    theme.sides: theme
    for theme in (
        Theme(("green", "blue"), (_GREEN, _BLUE)),
        Theme(("white", "black"), (_WHITE, _BLACK)),
        Theme(
            ("dark", "light"),
            (_BASALT, _SANDSTONE),
            sea_light=(0xC4, 0xE9, 0xE6),
            sea_dark=(0x4A, 0x9D, 0xAC),
        ),
        Theme(("predator", "prey"), (_PLUM, _APRICOT), tint=0.72, chart=True),
    )
}


@lru_cache(maxsize=16)
def theme_for(sides: tuple[Side, ...]) -> Theme:
    """The theme of a game with these sides: a round coat for the first, a square one for the second.

    White and black stand in for sides that have no colours of their own.
    """
    return _THEMES.get(sides) or Theme(sides, (_WHITE, _BLACK))
