"""The crosstable of a group: every entrant's result against every other. No names, as in the standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from imaging.charts.colours import BRIGHT, DARK, HALF_BRIGHT, LIGHT, OWN
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
from imaging.charts.parts import ACROSS, PAD, disc
from imaging.charts.portraits import PlayerFace
from imaging.draw.canvas import Colour
from imaging.picture import MOST_WORDS, Picture
from imaging.themes.theme import Theme

MOST_ENTRANTS = 10

# Pixels.
_ROW = 64
_LABEL, _POINTS = 138, 104
_NAMED = 296
"""The room for number, portrait and name, where there are names."""
_NAME, _LEAST_NAME, _NAME_AT = 30, 24, 134
_GAP = 2
_NUMBER_AT, _NUMBER_ROOM, _FACE_AT = 38, 60, 102
_FACE = 46
_NUMBER_TEXT, _RESULT_TEXT, _POINTS_TEXT = 32, 36, 40
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
"""The ground of a cell by its mark; all others are light."""

_PALE = (CrossMark.LOSS, CrossMark.FORFEIT_LOSS, CrossMark.TO_COME)

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
"""The marks that are explained below the table if they occur, with their words."""


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
class CrosstablePage(TablePage):
    """A group of zero to :data:`MOST_ENTRANTS` entrants, whose numbers differ."""

    rows: tuple[CrosstableRow, ...]

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
        """The width of a row before its results."""
        return _NAMED if any(row.face.name for row in self.rows) else _LABEL

    def sentences(self) -> list[str]:
        """The group in words, a sentence an entrant; each game once where twice would be too long."""
        for once in (False, True):
            found = [self.heading, *self._told(once=once)]
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
    bottom = TOP + 2 * EDGE + max(len(page.rows), 1) * _ROW
    legend = _legend(page)
    canvas = FlatCanvas(page, bottom + (_FOOT if legend else 0) + PAD)
    canvas.head("Points", RIGHT - _POINTS / 2, _POINTS)
    grounds = [OWN if row.own else LIGHT for row in page.rows] or [LIGHT]
    pens = canvas.panel((PAD, TOP), PAD + ACROSS, _ROW, grounds)
    for at, (row, pen) in enumerate(zip(page.rows, pens, strict=False)):
        left, right = _edges(page, at)
        canvas.head(str(row.number), (left + right) / 2, right - left)
        _write_ends(replace(pen, pale=row.left), row)
        for across, cell in enumerate(row.cells):
            left, right = _edges(page, across)
            _draw_cell(pen, cell, left + _GAP, right - _GAP)
    foot, x = RowPen(canvas, bottom + _FOOT // 2 + 4), PAD + 8
    for symbol, words in legend:
        x = _explain(foot, symbol, words, x)
    return canvas.finish(page.sentences())


def _edges(page: CrosstablePage, at: int) -> tuple[int, int]:
    """The left and the right edge of a column of results."""
    room = RIGHT - LEFT - page.label - _POINTS
    left, right = (LEFT + page.label + room * column // len(page.rows) for column in (at, at + 1))
    return left, right


def _write_ends(pen: RowPen, row: CrosstableRow) -> None:
    """Number, portrait and name at the left end of a row, points at the right."""
    pen.write(str(row.number), _NUMBER_TEXT, LEFT + _NUMBER_AT, _NUMBER_ROOM)
    pen.face(row.face, _FACE, LEFT + _FACE_AT)
    pen.name(row.face.name, _NAME, _LEAST_NAME, LEFT + _NAME_AT, LEFT + _NAMED - _GAP)
    pen.write(halves(row.points), _POINTS_TEXT, RIGHT - _POINTS / 2, _POINTS - 8)


def _draw_cell(row: RowPen, cell: CrossCell | None, left: int, right: int) -> None:
    """Draw a cell; an undecided or annulled game has the ground of its row."""
    box = left, row.y - _ROW // 2 + _GAP, right, row.y + _ROW // 2 - _GAP
    if cell is None:
        row.canvas.fill(box, Theme.sea_dark)
        return
    ground = row.ground if cell.annulled else _GROUNDS.get(cell.mark, row.ground)
    row.canvas.fill(box, ground)
    pen, x = replace(row, ground=ground, pale=cell.annulled or cell.mark in _PALE), (left + right) / 2
    if cell.mark is CrossMark.RUNNING:
        pen.draw(disc(_RUNNING, Theme.coral, 48), x)
    elif cell.mark is CrossMark.TO_COME and not cell.annulled:
        pen.draw(disc(_TO_COME, pen.ink, 48), x)
    else:
        text = f"({cell.mark})" if cell.annulled else str(cell.mark)
        pen.write(text, _RESULT_TEXT, x, right - left - 2)


def _legend(page: CrosstablePage) -> list[tuple[str, str]]:
    """The marks on the page that need a word, and the word."""
    cells = [cell for row in page.rows for cell in row.cells if cell]
    marks = {cell.mark for cell in cells}
    found = [(symbol, words) for kinds, symbol, words in _LEGEND if kinds & marks]
    return [*found, ("( )", "annulled")] if any(cell.annulled for cell in cells) else found


def _explain(pen: RowPen, symbol: str, words: str, x: int) -> int:
    """Write a mark and its word; returns the place of the next."""
    if symbol == CrossMark.RUNNING:
        pen.draw(disc(_RUNNING, Theme.coral, 48), x + _RUNNING / 2)
        x += _RUNNING
    else:
        x += pen.write(symbol, _FOOT_TEXT, x, anchor=0)
    x += 10
    return x + pen.write(words, _FOOT_TEXT, x, anchor=0) + _FOOT_GAP
