"""People, servers and the bot itself in the store in a database. The promises are written at the port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, delete

from data import queries, rows
from data.checks import check_notices, check_stop, check_times
from data.database import one_at_a_time
from data.schema import away, downtime, fact, guild_setting, notice, preference, utc
from data.sql_base import SqlPart, owe, put, reads, wake, writes
from matches.model import NO_MATCH, GuildId, NewNotice, NoticeKind, NoticeState, Person, UserId
from matches.stops import Stop

# A lock by number, see data.migrate.
_NOTING_ALIVE: Final = 2


def _people(connection: Connection, user_ids: Sequence[UserId]) -> Mapping[UserId, Person]:
    return people_of(connection, user_ids)


def _leave(connection: Connection, user_id: UserId, away: Stop) -> None:
    check_stop(away)
    _put_away(connection, user_id, away)
    # Nothing changes before it starts, however early somebody comes back.
    wake(connection, user_id, away.start)


def _downtimes(connection: Connection) -> tuple[Stop, ...]:
    found = connection.execute(queries.DOWNTIMES)
    return tuple(rows.read_stop(row) for row in found.mappings())


def _note_alive(connection: Connection, now: datetime, gap: timedelta) -> Stop | None:
    check_times(now)
    # So that two processes, both just back, cannot both find the same downtime.
    one_at_a_time(connection, _NOTING_ALIVE)
    before = _alive_at(connection)
    if before is not None and before >= now:
        return None
    put(connection, fact, {"key": rows.ALIVE_AT, "value": rows.time_text(now)})
    if before is None or now - before <= gap:
        return None
    put(connection, downtime, {"start_at": before, "end_at": now})
    return Stop(before, utc(now))


def _guild_settings(connection: Connection, guild_id: GuildId) -> Mapping[str, str]:
    found = connection.execute(queries.GUILD_SETTINGS, {"guild_id": guild_id})
    return {row.key: row.value for row in found}


def _set_guild(connection: Connection, guild_id: GuildId, key: str, value: str | None) -> None:
    if value is None:
        theirs = (guild_setting.c.guild_id == guild_id, guild_setting.c.key == key)
        connection.execute(delete(guild_setting).where(*theirs))
    else:
        put(connection, guild_setting, {"guild_id": guild_id, "key": key, "value": value})


def _remembered(connection: Connection, key: str) -> str | None:
    return connection.scalar(queries.FACT, {"key": key})


def _remember(connection: Connection, key: str, value: str) -> None:
    put(connection, fact, {"key": key, "value": value})


def _preferences(connection: Connection, user_id: UserId) -> Mapping[str, str]:
    found = connection.execute(queries.PREFERENCES, {"user_id": user_id})
    return {row.key: row.value for row in found}


def _prefer(
    connection: Connection,
    user_id: UserId,
    chosen: Mapping[str, str | None],
    *,
    digest: NewNotice | None = None,
) -> None:
    after = () if digest is None else (digest,)
    check_notices(after)
    # In one order, so that two at once do not wait for each other where rows are locked.
    for key, value in sorted(chosen.items()):
        _set_preference(connection, user_id, key, value)
    connection.execute(
        delete(notice).where(
            notice.c.match_id == NO_MATCH,
            notice.c.user_id == user_id,
            notice.c.kind == NoticeKind.DIGEST.value,
            notice.c.state == NoticeState.DUE.value,
        )
    )
    owe(connection, NO_MATCH, after)


def people_of(connection: Connection, user_ids: Sequence[UserId]) -> Mapping[UserId, Person]:
    """What each of these people has set and when they are away."""
    if not user_ids:
        return {}
    found = connection.execute(*queries.PEOPLE(user_ids))
    return rows.read_people(user_ids, found.mappings())


def _put_away(connection: Connection, user_id: UserId, stop: Stop) -> None:
    put(connection, away, {"user_id": user_id, "start_at": stop.start, "end_at": stop.end})


def _set_preference(connection: Connection, user_id: UserId, key: str, value: str | None) -> None:
    if value is None:
        theirs = (preference.c.user_id == user_id, preference.c.key == key)
        connection.execute(delete(preference).where(*theirs))
    else:
        put(connection, preference, {"user_id": user_id, "key": key, "value": value})


def _alive_at(connection: Connection) -> datetime | None:
    return rows.read_time(connection.scalar(queries.FACT, {"key": rows.ALIVE_AT}))


class SqlPeople(SqlPart):
    """What people and servers have set, who is away, when the bot was there."""

    people = reads(_people)
    leave = writes(_leave)
    downtimes = reads(_downtimes)
    note_alive = writes(_note_alive)
    alive_at = reads(_alive_at)
    guild_settings = reads(_guild_settings)
    set_guild = writes(_set_guild)
    remembered = reads(_remembered)
    remember = writes(_remember)
    preferences = reads(_preferences)
    prefer = writes(_prefer)
