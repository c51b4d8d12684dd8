"""The person who made each secret pick, no matter who plays the side by now."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column, empty in the rows there are: see ``matches.audience`` for whose picks those are."""
    # No batch: SQLite adds it in place.
    op.add_column("pick", sa.Column("user_id", sa.BigInteger))
    op.create_index("ix_pick_user_id", "pick", ["user_id"])
