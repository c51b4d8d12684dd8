"""For each revision the oldest one whose bot can go on working with it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
suits_before = True


def upgrade() -> None:
    """Leave it open what older bots made of the revisions so far: they ask for their own."""
    op.add_column("migration", sa.Column("suits", sa.Text))
