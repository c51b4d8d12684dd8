"""The pictures that explain a game: films of single rules, its start, and a moment for the gallery."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from engines import GAMES, Action, Diagram, Mark, Position
from engines.games import part_of
from imaging.docs import games
from imaging.explained import Arrow, draw_arrows
from imaging.picture import Picture
from imaging.themes.catalog import DEFAULT_THEME

LESSON_HOLD = 120
"""Hundredths of a second that a position of a lesson's film is held: long enough to see what happens."""


@dataclass(frozen=True)
class Lesson:
    """A rule of a game: its ``title``, a sentence about it, and the contents of its film.

    ``before`` is a position text, ``line`` the actions that are played from there, as people type them.
    Without ``targets`` a film marks no empty targets: dozens of them would hide the rule.
    """

    title: str
    sentence: str
    before: str
    line: str
    options: Mapping[str, str] = field(default_factory=dict)
    targets: bool = True

    def diagrams(self, key: str) -> tuple[Diagram, ...]:
        """The diagrams of the film: before each action also one with the targets of the chosen piece.

        ``key`` is the game's. Raises what :meth:`Game.from_text` and :meth:`Position.parse_line` raise.
        """
        position = GAMES[key].from_text(self.before, self.options)
        seen_from = GAMES[key].sides[0]
        steps = _steps(position, self.line, seen_from)
        return tuple(replace(diagram, marks=self._marks(diagram)) for diagram in steps)

    def _marks(self, diagram: Diagram) -> tuple[Mark, ...]:
        return tuple(mark for mark in diagram.marks if self.targets or mark.kind != "target")


def _steps(position: Position, line: str, bottom: str) -> Iterator[Diagram]:
    turn = position.turn_of
    last: tuple[Action, ...] = ()
    for action in position.parse_line(line):
        shown = position.diagram(last, bottom=bottom)
        yield shown
        first = action.path[0]
        if any(piece.at == first for piece in shown.pieces):
            yield position.diagram(last, bottom=bottom, chosen=(first,))
        # The actions of one turn are marked together.
        if position.turn_of != turn:
            turn, last = position.turn_of, ()
        last = (*last, action)
        position = position.play(action)
    yield position.diagram(last, bottom=bottom)


@cache
def lessons_of(key: str) -> tuple[Lesson, ...]:
    """The lessons about a game, in the order in which to see them; empty if it has none."""
    found: tuple[Lesson, ...] = getattr(part_of(games.__name__, key), "LESSONS", ())
    return found


START_WIDTH = 640
"""Pixels across the first pictures of rules."""


@dataclass(frozen=True)
class RulesStart:
    """The position text ``before`` of a game's first picture, its ``arrows``, and a sentence about them."""

    before: str
    arrows: tuple[Arrow, ...]
    sentence: str
    options: Mapping[str, str] = field(default_factory=dict)

    def diagram(self, key: str) -> Diagram:
        """The diagram without the arrows, seen from the side named first. Raises PositionTextError."""
        game = GAMES[key]
        shown = game.from_text(self.before, self.options).diagram(bottom=game.sides[0])
        return replace(shown, number=0)


@cache
def rules_start_of(key: str) -> RulesStart | None:
    """The first picture of a game's rules; None if it has none."""
    found: RulesStart | None = getattr(part_of(games.__name__, key), "START", None)
    return found


def draw_rules_start(key: str, *, theme: str = DEFAULT_THEME, width: int = START_WIDTH) -> Picture:
    """Draw the first picture of a game's rules. Raises KeyError for a game without one."""
    start = rules_start_of(key)
    if start is None:
        raise KeyError(key)
    return draw_arrows(start.diagram(key), start.arrows, theme=theme, width=width)


@dataclass(frozen=True, slots=True)
class GalleryMoment:
    """A moment of a match that shows much of a game: the last action, and a player's choice."""

    before: str
    action: str
    chosen: tuple[str, ...]
    number: int

    def diagram(self, key: str) -> Diagram:
        """The diagram of this moment."""
        before = GAMES[key].from_text(self.before)
        action = before.parse(self.action)
        shown = before.play(action).diagram([action], chosen=self.chosen)
        return replace(shown, number=self.number)


@cache
def moment_of(key: str) -> GalleryMoment | None:
    """The moment of a game, or None if it has none."""
    found: GalleryMoment | None = getattr(part_of(games.__name__, key), "MOMENT", None)
    return found
