"""Codes of matches, records from elsewhere, who watches, who is blocked; and finding what is one person's."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
_NAMES_PEOPLE = "kind IN ('admin-ended', 'admin-aborted', 'admin-rewound', 'admin-handed-over')"


def upgrade() -> None:
    """Add tables and indexes; no row there is changes."""
    _make_records()
    _make_rights()
    _find_people()
    ended = sa.column("finished_at").is_not(None)
    op.create_index(
        "ix_match_guild_id_finished_at_id",
        "match",
        ["guild_id", "finished_at", "id"],
        sqlite_where=ended,
        postgresql_where=ended,
    )


def _make_records() -> None:
    op.create_table(
        "share",
        sa.Column("code", sa.Text, nullable=False),
        _number("match_id"),
        _at(),
        sa.PrimaryKeyConstraint("code", name="pk_share"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_share_match_id"),
        sa.UniqueConstraint("match_id", name="uq_share_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "imported",
        sa.Column("id", _ID, nullable=False),
        _number("user_id"),
        sa.Column("text", sa.Text, nullable=False),
        _at(),
        sa.PrimaryKeyConstraint("id", name="pk_imported"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_imported_user_id_id", "imported", ["user_id", "id"])
    op.create_index("ix_imported_at", "imported", ["at"])
    op.create_table(
        "watch",
        _number("match_id"),
        _number("user_id"),
        sa.Column("each_turn", sa.Boolean, nullable=False),
        _at(),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_watch"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_watch_match_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_watch_user_id_match_id", "watch", ["user_id", "match_id"])


def _make_rights() -> None:
    op.create_table(
        "block",
        _number("user_id"),
        _number("blocked_id"),
        _at(),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name="pk_block"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_block_blocked_id", "block", ["blocked_id"])
    op.create_table(
        "forgetting",
        _number("user_id"),
        _at(),
        sa.PrimaryKeyConstraint("user_id", name="pk_forgetting"),
        sqlite_with_rowid=False,
    )


def _find_people() -> None:
    for table in ("note", "draft", "notice", "champion", "gone"):
        op.create_index(f"ix_{table}_user_id", table, ["user_id"])
    op.create_index("ix_rated_start_high_id", "rated_start", ["high_id"])
    names_people = sa.text(_NAMES_PEOPLE)
    op.create_index(
        "ix_entry_names_people",
        "entry",
        ["match_id"],
        sqlite_where=names_people,
        postgresql_where=names_people,
    )


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _at() -> sa.Column[Any]:
    return sa.Column("at", _TIME, nullable=False)
