"""Rows of features in a store without their operations: they stay whether the features are there or not."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, insert, update

from data.features.comments import comment, comment_case, comment_report
from matches.model import GuildId, MatchId, UserId


def add_row(connection: Connection, table: Table, values: Mapping[str, Any]) -> None:
    """Store a row."""
    connection.execute(insert(table).values(values))


def add_comment(
    connection: Connection, match_id: MatchId, user: UserId, ply: int, text: str, at: datetime
) -> int:
    """Store a comment; returns its id."""
    row = {"match_id": match_id, "user_id": user, "ply": ply, "text": text, "at": at}
    made = connection.execute(insert(comment).values(row)).inserted_primary_key
    assert made is not None
    return int(made[0])


def add_report(connection: Connection, comment_id: int, user: UserId, guild: GuildId, at: datetime) -> None:
    """Store a report of a comment, the first one of a server."""
    connection.execute(insert(comment_report).values(comment_id=comment_id, user_id=user, at=at))
    connection.execute(insert(comment_case).values(comment_id=comment_id, guild_id=guild))


def hide_comment(connection: Connection, comment_id: int, at: datetime) -> None:
    """Hide a comment."""
    connection.execute(update(comment).where(comment.c.id == comment_id).values(hidden_at=at))
