"""Matches, their record, picks, drafts, direct messages owed, and what the bot remembers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "migration",
        sa.Column("revision", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("revision", name="pk_migration"),
    )
    _make_match()
    _make_parts()
    op.create_table(
        "fact",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_fact"),
        sqlite_with_rowid=False,
    )


def _make_match() -> None:
    op.create_table(
        "match",
        sa.Column("id", _ID, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("challenger", sa.BigInteger, nullable=False),
        sa.Column("opponent", sa.BigInteger),
        sa.Column("challenger_side", sa.Text),
        sa.Column("opponent_side", sa.Text),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("changed_at", _TIME, nullable=False),
        sa.Column("finished_at", _TIME),
        sa.Column("deadline_at", _TIME),
        sa.Column("toss_call", sa.Text),
        sa.Column("toss_fell", sa.Text),
        sa.Column("first_side", sa.Text),
        sa.Column("result_winner", sa.Text),
        sa.Column("result_reason", sa.Text),
        sa.Column("rematch_of", sa.BigInteger),
        sa.Column("rematch", sa.BigInteger),
        sa.Column("shown_version", sa.Integer, nullable=False),
        sa.Column("invitation", sa.BigInteger),
        sa.Column("home", sa.BigInteger),
        sa.Column("card", sa.BigInteger),
        sa.Column("card_at", _TIME),
        sa.Column("stage", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sa.ForeignKeyConstraint(["rematch_of"], ["match.id"], name="fk_match_rematch_of"),
        sa.ForeignKeyConstraint(["rematch"], ["match.id"], name="fk_match_rematch"),
        sqlite_autoincrement=True,
    )
    _index_match("deadline_at", "id", where="deadline_at IS NOT NULL")
    _index_match("changed_at", "id", where="shown_version < version")
    _index_match("challenger", "phase")
    _index_match("opponent", "phase")
    _index_match("challenger", "finished_at", "id", where="finished_at IS NOT NULL")
    _index_match("opponent", "finished_at", "id", where="finished_at IS NOT NULL")
    _index_match("home", "id", where="home IS NOT NULL")


def _index_match(*columns: str, where: str | None = None) -> None:
    condition = None if where is None else sa.text(where)
    op.create_index(
        f"ix_match_{'_'.join(columns)}",
        "match",
        list(columns),
        sqlite_where=condition,
        postgresql_where=condition,
    )


def _make_parts() -> None:
    op.create_table(
        "entry",
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_entry"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_entry_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pick",
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("choices", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "side", name="pk_pick"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_pick_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "draft",
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("choices", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_draft"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_draft_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notice",
        sa.Column("id", _ID, nullable=False),
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notice"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_notice_match_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_notice_match_id", "notice", ["match_id"])
