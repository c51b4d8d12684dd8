"""Typed notation, and explanations of why an action cannot be played."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from engines.core import ActionError, IllegalActionError, UnreadableActionError
from engines.games.prawns import describe
from engines.games.prawns.pieces import (
    EMPTY,
    FRESH,
    GREEN,
    KRILL,
    OLD_NAMES,
    OTHER,
    OWN,
    SPECIES,
    kind_of,
    species_of,
)
from engines.games.prawns.state import PrawnsState
from engines.grids import DIAGONAL, ORTHOGONAL

_SQUARE = r"([a-z][0-9]{1,2})"
_BETWEEN = r"(?:x|to|eats|[^a-z0-9]*)"
_MOVE = re.compile(_SQUARE + _BETWEEN + _SQUARE)
_EVOLUTION = re.compile(_SQUARE + r"[^a-z0-9]*([a-z].*)")
_DEATH = re.compile(_SQUARE + r"[^a-z0-9]*dry")
_END = re.compile(r"end(?:[^a-z0-9]*turn)?")
_HOW = "type a move like d2-d3 or d2xd3, an evolution like d8=C (S, C or L), the end of a turn as end"

_SWIMS = {
    "K": "a krill swims one square in any direction",
    "S": "a shrimp hops like a chess knight, or one square diagonally",
    "C": "a crab swims along ranks and files",
    "L": "a lobster swims along diagonals",
}
_FLAVOURS = {species: name.lower().replace("-", "").split()[0] for species, name in OLD_NAMES.items()}
_NAMED = {
    name: species
    for species, flavour in _FLAVOURS.items()
    for each in (flavour, flavour.replace("our", "or"))
    for name in (species.lower(), SPECIES[species], each, f"{each}prawn")
}
"""The species by all their names and abbreviations; old names only in full."""
_LINES = {"C": ORTHOGONAL, "L": DIAGONAL}


@dataclass(frozen=True, slots=True)
class Said:
    """A typed action, legal or not: its verb, and the squares or species it names."""

    verb: str
    square: str = ""
    other: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.square} {self.other}"


def understood(text: str) -> Said | None:
    """Parse a text as an action of Prawns, legal or not; None if it is none."""
    bare = "".join(text.lower().split())
    if found := _MOVE.fullmatch(bare):
        return Said("move", found[1], found[2])
    if (found := _EVOLUTION.fullmatch(bare)) and (species := _NAMED.get(_letters(found[2]))):
        return Said("evolve", found[1], species)
    if found := _DEATH.fullmatch(bare):
        return Said("die", found[1])
    return Said("end") if _END.fullmatch(bare) else None


def _letters(name: str) -> str:
    return name.replace("-", "").replace("\u2010", "").replace("\u2011", "")


def reading(text: str) -> str:
    """The text in normal form: case, spaces, dashes and crosses make no difference in Prawns."""
    said = understood(text)
    return text if said is None else str(said)


def why_not(position: PrawnsState, text: str) -> ActionError:
    """The error for a text that fits no legal action."""
    said = understood(text)
    if said is None:
        return UnreadableActionError.of(text, "Prawns", _HOW)
    return IllegalActionError(text, _reason(position, said))


def _reason(position: PrawnsState, said: Said) -> str:
    if position.to_act is None:
        return f"the match is over, {describe.winning(position)}"
    return _REASONS[said.verb](position, said)


def _end(position: PrawnsState, _: Said) -> str:
    return _stuck(position) or f"{position.side} hasn't moved yet: a turn ends after a move"


def _death(position: PrawnsState, said: Said) -> str:
    if reason := _already_moved(position) or _not_own(position, said.square):
        return reason
    way_out = position.legal_actions()[-1]
    return f"a prawn leaves the sea only when its side can do nothing else, and it can: {way_out}"


def _evolve(position: PrawnsState, said: Said) -> str:
    square = said.square
    if reason := _not_own(position, square):
        return reason
    number = position.rules.grid.numbers[square]
    piece, zone = position.cells[number], position.sea.zones[position.side]
    if said.other == "K":
        return "nothing evolves into a krill"
    if not zone.start <= number < zone.stop:
        rank = position.rules.grid.place(zone.start)[1] + 1
        return f"{kind_of(piece)} {square} isn't in {position.side}'s evolution zone, rank {rank}"
    if number in position.stage.evolved:
        when = "after" if position.stage.moved else "before"
        return (
            f"{square} has already evolved {when} the move: you can evolve once before it and once after it"
        )
    if piece not in KRILL and (left := position.prawns()) < 6:
        return f"a {kind_of(piece)} evolves again only while six prawns are on the board, and {left} are left"
    if species_of(piece) == said.other:
        return f"{square} is a {kind_of(piece)} already"
    if not position.pool(said.other):
        return f"no {SPECIES[said.other]} is left in {position.side}'s gene pool"
    return f"as a {SPECIES[said.other]}, {square} would leave {position.side} without a move"


def _move(position: PrawnsState, said: Said) -> str:
    start, target = said.square, said.other
    return (
        _already_moved(position)
        or _not_own(position, start)
        or _not_in_sea(position, target)
        or _stuck(position)
        or _no_way(position, start, target)
    )


# --- what is asked of every action --------------------------------------------------------------


def _already_moved(position: PrawnsState) -> str:
    if not position.stage.moved:
        return ""
    return f"{position.side} has moved already: what is left is to evolve or to end the turn"


def _stuck(position: PrawnsState) -> str:
    """The action that a side without a move must take instead, in words; empty if it can move."""
    actions, numbers = position.legal_actions(), position.rules.grid.numbers
    if position.stage.moved or any(action.path[-1] in numbers for action in actions):
        return ""
    return f"{position.side} has no move, so a prawn must leave the sea ({actions[0]})"


def _not_in_sea(position: PrawnsState, square: str) -> str:
    number = position.rules.grid.numbers.get(square)
    if number is None:
        return f"{square} isn't on the board"
    if number not in position.sea.area.squares:
        return f"{square} is dry land: the sea is {position.sea.area.text}"
    return ""


def _not_own(position: PrawnsState, square: str) -> str:
    if reason := _not_in_sea(position, square):
        return reason
    piece = position.cells[position.rules.grid.numbers[square]]
    if piece == EMPTY:
        return f"{square} is empty"
    if piece not in OWN[position.side]:
        return f"{square} is {OTHER[position.side]}'s, and it's {position.side}'s turn"
    return ""


# --- why a prawn cannot go where it is wanted ---------------------------------------------------


def _no_way(position: PrawnsState, start: str, target: str) -> str:
    numbers, place = position.rules.grid.numbers, position.rules.grid.place
    if start == target:
        return f"{start} to {target} isn't a move"
    if position.cells[numbers[target]] in OWN[position.side]:
        return f"{target} is taken by {position.side}'s own prawn"
    (file, rank), (to_file, to_rank) = place(numbers[start]), place(numbers[target])
    far = sorted((abs(to_file - file), abs(to_rank - rank)))
    if far in ([0, 2], [2, 2]):
        return _no_jump(position, start, target)
    if far == [1, 2]:
        return _no_wall_jump(position, start, target)
    return _in_the_way(position, start, target) or _too_far(position, start, target)


def _no_jump(position: PrawnsState, start: str, target: str) -> str:
    numbers, enemy = position.rules.grid.numbers, OTHER[position.side]
    between = (numbers[start] + numbers[target]) // 2
    over, piece = position.rules.grid.names[between], position.cells[numbers[start]]
    if position.cells[between] in OWN[enemy]:
        return f"{over} is {enemy}'s: a prawn can only jump over its own side"
    may_be_empty = piece in FRESH and _is_ahead(position, start, target)
    if position.cells[between] != EMPTY or may_be_empty:
        return f"{target} is {enemy}'s: a jump never eats"
    if piece in KRILL and _is_ahead(position, start, target):
        return f"krill {start} has moved before: only a krill that never moved can jump-start"
    return f"{over} is empty: a prawn can only jump over one of its own side"


def _is_ahead(position: PrawnsState, start: str, target: str) -> bool:
    numbers, files = position.rules.grid.numbers, position.rules.grid.files
    return numbers[target] - numbers[start] == (2 * files if position.side == GREEN else -2 * files)


def _no_wall_jump(position: PrawnsState, start: str, target: str) -> str:
    """Why a wall-jump is impossible: it needs a friend beside the wall, diagonally next to the shrimp."""
    grid, enemy = position.rules.grid, OTHER[position.side]
    (file, rank), (to_file, to_rank) = grid.place(grid.numbers[start]), grid.place(grid.numbers[target])
    right, up = (to_file > file) - (to_file < file), (to_rank > rank) - (to_rank < rank)
    across = (2 * right, 0) if abs(to_file - file) == 1 else (0, 2 * up)
    between = grid.square(file + right, rank + up)
    if position.sea.area.holds(file + across[0], rank + across[1]):
        return f"{_too_far(position, start, target)}, and there is no wall here to bounce off"
    over, there = grid.names[between], position.cells[between]
    if there == EMPTY:
        return f"{over} is empty: a wall-jump goes over a prawn of its own side"
    if there in OWN[enemy]:
        return f"{over} is {enemy}'s: a prawn can only jump over its own side"
    return f"{target} is {enemy}'s: a jump never eats"


def _in_the_way(position: PrawnsState, start: str, target: str) -> str:
    """The first prawn between a crab or lobster and its target, in words; empty if there is no such line."""
    grid, piece = position.rules.grid, position.cells[position.rules.grid.numbers[start]]
    for way in _LINES.get(species_of(piece), ()):
        line = list(position.sea.area.ray(grid.numbers[start], way))
        if grid.numbers[target] in line:
            blocker = next(square for square in line if position.cells[square] != EMPTY)
            return f"{grid.names[blocker]} is in the way of {kind_of(piece)} {start}"
    return ""


def _too_far(position: PrawnsState, start: str, target: str) -> str:
    piece = position.cells[position.rules.grid.numbers[start]]
    return f"{kind_of(piece)} {start} can't get to {target}: {_SWIMS[species_of(piece)]}"


_REASONS: dict[str, Callable[[PrawnsState, Said], str]] = {
    "move": _move,
    "evolve": _evolve,
    "die": _death,
    "end": _end,
}
