"""The laws of Prawns at every step, and the actions that bring its end nearer."""

from __future__ import annotations

from collections import Counter

from engines import Action, Diagram, Options, Position
from tests.engines.choosing import owned
from tests.engines.squares import Squares, of_a_board


def laws(before: Position, action: Action, after: Position, options: Options) -> None:
    """Only the eaten and the dead go, and for good only without revival; the sea never grows again."""
    was, now = before.diagram(), after.diagram()
    dies = "x" in action.text or action.text.endswith("dry")
    assert len(was.pieces) - len(now.pieces) == dies
    assert owned(was).total() - owned(now).total() == (dies and options["revival"] == "off")
    assert not owned(now) - owned(was)
    assert dry(was) <= dry(now)
    assert not dry(now) & {piece.at for piece in now.pieces}
    assert before.is_irreversible(action) == (used_up(before) != used_up(after))


def used_up(position: Position) -> tuple[str, ...]:
    """What only ever becomes less in Prawns: the sea, prawns, krill, and krill that have never moved."""
    cells, _, area, *_ = position.to_text().split()
    kinds = Counter("prawn" if sign in "SCL" else sign for sign in cells.upper() if sign.isalpha())
    return (area, str(kinds.total()), str(kinds["F"] + kinds["K"]), str(kinds["F"]))


def dry(diagram: Diagram) -> set[str]:
    return {mark.at for mark in diagram.marks if mark.kind == "dry"}


def hastens_the_end(position: Position, action: Action) -> bool:
    """True for progress but for plain steps and the end of a turn."""
    plain = "-" in action.text and action.path[-1] != "dry"
    return not plain and action.text != "end" and position.is_irreversible(action)


def symmetries(options: Options) -> list[Squares]:
    """Left and right, and the sides."""
    return of_a_board(*map(int, options["board"].split("x")))
