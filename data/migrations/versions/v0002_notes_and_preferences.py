"""Take-backs and direct messages of a match, private notes about one, what people set for themselves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Let every match there is allow take-backs and stay in its server, and make the two tables."""
    # No batch: it would rebuild the table, and SQLite adds a column in place when it has a default.
    op.add_column("match", sa.Column("takebacks", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("match", sa.Column("direct", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "note",
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_note"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_note_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "preference",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "key", name="pk_preference"),
        sqlite_with_rowid=False,
    )
