"""Servers in the store in a database. What each method promises is written at the port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, delete

from data import queries
from data.checks import check_notices
from data.schema import guild_setting
from data.sql_base import SqlPart, owe, put_all, reads, writes
from matches.model import NO_MATCH, GuildId, NewNotice


def _settings(connection: Connection, guild_id: GuildId) -> Mapping[str, str]:
    found = connection.execute(queries.GUILD_SETTINGS, {"guild_id": guild_id})
    return {row.key: row.value for row in found}


def _change(
    connection: Connection,
    guild_id: GuildId,
    chosen: Mapping[str, str | None],
    *,
    notify: Sequence[NewNotice] = (),
) -> Mapping[str, str]:
    check_notices(notify)
    before = _settings(connection, guild_id)
    removed = [key for key, value in chosen.items() if value is None]
    if removed:
        theirs = (guild_setting.c.guild_id == guild_id, guild_setting.c.key.in_(removed))
        connection.execute(delete(guild_setting).where(*theirs))
    # In one order, so that two at once do not wait for each other where rows are locked.
    kept = sorted((key, value) for key, value in chosen.items() if value is not None)
    put_all(
        connection, guild_setting, [{"guild_id": guild_id, "key": key, "value": value} for key, value in kept]
    )
    owe(connection, NO_MATCH, notify)
    return before


class SqlGuilds(SqlPart):
    """What servers have set."""

    settings = reads(_settings)
    change = writes(_change)
