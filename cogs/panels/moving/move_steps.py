"""An action chosen part by part: the parts chosen so far, and the labels of the possible next parts.

Choices are stored as numbers, each an index into the next parts in the position's order. They stay valid
as long as the position doesn't change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from cogs.text import phrases
from engines import Action, Diagram, Piece, Position

END: Final = "end"
"""The part of the action that ends a turn. Its button stands apart, so that it isn't hit by mistake."""
_POINT: Final = re.compile(r"[a-z][0-9]+")


class _Start:
    """A position and its diagram, which is drawn up once for all steps from there."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @cached_property
    def diagram(self) -> Diagram:
        """The position's diagram."""
        return self.position.diagram()

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        """The pieces by their points."""
        return {piece.at: piece for piece in self.diagram.pieces}


@dataclass(frozen=True)
class ActionSteps:
    """The choices made: their numbers (``taken``) and the parts of the action's path (``prefix``).

    A part without an alternative is taken automatically and has no number. ``fitting``: the legal actions
    that begin with ``prefix``.
    """

    start: _Start
    words: Mapping[str, str]
    taken: tuple[int, ...]
    prefix: tuple[str, ...]
    fitting: Sequence[Action]

    @cached_property
    def by_part(self) -> Mapping[str, Sequence[Action]]:
        """The ``fitting`` actions by the part that can come next, in their order; none if it is complete."""
        depth = len(self.prefix)
        found: dict[str, list[Action]] = {}
        for action in self.fitting:
            if len(action.path) > depth:
                found.setdefault(action.path[depth], []).append(action)
        return found

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The distinct parts that can come next, in the order of the actions; none if it is complete."""
        return tuple(self.by_part)

    def after(self, number: int) -> ActionSteps:
        """The steps after also taking the choice with this number."""
        return self._longer(self.parts[number], (*self.taken, number)).without_choice()

    def without_choice(self) -> ActionSteps:
        """These steps and all that follow without an alternative."""
        steps = self
        while len(steps.parts) == 1:
            steps = steps._longer(steps.parts[0], steps.taken)
        return steps

    def _longer(self, part: str, taken: tuple[int, ...]) -> ActionSteps:
        return ActionSteps(self.start, self.words, taken, (*self.prefix, part), self.by_part[part])

    @property
    def action(self) -> Action | None:
        """The complete action, or None."""
        return self.fitting[0] if self.fitting and not self.parts else None

    @cached_property
    def choices(self) -> tuple[tuple[int, str], ...]:
        """The possible next parts with their numbers, without ending the turn.

        Points come row by row as they lie before the player, after all parts that are no points.
        """
        found = [(number, part) for number, part in enumerate(self.parts) if part != END]
        points = [choice for choice in found if _is_point(choice[1])]
        points.sort(key=lambda choice: self.start.diagram.reading_order(choice[1]))
        return (*(choice for choice in found if not _is_point(choice[1])), *points)

    def ways(self, most: int) -> tuple[Way, ...]:
        """The choices that can come next.

        What a piece can become where it stands is offered together with the pieces. Once a piece is chosen, a
        destination that leaves a further choice is replaced by those choices. Both only if there are at most
        ``most`` ways then.
        """
        found = tuple(Way(self, number, part) for number, part in self.choices)
        further: tuple[Way, ...]
        if self.prefix:
            further = tuple(longer for way in found for longer in (way.after.ways(most) or (way,)))
        else:
            evolving = {action.path[0] for action in self.fitting if _stays(action.path)}
            further = tuple(
                one for way in found for one in (way.or_stays() if way.part in evolving else (way,))
            )
        return further if len(further) <= most else found

    @cached_property
    def captures(self) -> frozenset[str]:
        """The next parts that take something: fewer pieces are on the board after them."""
        marks = self.position.diagram(chosen=self.prefix).marks if self.prefix else ()
        if not any(mark.kind == "capture" for mark in marks):
            return frozenset()
        return frozenset(part for part, actions in self.by_part.items() if self._takes(actions[-1]))

    def _takes(self, action: Action) -> bool:
        return _pieces_on(self.position.apply(action).diagram()) < _pieces_on(self.start.diagram)

    def label(self, part: str, *, pictured: bool = False) -> str:
        """A short label for a part; the choices made so far are shown above it.

        A first part that leaves no further choice is labelled with the whole action. ``pictured``: a picture
        before it shows the piece, so only its point is said.
        """
        depth = len(self.prefix)
        fitting = self.by_part[part]
        whole = fitting[0] if len(fitting) == 1 else None
        if depth == 0:
            return self._first_label(part, whole, part if pictured else self._short_name(part))
        if depth == 1 and _is_point(part):
            return f"×{part}" if part in self.captures else part
        if whole is not None:
            return self._offered(whole).removeprefix(f"{self._piece(self.prefix[0])} ")
        return self.words.get(part, part)

    @property
    def position(self) -> Position:
        """The position from which the steps are taken."""
        return self.start.position

    @property
    def game(self) -> str:
        """The key of the game."""
        return self.start.diagram.game

    def piece_on(self, part: str) -> Piece | None:
        """The piece on the point that a part names: the one to move, or the one to take."""
        return self.start.pieces.get(part)

    def label_alone(self, part: str, *, pictured: bool = False) -> str:
        """The label of a part when the choices made so far aren't shown above it."""
        if not self.prefix:
            return self.label(part, pictured=pictured)
        fitting = self.by_part[part]
        if len(fitting) == 1:
            return self._offered(fitting[0])
        return f"{self.said} to {part}"

    def _first_label(self, part: str, whole: Action | None, piece: str) -> str:
        if not _is_point(part):
            return self._offered(whole) if whole is not None else begun(self.position, self.words, part)
        if whole is None or len(whole.path) == 1:
            return piece
        if all(map(_is_point, whole.path[1:])):
            return f"{piece} ×{whole.path[1]}" if self._takes(whole) else f"{piece} to {whole.path[1]}"
        return self._offered(whole)

    def _offered(self, action: Action) -> str:
        return offered(self.position, self.words, action)

    @property
    def said(self) -> str:
        """The choices made so far, in words."""
        if self.action is not None:
            return self._offered(self.action)
        if not self.prefix:
            return ""
        first, *rest = self.prefix
        start = begun(self.position, self.words, first) if first in self.words else self._piece(first)
        return " ".join([start, *(f"to {part}" for part in rest)])

    @property
    def piece(self) -> str:
        """The piece chosen first and its point, such as ``stack of 2 on b4``; empty without one."""
        first = self.prefix[0] if self.prefix else ""
        if first not in self.start.pieces:
            return f"piece on {first}" if _is_point(first) else ""
        there = self.start.pieces[first]
        return f"{there.kind} on {first}" if there.count == 1 else f"{there.kind} of {there.count} on {first}"

    @property
    def stays(self) -> bool:
        """True if the piece chosen first becomes another one where it stands."""
        return _stays(self.prefix)

    def _short_name(self, at: str) -> str:
        """A piece that can act; without its kind if several can and all are of the same kind."""
        kinds = [self.start.pieces[part].kind for part in self.parts if part in self.start.pieces]
        if len(kinds) == 1 or len(set(kinds)) > 1:
            return self._piece(at)
        there = self.start.pieces.get(at)
        return at if there is None or there.count == 1 else f"{at} ({there.count})"

    def _piece(self, at: str) -> str:
        piece = self.start.pieces.get(at)
        if piece is None:
            return at
        return f"{piece.kind} {at}" if piece.count == 1 else f"{piece.kind} of {piece.count}, {at}"


def _pieces_on(diagram: Diagram) -> int:
    return sum(piece.count for piece in diagram.pieces)


class Way(NamedTuple):
    """A choice that can come next: the next part after the choices ``before``, and its number there."""

    before: ActionSteps
    number: int
    part: str

    @property
    def after(self) -> ActionSteps:
        """The steps after it."""
        return self.before.after(self.number)

    @property
    def taken(self) -> tuple[int, ...]:
        """The numbers of all choices up to and with this one."""
        return (*self.before.taken, self.number)

    def or_stays(self) -> tuple[Way, ...]:
        """The ways of a piece to become another one where it stands; and itself, if it can also move."""
        after = self.after
        ways = tuple(Way(after, number, part) for number, part in after.choices if not _is_point(part))
        return ways if len(ways) == len(after.choices) else (self, *ways)

    def label(self, *, pictured: bool = False) -> str:
        """Its label where the choices before it are shown; see :meth:`ActionSteps.label`."""
        return phrases.sentence(self.before.label(self.part, pictured=pictured))

    def label_alone(self, *, pictured: bool = False) -> str:
        """Its label where they aren't."""
        return phrases.sentence(self.before.label_alone(self.part, pictured=pictured))

    @property
    def captures(self) -> bool:
        """True if it takes something."""
        return self.part in self.before.captures


def begun(position: Position, words: Mapping[str, str], part: str) -> str:
    """The first part of an action in the game's ``words``, for the side to act."""
    return words.get(part, part).replace("{side}", position.to_act or "")


def offered(position: Position, words: Mapping[str, str], action: Action) -> str:
    """A label for an action that can be played, from ``words`` where they cover it."""
    first, *rest = action.path
    if first in words and len(rest) == 1 and _is_point(rest[0]):
        return f"{begun(position, words, first)} on {rest[0]}"
    return position.describe(action)


def _stays(path: Sequence[str]) -> bool:
    """True if a piece becomes another one where it stands."""
    return len(path) > 1 and _is_point(path[0]) and not any(map(_is_point, path[1:]))


@lru_cache(maxsize=512)
def _is_point(part: str) -> bool:
    return _POINT.fullmatch(part) is not None


def walk(position: Position, words: Mapping[str, str], numbers: Iterable[int] = ()) -> ActionSteps:
    """Take the choices with ``numbers`` one by one; stops at a number that isn't a choice."""
    steps = _nothing_taken(position, words).without_choice()
    for number in numbers:
        if number >= len(steps.parts):
            break
        steps = steps.after(number)
    return steps


def named_in(position: Position, words: Mapping[str, str], text: str) -> ActionSteps | None:
    """The steps after the first part that ``text`` names, usually the piece meant to move, or None."""
    steps = _nothing_taken(position, words)
    found = {part: text.casefold().find(part) for part in steps.parts}
    named = [part for part in steps.parts if found[part] >= 0 and part != END]
    if not named:
        return None
    return walk(position, words, [steps.parts.index(min(named, key=lambda part: (found[part], -len(part))))])


def _nothing_taken(position: Position, words: Mapping[str, str]) -> ActionSteps:
    return ActionSteps(_Start(position), words, (), (), position.legal_actions())
