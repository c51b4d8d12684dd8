"""The row by which a feature's tables, its rows about people, and the rules on them are known."""

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
    """A rule of ``data check``: ``broken`` finds the rows that break it, ``fault`` tells one."""

    fault: str
    broken: Select[Any]


@dataclass(frozen=True, slots=True)
class WholeRule:
    """A rule of ``data check`` on things that are read whole, each in a snapshot of its own.

    ``name`` is said before the number of one. ``ids`` finds those after AFTER in order, at most LIMIT.
    ``faults`` reads one, and tells what is wrong with it; it raises DamagedError for one that can't be read.
    """

    name: str
    ids: Select[int]
    faults: Callable[[Connection, int], Sequence[str]]


ReadRule = Callable[[Connection, Any, int], tuple[list[str], Any]]
"""A rule of ``data check`` on rows that have to be read, some at a time.

It returns the faults of so many rows after a key, or of the first if that is None, a line each; and the key
of the last of them, None if there are no more.
"""


@dataclass(frozen=True, slots=True)
class PruneRule:
    """Rows to delete: rows of ``table`` that match ``condition`` at a time, ``at_once`` in each batch."""

    what: str
    table: Table
    condition: Callable[[datetime], ColumnElement[bool]]
    at_once: int = 500

    @property
    def key(self) -> tuple[Column[Any], ...]:
        """The primary key."""
        return tuple(self.table.primary_key)


def is_about(what: str, which: Column[Any]) -> ColumnElement[bool]:
    """The condition that the key of a fact begins with this and an id."""
    return fact.c.key.like(literal(f"{what} ") + cast(which, Text) + literal(" %"))


class MatchRule:
    """A rule of ``data check`` on all matches together: it is given each, then says what is wrong."""

    def add(self, stored: Stored) -> None:
        """Take note of a match."""

    def faults(self, connection: Connection) -> Iterator[str]:
        """A line for each fault, once all matches were given."""
        return iter(())


@dataclass(frozen=True, slots=True)
class RowsCommand:
    """A command of ``python -m data``: ``do`` is its transaction, which returns a number of matches.

    ``said`` tells of them in the place of ``{matches}``.
    """

    name: str
    about: str
    do: Callable[[Connection], int]
    said: str


@dataclass(frozen=True, kw_only=True)
class FeatureRows:
    """The tables of a feature, which stay with the migrations whether the feature is there or not."""

    name: str
    """That of the feature's folder in ``cogs``, with which its operations and cards come and go."""
    tables: Sequence[Table]
    personal: Sequence[PersonalRows] = ()
    """Its rows about a user, in the order in which they are deleted."""
    lock: AdvisoryLock | None = None
    """An erasure takes it before it reads any of them: changes of them write back what they have read."""
    leave: Callable[[Connection, UserId, datetime], None] | None = None
    """What an erasure does before it deletes them."""
    stop: Callable[[Connection, UserId, datetime], None] | None = None
    """Takes a user out of what would begin their next match; harmless twice.

    An erasure does so before it ends their matches, and again before it deletes anything.
    """
    part: Callable[[Connection, UserId, UserId, datetime], None] | None = None
    """Ends what two users have joined of each other's, once one has blocked the other."""
    takes_part: ColumnElement[bool] | None = None
    """True if the user USER_ID is in something of the server GUILD_ID that who leaves it is taken out of."""
    leave_guild: Callable[[Connection, UserId, datetime, GuildId], None] | None = None
    """Takes a user who has left a server out of that."""
    posted: Select[Any] | None = None
    """When a user USER_ID posted something since SINCE that nobody took up, latest first, at most LIMIT."""
    of_guild: Sequence[Table] = ()
    """Those that follow from a server's settings: deleted with them once the bot has long left it."""
    guild_changed: Callable[[Connection, GuildId, Mapping[str, str | None], datetime], None] | None = None
    """Stores what follows from settings that a server has changed, given by key."""
    post_again: Callable[[Connection], None] | None = None
    """Forgets what Discord has of it, so that it is posted again."""
    rules: Sequence[RowRule] = ()
    read_rules: Sequence[ReadRule] = ()
    match_rules: Sequence[Callable[[Connection], MatchRule]] = ()
    """Rules on all matches together, each made when a check begins."""
    whole_rules: Sequence[WholeRule] = ()
    commands: Sequence[RowsCommand] = ()
    pruned: Sequence[PruneRule] = ()
    """Its rows that are no longer needed."""
    told_of_over: Callable[[datetime], ColumnElement[bool]] | None = None
    """True for a fact about something of its own that was over long ago, as of a time."""
