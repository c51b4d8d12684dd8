"""The reader for whom matches are loaded: a match between two servers is shown as from their own place.

The code that begins an interaction sets its reader, as it sets their language. All matches loaded for the
reader are seen from their place, so no answer can name the other server. Work without a reader sees all
places.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar

from matches.model import GuildId, MatchFacts, UserId

AnyMatch = TypeVar("AnyMatch", bound=MatchFacts)


@dataclass(frozen=True, slots=True)
class Reader:
    """A user who reads in a server, or in direct messages.

    ``strangers``: the users met so far in matches who have no place where the user reads.
    """

    user: UserId | None
    guild: GuildId | None
    strangers: set[UserId] = field(default_factory=set)


_reader: ContextVar[Reader | None] = ContextVar("reader", default=None)


def read_as(user: UserId | None, guild: GuildId | None) -> None:
    """Set the reader for the rest of the current task."""
    _reader.set(Reader(user, guild))


@contextmanager
def reading_as(user: UserId | None, guild: GuildId | None) -> Iterator[Reader]:
    """Set the reader for matches loaded inside."""
    reader = Reader(user, guild)
    before = _reader.set(reader)
    try:
        yield reader
    finally:
        _reader.reset(before)


def read_in() -> GuildId | None:
    """The server that the present reader reads in; None in direct messages and without a reader."""
    reader = _reader.get()
    return None if reader is None else reader.guild


def strangers_met() -> frozenset[UserId]:
    """The users met so far who have no place where the present reader reads; empty without a reader."""
    reader = _reader.get()
    return frozenset() if reader is None else frozenset(reader.strangers)


def seen(match: AnyMatch) -> AnyMatch:
    """``match`` as the present reader sees it; unchanged without a reader."""
    reader = _reader.get()
    if reader is None or not match.terms.across:
        return match
    seen_so = match.seen_by(reader.user, reader.guild)
    reader.strangers.update(seen_so.strangers)
    return seen_so
