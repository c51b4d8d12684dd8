"""Shards: their downtimes and signs of life, which process has which, and turns at asking for sessions."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Make the tables. They stay empty where one process has all servers and all of them are there."""
    _make("shard_stop", "shard_count", "shard", start_at=_TIME, end_at=_TIME, key=3)
    _make("shard_life", "shard_count", "shard", alive_at=_TIME)
    _make("shard_lease", "shard_count", "shard", owner=sa.Text, until=_TIME)
    _make("identify_slot", "bucket", free_at=_TIME, key=1)


def _make(name: str, *numbers: str, key: int = 2, **columns: Any) -> None:
    """A table that begins with numbers; its first ``key`` columns name a row."""
    kinds = {**dict.fromkeys(numbers, sa.Integer), **columns}
    op.create_table(
        name,
        *(sa.Column(column, kind, nullable=False) for column, kind in kinds.items()),
        sa.PrimaryKeyConstraint(*list(kinds)[:key], name=f"pk_{name}"),
        sqlite_with_rowid=False,
    )
