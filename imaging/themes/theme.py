"""The parts of a theme: the colours of a board, and a style for each side's pieces.

A theme is data. Its palette holds every colour that is painted and, for each pair of colours that meet
along an edge, the shades between them which smooth edges need.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from engines import Side
from imaging.draw.canvas import Colour
from imaging.draw.palette import PALETTE_LIMIT, Palette, mix, ramp

Form = Literal["round", "square"]
FORMS: tuple[Form, Form] = ("round", "square")
"""The tokens of the side that is named first, and of the other."""

SHADOW: Colour = (0x0C, 0x3A, 0x46)
"""The colour of the shadow on the water behind a piece, mixed in with SHADOW_SHARE."""

SHADOW_SHARE = 0.27

DIMMED = 0.35
"""The opacity of a piece in a hand that holds none of its kind."""


def rgb(written: str) -> Colour:
    """The colour that is written in hexadecimal, such as ``"#2F6B3A"``."""
    red, green, blue = bytes.fromhex(written.removeprefix("#"))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class PieceStyle:
    """The look of a side's pieces: a token's ``face``, its ``rim`` and the ``ink`` on it.

    ``zone`` tints the squares that are special to the side; they are patterned with ``trace``, or with more
    of the tint. The ``form`` of the token and the ``shadow`` that falls behind a piece come from its look.
    """

    face: Colour
    rim: Colour
    ink: Colour
    zone: Colour
    trace: Colour | None = None
    form: Form = "round"
    shadow: Colour = SHADOW

    @classmethod
    def of(cls, face: str, rim: str, ink: str, zone: str, trace: str = "") -> PieceStyle:
        """A piece style of colours as :func:`rgb` reads them."""
        return cls(rgb(face), rgb(rim), rgb(ink), rgb(zone), rgb(trace) if trace else None)


@dataclass(frozen=True, eq=False)
class Theme:
    """All colours of a board, and one piece style for each of its two sides, first named first."""

    sides: tuple[Side, ...]
    coats: tuple[PieceStyle, ...]
    sand: Colour = (0xF4, 0xE6, 0xC6)
    """Around the board."""
    dry_light: Colour = (0xEC, 0xD8, 0xAE)
    dry_dark: Colour = (0xE2, 0xCB, 0x9B)
    wet: Colour = (0xD9, 0xBF, 0x8C)
    foam: Colour = (0xFB, 0xFD, 0xFA)
    sea_light: Colour = (0x9C, 0xD8, 0xDD)
    sea_dark: Colour = (0x7C, 0xC4, 0xCF)
    deep: Colour = (0x2B, 0x7F, 0x8E)
    """The dot or hex, with foam around it, that marks where a piece may go."""
    text: Colour = (0x4B, 0x3A, 0x28)
    coral: Colour = (0xE8, 0x5D, 0x3F)
    """The side to act, pieces that can be taken, and a king in check."""
    faint: Colour = (0x9A, 0xA8, 0x9C)
    sun: Colour = (0xFF, 0xD3, 0x5C)
    glow: Colour = (0xFD, 0xE9, 0xA9)
    amber: Colour = (0xD0, 0x8A, 0x1B)
    pool: Colour | None = None
    """The strips beside the board; like light sea unless said otherwise."""
    stone: Colour | None = None
    """The corners of the sea; like coral unless said otherwise."""
    grain: Colour | None = None
    """The veins of the cells, as those of wood; None for plain water."""
    surf: bool = True
    """True if waves run up the coast; False if the board just has an edge."""
    forms: bool = False
    """True if a side's strip always has its token, beside its name: where colours don't say whose it is."""
    tint: float = 0.3
    """The share of the side's colour in the water of its zone."""

    def coat(self, side: Side) -> PieceStyle:
        """The style of a side's pieces."""
        return self.coats[self.sides.index(side) % len(self.coats)]

    @cached_property
    def palette(self) -> Palette:
        """The colours that pictures in this theme are made of."""
        shades = dict.fromkeys(self._shades())
        for shade in self._finer_shades():
            if len(shades) == PALETTE_LIMIT:
                break
            shades[shade] = None
        return Palette(shades)

    @property
    def forms_in_words(self) -> str:
        """The forms of both sides' tokens, in a sentence; empty unless they stand for the sides."""
        if not self.forms:
            return ""
        (first, other), (one, two) = self.sides, (coat.form for coat in self.coats)
        return f"{first.capitalize()}'s pieces are {one}, {other}'s are {two}."

    @property
    def pool_colour(self) -> Colour:
        """The colour of the strips beside the board."""
        return self.pool or self.sea_light

    @property
    def stone_colour(self) -> Colour:
        """The colour of the stones at the corners."""
        return self.stone or self.coral

    def vein(self, water: Colour) -> Colour:
        """The colour of the veins on a cell of a colour."""
        return mix(water, self.grain or water, 0.3)

    def _shades(self) -> Iterable[Colour]:
        sea = (self.sea_light, self.sea_dark)
        yield from (self.sand, self.dry_light, self.dry_dark, self.wet, self.foam, *sea, self.deep)
        yield from (self.text, self.faint, self.coral, self.sun, self.glow, self.amber)
        yield from (self.pool_colour, self.stone_colour)
        yield from map(self.vein, sea)
        yield from ramp(self.sand, self.text, 2)
        yield from ramp(self.pool_colour, self.text, 2)
        yield from ramp(self.sand, self.stone_colour, 1)
        yield from ramp(self.foam, self.coral, 1)
        for water in sea:
            yield from ramp(water, self.foam, 1)
        for coat in self.coats:
            yield from (coat.face, coat.rim, coat.ink, *self.zones(coat), *self.pattern(coat))
            yield from ramp(coat.face, coat.ink, 4)
            yield from ramp(coat.face, coat.rim, 2)
            yield mix(self.sun, coat.rim, 0.5)
            yield mix(self.pool_colour, coat.face, DIMMED)
            for water in sea:
                yield from ramp(water, coat.rim, 2)
        for ground in (*sea, self.sun):
            yield mix(ground, self.coats[0].shadow, SHADOW_SHARE)

    def _finer_shades(self) -> Iterable[Colour]:
        """Shades for still smoother edges, the most useful first: as many are used as there is room for."""
        sea = (self.sea_light, self.sea_dark)
        for coat in self.coats:
            yield from ramp(self.sun, coat.rim, 3)
        yield from ramp(self.foam, self.coral, 3)
        for water in sea:
            yield from ramp(water, self.foam, 3)
        yield from ramp(self.foam, self.deep, 2)
        for coat in self.coats:
            for shade in (*self.zones(coat), *sea):
                yield from ramp(shade, coat.rim, 3)
            for zone, trace in zip(self.zones(coat), self.pattern(coat), strict=True):
                yield mix(zone, trace, 0.5)
        for water in sea:
            yield from ramp(water, self.coral, 1)
            yield from ramp(water, self.deep, 1)

    def zones(self, coat: PieceStyle) -> tuple[Colour, Colour]:
        """The light and the dark square of a side's zone."""
        return mix(self.sea_light, coat.zone, self.tint), mix(self.sea_dark, coat.zone, self.tint)

    def pattern(self, coat: PieceStyle) -> tuple[Colour, Colour]:
        """The colour of the pattern of a side's zone, on its light and its dark squares."""
        light, dark = self.zones(coat)
        trace = coat.trace or coat.zone
        return mix(light, trace, 0.5), mix(dark, trace, 0.5)


@dataclass(frozen=True)
class ThemeInfo:
    """A theme for all games, as it is offered to people: its ``name``, and a ``sentence`` about it.

    ``board`` has the colours of every board but those in ``boards``, by the sides of their game;
    ``coats`` are those of the sides that have a colour of their own. White and black stand in for others.
    """

    name: str
    sentence: str
    board: Theme
    coats: Mapping[Side, PieceStyle]
    boards: Mapping[tuple[Side, ...], Theme] = field(default_factory=dict)
    shadow: Colour = SHADOW

    def theme(self, sides: tuple[Side, ...]) -> Theme:
        """This look for a game with these sides."""
        known = all(side in self.coats for side in sides)
        coats = tuple(
            replace(self.coats[side], form=form, shadow=self.shadow)
            for side, form in zip(sides if known else ("white", "black"), FORMS, strict=True)
        )
        return replace(self.boards.get(sides, self.board), sides=sides, coats=coats)
