"""An action chosen part by part, for menus: what is chosen so far, and what can come next, in words.

What was chosen is kept as numbers: each says which of the choices was taken, in the order they have in
the position. So they mean the same for as long as the match stands where it stood.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engines import Action, Position

END: Final = "end"
"""The part of the action that ends a turn. It has a button, since in a menu it would come after all else."""


@dataclass(frozen=True)
class ActionSteps:
    """``taken`` are the numbers of the choices made, ``prefix`` the parts of the path they led to.

    A part that leaves no choice is taken by itself and has no number.
    """

    position: Position
    words: Mapping[str, str]
    taken: tuple[int, ...]
    prefix: tuple[str, ...]

    @cached_property
    def fitting(self) -> Sequence[Action]:
        """The legal actions that go on from here."""
        depth = len(self.prefix)
        return [action for action in self.position.legal_actions() if action.path[:depth] == self.prefix]

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The different parts that can come next, in the order of the actions; none when one is complete."""
        depth = len(self.prefix)
        return tuple(dict.fromkeys(action.path[depth] for action in self.fitting if len(action.path) > depth))

    @property
    def action(self) -> Action | None:
        """The action, once it is complete."""
        return self.fitting[0] if self.fitting and not self.parts else None

    def label(self, part: str) -> str:
        """The label of a part: the whole action in words, where choosing it leads to only one."""
        depth = len(self.prefix)
        fitting = [action for action in self.fitting if action.path[depth] == part]
        if len(fitting) == 1:
            return self.position.describe(fitting[0])
        if part in self.words:
            return self.words[part]
        return f"to {part}" if self.prefix else self._piece(part)

    @property
    def said(self) -> str:
        """The choices made so far, in words."""
        if self.action is not None:
            return self.position.describe(self.action)
        if not self.prefix:
            return ""
        first, *rest = self.prefix
        begun = self.words.get(first) or self._piece(first)
        return " ".join([begun, *(f"to {part}" for part in rest)])

    def _piece(self, at: str) -> str:
        piece = self._pieces.get(at)
        if piece is None:
            return at
        kind, count = piece
        return f"{kind} {at}" if count == 1 else f"{kind} of {count}, {at}"

    @cached_property
    def _pieces(self) -> Mapping[str, tuple[str, int]]:
        return {piece.at: (piece.kind, piece.count) for piece in self.position.diagram().pieces}


def walk(position: Position, words: Mapping[str, str], numbers: Iterable[int] = ()) -> ActionSteps:
    """Take the choices with ``numbers``, one after another, and stop at a number that is not a choice."""
    taken: tuple[int, ...] = ()
    steps = _without_choice(ActionSteps(position, words, taken, ()))
    for number in numbers:
        if number >= len(steps.parts):
            break
        taken = (*taken, number)
        prefix = (*steps.prefix, steps.parts[number])
        steps = _without_choice(ActionSteps(position, words, taken, prefix))
    return steps


def named_in(position: Position, words: Mapping[str, str], text: str) -> ActionSteps | None:
    """The steps from the first part that ``text`` names: the piece that somebody meant to move, or None."""
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
