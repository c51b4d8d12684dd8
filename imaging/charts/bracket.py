"""A part of a knockout's bracket: the ties of one round and, to the right, those of their winners.

An entrant is shown by the seed, the avatar, and the name if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from imaging.charts.colours import BRIGHT, DARK, LIGHT, OWN
from imaging.charts.indexed_canvas import EDGE, TOP, FlatCanvas, RowPen, TablePage, halves
from imaging.charts.parts import ACROSS, PAD
from imaging.charts.portraits import PlayerFace
from imaging.draw.canvas import Colour
from imaging.picture import Picture
from imaging.themes.theme import Theme

MOST_TIES = 8
MOST_ROUNDS = 4

# Pixels.
_LINE = 46
_TIE = 2 * _LINE + 2 * EDGE
_BETWEEN = 14
_GAP = 32
_FACE = 36
_SEED_TEXT, _SCORE_TEXT, _WORD_TEXT = 28, 34, 28
_NAME, _LEAST_NAME, _NAME_AT, _NAME_GAP = 28, 22, 106, 8
_SCORE_ROOM = 44
_SEED_AT, _SEED_ROOM, _FACE_AT, _SCORE_END = 28, 44, 80, 12
_THICK = 4

_WAY = Theme.wet
"""The colour of the winners' ways."""


class Vacancy(StrEnum):
    """A place in a tie without an entrant: it stays free, is not decided yet, or its two entrants are out."""

    BYE = "bye"
    WAITING = "waiting"
    OUT = "walkover"


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """An entrant in a tie; ``score`` in half points, None before the tie's first result."""

    seed: int
    face: PlayerFace
    score: int | None = None
    own: bool = False


@dataclass(frozen=True, slots=True)
class BracketTie:
    """Two places, and the number (0 or 1) of the one whose entrant goes on, None while that is open.

    ``running``: a game of it is going on. ``forfeit``: it was decided without a game; where it has no
    winner, both are out.
    """

    slots: tuple[BracketSlot | Vacancy, BracketSlot | Vacancy]
    winner: int | None = None
    running: bool = False
    forfeit: bool = False

    def __post_init__(self) -> None:
        if self.winner is not None and not isinstance(self.slots[self.winner], BracketSlot):
            raise ValueError("an entrant wins a tie")
        if len({slot.score is None for slot in self.entrants}) == 2:
            raise ValueError("a tie's score is that of both")

    @property
    def entrants(self) -> tuple[BracketSlot, ...]:
        """The entrants who are known, the winner first."""
        turned = self.slots[::-1] if self.winner == 1 else self.slots
        return tuple(slot for slot in turned if isinstance(slot, BracketSlot))

    @property
    def words(self) -> str:
        """The tie in words; entrants without a name are called by their seeds."""
        seeds = [slot.face.called(slot.seed) for slot in self.entrants]
        if len(seeds) == 2:
            return self._met(*seeds)
        if not seeds:
            return "both to be decided" if Vacancy.WAITING in self.slots else "no winner"
        vacancy = next(slot for slot in self.slots if isinstance(slot, Vacancy))
        if self.winner is None:
            return f"{seeds[0]} waits for an opponent"
        return f"{seeds[0]} has a {vacancy.value}"

    def _met(self, first: str, second: str) -> str:
        scores = [halves(slot.score) for slot in self.entrants if slot.score is not None]
        score = f", {' to '.join(scores)}" if scores else ""
        if self.winner is None:
            state = "both out" if self.forfeit else "playing" if self.running else "to come"
            return f"{first} and {second} {state}{score}"
        if self.forfeit:
            return f"{first} beat {second} by forfeit"
        uneven = len({*scores}) == 2
        return f"{first} beat {second}{score}" if uneven else f"{first} goes on, not {second}{score}"


@dataclass(frozen=True, slots=True)
class BracketRound:
    """The ties of a round from top to bottom, below its name."""

    head: str
    ties: tuple[BracketTie, ...]


@dataclass(frozen=True, slots=True)
class BracketPage(TablePage):
    """One to :data:`MOST_ROUNDS` rounds, the first with up to :data:`MOST_TIES` ties.

    Each has half as many ties as the one before. ``final``: the last one's winner is the champion.
    """

    rounds: tuple[BracketRound, ...]
    final: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.rounds) <= MOST_ROUNDS:
            raise ValueError(f"a bracket shows 1 to {MOST_ROUNDS} rounds, not {len(self.rounds)}")
        counts = [len(one.ties) for one in self.rounds]
        if not 1 <= counts[0] <= MOST_TIES:
            raise ValueError(f"a bracket shows 1 to {MOST_TIES} ties of a round, not {counts[0]}")
        if any(before != 2 * after for before, after in pairwise(counts)):
            raise ValueError("the winners of two ties meet in one")

    def sentences(self) -> Iterator[str]:
        """The bracket in words, a sentence a round."""
        yield self.heading
        for one in self.rounds:
            yield f"{one.head}: {'; '.join(tie.words for tie in one.ties)}."
        champion = self.champion
        if champion is not None:
            yield f"{champion.face.called(champion.seed)} is the champion."

    @property
    def champion(self) -> BracketSlot | None:
        """The winner of the final, once there is one."""
        last = self.rounds[-1].ties[0]
        slot = last.slots[last.winner] if self.final and last.winner is not None else None
        return slot if isinstance(slot, BracketSlot) else None


def draw_bracket(page: BracketPage) -> Picture:
    """The picture of a part of a bracket, 900 pixels wide and as high as its first round asks for.

    The same page gives the same bytes.
    """
    count = len(page.rounds[0].ties)
    canvas = FlatCanvas(page, TOP + count * (_TIE + _BETWEEN) - _BETWEEN + PAD)
    for column, one in enumerate(page.rounds):
        left, right = _edges(page, column)
        canvas.head(one.head, (left + right) / 2, right - left)
        if column:
            _draw_ways(canvas, page, column)
        for at, tie in enumerate(one.ties):
            decided = page.champion is not None and column == len(page.rounds) - 1
            rim = Theme.amber if decided else Theme.coral if tie.running else Theme.wet
            corner = left, _middle(column, at) - _TIE // 2
            pens = canvas.panel(corner, right, _LINE, [_ground(tie, at) for at in (0, 1)], rim)
            for number, pen in enumerate(pens):
                _draw_slot(pen, tie, number, left + EDGE, right - EDGE)
    return canvas.finish(page.sentences())


def _edges(page: BracketPage, column: int) -> tuple[int, int]:
    """The left and the right edge of a round."""
    step = (ACROSS + _GAP) / len(page.rounds)
    return PAD + round(step * column), PAD + round(step * (column + 1)) - _GAP


def _middle(column: int, at: int) -> int:
    """The height of a tie's middle: half way between the two that it follows."""
    first = TOP + _TIE // 2
    return first + round((_TIE + _BETWEEN) * (at * (1 << column) + ((1 << column) - 1) / 2))


def _draw_ways(canvas: FlatCanvas, page: BracketPage, column: int) -> None:
    """The ways of the winners of the round before into the ties of ``column``."""
    right = _edges(page, column - 1)[1]
    left = _edges(page, column)[0]
    bend, half = (left + right) // 2, _THICK // 2
    for at in range(len(page.rounds[column].ties)):
        upper, lower = (_middle(column - 1, 2 * at + which) for which in (0, 1))
        middle = _middle(column, at)
        for y in (upper, lower):
            canvas.fill((right, y - half, bend + half, y + half), _WAY)
        canvas.fill((bend - half, upper - half, bend + half, lower + half), _WAY)
        canvas.fill((bend - half, middle - half, left, middle + half), _WAY)


def _ground(tie: BracketTie, at: int) -> Colour:
    slot = tie.slots[at]
    if isinstance(slot, BracketSlot) and slot.own:
        return OWN
    return BRIGHT if tie.winner == at else DARK if tie.winner is not None else LIGHT


def _draw_slot(pen: RowPen, tie: BracketTie, at: int, left: int, right: int) -> None:
    """Seed, portrait, name and score of an entrant, or why there is none."""
    slot = tie.slots[at]
    if isinstance(slot, Vacancy):
        replace(pen, pale=True).write(slot.value, _WORD_TEXT, (left + right) / 2)
        return
    pen = replace(pen, pale=tie.winner == 1 - at or (tie.forfeit and tie.winner is None))
    result = "" if slot.score is None else halves(slot.score)
    if tie.forfeit:
        result = "+" if tie.winner == at else "−"
    pen.write(str(slot.seed), _SEED_TEXT, left + _SEED_AT, _SEED_ROOM)
    pen.face(slot.face, _FACE, left + _FACE_AT)
    room = _SCORE_ROOM if result else _SCORE_END
    pen.name(slot.face.name, _NAME, _LEAST_NAME, left + _NAME_AT, right - room - _NAME_GAP)
    pen.write(result, _SCORE_TEXT, right - _SCORE_END, anchor=1)
