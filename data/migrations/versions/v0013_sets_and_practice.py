"""Matches that are one of a set of two, and matches that begin from a position."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Leave every match as it is: of no set, and from the beginning of its game."""
    op.add_column("match", sa.Column("set_part", sa.Integer, nullable=False, server_default="0"))
    op.add_column("match", sa.Column("start", sa.Text))
