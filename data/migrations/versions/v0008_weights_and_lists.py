"""The weight of a rated match; roles by rating; the lists that a server keeps in a channel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Let every match there is weigh 1: so it was rated."""
    for table in ("rated_start", "score"):
        op.add_column(table, sa.Column("weight", sa.Double, nullable=False, server_default="1"))
    _make_rating_roles()
    _make_pinned_lists()


def _make_rating_roles() -> None:
    op.create_table(
        "rating_role",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("role", sa.BigInteger),
        sa.Column("due_at", _TIME),
        sa.Column("claimed_until", _TIME),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_rating_role"),
        sqlite_with_rowid=False,
    )
    due = sa.column("due_at").is_not(None)
    key = ["due_at", "guild_id", "user_id"]
    named = "ix_rating_role_due_at_guild_id_user_id"
    op.create_index(named, "rating_role", key, sqlite_where=due, postgresql_where=due)
    op.create_index("ix_rating_role_user_id", "rating_role", ["user_id"])


def _make_pinned_lists() -> None:
    op.create_table(
        "pinned_list",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("channel", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.Column("digest", sa.Text),
        sa.Column("shown_at", _TIME),
        sa.Column("pinned", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("lost", sa.Integer, nullable=False, server_default="0"),
        sa.Column("due_at", _TIME, nullable=False),
        sa.Column("claimed_until", _TIME),
        sa.PrimaryKeyConstraint("guild_id", "kind", name="pk_pinned_list"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_pinned_list_due_at", "pinned_list", ["due_at"])
