"""The crosstable of a group: every entrant's result against every other. No names, as in the standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from PIL import Image

from imaging.charts.flat import (
    ACROSS,
    BRIGHT,
    DARK,
    EDGE,
    HALF_BRIGHT,
    LIGHT,
    OWN,
    PAD,
    TITLE_HEIGHT,
    Box,
    FlatCanvas,
    PlayerFace,
    halves,
    headed,
    points_in_words,
)
from imaging.charts.ranked import paler
from imaging.draw.canvas import Canvas, Colour, fitting
from imaging.picture import MOST_WORDS, Picture
from imaging.themes.catalog import DEFAULT_THEME
from imaging.themes.theme import Theme

MOST_ENTRANTS = 10

# Pixels.
_ROW = 64
_HEADS = 50
_TOP = PAD + TITLE_HEIGHT + _HEADS
_LEFT, _RIGHT = PAD + EDGE, PAD + ACROSS - EDGE
_LABEL, _POINTS = 138, 104
_NAMED = 296
"""The room for number, portrait and name, where there are names."""
_NAME, _LEAST_NAME, _NAME_AT = 30, 24, 134
_GAP = 2
_NUMBER_AT, _NUMBER_ROOM, _FACE_AT = 38, 60, 102
_FACE = 46
_HEAD_TEXT, _NUMBER_TEXT, _RESULT_TEXT, _POINTS_TEXT = 28, 32, 36, 40
_FOOT, _FOOT_TEXT, _FOOT_GAP = 50, 28, 24
_RUNNING, _TO_COME = 20, 9


class CrossMark(StrEnum):
    """The state of a game, seen from the entrant of the row, as it is written."""

    WIN = "1"
    DRAW = "½"
    LOSS = "0"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "−"
    NOT_PLAYED = "="
    UNDECIDED = "?"
    RUNNING = "●"
    TO_COME = "·"


_GROUNDS: dict[CrossMark, Colour] = {
    CrossMark.WIN: BRIGHT,
    CrossMark.FORFEIT_WIN: BRIGHT,
    CrossMark.DRAW: HALF_BRIGHT,
    CrossMark.NOT_PLAYED: HALF_BRIGHT,
    CrossMark.LOSS: DARK,
    CrossMark.FORFEIT_LOSS: DARK,
}
"""The ground of a cell; that of all others is light."""

_WORDS = {
    CrossMark.WIN: "beat",
    CrossMark.DRAW: "drew with",
    CrossMark.LOSS: "lost to",
    CrossMark.FORFEIT_WIN: "won by forfeit against",
    CrossMark.FORFEIT_LOSS: "forfeited against",
    CrossMark.NOT_PLAYED: "not played with",
    CrossMark.UNDECIDED: "undecided with",
    CrossMark.RUNNING: "playing",
    CrossMark.TO_COME: "still to meet",
}

_LEGEND = (
    (frozenset({CrossMark.RUNNING}), "●", "running"),
    (frozenset({CrossMark.FORFEIT_WIN, CrossMark.FORFEIT_LOSS}), "+ −", "forfeit"),
    (frozenset({CrossMark.NOT_PLAYED}), "=", "unplayed"),
    (frozenset({CrossMark.UNDECIDED}), "?", "undecided"),
)
"""What is explained below the table where it occurs: marks, as they are written, in words."""


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A game of the entrant of a row; ``annulled``: it no longer counts."""

    mark: CrossMark
    annulled: bool = False


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """An entrant, ``points`` in half points, and a cell for every entrant, None for the row's own."""

    number: int
    face: PlayerFace
    points: int
    cells: tuple[CrossCell | None, ...]
    left: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class CrosstablePage:
    """A group of zero to :data:`MOST_ENTRANTS` entrants, whose numbers differ."""

    title_game: str
    group: str
    rows: tuple[CrosstableRow, ...]
    theme: str = DEFAULT_THEME

    def __post_init__(self) -> None:
        if len(self.rows) > MOST_ENTRANTS:
            raise ValueError(f"a crosstable has {MOST_ENTRANTS} entrants at most, not {len(self.rows)}")
        if len({row.number for row in self.rows}) != len(self.rows):
            raise ValueError("two entrants have one number")
        for at, row in enumerate(self.rows):
            empty = [across for across, cell in enumerate(row.cells) if cell is None]
            if len(row.cells) != len(self.rows) or empty != [at]:
                raise ValueError("a row has a cell for every entrant but its own")

    @property
    def label(self) -> int:
        """The width of what stands before the results of a row."""
        return _NAMED if any(row.face.name for row in self.rows) else _LABEL

    def sentences(self) -> list[str]:
        """The group in words, a sentence an entrant; each game once where twice would be too long."""
        for once in (False, True):
            found = [headed(self.title_game, self.group), *self._told(once=once)]
            if len(" ".join(found)) <= MOST_WORDS:
                break
        return found

    def _told(self, *, once: bool) -> Iterator[str]:
        if not self.rows:
            yield "No entrants yet."
        for at, row in enumerate(self.rows):
            left = ("left",) if row.left else ()
            games = self._games(row, at + 1 if once else 0)
            name = f", {row.face.name}" if row.face.name else ""
            yield f"{row.number}{name}: {'; '.join((points_in_words(row.points), *left, *games))}."

    def _games(self, row: CrosstableRow, first: int) -> Iterator[str]:
        """The games of a row against the opponents from ``first`` on, those of one kind together."""
        met: dict[CrossCell | None, list[str]] = {}
        for other, cell in zip(self.rows[first:], row.cells[first:], strict=True):
            met.setdefault(cell, []).append(str(other.number))
        for annulled in (False, True):
            for mark, words in _WORDS.items():
                if numbers := met.get(CrossCell(mark, annulled)):
                    yield f"{'annulled: ' if annulled else ''}{words} {_listed(numbers)}"


def _listed(numbers: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(numbers[:-1]), numbers[-1])))


def draw_crosstable(page: CrosstablePage) -> Picture:
    """The picture of a group's crosstable, 900 pixels wide and as high as its rows ask for.

    The same page gives the same bytes.
    """
    bottom = _TOP + 2 * EDGE + max(len(page.rows), 1) * _ROW
    legend = _legend(page)
    height = bottom + (_FOOT if legend else 0) + PAD
    canvas = FlatCanvas(height, page.title_game, page.group, page.theme)
    grounds = [OWN if row.own else LIGHT for row in page.rows] or [LIGHT]
    for at, ground in enumerate(grounds):
        canvas.fill((_LEFT, _row_top(at), _RIGHT, _row_top(at + 1)), ground)
    canvas.frame((PAD, _TOP, PAD + ACROSS, bottom), grounds[0], grounds[-1])
    _write_heads(canvas, page)
    for at, (row, ground) in enumerate(zip(page.rows, grounds, strict=False)):
        _write_ends(canvas, row, _row_top(at) + _ROW // 2, ground)
        _draw_cells(canvas, page, at, ground)
    x = PAD + 8.0
    for symbol, words in legend:
        x = _explain(canvas, symbol, words, x, bottom + _FOOT / 2 + 4)
    return canvas.finish(page.sentences())


def _edges(page: CrosstablePage, at: int) -> tuple[int, int]:
    """The left and the right edge of a column of results."""
    room = _RIGHT - _LEFT - page.label - _POINTS
    left, right = (_LEFT + page.label + room * column // len(page.rows) for column in (at, at + 1))
    return left, right


def _row_top(at: int) -> int:
    return _TOP + EDGE + at * _ROW


def _write_heads(canvas: FlatCanvas, page: CrosstablePage) -> None:
    y = _TOP - _HEADS / 2 + 2
    for at, row in enumerate(page.rows):
        left, right = _edges(page, at)
        number = str(row.number)
        size = fitting(number, _HEAD_TEXT, right - left)
        canvas.write(number, size, ((left + right) / 2, y), Theme.sand)
    canvas.write("Points", _HEAD_TEXT, (_RIGHT - _POINTS / 2, y), Theme.sand)


def _write_ends(canvas: FlatCanvas, row: CrosstableRow, y: int, ground: Colour) -> None:
    """Number, portrait and name at the left end of a row, points at the right."""
    ink = paler(ground) if row.left else Theme.text
    number, points = str(row.number), halves(row.points)
    size = fitting(number, _NUMBER_TEXT, _NUMBER_ROOM)
    canvas.write(number, size, (_LEFT + _NUMBER_AT, y), ground, ink=ink)
    canvas.face(row.face, _FACE, (_LEFT + _FACE_AT, y), ground, faded=row.left)
    box = (_LEFT + _NAME_AT, _LEFT + _NAMED - _GAP, y)
    canvas.name(row.face, (_NAME, _LEAST_NAME), box, ground, ink)
    size = fitting(points, _POINTS_TEXT, _POINTS - 8)
    canvas.write(points, size, (_RIGHT - _POINTS / 2, y), ground, ink=ink)


def _draw_cells(canvas: FlatCanvas, page: CrosstablePage, at: int, ground: Colour) -> None:
    top = _row_top(at)
    for across, cell in enumerate(page.rows[at].cells):
        left, right = _edges(page, across)
        box = left + _GAP, top + _GAP, right - _GAP, top + _ROW - _GAP
        if cell is None:
            canvas.fill(box, Theme.sea_dark)
        else:
            _draw_cell(canvas, cell, box, ground)


def _draw_cell(canvas: FlatCanvas, cell: CrossCell, box: Box, row_ground: Colour) -> None:
    """A cell; what is not decided, or counts no longer, stands on the ground of its row."""
    ground = row_ground if cell.annulled else _GROUNDS.get(cell.mark, row_ground)
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    canvas.fill(box, ground)
    if cell.mark is CrossMark.RUNNING:
        canvas.draw(_dot(_RUNNING, Theme.coral), middle, ground)
        return
    if cell.mark is CrossMark.TO_COME and not cell.annulled:
        canvas.draw(_dot(_TO_COME, paler(ground)), middle, ground)
        return
    text = f"({cell.mark})" if cell.annulled else str(cell.mark)
    faint = cell.annulled or cell.mark in (CrossMark.LOSS, CrossMark.FORFEIT_LOSS)
    size = fitting(text, _RESULT_TEXT, box[2] - box[0] - 2)
    canvas.write(text, size, middle, ground, ink=paler(ground) if faint else Theme.text)


def _legend(page: CrosstablePage) -> list[tuple[str, str]]:
    """The marks on the page that need a word, and the word."""
    cells = [cell for row in page.rows for cell in row.cells if cell]
    marks = {cell.mark for cell in cells}
    found = [(symbol, words) for kinds, symbol, words in _LEGEND if kinds & marks]
    return [*found, ("( )", "annulled")] if any(cell.annulled for cell in cells) else found


def _explain(canvas: FlatCanvas, symbol: str, words: str, x: float, y: float) -> float:
    """Write a mark and its word; returns the place of the next."""
    if symbol == CrossMark.RUNNING:
        canvas.draw(_dot(_RUNNING, Theme.coral), (x + _RUNNING / 2, y), Theme.sand)
        x += _RUNNING
    else:
        x += canvas.write(symbol, _FOOT_TEXT, (x, y), Theme.sand, anchor=0)
    x += 10
    return x + canvas.write(words, _FOOT_TEXT, (x, y), Theme.sand, anchor=0) + _FOOT_GAP


@cache
def _dot(size: int, colour: Colour) -> Image.Image:
    """A dot on a transparent ``RGBA`` square of ``size`` pixels. Not to be changed by the caller."""
    pen = Canvas(size)
    pen.disc((0, 0), 48, colour)
    return pen.finish()
