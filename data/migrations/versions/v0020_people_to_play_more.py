"""Champions and events of tournaments, matches between two servers, and the cards that greet servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
suits_before = True

_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Add their tables. Matches so far, and those that older bots make, have one place.

    Bots of before make no events, record no champions and greet nobody. They go on with a match between two
    servers in its first place, and leave the other one to bots of this version.
    """
    _make_event()
    _make_champion()
    _make_greeting()
    _make_matches_between_servers()


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


def _make_greeting() -> None:
    op.create_table(
        "greeting",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("begun_at", _TIME, nullable=False),
        *(sa.Column(name, sa.BigInteger) for name in ("channel", "message")),
        *(sa.Column(name, _TIME) for name in ("settled_at", "claimed_until")),
        sa.PrimaryKeyConstraint("guild_id", name="pk_greeting"),
        sqlite_with_rowid=False,
    )


def _make_matches_between_servers() -> None:
    for name in ("across", "closed"):
        op.add_column("match", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    offered = sa.column("across") == sa.true()
    op.create_index(
        "ix_match_phase_id", "match", ["phase", "id"], sqlite_where=offered, postgresql_where=offered
    )
    _make_match_place()
    op.create_table(
        "guild_block",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_guild_block"),
        sqlite_with_rowid=False,
    )


def _make_match_place() -> None:
    table = "match_place"
    op.create_table(
        table,
        sa.Column("match_id", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("version", "shown_version")),
        sa.Column("changed_at", _TIME, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("guild_id", "channel_id")),
        *(sa.Column(name, sa.BigInteger) for name in ("invitation", "home", "card")),
        sa.Column("card_at", _TIME),
        sa.Column("stage", sa.Text, nullable=False),
        *(sa.Column(name, sa.Boolean, nullable=False) for name in ("direct", "closed")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=f"fk_{table}_match_id"),
        sa.PrimaryKeyConstraint("match_id", name=f"pk_{table}"),
        sqlite_with_rowid=False,
    )
    unshown = ["changed_at", "match_id"]
    _index_where(f"ix_{table}_changed_at_match_id", table, unshown, "shown_version < version")
    _index_where(f"ix_{table}_home", table, ["home"], "home IS NOT NULL")
    op.create_index(f"ix_{table}_guild_id", table, ["guild_id"])


def _index_where(name: str, table: str, columns: list[str], condition: str) -> None:
    """Create a partial index."""
    op.create_index(
        name, table, columns, sqlite_where=sa.text(condition), postgresql_where=sa.text(condition)
    )
