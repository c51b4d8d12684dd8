"""Lines tried on a private board, moves in advance, comments, and the archive with its openings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
suits_before = True

_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
_ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add them. Players may try lines in all matches so far; the bot archives finished ones bit by bit.

    Older bots let lines be tried where a challenge forbids it, play no moves in advance, and can't read a
    match in which one was played until they are replaced.
    """
    _add_to_match()
    _make_line_tree()
    _make_advance()
    _make_comment()
    _make_archive()
    _make_book()


def _big(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.BigInteger, nullable=False) for name in names]


def _number(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer, nullable=False) for name in names]


def _text(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text, nullable=False) for name in names]


def _index(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))


def _add_to_match() -> None:
    op.add_column("match", sa.Column("lines", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("match", sa.Column("advance_revision", sa.Integer, nullable=False, server_default="0"))
    op.add_column("match", sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()))
    finished, not_yet = (
        sa.column("phase") == sa.literal_column("'finished'"),
        sa.column("archived") == sa.false(),
    )
    unarchived = sa.and_(finished, not_yet)
    op.create_index(
        "ix_match_unarchived", "match", ["id"], sqlite_where=unarchived, postgresql_where=unarchived
    )


def _make_line_tree() -> None:
    op.create_table(
        "line_tree",
        *_big("user_id", "match_id"),
        *_text("game"),
        *_number("revision"),
        *_text("body"),
        sa.Column("changed_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "match_id", "game", name="pk_line_tree"),
        sqlite_with_rowid=False,
    )
    _index("line_tree", "match_id")
    _index("line_tree", "changed_at")


def _make_advance() -> None:
    op.create_table(
        "advance",
        *_big("match_id", "user_id"),
        *_number("number", "follows", "turn"),
        *_text("kind", "condition", "after", "reply"),
        sa.Column("dropped", sa.Boolean, nullable=False),
        sa.Column("said_at", _TIME, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_advance_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", "number", name="pk_advance"),
        sqlite_with_rowid=False,
    )
    _index("advance", "user_id")


def _make_comment() -> None:
    op.create_table(
        "comment",
        sa.Column("id", _ROW_ID, primary_key=True),
        *_big("match_id"),
        *_number("ply"),
        *_big("user_id"),
        *_text("text"),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("hidden_at", _TIME),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_comment_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_comment"),
        sqlite_autoincrement=True,
    )
    _index("comment", "match_id", "ply", "id")
    _index("comment", "user_id")
    op.create_table(
        "comment_report",
        *_big("comment_id", "user_id"),
        sa.Column("at", _TIME, nullable=False),
        sa.ForeignKeyConstraint(["comment_id"], ["comment.id"], name="fk_comment_report_comment_id"),
        sa.PrimaryKeyConstraint("comment_id", "user_id", name="pk_comment_report"),
        sqlite_with_rowid=False,
    )
    _index("comment_report", "user_id")
    op.create_table(
        "comment_case",
        *_big("guild_id", "comment_id"),
        sa.ForeignKeyConstraint(["comment_id"], ["comment.id"], name="fk_comment_case_comment_id"),
        sa.PrimaryKeyConstraint("guild_id", "comment_id", name="pk_comment_case"),
        sqlite_with_rowid=False,
    )
    _index("comment_case", "comment_id")


def _make_archive() -> None:
    op.create_table(
        "archive",
        *_big("guild_id", "match_id", "channel_id"),
        *_text("game"),
        *_number("outcome"),
        sa.Column("finished_at", _TIME, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_archive_match_id"),
        sa.PrimaryKeyConstraint("guild_id", "match_id", name="pk_archive"),
        sqlite_with_rowid=False,
    )
    _index("archive", "match_id")
    _index("archive", "guild_id", "channel_id")
    newest = ("outcome", "finished_at", "match_id", "channel_id")
    op.create_index("ix_archive_newest", "archive", ["guild_id", *newest])
    op.create_index("ix_archive_newest_of_game", "archive", ["guild_id", "game", *newest])
    op.create_table(
        "archive_position",
        *_big("guild_id", "position"),
        *_number("outcome"),
        sa.Column("finished_at", _TIME, nullable=False),
        *_big("match_id", "channel_id"),
        sa.PrimaryKeyConstraint("guild_id", "position", *newest, name="pk_archive_position"),
        sqlite_with_rowid=False,
    )


def _make_book() -> None:
    op.create_table(
        "book",
        *_big("guild_id", "position"),
        *_text("played"),
        *_big("channel_id"),
        *_number("first_won", "second_won", "drawn"),
        sa.PrimaryKeyConstraint("guild_id", "position", "played", "channel_id", name="pk_book"),
        sqlite_with_rowid=False,
    )
