"""The canvas of tables and brackets: flat areas, so they are drawn in palette indices directly.

Each drawing or text is converted to the palette once for every ground below it, and cached; a picture then is
mostly pasted. In another theme the same indices stand for other colours. Only faces have colours of their
own, which join the palette at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import inf

from PIL import Image

from imaging.board.player_strips import pool
from imaging.charts.colours import LIGHT, METALS, chart_theme, grounds_of, paler
from imaging.charts.parts import ACROSS, PAD, TITLE_HEIGHT, WIDTH, badge, bar, disc, on_ground, shown_name
from imaging.charts.portraits import PlayerFace, face_colours, portrait
from imaging.draw.canvas import Colour, Corner, Point, centre, fitting, lettering, write
from imaging.draw.palette import Palette, mix, ramp
from imaging.draw.png import encode
from imaging.picture import Picture, told
from imaging.themes.catalog import DEFAULT_THEME
from imaging.themes.theme import Theme

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels; the last two are just outside."""

# Pixels.
EDGE = 9
"""The distance of a panel's contents from its edge."""
_HEADS = 50
TOP = PAD + TITLE_HEIGHT + _HEADS
"""The height at which a table begins, below the heads of its columns."""
LEFT, RIGHT = PAD + EDGE, PAD + ACROSS - EDGE
"""The ends of the rows of a panel that is as wide as the picture allows."""
_HEAD_TEXT = 28
_TITLE_TEXT, _GROUP_TEXT = 42, 34
_TITLE_INSET = 40
_GAME_SHARE, _GROUP_SHARE = 0.56, 0.4
_CORNER = 32
_SIDE = 2 * _CORNER + 2
_HALO = 6
_EXACT = Image.Resampling.NEAREST

_FACES = 120
"""Colours at most for all the faces together."""


def halves(points: int) -> str:
    """Half points as whole ones, such as ``"4½"`` for nine."""
    whole, half = divmod(points, 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"


def points_in_words(points: int) -> str:
    """A number of half points with its noun."""
    return f"{halves(points)} {'point' if points in (1, 2) else 'points'}"


@dataclass(frozen=True, slots=True)
class TablePage:
    """A page of a tournament: the title of its game and the name of its group, which may be empty."""

    title_game: str
    group: str
    theme: str = field(default=DEFAULT_THEME, kw_only=True)

    @property
    def heading(self) -> str:
        """The first sentence of the page in words."""
        return f"{self.title_game}, {self.group}." if self.group else f"{self.title_game}."


class FlatCanvas:
    """The picture of a page in the making: 900 pixels wide, its title on top. Lengths are pixels.

    Colours are those of the usual theme.
    """

    def __init__(self, page: TablePage, height: int) -> None:
        self.colours = _colours_in(page.theme)
        self._indices = Image.new("L", (WIDTH, height), _index(Theme.sand))
        self._faces: list[tuple[Corner, Image.Image]] = []
        self._indices.paste(_title(page.title_game, page.group), (PAD, PAD))

    def fill(self, box: Box, colour: Colour) -> None:
        """Fill a rectangle with one of the flat colours."""
        self._indices.paste(_index(colour), box)

    def put(self, tile: Image.Image, at: Point, anchor: float = 0.5) -> None:
        """Put indices half way down at a point, the ``anchor`` share of their width left of it."""
        self._indices.paste(tile, (round(at[0] - tile.width * anchor), round(at[1] - tile.height / 2)))

    def put_face(self, square: Image.Image, at: Point) -> None:
        """Put an ``RGB`` image in colours of its own with its middle at a point."""
        corner = round(at[0] - square.width / 2), round(at[1] - square.height / 2)
        self._faces.append((corner, square))

    def head(self, text: str, x: float, room: float) -> None:
        """Write the head of a column above :data:`TOP`, its middle at ``x``."""
        RowPen(self, TOP - _HEADS // 2 + 2).write(text, _HEAD_TEXT, x, room)

    def panel(
        self, corner: Corner, right: int, row: int, grounds: Sequence[Colour], rim: Colour = Theme.wet
    ) -> list[RowPen]:
        """Draw a panel of rows on these grounds, each ``row`` high, and return a pen for each of them."""
        left, top = corner
        tops = [top + EDGE + at * row for at in range(len(grounds) + 1)]
        for upper, ground in zip(tops, grounds, strict=False):
            self.fill((left + EDGE, upper, right - EDGE, upper + row), ground)
        self._frame((left, top, right, tops[-1] + EDGE), grounds[0], grounds[-1], rim)
        return [RowPen(self, upper + row // 2, ground) for upper, ground in zip(tops, grounds, strict=False)]

    def _frame(self, box: Box, upper: Colour, lower: Colour, rim: Colour) -> None:
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

    def finish(self, sentences: Iterable[str]) -> Picture:
        """The picture, with the sentences for an alt text."""
        colours = [self.colours[colour] for colour in _flat().colours]
        if self._faces:
            adapted = face_colours([square for _, square in self._faces], _FACES)
            colours += [colour for colour in dict.fromkeys(adapted) if colour not in colours]
        palette = Palette(colours, limit=256, once=False)
        for corner, square in self._faces:
            self._indices.paste(palette.reduce(square, dithered=True), corner)
        return Picture(encode(self._indices, palette.content), *self._indices.size, told(list(sentences)))


@dataclass(frozen=True, slots=True)
class RowPen:
    """Writes and draws in one row of a picture, half way down at ``y``; ``pale``: in pale ink."""

    canvas: FlatCanvas
    y: int
    ground: Colour = Theme.sand
    pale: bool = False

    @property
    def ink(self) -> Colour:
        """The colour of texts."""
        return paler(self.ground) if self.pale else Theme.text

    def write(self, text: str, size: int, x: float, room: float = inf, *, anchor: float = 0.5) -> int:
        """Write a text, the ``anchor`` share of its width left of ``x``; returns its width.

        Text wider than ``room`` is written smaller.
        """
        tile = _inked(text, fitting(text, size, room), self.ink, self.ground)
        self.canvas.put(tile, (x, self.y), anchor)
        return tile.width

    def name(self, name: str, size: int, least: int, left: float, right: float) -> None:
        """Write a name from ``left`` on, shown as :func:`shown_name` says."""
        if name:
            self.write(*shown_name(name, size, least, right - left), left, anchor=0)

    def face(self, face: PlayerFace, size: int, x: float) -> None:
        """Draw a portrait with foam around it, its middle at ``x``."""
        ground, foam = (self.canvas.colours[colour] for colour in (self.ground, Theme.foam))
        image = on_ground(disc(size + _HALO, foam), ground)
        centre(image, portrait(face.avatar, face.number, size), (image.width / 2, image.height / 2))
        square = image.convert("RGB")
        if self.pale:
            square = Image.blend(square, Image.new("RGB", square.size, ground), 0.5)
        self.canvas.put_face(square, (x, self.y))

    def badge(self, rank: int, size: int, x: float) -> None:
        """Draw the medal of a rank from 1 to 3, its middle at ``x``."""
        self.canvas.put(_medal(rank, size, self.ground), (x, self.y))

    def draw(self, drawing: Image.Image, x: float) -> None:
        """Put an ``RGBA`` drawing in flat colours with its middle at ``x``."""
        self.canvas.put(_flattened(drawing, self.ground), (x, self.y))


# --- what is kept, in indices (``L``) and not to be changed --------------------------------------


@lru_cache(maxsize=16)
def _title(title_game: str, group: str) -> Image.Image:
    """The pool at the top: the game at its left end and the group at its right, or the game in its middle."""
    image = bar(TITLE_HEIGHT, Theme.coral, chart_theme()).copy()
    room, half = ACROSS - 2 * _TITLE_INSET, TITLE_HEIGHT / 2
    if group:
        game_at, group_at = (_TITLE_INSET, half), (ACROSS - _TITLE_INSET, half)
        write(image, title_game, _TITLE_TEXT, Theme.text, game_at, anchor=0, room=room * _GAME_SHARE)
        write(image, group, _GROUP_TEXT, Theme.text, group_at, anchor=1, room=room * _GROUP_SHARE)
    else:
        write(image, title_game, _TITLE_TEXT, Theme.text, (ACROSS / 2, half), room=room)
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
    return _flattened(pool((_SIDE, _SIDE), rim, water, unit=EDGE / 10, corner=30), Theme.sand)


@cache
def _panel_edge(rim: Colour, *, inwards: bool) -> Image.Image:
    """The colours across a panel's edge, from left to right."""
    edge = _panel(rim, LIGHT).crop((0, _CORNER, EDGE, _CORNER + 1))
    return edge if inwards else edge.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def _flattened(drawing: Image.Image, ground: Colour) -> Image.Image:
    return _flat().reduce(on_ground(drawing, ground).convert("RGB"))


# --- the palette ---------------------------------------------------------------------------------


@cache
def _index(colour: Colour) -> int:
    return _flat().colours.index(colour)


@cache
def _flat() -> Palette:
    """The colours of everything but faces."""
    return Palette(_shades(chart_theme()), limit=256 - _FACES)


@cache
def _colours_in(theme: str) -> Mapping[Colour, Colour]:
    """The colours of everything but faces in a theme, by those of the usual one."""
    found: dict[Colour, Colour] = {}
    for usual, colour in zip(_shades(chart_theme()), _shades(chart_theme(theme)), strict=True):
        found.setdefault(usual, colour)
    return found


def _shades(theme: Theme) -> Iterable[Colour]:
    """Every colour that is painted, and the shades between two of them for smooth edges."""
    grounds, rims = grounds_of(theme), (theme.wet, theme.coral, theme.amber)
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
