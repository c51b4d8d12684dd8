"""Paces, clocks and pauses, people away, downtimes, what servers set; notices of every kind, for a time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Let every match there is go on without a clock, and make every notice there is one about a pick."""
    # No batch, as in the step before: SQLite adds these in place.
    op.add_column("match", sa.Column("pace", sa.Text, nullable=False, server_default="none"))
    op.add_column("match", sa.Column("clocks", sa.Text))
    op.add_column("match", sa.Column("pause_start", _TIME))
    op.add_column("match", sa.Column("pause_end", _TIME))
    op.add_column("match", sa.Column("result_counts", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_index("ix_match_guild_id_phase", "match", ["guild_id", "phase"])
    _make_notice_anew()
    _make_tables()


def _make_notice_anew() -> None:
    # Set aside and made anew, on either database: a renamed table would keep the names of its keys, and
    # SQLite's batch would lose AUTOINCREMENT.
    op.execute("CREATE TABLE notice_before AS SELECT id, match_id, user_id, state FROM notice")
    op.drop_table("notice")
    op.create_table(
        "notice",
        sa.Column("id", _ID, nullable=False),
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("due_at", _TIME, nullable=False),
        sa.Column("claimed_until", _TIME),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("channel", sa.BigInteger),
        sa.Column("message", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_notice"),
        sa.UniqueConstraint(
            "match_id", "user_id", "place", "name", name="uq_notice_match_id_user_id_place_name"
        ),
        sqlite_autoincrement=True,
    )
    # Nothing kept anybody from being owed two for one match. The later ones get a name of their own.
    op.execute(
        """
        INSERT INTO notice (id, match_id, user_id, kind, place, name, due_at, state)
        SELECT owed.id, owed.match_id, owed.user_id, 'pick', 'direct',
               CASE owed.which WHEN 1 THEN 'pick' ELSE 'pick ' || owed.id END,
               played.changed_at, owed.state
        FROM (
            SELECT id, match_id, user_id, state,
                   row_number() OVER (PARTITION BY match_id, user_id ORDER BY id) AS which
            FROM notice_before
        ) AS owed
        JOIN "match" AS played ON played.id = owed.match_id
        ORDER BY owed.id
        """
    )
    op.drop_table("notice_before")
    if op.get_bind().dialect.name == "postgresql":
        # It counts only the ids that it gave itself.
        op.execute("SELECT setval(pg_get_serial_sequence('notice', 'id'), max(id)) FROM notice")
    # Picks go out with the card of their match, and are not looked for by time.
    due = sa.text("state = 'due' AND kind != 'pick'")
    op.create_index("ix_notice_due_at_id", "notice", ["due_at", "id"], sqlite_where=due, postgresql_where=due)


def _make_tables() -> None:
    op.create_table(
        "away",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("start_at", _TIME, nullable=False),
        sa.Column("end_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "start_at", name="pk_away"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "downtime",
        sa.Column("start_at", _TIME, nullable=False),
        sa.Column("end_at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("start_at", name="pk_downtime"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "guild_setting",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "key", name="pk_guild_setting"),
        sqlite_with_rowid=False,
    )
