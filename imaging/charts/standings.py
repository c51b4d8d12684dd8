"""The standings of a tournament: a row an entrant, with points and tie-breaks.

A name has the room that the columns leave. The message beside it mentions the players in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from imaging.charts.colours import DARK, LIGHT, METALS, OWN
from imaging.charts.indexed_canvas import (
    EDGE,
    LEFT,
    RIGHT,
    TOP,
    FlatCanvas,
    RowPen,
    TablePage,
    halves,
    points_in_words,
)
from imaging.charts.parts import ACROSS, PAD, triangle
from imaging.charts.portraits import PlayerFace
from imaging.picture import Picture
from imaging.themes.theme import Theme

MOST_ROWS = 10
MOST_TIES = 2

# Pixels.
_ROW = 72
_RANK, _MEDAL, _RANK_ROOM = 40, 60, 80
_FACE = 54
_NUMBERS = (34, 46, 34, 34)
"""The letter sizes of matches played, of points and of tie-breaks."""
_WORD = 28
_RANK_AT, _FACE_AT, _WORD_AT = 98, 180, 224
_COLUMNS = {0: (560, 760), 1: (460, 620, 780), 2: (408, 544, 676, 804)}
"""The middles of the columns with numbers, by the number of tie-breaks."""
_NAME, _LEAST_NAME, _NAME_GAP = 32, 24, 50
"""The usual and the least letter size of a name, and the room for half of the first number beside it."""
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
class StandingsPage(TablePage):
    """A page of the standings: zero to :data:`MOST_ROWS` rows, the best first.

    ``heads`` are short names of the tie-breaks. Of the rows the first ``promoted`` go up and the last
    ``relegated`` go down. ``finished``: the first three ranks get their medals.
    """

    rows: tuple[StandingsRow, ...]
    heads: tuple[str, ...] = ()
    promoted: int = 0
    relegated: int = 0
    finished: bool = False

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
        return TOP + 2 * EDGE + max(len(self.rows), 1) * _ROW + PAD

    def sentences(self) -> Iterator[str]:
        """The page in words, a sentence a row."""
        yield self.heading
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
    canvas = FlatCanvas(page, page.height)
    columns = _COLUMNS[len(page.heads)]
    for x, head in zip(columns, ("Played", "Points", *page.heads), strict=True):
        canvas.head(head, x, 130)
    grounds = [OWN if row.own else DARK if at % 2 else LIGHT for at, row in enumerate(page.rows)]
    pens = canvas.panel((PAD, TOP), PAD + ACROSS, _ROW, grounds or [LIGHT])
    for row, pen in zip(page.rows, pens, strict=False):
        _write_row(replace(pen, pale=row.left), row, columns, medals=page.finished)
    kept = len(page.rows) - page.relegated
    for after in {page.promoted, kept} - {0, len(page.rows)}:
        y = TOP + EDGE + after * _ROW
        canvas.fill((LEFT, y - _LINE // 2, RIGHT, y + _LINE // 2), Theme.coral)
    for at in (*range(page.promoted), *range(kept, len(page.rows))):
        pointer = triangle(_POINTER, (42, 34), Theme.coral, up=at < page.promoted)
        pens[at].draw(pointer, LEFT + _POINTER_AT)
    return canvas.finish(page.sentences())


def _write_row(pen: RowPen, row: StandingsRow, columns: tuple[int, ...], *, medals: bool) -> None:
    if medals and row.rank in METALS:
        pen.badge(row.rank, _MEDAL, _RANK_AT)
    else:
        pen.write(row.place, _RANK, _RANK_AT, _RANK_ROOM)
    pen.face(row.face, _FACE, _FACE_AT)
    if row.left and not row.face.name:
        pen.write("left", _WORD, _WORD_AT, anchor=0)
    pen.name(row.face.name, _NAME, _LEAST_NAME, _WORD_AT, columns[0] - _NAME_GAP)
    for x, value, size in zip(
        columns, (str(row.played), halves(row.points), *row.ties), _NUMBERS, strict=False
    ):
        pen.write(value, size, x, 120)
