"""Last looks of users at matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
suits_before = True


def upgrade() -> None:
    """Add its table. Nobody has looked at any match before; older bots don't note that anybody does."""
    _make_last_look()


def _make_last_look() -> None:
    op.create_table(
        "last_look",
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_last_look_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_last_look"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_last_look_user_id", "last_look", ["user_id"])
