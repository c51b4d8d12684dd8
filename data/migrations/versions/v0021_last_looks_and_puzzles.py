"""Last looks at matches, private matches, servers that the bot was removed from, and puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
suits_before = True

_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Add them. Nobody has looked at any match before, and all matches so far are public.

    Older bots don't note looks, play a private match where its channel is, note no server as gone, and
    send no puzzles.
    """
    _make_last_look()
    op.add_column("match", sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false()))
    _make_guild_seen()
    _make_puzzle()
    _make_puzzle_mail()


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


def _make_puzzle() -> None:
    op.create_table(
        "puzzle",
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("user_id", "match_id")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("ply", "solved")),
        sa.Column("due_at", _TIME, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("missed", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_puzzle_match_id"),
        sa.PrimaryKeyConstraint("user_id", "match_id", "ply", name="pk_puzzle"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_puzzle_match_id", "puzzle", ["match_id"])


def _make_puzzle_mail() -> None:
    op.create_table(
        "puzzle_mail",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("unanswered", sa.Integer, nullable=False),
        *(sa.Column(name, _TIME) for name in ("due_at", "claimed_until")),
        sa.PrimaryKeyConstraint("user_id", name="pk_puzzle_mail"),
        sqlite_with_rowid=False,
    )
    due = sa.text("due_at IS NOT NULL")
    op.create_index(
        "ix_puzzle_mail_due_at_user_id",
        "puzzle_mail",
        ["due_at", "user_id"],
        sqlite_where=due,
        postgresql_where=due,
    )
