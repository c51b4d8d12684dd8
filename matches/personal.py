"""The data kept about one person, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from matches.model import UserId

PersonalData = Mapping[str, Sequence[Mapping[str, object]]]
"""Rows about one person, by what they are of (the name of a table), each by its columns, in a fixed order."""


@dataclass(frozen=True, slots=True)
class Block:
    """Somebody with whom a person wants no match, since ``at`` (UTC)."""

    blocked: UserId
    at: datetime
