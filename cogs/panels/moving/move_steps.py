"""An action chosen part by part: the parts chosen so far, and the labels of the possible next parts.

Choices are stored as numbers, each an index into the next parts in the position's order. They stay valid
as long as the position doesn't change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engines import Action, Position

END: Final = "end"
"""The part of the action that ends a turn. Its button stands apart, so that it isn't hit by mistake."""
_POINT: Final = re.compile(r"[a-z][0-9]+")


@dataclass(frozen=True)
class ActionSteps:
    """The choices made: their numbers (``taken``) and the parts of the action's path (``prefix``).

    A part without an alternative is taken automatically and has no number.
    """

    position: Position
    words: Mapping[str, str]
    taken: tuple[int, ...]
    prefix: tuple[str, ...]

    @cached_property
    def fitting(self) -> Sequence[Action]:
        """The legal actions that begin with ``prefix``."""
        depth = len(self.prefix)
        return [action for action in self.position.legal_actions() if action.path[:depth] == self.prefix]

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The distinct parts that can come next, in the order of the actions; none if it is complete."""
        depth = len(self.prefix)
        return tuple(dict.fromkeys(action.path[depth] for action in self.fitting if len(action.path) > depth))

    def after(self, number: int) -> ActionSteps:
        """The steps after also taking the choice with this number."""
        prefix = (*self.prefix, self.parts[number])
        return _without_choice(ActionSteps(self.position, self.words, (*self.taken, number), prefix))

    @property
    def action(self) -> Action | None:
        """The complete action, or None."""
        return self.fitting[0] if self.fitting and not self.parts else None

    @property
    def choices(self) -> tuple[tuple[int, str], ...]:
        """The possible next parts with their numbers, without ending the turn.

        Destinations are sorted by name, so that players find them.
        """
        found = [(number, part) for number, part in enumerate(self.parts) if part != END]
        if self.prefix and all(_is_point(part) for _, part in found):
            found.sort(key=lambda choice: (choice[1][0], int(choice[1][1:])))
        return tuple(found)

    @cached_property
    def captures(self) -> frozenset[str]:
        """The points where a next part captures something."""
        marks = self.position.diagram(chosen=self.prefix).marks if self.prefix else ()
        return frozenset(mark.at for mark in marks if mark.kind == "capture")

    def label(self, part: str) -> str:
        """A short label for a part; the choices made so far are shown above it.

        A first part that leaves no further choice is labelled with the whole action.
        """
        depth = len(self.prefix)
        fitting = [action for action in self.fitting if action.path[depth] == part]
        whole = fitting[0] if len(fitting) == 1 else None
        if depth == 0:
            return self._first_label(part, whole)
        if depth == 1 and _is_point(part):
            return part
        if whole is not None:
            return self._offered(whole).removeprefix(f"{self._piece(self.prefix[0])} ")
        return self.words.get(part, part)

    def label_alone(self, part: str) -> str:
        """The label of a part when the choices made so far aren't shown above it."""
        if not self.prefix:
            return self.label(part)
        fitting = [action for action in self.fitting if action.path[len(self.prefix)] == part]
        if len(fitting) == 1:
            return self._offered(fitting[0])
        return f"{self.said} to {part}"

    def _first_label(self, part: str, whole: Action | None) -> str:
        if not _is_point(part):
            return self._offered(whole) if whole is not None else begun(self.position, self.words, part)
        piece = self._short_name(part)
        if whole is None or len(whole.path) == 1:
            return piece
        if all(map(_is_point, whole.path[1:])):
            return f"{piece} to {whole.path[1]}"
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
        if first not in self._pieces:
            return f"piece on {first}" if _is_point(first) else ""
        kind, count = self._pieces[first]
        return f"{kind} on {first}" if count == 1 else f"{kind} of {count} on {first}"

    def _short_name(self, at: str) -> str:
        """A piece that can act; without its kind if several can and all are of the same kind."""
        kinds = [self._pieces[part][0] for part in self.parts if part in self._pieces]
        if len(kinds) == 1 or len(set(kinds)) > 1:
            return self._piece(at)
        _, count = self._pieces.get(at, ("", 1))
        return at if count == 1 else f"{at} ({count})"

    def _piece(self, at: str) -> str:
        piece = self._pieces.get(at)
        if piece is None:
            return at
        kind, count = piece
        return f"{kind} {at}" if count == 1 else f"{kind} of {count}, {at}"

    @cached_property
    def _pieces(self) -> Mapping[str, tuple[str, int]]:
        return {piece.at: (piece.kind, piece.count) for piece in self.position.diagram().pieces}


def begun(position: Position, words: Mapping[str, str], part: str) -> str:
    """The first part of an action in the game's ``words``, for the side to act."""
    return words.get(part, part).replace("{side}", position.to_act or "")


def offered(position: Position, words: Mapping[str, str], action: Action) -> str:
    """A label for an action that can be played, from ``words`` where they cover it."""
    first, *rest = action.path
    if first in words and len(rest) == 1 and _is_point(rest[0]):
        return f"{begun(position, words, first)} on {rest[0]}"
    return position.describe(action)


def _is_point(part: str) -> bool:
    return _POINT.fullmatch(part) is not None


def walk(position: Position, words: Mapping[str, str], numbers: Iterable[int] = ()) -> ActionSteps:
    """Take the choices with ``numbers`` one by one; stops at a number that isn't a choice."""
    steps = _without_choice(ActionSteps(position, words, (), ()))
    for number in numbers:
        if number >= len(steps.parts):
            break
        steps = steps.after(number)
    return steps


def named_in(position: Position, words: Mapping[str, str], text: str) -> ActionSteps | None:
    """The steps after the first part that ``text`` names, usually the piece meant to move, or None."""
    start = ActionSteps(position, words, (), ())
    found = {part: text.casefold().find(part) for part in start.parts}
    named = [part for part in start.parts if found[part] >= 0 and part != END]
    if not named:
        return None
    return walk(position, words, [start.parts.index(min(named, key=lambda part: (found[part], -len(part))))])


def _without_choice(steps: ActionSteps) -> ActionSteps:
    while len(steps.parts) == 1:
        prefix = (*steps.prefix, *steps.parts)
        steps = ActionSteps(steps.position, steps.words, steps.taken, prefix)
    return steps
