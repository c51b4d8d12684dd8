"""The standings of a tournament: a row an entrant, with points and tie-breaks.

A name has the room that the columns leave. The message beside it mentions the players in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from PIL import Image

from imaging.charts.flat import (
    ACROSS,
    DARK,
    EDGE,
    LIGHT,
    OWN,
    PAD,
    TITLE_HEIGHT,
    FlatCanvas,
    PlayerFace,
    halves,
    headed,
    points_in_words,
)
from imaging.charts.podium import METALS
from imaging.charts.ranked import paler
from imaging.draw.canvas import Canvas, Colour, fitting
from imaging.picture import Picture
from imaging.themes.catalog import DEFAULT_THEME
from imaging.themes.theme import Theme

MOST_ROWS = 10
MOST_TIES = 2

# Pixels.
_ROW = 72
_HEADS = 50
_TOP = PAD + TITLE_HEIGHT + _HEADS
_LEFT, _RIGHT = PAD + EDGE, PAD + ACROSS - EDGE
_HEAD_TEXT = 28
_RANK, _MEDAL, _RANK_ROOM = 40, 60, 80
_FACE = 54
_PLAYED, _POINTS, _TIE, _WORD = 34, 46, 34, 28
_RANK_AT, _FACE_AT, _WORD_AT = 98, 180, 224
_COLUMNS = {0: (560, 760), 1: (460, 620, 780), 2: (408, 544, 676, 804)}
"""The middles of the columns with numbers, by the number of tie-breaks."""
_NAME, _LEAST_NAME, _NAME_GAP = 32, 24, 50
"""Letters of a name, and the room for half of the first number beside it."""
_LINE = 6
_POINTER, _POINTER_AT = 24, 18


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """An entrant: ``points`` in half points, the values of the tie-breaks as they are shown.

    ``shared``: others have the same rank.
    """

    rank: int
    face: PlayerFace
    played: int
    points: int
    ties: tuple[str, ...] = ()
    shared: bool = False
    left: bool = False
    own: bool = False

    @property
    def place(self) -> str:
        """The rank, such as ``"4"`` or ``"=4"``."""
        return f"={self.rank}" if self.shared else str(self.rank)


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """A page of the standings: zero to :data:`MOST_ROWS` rows, the best first.

    ``heads`` are short names of the tie-breaks. Of the rows the first ``promoted`` go up and the last
    ``relegated`` go down. ``finished``: the first three ranks get their medals.
    """

    title_game: str
    group: str
    rows: tuple[StandingsRow, ...]
    heads: tuple[str, ...] = ()
    promoted: int = 0
    relegated: int = 0
    finished: bool = False
    theme: str = DEFAULT_THEME

    def __post_init__(self) -> None:
        if len(self.rows) > MOST_ROWS:
            raise ValueError(f"a page of standings has {MOST_ROWS} rows at most, not {len(self.rows)}")
        ranks = [row.rank for row in self.rows]
        if ranks and (ranks[0] < 1 or ranks != sorted(ranks)):
            raise ValueError("ranks count from 1, the best is first")
        if len(self.heads) > MOST_TIES or any(len(row.ties) != len(self.heads) for row in self.rows):
            raise ValueError(f"a row has a value for each of up to {MOST_TIES} tie-breaks")
        if min(self.promoted, self.relegated) < 0 or self.promoted + self.relegated > len(self.rows):
            raise ValueError("a row is promoted, relegated or neither")

    @property
    def height(self) -> int:
        """The height of the picture in pixels."""
        return _TOP + 2 * EDGE + max(len(self.rows), 1) * _ROW + PAD

    def sentences(self) -> Iterator[str]:
        """The page in words, a sentence a row."""
        yield headed(self.title_game, self.group)
        if not self.rows:
            yield "No entrants yet."
        for at, row in enumerate(self.rows):
            ties = (f"{head} {value}" for head, value in zip(self.heads, row.ties, strict=True))
            facts = points_in_words(row.points), f"{row.played} played", *ties, *self._marks(at)
            name = f"{row.face.name}, " if row.face.name else ""
            yield f"{row.place}: {name}{', '.join(facts)}."

    def _marks(self, at: int) -> Iterator[str]:
        if at < self.promoted:
            yield "promoted"
        if at >= len(self.rows) - self.relegated:
            yield "relegated"
        if self.rows[at].left:
            yield "left"


def draw_standings(page: StandingsPage) -> Picture:
    """The picture of a page of standings, 900 pixels wide and as high as its rows ask for.

    The same page gives the same bytes.
    """
    bottom = page.height - PAD
    canvas = FlatCanvas(page.height, page.title_game, page.group, page.theme)
    _write_heads(canvas, page)
    grounds = [_ground(page, at) for at in range(len(page.rows))] or [LIGHT]
    for at, ground in enumerate(grounds):
        top = _TOP + EDGE + at * _ROW
        canvas.fill((_LEFT, top, _RIGHT, top + _ROW), ground)
    canvas.frame((PAD, _TOP, PAD + ACROSS, bottom), grounds[0], grounds[-1])
    for at, (row, ground) in enumerate(zip(page.rows, grounds, strict=False)):
        _write_row(canvas, page, row, _TOP + EDGE + at * _ROW + _ROW // 2, ground)
    _draw_lines(canvas, page)
    return canvas.finish(list(page.sentences()))


def _ground(page: StandingsPage, at: int) -> Colour:
    if page.rows[at].own:
        return OWN
    return DARK if at % 2 else LIGHT


def _write_heads(canvas: FlatCanvas, page: StandingsPage) -> None:
    for x, head in zip(_COLUMNS[len(page.heads)], ("Played", "Points", *page.heads), strict=True):
        canvas.write(head, fitting(head, _HEAD_TEXT, 130), (x, _TOP - _HEADS / 2 + 2), Theme.sand)


def _write_row(canvas: FlatCanvas, page: StandingsPage, row: StandingsRow, y: int, ground: Colour) -> None:
    ink = paler(ground) if row.left else Theme.text
    if page.finished and row.rank in METALS:
        canvas.badge(row.rank, _MEDAL, (_RANK_AT, y), ground)
    else:
        canvas.write(row.place, fitting(row.place, _RANK, _RANK_ROOM), (_RANK_AT, y), ground, ink=ink)
    canvas.face(row.face, _FACE, (_FACE_AT, y), ground, faded=row.left)
    if row.face.name:
        box = (_WORD_AT, _COLUMNS[len(row.ties)][0] - _NAME_GAP, y)
        canvas.name(row.face, (_NAME, _LEAST_NAME), box, ground, ink)
    elif row.left:
        canvas.write("left", _WORD, (_WORD_AT, y), ground, ink=ink, anchor=0)
    values = (str(row.played), halves(row.points), *row.ties)
    sizes = (_PLAYED, _POINTS, *(_TIE for _ in row.ties))
    for x, value, size in zip(_COLUMNS[len(row.ties)], values, sizes, strict=True):
        canvas.write(value, fitting(value, size, 120), (x, y), ground, ink=ink)


def _draw_lines(canvas: FlatCanvas, page: StandingsPage) -> None:
    """A line between rows that are promoted or relegated and the others, and a pointer at each of them."""
    kept = len(page.rows) - page.relegated
    for after in {page.promoted, kept} - {0, len(page.rows)}:
        y = _TOP + EDGE + after * _ROW
        canvas.fill((_LEFT, y - _LINE // 2, _RIGHT, y + _LINE // 2), Theme.coral)
    for at in (*range(page.promoted), *range(kept, len(page.rows))):
        y = _TOP + EDGE + at * _ROW + _ROW // 2
        canvas.draw(_pointer(up=at < page.promoted), (_LEFT + _POINTER_AT, y), _ground(page, at))


@cache
def _pointer(*, up: bool) -> Image.Image:
    """A small triangle, ``RGBA``. Not to be changed by the caller."""
    pen = Canvas(_POINTER)
    tip = -34 if up else 34
    pen.polygon([(0, tip), (42, -tip), (-42, -tip)], Theme.coral)
    return pen.finish()
