"""Tables and brackets are made of flat areas, so they are put together in indices of a palette at once.

What is drawn or written is brought to the palette once for every ground that it stands on, and kept; a
picture then is little more than pasting. In another theme the same indices stand for other colours. Only
faces have colours of their own, which join the palette at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from PIL import Image

from imaging.board.strips import pool
from imaging.charts.podium import METALS, badge
from imaging.charts.ranked import face_colours, paler, portrait
from imaging.draw.canvas import Canvas, Colour, Corner, Point, centre, fitting, lettering, shortened
from imaging.draw.palette import Palette, mix, ramp
from imaging.draw.png import encode
from imaging.picture import Picture, told
from imaging.themes.catalog import DEFAULT_THEME, theme_for
from imaging.themes.theme import Theme

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels; the last two are just outside."""

# Pixels.
WIDTH = 900
PAD = 14
ACROSS = WIDTH - 2 * PAD
TITLE_HEIGHT = 80
EDGE = 9
"""The distance of what is in a panel from the panel's edge."""
_TITLE_TEXT = 42
_GROUP_TEXT = 34
_TITLE_INSET = 40
_GAME_SHARE, _GROUP_SHARE = 0.56, 0.4
_CORNER = 32
_SIDE = 2 * _CORNER + 2
_HALO = 6
_EXACT = Image.Resampling.NEAREST

_READABLE = 4.5
"""What the palest letters have to stand out with from each ground, in every theme."""


def grounds_of(theme: Theme) -> tuple[Colour, ...]:
    """The grounds that something is written on: the sand, then those of :data:`GROUNDS`."""
    light, ink = theme.pool_colour, theme.text
    return (
        theme.sand,
        light,
        _towards(theme.sea_dark, light, 0.35, ink),
        _towards(theme.foam, light, 0.62, ink),
        _towards(mix(light, theme.foam, 0.28), light, 1.0, ink),
        _towards(theme.glow, light, 1.0, ink),
    )


def _towards(colour: Colour, ground: Colour, share: float, ink: Colour) -> Colour:
    """A ground up to a ``share`` of the way to a colour, as far as it can be written on."""
    while contrast(made := mix(ground, colour, share), paler(made, ink)) < _READABLE and share > 0.02:
        share -= 0.02
    return made


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG)."""
    dark, bright = sorted(map(_luminance, (one, other)))
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    parts = (value / 255 for value in colour)
    red, green, blue = (part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _rims(theme: Theme) -> tuple[Colour, ...]:
    """The colours of a panel's rim: usually, around a running tie, and around the decided final."""
    return theme.wet, theme.coral, theme.amber


# Pictures are made with the usual theme's colours.
_USUAL = theme_for(("green", "blue"))
GROUNDS = grounds_of(_USUAL)
_, LIGHT, DARK, BRIGHT, HALF_BRIGHT, OWN = GROUNDS
"""Besides the usual ground: that of what was lost, won and drawn, and of the viewer's own row."""

_FACES = 120
"""Colours at most for all the faces together."""


@dataclass(frozen=True, slots=True)
class PlayerFace:
    """The avatar of a player, as the file that came from outside, and the ``number`` that chooses a token.

    ``name`` is in letters of the font (:func:`imaging.writable`), or empty where none is known.
    """

    avatar: bytes | None
    number: int
    name: str = ""

    def called(self, number: object) -> str:
        """The name in words, else the ``number`` by which a table knows the player."""
        return self.name or str(number)


def halves(points: int) -> str:
    """Half points as whole ones, such as ``"4½"`` for nine."""
    whole, half = divmod(points, 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


def points_in_words(points: int) -> str:
    """A number of half points with its noun."""
    return f"{halves(points)} {'point' if points in (1, 2) else 'points'}"


def headed(title_game: str, group: str) -> str:
    """The beginning of an alt text."""
    return f"{title_game}, {group}." if group else f"{title_game}."


class FlatCanvas:
    """A picture in the making, :data:`WIDTH` pixels wide, with its title on top. Lengths are pixels."""

    def __init__(self, height: int, title_game: str, group: str, theme: str = DEFAULT_THEME) -> None:
        self._theme = theme
        self._indices = Image.new("L", (WIDTH, height), _index(Theme.sand))
        self._faces: list[tuple[Corner, Image.Image]] = []
        self._indices.paste(_title(title_game, group), (PAD, PAD))

    def fill(self, box: Box, colour: Colour) -> None:
        """Fill a rectangle with one of the flat colours."""
        self._indices.paste(_index(colour), box)

    def frame(self, box: Box, upper: Colour, lower: Colour, rim: Colour = Theme.wet) -> None:
        """Put a panel's edge around what is drawn; ``upper`` and ``lower`` are the colours in its corners."""
        left, top, right, bottom = box
        far = _SIDE - _CORNER
        for tile, start, at in (
            (_panel(rim, upper), 0, top),
            (_panel(rim, lower), far, bottom - _CORNER),
        ):
            for begin, across in ((0, left), (far, right - _CORNER)):
                corner = tile.crop((begin, start, begin + _CORNER, start + _CORNER))
                self._indices.paste(corner, (across, at))
        across, down = right - left - 2 * _CORNER, bottom - top - 2 * _CORNER
        for inwards, upright, level in ((True, left, top), (False, right - EDGE, bottom - EDGE)):
            edge = _panel_edge(rim, inwards=inwards)
            self._indices.paste(edge.resize((EDGE, down), _EXACT), (upright, top + _CORNER))
            flat = edge.transpose(Image.Transpose.TRANSPOSE).resize((across, EDGE), _EXACT)
            self._indices.paste(flat, (left + _CORNER, level))

    def write(
        self,
        text: str,
        size: int,
        at: Point,
        ground: Colour,
        *,
        ink: Colour = Theme.text,
        anchor: float = 0.5,
    ) -> int:
        """Write on a ground, ``anchor`` being the share of the text left of the point; returns its width."""
        tile = _inked(text, size, ink, ground)
        self._put(tile, at, anchor)
        return tile.width

    def badge(self, rank: int, size: int, at: Point, ground: Colour) -> None:
        """Draw the medal of a rank from 1 to 3 with its middle at a point."""
        self._put(_medal(rank, size, ground), at, 0.5)

    def draw(self, drawing: Image.Image, at: Point, ground: Colour) -> None:
        """Put an ``RGBA`` drawing in flat colours with its middle at a point."""
        self._put(_flattened(drawing, ground), at, 0.5)

    def face(self, face: PlayerFace, size: int, at: Point, ground: Colour, *, faded: bool = False) -> None:
        """Draw a portrait with foam around it, its middle at a point; ``faded`` for a player who is out."""
        ground, foam = (_colours_in(self._theme)[colour] for colour in (ground, Theme.foam))
        image = Image.new("RGBA", (size + _HALO, size + _HALO), ground)
        image.alpha_composite(_disc(size + _HALO, foam))
        centre(image, portrait(face.avatar, face.number, size), (image.width / 2, image.height / 2))
        square = image.convert("RGB")
        if faded:
            square = Image.blend(square, Image.new("RGB", square.size, ground), 0.5)
        corner = round(at[0] - square.width / 2), round(at[1] - square.height / 2)
        self._faces.append((corner, square))

    def name(
        self,
        face: PlayerFace,
        sizes: tuple[int, int],
        place: tuple[float, float, float],
        ground: Colour,
        ink: Colour,
    ) -> None:
        """Write a player's name at a ``place``: its left and right end and its middle's height; cut to fit.

        ``sizes``: in letters of that many pixels, or smaller ones, down to the second.
        """
        left, right, y = place
        if face.name:
            size = max(fitting(face.name, sizes[0], round(right - left)), sizes[1])
            self.write(shortened(face.name, size, right - left), size, (left, y), ground, ink=ink, anchor=0)

    def finish(self, sentences: Sequence[str]) -> Picture:
        """The picture, with the sentences for an alt text."""
        colours = [_colours_in(self._theme)[colour] for colour in _flat().colours]
        if self._faces:
            adapted = face_colours([square for _, square in self._faces], _FACES)
            colours += [colour for colour in dict.fromkeys(adapted) if colour not in colours]
        palette = Palette(colours, limit=256, once=False)
        for corner, square in self._faces:
            self._indices.paste(palette.reduce(square, dithered=True), corner)
        return Picture(encode(self._indices, palette.content), *self._indices.size, told(sentences))

    def _put(self, tile: Image.Image, at: Point, anchor: float) -> None:
        corner = round(at[0] - tile.width * anchor), round(at[1] - tile.height / 2)
        self._indices.paste(tile, corner)


# --- what is kept, in indices (``L``) and not to be changed --------------------------------------


@lru_cache(maxsize=16)
def _title(title_game: str, group: str) -> Image.Image:
    """The pool at the top: the game at its left end and the group at its right, or the game in its middle."""
    size = ACROSS, TITLE_HEIGHT
    image = Image.new("RGBA", size, Theme.sand)
    image.alpha_composite(pool(size, Theme.coral, Theme.sea_light, unit=TITLE_HEIGHT / 100))
    room, half = ACROSS - 2 * _TITLE_INSET, TITLE_HEIGHT / 2
    share = _GAME_SHARE if group else 1.0
    game = lettering(title_game, fitting(title_game, _TITLE_TEXT, room * share), Theme.text)
    centre(image, game, (_TITLE_INSET + game.width / 2 if group else ACROSS / 2, half))
    if group:
        words = lettering(group, fitting(group, _GROUP_TEXT, room * _GROUP_SHARE), Theme.text)
        centre(image, words, (ACROSS - _TITLE_INSET - words.width / 2, half))
    return _flat().reduce(image.convert("RGB"))


@lru_cache(maxsize=1024)
def _inked(text: str, size: int, ink: Colour, ground: Colour) -> Image.Image:
    return _flattened(lettering(text, size, ink), ground)


@lru_cache(maxsize=16)
def _medal(rank: int, size: int, ground: Colour) -> Image.Image:
    return _flattened(badge(rank, size), ground)


@lru_cache(maxsize=32)
def _panel(rim: Colour, water: Colour) -> Image.Image:
    """A small panel, whose corners are those of all."""
    image = Image.new("RGBA", (_SIDE, _SIDE), Theme.sand)
    image.alpha_composite(pool((_SIDE, _SIDE), rim, water, unit=EDGE / 10, corner=30))
    return _flat().reduce(image.convert("RGB"))


@cache
def _panel_edge(rim: Colour, *, inwards: bool) -> Image.Image:
    """The colours on the way into a panel or out of it, from left to right."""
    edge = _panel(rim, LIGHT).crop((0, _CORNER, EDGE, _CORNER + 1))
    return edge if inwards else edge.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


@lru_cache(maxsize=8)
def _disc(size: int, foam: Colour) -> Image.Image:
    """The foam around a portrait, ``RGBA``."""
    pen = Canvas(size)
    pen.disc((0, 0), 50, foam)
    return pen.finish()


def _flattened(drawing: Image.Image, ground: Colour) -> Image.Image:
    image = Image.new("RGBA", drawing.size, ground)
    image.alpha_composite(drawing)
    return _flat().reduce(image.convert("RGB"))


# --- the palette ---------------------------------------------------------------------------------


@cache
def _index(colour: Colour) -> int:
    return _flat().colours.index(colour)


@cache
def _flat() -> Palette:
    """The colours of everything but faces."""
    return Palette(_shades(_USUAL), limit=256 - _FACES)


@cache
def _colours_in(theme: str) -> Mapping[Colour, Colour]:
    """The colours of everything but faces in a theme, by those of the usual one."""
    found: dict[Colour, Colour] = {}
    for usual, colour in zip(_shades(_USUAL), _shades(theme_for(("green", "blue"), theme)), strict=True):
        found.setdefault(usual, colour)
    return found


def _shades(theme: Theme) -> Iterable[Colour]:
    """Every colour that is painted, and what smooth edges need between two of them."""
    grounds, rims = grounds_of(theme), _rims(theme)
    yield from (*grounds, *rims, theme.text, theme.foam, theme.sea_dark)
    for ground in grounds:
        pale = paler(ground, theme.text)
        yield from ramp(ground, theme.text, 5)
        yield from (pale, *ramp(ground, pale, 2))
    for rim in rims:
        yield from (*ramp(theme.sand, rim, 2), *ramp(rim, theme.foam, 2))
    for ground in grounds[1:]:
        yield from (mix(ground, theme.foam, 0.5), mix(ground, theme.coral, 0.5))
    for metal in METALS.values():
        yield from (metal.light, metal.face, metal.dark, *ramp(metal.face, metal.dark, 2))
        yield mix(grounds[1], metal.dark, 0.5)
