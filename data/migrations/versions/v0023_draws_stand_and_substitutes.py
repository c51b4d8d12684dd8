"""Draws that stand until they are answered, and what asks a substitute first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
suits_before = True

_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Add it. Matches so far, and those of older bots, keep their rules of conduct, those on draws included.

    Older bots take a draw that stands over its player's own move for gone until they are replaced. They
    refuse the answer then, and change nothing. They put somebody in another's place without a question.
    """
    _make_substitute()


def _make_substitute() -> None:
    key = [sa.Column(name, sa.BigInteger, nullable=False) for name in ("tournament_id", "user_id")]
    op.create_table(
        "tournament_substitute",
        *key,
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("asked_at", _TIME, nullable=False),
        sa.Column("message", sa.BigInteger),
        *(sa.Column(name, _TIME) for name in ("due_at", "claimed_until")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_tournament_substitute_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name="pk_tournament_substitute"),
        sqlite_with_rowid=False,
    )
    due = sa.column("due_at").is_not(None)
    op.create_index(
        "ix_tournament_substitute_due_at_tournament_id_user_id",
        "tournament_substitute",
        ["due_at", "tournament_id", "user_id"],
        sqlite_where=due,
        postgresql_where=due,
    )
    op.create_index("ix_tournament_substitute_user_id", "tournament_substitute", ["user_id"])
