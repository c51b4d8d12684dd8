"""The data kept about one person, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from matches.model import UserId

PersonalData = Mapping[str, Sequence[Mapping[str, object]]]
"""The rows about one person by table name, each row by column name, in a fixed order."""


@dataclass(frozen=True, slots=True)
class Block:
    """A user that a person has blocked, since ``at`` (UTC)."""

    blocked: UserId
    at: datetime
