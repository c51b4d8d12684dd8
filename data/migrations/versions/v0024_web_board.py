"""Links that open the board in a browser, and the browsers that are signed in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
suits_before = True

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Make both tables. Bots of before do without them."""
    op.create_table(
        "web_link",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("until", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_web_link"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_web_link_digest", "web_link", ["digest"])
    op.create_table(
        "web_session",
        sa.Column("id", _ID, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("browser", sa.Text, nullable=False),
        sa.Column("began_at", _TIME, nullable=False),
        sa.Column("seen_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_web_session"),
        sqlite_autoincrement=True,
    )
    for name in ("digest", "user_id", "seen_at"):
        op.create_index(f"ix_web_session_{name}", "web_session", [name])
