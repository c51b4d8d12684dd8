"""The players a match waits for, so that lists need no record to say it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_UNSETTLED = "challenger_to_act IS NULL AND phase IN ('challenged', 'setup', 'playing')"


def upgrade() -> None:
    """Leave open whom the matches there are wait for: the bot finds out bit by bit while it runs.

    To find it out here would take a fold of every record, and hold up the start for minutes.
    """
    for column in ("challenger_to_act", "opponent_to_act"):
        op.add_column("match", sa.Column(column, sa.Boolean))
    unsettled = sa.text(_UNSETTLED)
    op.create_index("ix_match_unsettled", "match", ["id"], sqlite_where=unsettled, postgresql_where=unsettled)
