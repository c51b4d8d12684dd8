"""A part of a knockout's bracket: the ties of one round and, to the right, those that their winners meet in.

An entrant is known by the seed, the avatar, and the name where there is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from imaging.charts.flat import (
    ACROSS,
    BRIGHT,
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
)
from imaging.charts.ranked import paler
from imaging.draw.canvas import Colour, fitting
from imaging.picture import Picture
from imaging.themes.catalog import DEFAULT_THEME
from imaging.themes.theme import Theme

MOST_TIES = 8
MOST_ROUNDS = 4

# Pixels.
_HEADS = 50
_TOP = PAD + TITLE_HEIGHT + _HEADS
_LINE = 46
_TIE = 2 * _LINE + 2 * EDGE
_BETWEEN = 14
_GAP = 32
_FACE = 36
_HEAD_TEXT, _SEED_TEXT, _SCORE_TEXT, _WORD_TEXT = 28, 28, 34, 28
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
class BracketPage:
    """One to :data:`MOST_ROUNDS` rounds, the first with up to :data:`MOST_TIES` ties.

    Each has half as many ties as the one before. ``final``: the last one's winner is the champion.
    """

    title_game: str
    group: str
    rounds: tuple[BracketRound, ...]
    final: bool = False
    theme: str = DEFAULT_THEME

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
        yield headed(self.title_game, self.group)
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
    height = _TOP + count * (_TIE + _BETWEEN) - _BETWEEN + PAD
    canvas = FlatCanvas(height, page.title_game, page.group, page.theme)
    for column, one in enumerate(page.rounds):
        left, right = _edges(page, column)
        size = fitting(one.head, _HEAD_TEXT, right - left)
        canvas.write(one.head, size, ((left + right) / 2, _TOP - _HEADS / 2 + 2), Theme.sand)
        if column:
            _draw_ways(canvas, page, column)
        for at, tie in enumerate(one.ties):
            decided = page.champion is not None and column == len(page.rounds) - 1
            rim = Theme.amber if decided else Theme.coral if tie.running else Theme.wet
            _draw_tie(canvas, tie, left, right, _middle(column, at), rim)
    return canvas.finish(list(page.sentences()))


def _edges(page: BracketPage, column: int) -> tuple[int, int]:
    """The left and the right edge of a round."""
    count = len(page.rounds)
    step = (ACROSS + _GAP) / count
    left = PAD + round(step * column)
    return left, PAD + round(step * (column + 1)) - _GAP


def _middle(column: int, at: int) -> int:
    """The height of a tie's middle: half way between the two that it follows."""
    first = _TOP + _TIE // 2
    return first + round((_TIE + _BETWEEN) * (at * (1 << column) + ((1 << column) - 1) / 2))


def _draw_ways(canvas: FlatCanvas, page: BracketPage, column: int) -> None:
    """The ways of the winners of a round into the ties of ``column``."""
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


def _draw_tie(canvas: FlatCanvas, tie: BracketTie, left: int, right: int, middle: int, rim: Colour) -> None:
    top, bottom = middle - _TIE // 2, middle + _TIE // 2
    grounds = [_ground(tie, at) for at in (0, 1)]
    for at, ground in enumerate(grounds):
        upper = middle - _LINE + at * _LINE
        canvas.fill((left + EDGE, upper, right - EDGE, upper + _LINE), ground)
    canvas.frame((left, top, right, bottom), grounds[0], grounds[1], rim)
    for at, (slot, ground) in enumerate(zip(tie.slots, grounds, strict=True)):
        y = middle - _LINE // 2 + at * _LINE
        lost = tie.winner == 1 - at or (tie.forfeit and tie.winner is None)
        ink = paler(ground) if lost else Theme.text
        if isinstance(slot, BracketSlot):
            _draw_slot(canvas, tie, slot, (left, right, y), ground, ink)
        else:
            canvas.write(slot.value, _WORD_TEXT, ((left + right) / 2, y), ground, ink=paler(ground))


def _ground(tie: BracketTie, at: int) -> Colour:
    slot = tie.slots[at]
    if isinstance(slot, BracketSlot) and slot.own:
        return OWN
    return BRIGHT if tie.winner == at else DARK if tie.winner is not None else LIGHT


def _draw_slot(
    canvas: FlatCanvas,
    tie: BracketTie,
    slot: BracketSlot,
    place: tuple[int, int, int],
    ground: Colour,
    ink: Colour,
) -> None:
    """Seed, portrait and score; ``place``: the left and the right edge, and the middle."""
    left, right, y = place
    seed = str(slot.seed)
    canvas.write(seed, fitting(seed, _SEED_TEXT, _SEED_ROOM), (left + EDGE + _SEED_AT, y), ground, ink=ink)
    canvas.face(slot.face, _FACE, (left + EDGE + _FACE_AT, y), ground, faded=ink != Theme.text)
    room = _SCORE_ROOM if _result(tie, slot) else _SCORE_END
    box = (left + EDGE + _NAME_AT, right - EDGE - room - _NAME_GAP, y)
    canvas.name(slot.face, (_NAME, _LEAST_NAME), box, ground, ink)
    canvas.write(_result(tie, slot), _SCORE_TEXT, (right - EDGE - _SCORE_END, y), ground, ink=ink, anchor=1)


def _result(tie: BracketTie, slot: BracketSlot) -> str:
    if tie.forfeit:
        return "+" if tie.winner is not None and tie.slots[tie.winner] is slot else "−"
    return "" if slot.score is None else halves(slot.score)
