"""Last looks of users at matches, private matches, and servers that the bot was removed from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
suits_before = True

_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Add them. Nobody has looked at any match before, and all matches so far are public.

    Older bots don't note looks, play a private match where its channel is, and note no server as gone.
    """
    _make_last_look()
    op.add_column("match", sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()))
    _make_guild_seen()


def _make_last_look() -> None:
    op.create_table(
        "last_look",
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_last_look_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_last_look"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_last_look_user_id", "last_look", ["user_id"])


def _make_guild_seen() -> None:
    op.create_table(
        "guild_seen",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("seen_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guild_seen"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_guild_seen_seen_at_guild_id", "guild_seen", ["seen_at", "guild_id"])
