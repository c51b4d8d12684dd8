"""Typed notation, and explanations of why an action cannot be played."""

from __future__ import annotations

import re

from engines.core import ActionError, IllegalActionError, UnreadableActionError
from engines.games.prudh import describe
from engines.games.prudh.board import (
    DIAGONALS,
    NAMES,
    NUMBERS,
    OTHER,
    ROWS_AND_FILES,
    SMALLEST_RUNNER,
    Line,
    entered_by,
    run,
    side_of,
)
from engines.games.prudh.state import PrudhState

_SPACE = r"([a-z][0-9]{1,2})"
_ACTION = re.compile(_SPACE + r"(?:x|to|[^a-z0-9]*)" + _SPACE)
_HOW = "type a slide like b2-d4, a run like c3>c5"


def understood(text: str) -> tuple[str, str] | None:
    """The two spaces that a text names, or None if it is no action of Prudh."""
    found = _ACTION.fullmatch("".join(text.lower().split()))
    return (found[1], found[2]) if found else None


def reading(text: str) -> str:
    """The text in normal form: two spaces are enough, since a slide is diagonal and a run is not."""
    said = understood(text)
    return text if said is None else " ".join(said)


def why_not(position: PrudhState, text: str) -> ActionError:
    """The error for a text that fits no legal action."""
    said = understood(text)
    if said is None:
        return UnreadableActionError.of(text, "Prudh", _HOW)
    return IllegalActionError(text, _reason(position, *said))


def _reason(position: PrudhState, start: str, target: str) -> str:
    if position.to_act is None:
        return f"the match is over, {describe.winning(position)}"
    for name in (start, target):
        if name not in NUMBERS:
            return f"{name} isn't on the board"
    return _not_own(position, NUMBERS[start]) or _no_way(position, NUMBERS[start], NUMBERS[target])


def _not_own(position: PrudhState, start: int) -> str:
    if side_of(start) != position.side:
        return f"{NAMES[start]} is {OTHER[position.side]}'s space, and it's {position.side}'s turn"
    return "" if position.cells[start] else f"{NAMES[start]} is empty"


def _no_way(position: PrudhState, start: int, target: int) -> str:
    if start == target:
        return f"{NAMES[start]} to {NAMES[target]} isn't a move"
    for line in DIAGONALS[start]:
        if target in line:
            return _no_slide(position, start, target, line)
    for line in ROWS_AND_FILES[start]:
        if target in line:
            return _no_run(position, start, line)
    return (
        f"{NAMES[start]} to {NAMES[target]} is neither a diagonal, as slides take, "
        "nor a rank or file, as runs take"
    )


def _no_slide(position: PrudhState, start: int, target: int, line: Line) -> str:
    met = next((space for space in line if position.cells[space]), None)
    if met is None:
        return f"a slide must end on a stack, and there is none that way from {NAMES[start]}"
    if line.index(met) < line.index(target):
        return f"{NAMES[met]} is in the way: a slide ends on the first stack it meets"
    return f"{NAMES[target]} is empty: a slide goes on to the first stack it meets, here {NAMES[met]}"


def _no_run(position: PrudhState, start: int, line: Line) -> str:
    height, enemy = position.cells[start], OTHER[position.side]
    if height < SMALLEST_RUNNER:
        return f"{NAMES[start]} is a single piece: a run needs a stack of two or more"
    entered = entered_by(height, line)
    if position.captures(start, entered):
        return f"a run drops a piece a space, to the last piece or the edge: {run(start, entered)}"
    return f"a run must capture: {run(start, entered)} meets no stack of {enemy}'s smaller than {height}"
