"""Rated matches, and what matches bring their players: ratings, tallies, standings."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Leave every match there is unrated: nobody had agreed to anything else."""
    op.add_column("match", sa.Column("stakes", sa.Text, nullable=False, server_default="friendly"))
    _make_records()
    _make_books()
    _make_seasons()


def _make_records() -> None:
    op.create_table(
        "rated_start",
        _number("match_id"),
        _text("game"),
        _number("low_id"),
        _number("high_id"),
        sa.Column("at", _TIME, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_rated_start"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_rated_start_match_id"),
        sqlite_with_rowid=False,
    )
    pair = ["low_id", "high_id", "game", "at"]
    op.create_index("ix_rated_start_low_id_high_id_game_at", "rated_start", pair)
    op.create_table(
        "score",
        sa.Column("id", _ID, nullable=False),
        _number("match_id"),
        _number("user_id"),
        _number("rival_id"),
        _text("game"),
        _number("guild_id"),
        _text("side"),
        _count("points"),
        _text("reason"),
        sa.Column("ended_at", _TIME, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        _count("day"),
        _text("opening"),
        sa.Column("rival_rating", sa.Double),
        sa.Column("rival_deviation", sa.Double),
        sa.Column("before", sa.Integer),
        sa.Column("after", sa.Integer),
        sa.PrimaryKeyConstraint("id", name="pk_score"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_score_match_id"),
        sa.UniqueConstraint("match_id", "user_id", name="uq_score_match_id_user_id"),
    )
    op.create_index("ix_score_user_id_game_day_id", "score", ["user_id", "game", "day", "id"])


def _make_books() -> None:
    _make("account", _player(), [_count("day"), *_rating("start_"), *_rating(), _count("matches")])
    _make("rating_point", [*_player(), _count("day")], _rating())
    _make("tally", [*_player(), _text("side")], [*_results(), *map(_count, ("timeouts", "streak", "best"))])
    _make("meeting", [_number("user_id"), _number("rival_id"), _text("game")], _results())
    _make("opening", [*_player(), _text("side"), _text("line")], [_count("matches"), _count("wins")])
    op.create_index("ix_opening_user_id_game_matches", "opening", ["user_id", "game", "matches"])
    _make(
        "standing",
        [_number("guild_id"), _text("game"), _text("season"), _number("user_id")],
        [
            _count("points"),
            *_rating(),
            _count("rated_day"),
            _count("matches"),
            _count("day"),
            sa.Column("listed", sa.Boolean, nullable=False),
        ],
    )
    op.create_index(
        "ix_standing_ranking",
        "standing",
        ["guild_id", "game", "season", "listed", "points", "user_id", "matches", "day"],
    )
    op.create_index("ix_standing_user_id_game_season", "standing", ["user_id", "game", "season"])
    _make("gone", [_number("guild_id"), _number("user_id")], [])


def _make_seasons() -> None:
    season = [_number("guild_id"), _text("season")]
    closed = sa.Column("closed", sa.Boolean, nullable=False, server_default=sa.false())
    _make("season_end", season, [_count("last_day"), closed, sa.Column("claimed_until", _TIME)])
    to_close = sa.column("closed") == sa.false()
    op.create_index(
        "ix_season_end_last_day_guild_id_season",
        "season_end",
        ["last_day", "guild_id", "season"],
        sqlite_where=to_close,
        postgresql_where=to_close,
    )
    season = [_number("guild_id"), _text("season")]
    won = [_count("points"), _count("matches"), sa.Column("role", sa.BigInteger)]
    _make("champion", [*season, _text("game"), _number("user_id")], won)
    worn = sa.column("role").is_not(None)
    key = ["guild_id", "season", "game", "user_id"]
    named = "ix_champion_guild_id_season_game_user_id"
    op.create_index(named, "champion", key, sqlite_where=worn, postgresql_where=worn)


def _make(name: str, key: list[sa.Column[Any]], rest: list[sa.Column[Any]]) -> None:
    """A table without row ids: its rows lie in the order of their key."""
    names = [column.name for column in key]
    primary = sa.PrimaryKeyConstraint(*names, name=f"pk_{name}")
    op.create_table(name, *key, *rest, primary, sqlite_with_rowid=False)


def _player() -> list[sa.Column[Any]]:
    return [_number("user_id"), _text("game")]


def _results() -> list[sa.Column[Any]]:
    return [_count(name) for name in ("matches", "wins", "draws")]


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _count(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer, nullable=False)


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=False)


def _rating(prefix: str = "") -> list[sa.Column[Any]]:
    names = ("rating", "deviation", "volatility")
    return [sa.Column(f"{prefix}{name}", sa.Double, nullable=False) for name in names]
