"""Queries limited to some shards: due, pending and unshown work in their servers."""

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
"""Statements in the cache: shards seldom come and go."""


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


_OF_NOTICE: Final = case(
    (notice.c.kind == NoticeKind.WEEKLY.value, cast(second_word(notice.c.name), BigInteger)),
    else_=select(match.c.guild_id).where(match.c.id == notice.c.match_id).scalar_subquery(),
)
"""The server that a notice is about: a weekly summary names it, see ``matches.week``."""
_OF_CHORE: Final = select(match.c.guild_id).where(match.c.id == chore.c.match_id).scalar_subquery()


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
