"""Lists to leaf through. The page that a control leads to is in its id, as the numbers of a query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Final, Self

from cogs.kit.arguments import BIT, COUNT, GAME_NUMBER, ID, Kind, Takes
from cogs.kit.controls import AnyControl, Control, button
from cogs.kit.presentation import game_of_number, number_of_game

BACK, ON = "◀", "▶"


@dataclass(frozen=True, slots=True)
class Query:
    """A request for a page, by the fields of a subclass: in their order they are the numbers of an id.

    Messages in the world carry them: never move one. A field that is no number names in its metadata the
    functions that make it one, ``write``, and read it, ``read``, and any field the numbers that it
    ``takes``, if not COUNT. Fields with a default may be missing at the end of an id.
    """

    @property
    def args(self) -> tuple[int, ...]:
        """The fields as an id's numbers."""
        numbers = (each.metadata.get("write", _itself)(getattr(self, each.name)) for each in fields(self))
        return tuple(number for number in numbers if number is not None)

    @classmethod
    def of(cls, args: Sequence[int]) -> Self:
        """Read a query from an id's numbers. Raises Refusal for a game that is gone."""
        given = zip(fields(cls), args, strict=False)
        return cls(*(each.metadata.get("read", _itself)(number) for each, number in given))

    @classmethod
    def takes(cls, *before: Kind) -> Takes:
        """The numbers in ids that have this query, after those of the kinds ``before``."""
        kinds = [each.metadata.get("takes", COUNT) for each in fields(cls)]
        needed = sum(each.default is MISSING for each in fields(cls))
        return Takes((*before, *kinds[:needed]), kinds[needed:])


def _itself(number: Any) -> Any:
    return number


FLAG: Final = {"write": int, "read": bool, "takes": BIT}
GAME: Final = {"write": number_of_game, "read": game_of_number, "takes": GAME_NUMBER}
GAME_OR_ALL: Final = {
    "write": lambda game: 0 if game is None else number_of_game(game),
    "read": lambda number: game_of_number(number) if number else None,
    "takes": GAME_NUMBER,
}
"""A game by its key; None and 0 stand for all games."""
OF_ID: Final = {"takes": ID}
"""The id of a row, or of Discord's."""


@dataclass(frozen=True, slots=True)
class ListQuery(Query):
    """A request for a list of matches: of one game or of all, and a page of it."""

    game: str | None = field(default=None, metadata=GAME_OR_ALL)
    page: int = 0


def leaves(
    control: Control, page: int, asked: Callable[[int], Query], *, more: bool, first: int = 0
) -> list[AnyControl]:
    """Buttons to the pages before and after ``page`` (from 0), none for a single page; ``more``: one follows.

    ``asked`` gives the query for a page. In an id, the button's number (from ``first``) comes first.
    """
    if not (page or more):
        return []

    def leaf(number: int, label: str, to: int, *, there: bool) -> AnyControl:
        return control.about(0, button(label, enabled=there), args=(first + number, *asked(to).args))

    return [leaf(0, BACK, max(page - 1, 0), there=page > 0), leaf(1, ON, page + 1, there=more)]
