"""Ladders: their places, the history of places, and the matches that are played for one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
# The bot before would end a match for a place without giving it to anybody, and knows no list of ladders.
suits_before = False

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Make the tables. No match so far is for a place, and nobody is on a ladder."""
    op.add_column("match", sa.Column("ladder", sa.Integer, nullable=False, server_default="0"))
    _make_places()
    _make_history()


def _make_places() -> None:
    op.create_table(
        "ladder_place",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("joined_at", _TIME, nullable=False),
        sa.Column("slides_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name="pk_ladder_place"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ladder_place_user_id", "ladder_place", ["user_id"])
    due = ["slides_at", "guild_id", "game"]
    op.create_index("ix_ladder_place_slides_at_guild_id_game", "ladder_place", due)


def _make_history() -> None:
    op.create_table(
        "ladder_history",
        sa.Column("id", _ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_ladder_history"),
    )
    key = ["user_id", "guild_id", "game", "id"]
    op.create_index("ix_ladder_history_user_id_guild_id_game_id", "ladder_history", key)
