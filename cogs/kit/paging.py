"""Lists to leaf through. The page that a control leads to is in its id, as the numbers of a query."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from cogs.kit.arguments import GAME_OR_ALL, Query
from cogs.kit.controls import AnyControl, Control, button

BACK, ON = "◀", "▶"


@dataclass(frozen=True, slots=True)
class ListQuery(Query):
    """A request for a list of matches: of one game or of all, and a page of it."""

    game: str | None = field(default=None, metadata=GAME_OR_ALL)
    page: int = 0


Asked = TypeVar("Asked", bound=Query)


def leaves(
    control: Control[[int, Asked]], page: int, asked: Callable[[int], Asked], *, more: bool, first: int = 0
) -> list[AnyControl]:
    """Buttons to the pages before and after ``page`` (from 0), none for a single page; ``more``: one follows.

    ``control`` takes a button's number (from ``first``), then the query that ``asked`` gives for a page.
    """
    if not (page or more):
        return []

    def leaf(number: int, label: str, to: int, *, there: bool) -> AnyControl:
        return control.about(0, button(label, enabled=there), first + number, asked(to))

    return [leaf(0, BACK, max(page - 1, 0), there=page > 0), leaf(1, ON, page + 1, there=more)]
