"""A sixth game, as somebody would add it: an engine, and a cog of about ten lines.

Noughts in a row: white and black take turns on a strip of five squares; whoever fills the last one wins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cogs.app import Tidepool
from cogs.game import GameCog
from engines import (
    Action,
    Credit,
    Diagram,
    Game,
    Hand,
    IllegalActionError,
    Mark,
    Options,
    Outcome,
    Picks,
    Piece,
    Position,
    PositionTextError,
    Side,
    Squares,
    UnreadableActionError,
)

SIDES = ("white", "black")
SQUARES = ("a1", "b1", "c1", "d1", "e1")


@dataclass(frozen=True, slots=True)
class Strip(Position):
    """What stands on the squares, ``.`` for nothing; the side to act follows from their number."""

    cells: str = "....."

    @property
    def ply(self) -> int:
        return len(self.cells) - self.cells.count(".")

    @property
    def to_act(self) -> Side | None:
        return SIDES[self.ply % 2] if "." in self.cells else None

    def legal_actions(self) -> Sequence[Action]:
        return [
            Action(at, ("place", at)) for at, cell in zip(SQUARES, self.cells, strict=True) if cell == "."
        ]

    def apply(self, action: Action) -> Strip:
        at = SQUARES.index(action.text)
        return Strip(self.cells[:at] + "wb"[self.ply % 2] + self.cells[at + 1 :])

    def outcome(self) -> Outcome | None:
        return None if self.to_act else Outcome(SIDES[(self.ply - 1) % 2], "full")

    def reading(self, text: str) -> str:
        return text.strip().casefold()

    def why_not(self, text: str) -> UnreadableActionError | IllegalActionError:
        if self.reading(text) in SQUARES:
            return IllegalActionError(text, f"{text} is taken")
        return UnreadableActionError(text, f"{text!r} is no square")

    def describe(self, action: Action) -> str:
        return f"nought on {action}"

    def is_irreversible(self, action: Action) -> bool:
        return True

    def to_text(self) -> str:
        return self.cells

    def diagram(
        self, last: Sequence[Action] = (), *, bottom: Side | None = None, chosen: Sequence[str] = ()
    ) -> Diagram:
        taken = [(at, cell) for at, cell in zip(SQUARES, self.cells, strict=True) if cell != "."]
        return Diagram(
            game="noughts",
            shape=Squares(5, 1),
            sides=SIDES,
            pieces=tuple(Piece(at, SIDES["wb".index(cell)], "nought", "O") for at, cell in taken),
            marks=tuple(Mark("last-to", str(action)) for action in last),
            hands=tuple(Hand(side, side.capitalize(), ()) for side in SIDES),
            bottom=bottom or SIDES[0],
            to_act=self.to_act,
            alt=f"Noughts in a row: {self.cells}",
        )


class Noughts(Game):
    """See the module."""

    key = "noughts"
    name = "Noughts"
    sides = SIDES
    options = ()
    credit = Credit("nobody in particular", None)

    def at(self, version: int) -> Noughts:
        return self

    def start(
        self, options: Options | None = None, *, first: Side | None = None, picks: Picks | None = None
    ) -> Strip:
        return Strip()

    def from_text(self, text: str, options: Options | None = None) -> Strip:
        if not re.fullmatch(r"[wb.]{5}", text):
            raise PositionTextError(text, "five squares are expected")
        return Strip(text)


class NoughtsCog(GameCog):
    """The toy's commands."""

    game = Noughts()
    command = "noughts"
    endings = {"full": "The strip is full."}


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(NoughtsCog(bot))
