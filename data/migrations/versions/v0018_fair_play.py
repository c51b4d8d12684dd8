"""Rules of conduct, leaving before one has begun, salts of picks, the ranking, each hint counted once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
suits_before = True

_RANKING = ("guild_id", "game", "season", "listed", "points", "user_id", "matches", "day")
_RATING = ("rated_day", "rating", "deviation", "volatility")
_TIME = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")


def upgrade() -> None:
    """Add them all. Matches so far, and those of older bots, go by the rules of conduct they began with."""
    op.add_column("match", sa.Column("conduct", sa.Integer, nullable=False, server_default="1"))
    # What there is, or what an older bot stores, has no seal. An older bot that takes a challenge up draws
    # anew: see matches.audience.
    op.add_column("pick", sa.Column("salt", sa.Text))
    op.add_column("match", sa.Column("draw", sa.Text))
    op.add_column("match", sa.Column("draw_salt", sa.Text))
    op.add_column("hint", sa.Column("last", sa.Text))
    _make_not_begun()
    _rank_sure_ones_first()


def _make_not_begun() -> None:
    op.create_table(
        "not_begun",
        sa.Column("match_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("at", _TIME, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name="fk_not_begun_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_not_begun"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_not_begun_user_id_at", "not_begun", ["user_id", "at"])


def _rank_sure_ones_first() -> None:
    """Make the index of the ranking hold all of a rating. The bot before reads its order off it as well."""
    op.drop_index("ix_standing_ranking", "standing")
    op.create_index("ix_standing_ranking", "standing", [*_RANKING, *_RATING])
