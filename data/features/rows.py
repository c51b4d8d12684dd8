"""The row by which a feature's tables, its rows about people, and the rules on them are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, Table

from data.personal_rows import PersonalRows
from matches.model import UserId


@dataclass(frozen=True, slots=True)
class RowRule:
    """A rule of ``data check``: ``broken`` finds the rows that break it, ``fault`` tells one."""

    fault: str
    broken: Select[Any]


@dataclass(frozen=True, kw_only=True)
class FeatureRows:
    """The tables of a feature, which stay with the migrations whether the feature is there or not."""

    name: str
    """That of the feature's folder in ``cogs``, with which its operations and cards come and go."""
    tables: Sequence[Table]
    personal: Sequence[PersonalRows] = ()
    """Its rows about a user, in the order in which they are deleted."""
    leave: Callable[[Connection, UserId], None] | None = None
    """What an erasure does before it deletes them."""
    rules: Sequence[RowRule] = ()
