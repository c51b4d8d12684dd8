"""Weekends without a clock, fast matches told apart, mutes, and matches without a clock that lie idle."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import context, op

revision = "0010"
down_revision = "0009"

_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
_NUDGED_AFTER = timedelta(days=14)


def upgrade() -> None:
    """Leave every match as it was agreed on, and every score slow: there was no other pace."""
    for table, column in (("match", "weekends_off"), ("score", "fast")):
        op.add_column(table, sa.Column(column, sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "mute",
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("since", _TIME, nullable=False),
        sa.Column("until", _TIME),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_mute"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_mute_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_mute_user_id", "mute", ["user_id"])
    _count_idleness()


def _count_idleness() -> None:
    """Have matches without a clock looked at for the first time, and their silence counted from now on."""
    now = context.config.attributes["clock"]().astimezone(UTC)
    looked_at = sa.text(
        "UPDATE match SET deadline_at = :at WHERE phase = 'playing' AND pace = 'none' AND deadline_at IS NULL"
    )
    found = op.get_bind().execute(looked_at, {"at": _stored(now + _NUDGED_AFTER)})
    if found.rowcount:
        remembered = sa.text("INSERT INTO fact (key, value) VALUES ('idle counted from', :at)")
        op.get_bind().execute(remembered, {"at": now.isoformat(" ", "microseconds")})


def _stored(moment: Any) -> Any:
    """A moment as a parameter: SQLite keeps times as text."""
    return moment.isoformat(" ", "microseconds") if op.get_bind().dialect.name == "sqlite" else moment
