"""The demands of an open challenge."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
suits_before = True


def upgrade() -> None:
    """Add the column. No challenge so far asks for anything, nor do those of older bots."""
    op.add_column("match", sa.Column("requirements", sa.Text))
