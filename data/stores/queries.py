"""Queries that several modules share, as SQLAlchemy statements: about matches, and limited to some shards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Executable,
    FromClause,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction

from data.schema import (
    chore,
    entry,
    match,
    match_place,
    notice,
    pick,
)
from data.shared_parameters import USER_ID
from matches.chores import PER_PLACE
from matches.guilds.shards import TIMESTAMP_FROM, Shards
from matches.model import NoticeKind, Phase
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
PLACES = InIds(lambda ids: select(match_place).where(match_place.c.match_id.in_(ids)))
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

AGREED = (match.c.ladder > 0, match.c.tournament > 0, match.c.simul > 0, match.c.by_offer)
"""Conditions for matches that both players agreed to before, each for some: see ``MatchTerms.agreed``."""

HOSTED = and_(match.c.simul > 0, match.c.challenger == USER_ID)
"""Matches of a simul that the user hosts."""

SUMMARIES = InIds(lambda ids: select(*SUMMARY).where(match.c.id.in_(ids)).order_by(match.c.id.desc()))


def against_computer(matches: FromClause) -> ColumnElement[bool]:
    """True for matches of one person, who plays the computer or both sides."""
    return func.coalesce(matches.c.opponent, 0).in_(ALONE)


AGAINST_COMPUTER = against_computer(match)


# --- some shards: due, pending and unshown work in their servers ---------------------------------


REMEMBERED: Final = 256
"""The most cached statements: shards seldom change."""


class second_word(GenericFunction[str]):
    """The second word of a text separated by colons; on SQLite with everything after it."""

    inherit_cache = True


@compiles(second_word, "postgresql")
def _on_postgres(element: second_word, compiler: SQLCompiler, **named: Any) -> str:
    return f"split_part({compiler.process(element.clauses, **named)}, ':', 2)"


@compiles(second_word, "sqlite")
def _on_sqlite(element: second_word, compiler: SQLCompiler, **named: Any) -> str:
    # A cast to a number reads only the leading digits.
    text = compiler.process(element.clauses, **named)
    return f"substr({text}, instr({text}, ':') + 1)"


class is_listed(GenericFunction[bool]):
    """True if a number is in a JSON list, which is one parameter however many numbers it has."""

    inherit_cache = True


@compiles(is_listed, "postgresql")
def _listed_on_postgres(element: is_listed, compiler: SQLCompiler, **named: Any) -> str:
    number, listed = (compiler.process(clause, **named) for clause in element.clauses)
    members = f"SELECT CAST(json_array_elements_text(CAST({listed} AS json)) AS bigint)"
    # "IS TRUE" keeps it a condition on each row: a join would not read the rows in the order of an index.
    return f"({number} IN ({members})) IS TRUE"


@compiles(is_listed, "sqlite")
def _listed_on_sqlite(element: is_listed, compiler: SQLCompiler, **named: Any) -> str:
    number, listed = (compiler.process(clause, **named) for clause in element.clauses)
    return f"{number} IN (SELECT value FROM json_each({listed}))"


_OF_NOTICE: Final = case(
    (notice.c.kind == NoticeKind.WEEKLY.value, cast(second_word(notice.c.name), BigInteger)),
    else_=select(match.c.guild_id).where(match.c.id == notice.c.match_id).scalar_subquery(),
)
"""The server that a notice is about: a weekly summary names it, see ``matches.guilds.posts``."""
_OF_CHORE: Final = func.coalesce(
    select(match_place.c.guild_id)
    .where(match_place.c.match_id == chore.c.match_id, chore.c.kind.in_(PER_PLACE), chore.c.message == 1)
    .scalar_subquery(),
    select(match.c.guild_id).where(match.c.id == chore.c.match_id).scalar_subquery(),
)
"""The server of a chore: that of the second place if it is about that one, see ``matches.chores``."""

BETWEEN_SERVERS: Final = and_(match.c.across, exists().where(match_place.c.match_id == match.c.id))
"""Matches between two servers, which are in no list of either."""


def within(shards: Shards, guild: ColumnElement[int]) -> ColumnElement[bool]:
    """True for servers of these shards."""
    number = guild.bitwise_rshift(literal(TIMESTAMP_FROM, Integer)) % shards.count
    return number.in_(shards.numbers)


@lru_cache(REMEMBERED)
def in_shards(
    query: Select[Any], shards: Shards, guild: ColumnElement[int] = match.c.guild_id
) -> Select[Any]:
    """``query`` limited to servers of these shards; the same statement if they are all shards."""
    return query if shards.complete else query.where(within(shards, guild))


@lru_cache(REMEMBERED)
def notices_in(query: Select[Any], shards: Shards) -> Select[Any]:
    """``query`` limited to notices of these shards, and digests, which belong to no server."""
    if shards.complete:
        return query
    return query.where(or_(notice.c.kind == NoticeKind.DIGEST.value, within(shards, _OF_NOTICE)))


def chores_in(query: Select[Any], shards: Shards) -> Select[Any]:
    """``query`` limited to chores of these shards."""
    return in_shards(query, shards, _OF_CHORE)
