"""Questions that are asked for some shards only: what is due, owed and not shown in the servers they have."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Integer, Select, case, cast, literal, or_, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction

from data.schema import chore, match, notice
from matches.model import NoticeKind
from matches.shards import TIMESTAMP_FROM, Shards

REMEMBERED: Final = 256
"""Statements that are kept: shards come and go seldom."""


class second_word(GenericFunction[str]):
    """The second of the words of a text between colons, and on SQLite whatever follows it."""

    inherit_cache = True


@compiles(second_word, "postgresql")
def _on_postgres(element: second_word, compiler: SQLCompiler, **named: Any) -> str:
    return f"split_part({compiler.process(element.clauses, **named)}, ':', 2)"


@compiles(second_word, "sqlite")
def _on_sqlite(element: second_word, compiler: SQLCompiler, **named: Any) -> str:
    # A cast to a number reads as far as there are digits.
    text = compiler.process(element.clauses, **named)
    return f"substr({text}, instr({text}, ':') + 1)"


_OF_NOTICE: Final = case(
    (notice.c.kind == NoticeKind.WEEKLY.value, cast(second_word(notice.c.name), BigInteger)),
    else_=select(match.c.guild_id).where(match.c.id == notice.c.match_id).scalar_subquery(),
)
"""The server that a notice is about: a weekly summary names it, see ``matches.week``."""
_OF_CHORE: Final = select(match.c.guild_id).where(match.c.id == chore.c.match_id).scalar_subquery()


def within(shards: Shards, guild: ColumnElement[int]) -> ColumnElement[bool]:
    """True of the servers that some shards have."""
    number = guild.bitwise_rshift(literal(TIMESTAMP_FROM, Integer)) % shards.count
    return number.in_(shards.numbers)


@lru_cache(REMEMBERED)
def in_shards(
    query: Select[Any], shards: Shards, guild: ColumnElement[int] = match.c.guild_id
) -> Select[Any]:
    """``query`` for the servers of some shards; the very same one where they are all there are."""
    return query if shards.complete else query.where(within(shards, guild))


@lru_cache(REMEMBERED)
def notices_in(query: Select[Any], shards: Shards) -> Select[Any]:
    """``query`` for the notices of some shards, and for digests, which are about no server."""
    if shards.complete:
        return query
    return query.where(or_(notice.c.kind == NoticeKind.DIGEST.value, within(shards, _OF_NOTICE)))


def chores_in(query: Select[Any], shards: Shards) -> Select[Any]:
    """``query`` for the chores of some shards."""
    return in_shards(query, shards, _OF_CHORE)
