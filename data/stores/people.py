"""People and servers in the store in a database. What each method promises is written at the port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, delete

from data.schema import away, guild_setting, notice, preference
from data.stores import match_queries, rows
from data.stores.base import SqlPart, insert_notices, reads, upsert, upsert_all, wake, writes
from data.stores.checks import check_notices, check_stop
from data.stores.pinned import keep_lists
from matches.guild_settings import PINNED, GuildRules
from matches.intervals import Interval
from matches.model import NO_MATCH, GuildId, NewNotice, NoticeKind, NoticeState, Person, UserId


def _leave(connection: Connection, user_id: UserId, away: Interval) -> None:
    check_stop(away)
    _put_away(connection, user_id, away)
    # Nothing changes before it starts, however early somebody comes back.
    wake(connection, user_id, away.start)


def _preferences(connection: Connection, user_id: UserId) -> Mapping[str, str]:
    found = connection.execute(match_queries.PREFERENCES, {"user_id": user_id})
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
    insert_notices(connection, NO_MATCH, after)


def people_of(connection: Connection, user_ids: Sequence[UserId]) -> Mapping[UserId, Person]:
    """The settings of each of these people, and the times they are away."""
    if not user_ids:
        return {}
    found = connection.execute(*match_queries.PEOPLE(user_ids))
    return rows.read_people(user_ids, found.mappings())


def settings_of(
    connection: Connection, user_ids: Sequence[UserId], guild_id: GuildId
) -> tuple[Mapping[UserId, Person], GuildRules]:
    """The settings of these people and of a server, read with one statement."""
    # Of a match whose players are both erased nobody is left to be asked about; 0 is nobody's id.
    query, asked = match_queries.AROUND(user_ids or (0,))
    found = connection.execute(query, {**asked, "guild_id": guild_id}).mappings().all()
    people = rows.read_people(user_ids, (row for row in found if not row["of_guild"]))
    return people, GuildRules.of({row["key"]: row["value"] for row in found if row["of_guild"]})


def _put_away(connection: Connection, user_id: UserId, stop: Interval) -> None:
    upsert(connection, away, {"user_id": user_id, "start_at": stop.start, "end_at": stop.end})


def _set_preference(connection: Connection, user_id: UserId, key: str, value: str | None) -> None:
    if value is None:
        theirs = (preference.c.user_id == user_id, preference.c.key == key)
        connection.execute(delete(preference).where(*theirs))
    else:
        upsert(connection, preference, {"user_id": user_id, "key": key, "value": value})


def _settings_of_guild(connection: Connection, guild_id: GuildId) -> Mapping[str, str]:
    found = connection.execute(match_queries.GUILD_SETTINGS, {"guild_id": guild_id})
    return {row.key: row.value for row in found}


def _change_guild(
    connection: Connection,
    guild_id: GuildId,
    chosen: Mapping[str, str | None],
    *,
    notify: Sequence[NewNotice] = (),
    now: datetime | None = None,
) -> Mapping[str, str]:
    check_notices(notify)
    before = _settings_of_guild(connection, guild_id)
    removed = [key for key, value in chosen.items() if value is None]
    if removed:
        theirs = (guild_setting.c.guild_id == guild_id, guild_setting.c.key.in_(removed))
        connection.execute(delete(guild_setting).where(*theirs))
    # In one order, so that two at once do not wait for each other where rows are locked.
    kept = sorted((key, value) for key, value in chosen.items() if value is not None)
    upsert_all(
        connection, guild_setting, [{"guild_id": guild_id, "key": key, "value": value} for key, value in kept]
    )
    insert_notices(connection, NO_MATCH, notify)
    if now is not None and PINNED in chosen:
        keep_lists(connection, guild_id, now)
    return before


class SqlPeople(SqlPart):
    """The settings of people, and the times they are away."""

    of = reads(people_of)
    go_away = writes(_leave)
    preferences = reads(_preferences)
    prefer = writes(_prefer)


class SqlGuilds(SqlPart):
    """The settings of servers."""

    settings = reads(_settings_of_guild)
    change = writes(_change_guild)
