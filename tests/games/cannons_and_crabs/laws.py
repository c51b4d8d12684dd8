"""The laws of Cannons and Crabs at every step, and the actions that bring its end nearer."""

from __future__ import annotations

from engines import Action, Options, Position
from engines.games.cannons_and_crabs.position import CannonsPosition
from tests.engines.choosing import owned
from tests.engines.squares import Squares, of_a_board


def laws(before: Position, action: Action, after: Position, options: Options) -> None:
    """Only the taken go, and only pawns and crabs become something else."""
    was, now = owned(before.diagram()), owned(after.diagram())
    gone, come = was - now, now - was
    enemies = [kind for side, kind in gone.elements() if side != before.to_act]
    assert len(enemies) == ("x" in action.text)
    assert "king" not in enemies
    own = [kind for side, kind in gone.elements() if side == before.to_act]
    if "=" in action.text:
        assert own in (["pawn"], ["crab"])
        assert list(come) in ([(before.to_act, "marshall")], [(before.to_act, "cardinal")])
    else:
        assert not own and not come
    assert before.is_irreversible(action) == (after.to_text().split()[3] == "0"), "as the clock has it"


def hastens_the_end(position: CannonsPosition, action: Action) -> bool:
    """True for progress, and for what costs a right to castle."""
    castled = position.apply(action).rights != position.rights
    return castled or position.is_irreversible(action)


def symmetries(options: Options) -> list[Squares]:
    """Left and right, and the sides."""
    return of_a_board(*map(int, options["board"].split("x")))
