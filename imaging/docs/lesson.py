"""Little films of single rules: a position and what is played in it, shown step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from engines import GAMES, Action, Diagram, Mark, Position
from engines.games import part_of
from imaging.docs import games

LESSON_HOLD = 120
"""Hundredths of a second that a position of these films is held: long enough to see what happens."""


@dataclass(frozen=True)
class Lesson:
    """A rule of a game: its ``title``, a sentence about it, and what the film of it shows.

    ``before`` is a position text, ``line`` the actions that are played from there, as people type them.
    Without ``targets`` a film marks no empty places to go to: where there are dozens, they hide the rule.
    """

    title: str
    sentence: str
    before: str
    line: str
    options: Mapping[str, str] = field(default_factory=dict)
    targets: bool = True

    def diagrams(self, key: str) -> tuple[Diagram, ...]:
        """The positions of the film: before each action also where the piece that is chosen can go.

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
