"""The laws of Predation at every step."""

from __future__ import annotations

import re

from engines import Action, Diagram, Options, Position
from tests.engines.squares import Squares


def laws(before: Position, action: Action, after: Position, _: Options) -> None:
    """There are 64 pieces; captures take some, spawning brings one, and landings stay counted."""
    was, now = before.diagram(), after.diagram()
    gone = 1 + ("+" in action.text) + (before.to_act == "prey") if "x" in action.text else 0
    assert len(was.pieces) - len(now.pieces) == gone + ("!" in action.text) - ("*" in action.text)
    # In the order in which they are said beside the board: the bank, and the landings.
    bank, landings = hand_numbers(now)
    landed_before = hand_numbers(was)[1]
    assert bank + len(now.pieces) == 64
    assert landed_before <= landings <= landed_before + 1 <= 2
    assert {mark.at for mark in now.marks if mark.kind == "moved"} <= {piece.at for piece in now.pieces}
    progress = len(was.pieces) != len(now.pieces) or landings > landed_before
    assert before.is_irreversible(action) == progress


def hand_numbers(diagram: Diagram) -> list[int]:
    """The first number in the title of each hand."""
    return [int(re.findall(r"\d+", hand.title)[0]) for hand in diagram.hands]


def symmetries(_: Options) -> list[Squares]:
    """Left and right; even rows hold a hex less. The sides play by different rules."""
    return [lambda file, row: ((10 if row % 2 else 9) - file, row)]
