"""The hints that somebody took in a match against the computer, counted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the table. Nobody has taken any."""
    op.create_table(
        "hint",
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_hint"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_hint_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_hint_user_id", "hint", ["user_id"])
