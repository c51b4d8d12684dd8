"""Reviews of finished matches, kept so that nobody waits for one twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Make the table. No match was reviewed before."""
    op.create_table(
        "review",
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_review"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_review_match_id"),
        sqlite_with_rowid=False,
    )
