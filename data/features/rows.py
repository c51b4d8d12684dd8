"""The declaration of a feature's tables, its rows about people, and their rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, ColumnElement, Connection, Select, Table, Text, cast, literal

from data.database import AdvisoryLock
from data.personal_rows import PersonalRows
from data.schema import fact
from matches.model import GuildId, UserId

if TYPE_CHECKING:
    from data.maintenance.invariants import Stored


@dataclass(frozen=True, slots=True)
class RowRule:
    """A rule of ``data check``: ``broken`` finds the rows that break it, ``fault`` describes one."""

    fault: str
    broken: Select[Any]


@dataclass(frozen=True, slots=True)
class WholeRule:
    """A rule of ``data check`` on objects that are read whole, each in a snapshot of its own.

    ``name`` is the object's name, printed before its id. ``ids`` finds the ids after AFTER in order, at most
    LIMIT. ``faults`` reads an object and returns its faults; it raises DamagedError if it can't be read.
    """

    name: str
    ids: Select[int]
    faults: Callable[[Connection, int], Sequence[str]]


ReadRule = Callable[[Connection, Any, int], tuple[list[str], Any]]
"""A rule of ``data check`` on rows that have to be decoded, in batches.

It returns the faults of the rows after a key, or of the first rows if that is None, up to a number of rows, a
line each; and the key of the last row, None if there are no more.
"""


@dataclass(frozen=True, slots=True)
class PruneRule:
    """Rows to delete: those of ``table`` that match ``condition`` at a time, ``at_once`` in each batch."""

    what: str
    table: Table
    condition: Callable[[datetime], ColumnElement[bool]]
    at_once: int = 500

    @property
    def key(self) -> tuple[Column[Any], ...]:
        """The primary key."""
        return tuple(self.table.primary_key)


def is_about(what: str, which: Column[Any]) -> ColumnElement[bool]:
    """The condition that the key of a fact begins with ``what`` and the id ``which``."""
    return fact.c.key.like(literal(f"{what} ") + cast(which, Text) + literal(" %"))


class MatchRule:
    """A rule of ``data check`` on all matches together: it gets each match, then returns the faults."""

    def add(self, stored: Stored) -> None:
        """Add a match."""

    def faults(self, connection: Connection) -> Iterator[str]:
        """A line for each fault, once all matches were added."""
        return iter(())


@dataclass(frozen=True, slots=True)
class RowsCommand:
    """A command of ``python -m data``: ``do`` is its transaction, which returns a number of matches.

    ``said`` is the message printed, with them in the place of ``{matches}``.
    """

    name: str
    about: str
    do: Callable[[Connection], int]
    said: str


@dataclass(frozen=True, kw_only=True)
class FeatureRows:
    """The tables of a feature, which exist by the migrations even if the feature is removed."""

    name: str
    """The name of the feature's folder in ``cogs``, which has its operations and cards."""
    tables: Sequence[Table]
    personal: Sequence[PersonalRows] = ()
    """Its rows about a user, in the order in which they are deleted."""
    lock: AdvisoryLock | None = None
    """An erasure takes this lock before it reads any rows: their changes are read-modify-write."""
    before_erasure: Callable[[Connection, UserId, datetime], None] | None = None
    """Sees to what others have that depends on a user's rows, before an erasure deletes these."""
    stop: Callable[[Connection, UserId, datetime], None] | None = None
    """Withdraws a user from everything that would begin their next match; harmless twice.

    An erasure does so before it ends their matches, and again before it deletes anything.
    """
    part: Callable[[Connection, UserId, UserId, datetime], None] | None = None
    """Ends each user's participation in the other's things, once one has blocked the other."""
    takes_part: ColumnElement[bool] | None = None
    """True if the user USER_ID takes part in something of the server GUILD_ID that ends on leaving it."""
    leave_guild: Callable[[Connection, UserId, datetime, GuildId], None] | None = None
    """Removes a user who has left a server from everything there."""
    posted: Select[Any] | None = None
    """The times since SINCE of posts by USER_ID that nobody accepted, latest first, at most LIMIT."""
    of_guild: Sequence[Table] = ()
    """The tables derived from a server's settings, deleted with them long after the bot has left it."""
    guild_changed: Callable[[Connection, GuildId, Mapping[str, str | None], datetime], None] | None = None
    """Stores the consequences of a server's changed settings, given by key."""
    post_again: Callable[[Connection], None] | None = None
    """Forgets the feature's messages on Discord, so that they are posted again."""
    rules: Sequence[RowRule] = ()
    read_rules: Sequence[ReadRule] = ()
    match_rules: Sequence[Callable[[Connection], MatchRule]] = ()
    """Rules on all matches together, each made when a check begins."""
    whole_rules: Sequence[WholeRule] = ()
    commands: Sequence[RowsCommand] = ()
    pruned: Sequence[PruneRule] = ()
    """The rules for its rows that are no longer needed."""
    told_of_over: Callable[[datetime], ColumnElement[bool]] | None = None
    """True for a fact about something of the feature's that was over long ago, as of a time."""
