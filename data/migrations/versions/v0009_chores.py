"""The chores: what is to be tidied up behind matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")

# Matches that run in a thread of their own, which may be about to fall asleep. Due at once: whoever takes one
# up finds out when the thread will, and is given it again then.
_ROUSED = """
INSERT INTO chore (match_id, kind, channel, message, stage, due_at, attempts)
SELECT id, 'rouse', home, 0, '', card_at, 0 FROM match
WHERE phase IN ('setup', 'playing') AND home IS NOT NULL AND card_at IS NOT NULL AND NOT direct
"""


def upgrade() -> None:
    """Make the table. The old cards of matches there are stay as they are; their threads are kept awake."""
    op.create_table(
        "chore",
        sa.Column("id", _ID, nullable=False),
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("channel", sa.BigInteger),
        sa.Column("message", sa.BigInteger, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("posted_at", _TIME),
        sa.Column("due_at", _TIME, nullable=False),
        sa.Column("claimed_until", _TIME),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chore"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_chore_match_id"),
        sa.UniqueConstraint("match_id", "kind", "message", name="uq_chore_match_id_kind_message"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_chore_due_at_id", "chore", ["due_at", "id"])
    op.execute(_ROUSED)
