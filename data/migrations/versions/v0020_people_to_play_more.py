"""Discord's scheduled events of tournaments, and the champions of tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
suits_before = True

_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Add their tables. Bots of before make no events, and record no champions."""
    _make_event()
    _make_champion()


def _make_event() -> None:
    op.create_table(
        "tournament_event",
        sa.Column("tournament_id", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("wanted", sa.Boolean, nullable=False),
        sa.Column("event_id", sa.BigInteger),
        sa.Column("asked_at", _TIME),
        *(sa.Column(name, sa.Text) for name in ("digest", "trouble")),
        *(sa.Column(name, _TIME) for name in ("due_at", "claimed_until")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_tournament_event_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_tournament_event"),
        sqlite_with_rowid=False,
    )
    due = sa.text("due_at IS NOT NULL")
    op.create_index(
        "ix_tournament_event_due_at_tournament_id",
        "tournament_event",
        ["due_at", "tournament_id"],
        sqlite_where=due,
        postgresql_where=due,
    )


def _make_champion() -> None:
    op.create_table(
        "tournament_champion",
        sa.Column("tournament_id", sa.BigInteger, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournament.id"], name="fk_tournament_champion_tournament_id"
        ),
        sa.PrimaryKeyConstraint("tournament_id", "season", name="pk_tournament_champion"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tournament_champion_user_id", "tournament_champion", ["user_id"])
