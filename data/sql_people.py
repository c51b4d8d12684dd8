"""People, servers and the bot itself in the store in a database. The promises are written at the port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete

from data import queries, rows
from data.checks import check_notices, check_stop, check_times
from data.database import one_at_a_time
from data.schema import away, downtime, fact, guild_setting, notice, preference, utc
from data.sql_base import SqlPart, owe, put, small, wake, whole
from matches.model import NO_MATCH, GuildId, NewNotice, NoticeKind, NoticeState, Person, UserId
from matches.stops import Stop

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

# A lock by number, see data.migrate.
_NOTING_ALIVE: Final = 2


class SqlPeople(SqlPart):
    """What people and servers have set, who is away, when the bot was there."""

    @small
    async def people(self, user_ids: Sequence[UserId]) -> Mapping[UserId, Person]:
        if not user_ids:
            return {}
        async with self._database.reading() as connection:
            return await people_of(connection, user_ids)

    @whole
    async def leave(self, user_id: UserId, away: Stop) -> None:
        check_stop(away)
        async with self._database.writing() as connection:
            await _put_away(connection, user_id, away)
            # Nothing changes before it starts, however early somebody comes back.
            await wake(connection, user_id, away.start)

    @whole
    async def downtimes(self) -> tuple[Stop, ...]:
        async with self._database.reading() as connection:
            found = await connection.execute(queries.DOWNTIMES)
            return tuple(rows.read_stop(row) for row in found.mappings())

    @whole
    async def note_alive(self, now: datetime, gap: timedelta) -> Stop | None:
        check_times(now)
        async with self._database.writing() as connection:
            # So that two processes, both just back, cannot both find the same downtime.
            await one_at_a_time(connection, _NOTING_ALIVE)
            before = await _alive_at(connection)
            if before is not None and before >= now:
                return None
            await put(connection, fact, {"key": rows.ALIVE_AT, "value": rows.time_text(now)})
            if before is None or now - before <= gap:
                return None
            await put(connection, downtime, {"start_at": before, "end_at": now})
            return Stop(before, utc(now))

    @small
    async def alive_at(self) -> datetime | None:
        async with self._database.reading() as connection:
            return await _alive_at(connection)

    @small
    async def guild_settings(self, guild_id: GuildId) -> Mapping[str, str]:
        async with self._database.reading() as connection:
            found = await connection.execute(queries.GUILD_SETTINGS, {"guild_id": guild_id})
            return {row.key: row.value for row in found}

    @whole
    async def set_guild(self, guild_id: GuildId, key: str, value: str | None) -> None:
        async with self._database.writing() as connection:
            if value is None:
                theirs = (guild_setting.c.guild_id == guild_id, guild_setting.c.key == key)
                await connection.execute(delete(guild_setting).where(*theirs))
            else:
                await put(connection, guild_setting, {"guild_id": guild_id, "key": key, "value": value})

    @small
    async def remembered(self, key: str) -> str | None:
        async with self._database.reading() as connection:
            return await connection.scalar(queries.FACT, {"key": key})

    @whole
    async def remember(self, key: str, value: str) -> None:
        async with self._database.writing() as connection:
            await put(connection, fact, {"key": key, "value": value})

    @small
    async def preferences(self, user_id: UserId) -> Mapping[str, str]:
        async with self._database.reading() as connection:
            found = await connection.execute(queries.PREFERENCES, {"user_id": user_id})
            return {row.key: row.value for row in found}

    @whole
    async def prefer(
        self, user_id: UserId, chosen: Mapping[str, str | None], *, digest: NewNotice | None = None
    ) -> None:
        after = () if digest is None else (digest,)
        check_notices(after)
        async with self._database.writing() as connection:
            # In one order, so that two at once do not wait for each other where rows are locked.
            for key, value in sorted(chosen.items()):
                await _set_preference(connection, user_id, key, value)
            await connection.execute(
                delete(notice).where(
                    notice.c.match_id == NO_MATCH,
                    notice.c.user_id == user_id,
                    notice.c.kind == NoticeKind.DIGEST.value,
                    notice.c.state == NoticeState.DUE.value,
                )
            )
            await owe(connection, NO_MATCH, after)


async def people_of(connection: AsyncConnection, user_ids: Sequence[UserId]) -> Mapping[UserId, Person]:
    """What each of these people has set and when they are away."""
    found = await connection.execute(*queries.PEOPLE(user_ids))
    return rows.read_people(user_ids, found.mappings())


async def _put_away(connection: AsyncConnection, user_id: UserId, stop: Stop) -> None:
    await put(connection, away, {"user_id": user_id, "start_at": stop.start, "end_at": stop.end})


async def _set_preference(connection: AsyncConnection, user_id: UserId, key: str, value: str | None) -> None:
    if value is None:
        theirs = (preference.c.user_id == user_id, preference.c.key == key)
        await connection.execute(delete(preference).where(*theirs))
    else:
        await put(connection, preference, {"user_id": user_id, "key": key, "value": value})


async def _alive_at(connection: AsyncConnection) -> datetime | None:
    return rows.read_time(await connection.scalar(queries.FACT, {"key": rows.ALIVE_AT}))
