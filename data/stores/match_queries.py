"""Queries about matches that several modules share, as SQLAlchemy statements with named parameters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Generic, TypeVar

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Executable,
    FromClause,
    bindparam,
    exists,
    func,
    or_,
    select,
)

from data.parameters import USER_ID
from data.schema import (
    entry,
    match,
    pick,
)
from matches.model import Phase
from matches.written import ALONE

OPEN = tuple(phase.value for phase in Phase if phase.open)
RUNNING = tuple(phase.value for phase in Phase if phase.running)


Asked = TypeVar("Asked", bound=Executable)


class InIds(Generic[Asked]):
    """A query about a list of ids; calling it returns the statement and its parameters.

    SQLAlchemy rewrites the text of a statement with expanding parameters on each execution. This class
    prepares statements for 1, 2, 4, 8, ... ids instead and repeats the last id to fill up.
    """

    def __init__(self, make: Callable[[Sequence[BindParameter[int]]], Asked]) -> None:
        self._make = make
        self._made: dict[int, Asked] = {}

    def __call__(self, ids: Collection[int]) -> tuple[Asked, dict[str, int]]:
        """The statement and its parameters for ``ids``, at least one."""
        given = list(ids)
        room = 1 << (len(given) - 1).bit_length()
        if room not in self._made:
            names = [bindparam(f"id{number}", type_=BigInteger) for number in range(room)]
            self._made[room] = self._make(names)
        given += given[-1:] * (room - len(given))
        return self._made[room], {f"id{number}": one for number, one in enumerate(given)}


# One match, or the parts of many at once: never one query for each match.
WHOLE = (match, exists().where(pick.c.match_id == match.c.id).label("picked"))
ENTRIES = InIds(
    lambda ids: select(entry).where(entry.c.match_id.in_(ids)).order_by(entry.c.match_id, entry.c.number)
)
PICKS = InIds(lambda ids: select(pick).where(pick.c.match_id.in_(ids)).order_by(pick.c.match_id, pick.c.side))

# Matches in lists: their rows, and from their records only when play began.

SUMMARY = (
    match,
    select(entry.c.at)
    .where(entry.c.match_id == match.c.id, entry.c.number == 1)
    .scalar_subquery()
    .label("begun_at"),
)
THEIRS = or_(match.c.challenger == USER_ID, match.c.opponent == USER_ID)

SUMMARIES = InIds(lambda ids: select(*SUMMARY).where(match.c.id.in_(ids)).order_by(match.c.id.desc()))


def against_computer(matches: FromClause) -> ColumnElement[bool]:
    """True for matches of one person, who plays the computer or both sides."""
    return func.coalesce(matches.c.opponent, 0).in_(ALONE)


AGAINST_COMPUTER = against_computer(match)
