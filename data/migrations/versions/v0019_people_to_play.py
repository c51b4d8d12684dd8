"""Tournaments, simuls and standing offers, and the matches that they begin."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
suits_before = True

_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
_ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add their tables. Matches so far, and those that older bots make, belong to none.

    Bots of before end games of a tournament, boards of a simul and matches by offers as any other match.
    """
    for term in ("tournament", "simul"):
        op.add_column("match", sa.Column(term, sa.BigInteger, nullable=False, server_default="0"))
    _make_tournament()
    _make_people()
    _make_pairing()
    _index_where("ix_match_simul_id", "match", ["simul", "id"], "simul > 0")
    _make_simul()
    _make_simul_place()
    op.add_column("match", sa.Column("by_offer", sa.Boolean, nullable=False, server_default=sa.false()))
    _make_standing_offer()


def _make_tournament() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", _ROW_ID, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("shown_version", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("lost", sa.Integer, nullable=False, server_default="0"),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("name", "game", "state", "terms")),
        sa.Column("created_at", _TIME, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        *(sa.Column(name, _TIME) for name in ("round_at", "paused_at", "ended_at", "due_at", "news_at")),
        sa.Column("told", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
        sqlite_autoincrement=True,
    )
    for time in ("due_at", "news_at"):
        _index_where(f"ix_tournament_{time}_id", "tournament", [time, "id"], f"{time} IS NOT NULL")
    _index_where("ix_tournament_unshown", "tournament", ["id"], "shown_version < version")
    op.create_index("ix_tournament_guild_id_state_id", "tournament", ["guild_id", "state", "id"])


def _make_people() -> None:
    _of_tournament(
        "tournament_organiser",
        ["number"],
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
    )
    numbers = ("seed", "rating", "group_number", "left_in", "forgiven")
    _of_tournament(
        "tournament_entrant",
        ["number"],
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in numbers),
        sa.Column("entered_at", _TIME, nullable=False),
        sa.Column("left_at", _TIME),
    )
    for table in ("tournament_organiser", "tournament_entrant"):
        op.create_index(f"ix_{table}_user_id", table, ["user_id"])


def _make_pairing() -> None:
    table = "tournament_pairing"
    _of_tournament(
        table,
        ["round", "board", "game"],
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("round", "board", "game", "group_number")),
        *(sa.Column(name, sa.Integer) for name in ("first", "second")),
        *(sa.Column(name, _TIME, nullable=False) for name in ("begins_at", "ends_at")),
        sa.Column("match_id", sa.BigInteger),
        sa.Column("match_ended", sa.Boolean, nullable=False, server_default=sa.false()),
        *(sa.Column(name, sa.Integer) for name in ("first_points", "second_points")),
        sa.Column("how", sa.Text),
        sa.Column("first_begins", sa.Boolean),
        sa.Column("salt", sa.Text),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=f"fk_{table}_match_id"),
    )
    _index_where(f"ix_{table}_match_id", table, ["match_id"], "match_id IS NOT NULL")


def _make_simul() -> None:
    op.create_table(
        "simul",
        sa.Column("id", _ROW_ID, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("phase", "game")),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("guild_id", "channel_id", "host")),
        *(sa.Column(name, _TIME, nullable=False) for name in ("created_at", "closes_at")),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("places", sa.Integer, nullable=False),
        sa.Column("side", sa.Text),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("digest", sa.Text),
        sa.Column("shown_at", _TIME),
        sa.Column("lost", sa.Integer, nullable=False),
        *(sa.Column(name, _TIME) for name in ("due_at", "claimed_until")),
        sa.PrimaryKeyConstraint("id", name="pk_simul"),
        sqlite_autoincrement=True,
    )
    _index_where("ix_simul_due_at_id", "simul", ["due_at", "id"], "due_at IS NOT NULL")
    op.create_index("ix_simul_host_phase", "simul", ["host", "phase"])
    op.create_index("ix_simul_phase_created_at", "simul", ["phase", "created_at"])


def _make_simul_place() -> None:
    op.create_table(
        "simul_place",
        sa.Column("simul_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("joined_at", _TIME, nullable=False),
        sa.Column("taken_out", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["simul_id"], ["simul.id"], name="fk_simul_place_simul_id"),
        sa.PrimaryKeyConstraint("simul_id", "user_id", name="pk_simul_place"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_simul_place_user_id", "simul_place", ["user_id"])


def _make_standing_offer() -> None:
    op.create_table(
        "standing_offer",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("wanted", sa.Integer, nullable=False),
        sa.Column("pace", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        *(sa.Column(name, _TIME, nullable=False) for name in ("created_at", "changed_at", "due_at")),
        sa.Column("off_since", _TIME),
        sa.Column("why", sa.Text),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name="pk_standing_offer"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standing_offer_user_id", "standing_offer", ["user_id"])
    due = ["due_at", "guild_id", "game"]
    _index_where("ix_standing_offer_due_at_guild_id_game", "standing_offer", due, "off_since IS NULL")


def _of_tournament(table: str, keys: list[str], *parts: sa.Column[Any] | sa.ForeignKeyConstraint) -> None:
    """Create a table whose rows belong to a tournament."""
    op.create_table(
        table,
        sa.Column("tournament_id", sa.BigInteger, nullable=False),
        *parts,
        sa.ForeignKeyConstraint(["tournament_id"], ["tournament.id"], name=f"fk_{table}_tournament_id"),
        sa.PrimaryKeyConstraint("tournament_id", *keys, name=f"pk_{table}"),
        sqlite_with_rowid=False,
    )


def _index_where(name: str, table: str, columns: list[str], condition: str) -> None:
    """Create a partial index."""
    op.create_index(
        name, table, columns, sqlite_where=sa.text(condition), postgresql_where=sa.text(condition)
    )
