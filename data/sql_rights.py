"""People's rights in the store in a database. What each method promises is written at the port."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, update

from data import rights_queries as queries
from data.checks import check_times
from data.database import one_at_a_time
from data.people import HELD, MATCHES
from data.pruning import Pruning
from data.schema import block, entry, forgetting, match
from data.sql_base import SqlPart, put_new, small, whole
from data.sql_ratings import BOOKS
from data.sql_seasons import read_champion
from matches.champions import Champion, Ended
from matches.model import GuildId, Match, MatchId, UserId
from matches.rights_ports import Block, Kept

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


class SqlRights(SqlPart):
    """Blocks, what is kept about a person, and letting go of it."""

    @whole
    async def block(self, user_id: UserId, blocked_id: UserId, at: datetime) -> bool:
        check_times(at)
        async with self._database.writing() as connection:
            if user_id in await _blockers(connection, user_id, blocked_id):
                return False
            await put_new(connection, block, [{"user_id": user_id, "blocked_id": blocked_id, "at": at}])
            return True

    @whole
    async def unblock(self, user_id: UserId, blocked_id: UserId) -> bool:
        theirs = (block.c.user_id == user_id, block.c.blocked_id == blocked_id)
        async with self._database.writing() as connection:
            return (await connection.execute(delete(block).where(*theirs))).rowcount == 1

    @whole
    async def blocks(self, user_id: UserId) -> tuple[Block, ...]:
        async with self._database.reading() as connection:
            found = await connection.execute(queries.BLOCKS, {"of_user": user_id})
            return tuple(Block(UserId(row.blocked_id), row.at) for row in found)

    @small
    async def blockers(self, one: UserId, other: UserId) -> frozenset[UserId]:
        async with self._database.reading() as connection:
            return await _blockers(connection, one, other)

    @whole
    async def kept_of(self, user_id: UserId) -> Kept:
        asked = {"of_user": user_id}
        wanted = {**queries.KEPT, "entry": queries.ENTRIES_NAMING, "share": queries.SHARES}
        async with self._database.reading() as connection:
            return {
                name: [dict(row) for row in (await connection.execute(query, asked)).mappings()]
                for name, query in wanted.items()
            }

    @whole
    async def counts_of(self, user_id: UserId) -> Mapping[str, int]:
        async with self._database.reading() as connection:
            return {
                name: await connection.scalar(query, {"of_user": user_id}) or 0
                for name, query in queries.COUNTED.items()
            }

    @whole
    async def matches_of(self, user_id: UserId, after: MatchId, limit: int) -> tuple[Match, ...]:
        asked = {"of_user": user_id, "limit": limit}
        async with self._database.reading() as connection:
            # A page of nothing but what cannot be read is not the last one.
            while ids := list(await connection.scalars(queries.MATCHES_OF, {**asked, "after": after})):
                if found := await self._whole_matches(connection, ids):
                    return found
                after = ids[-1]
            return ()

    @whole
    async def worn_by(self, user_id: UserId) -> tuple[tuple[Ended, Champion], ...]:
        async with self._database.reading() as connection:
            found = await connection.execute(queries.WORN_BY, {"of_user": user_id})
            return tuple((Ended(GuildId(row.guild_id), row.season), read_champion(row)) for row in found)

    @whole
    async def ask_to_be_forgotten(self, user_id: UserId, at: datetime) -> None:
        check_times(at)
        async with self._database.writing() as connection:
            await put_new(connection, forgetting, [{"user_id": user_id, "at": at}])

    @whole
    async def to_be_forgotten(self, limit: int) -> tuple[UserId, ...]:
        async with self._database.reading() as connection:
            found = await connection.scalars(queries.TO_BE_FORGOTTEN, {"limit": limit})
            return tuple(map(UserId, found))

    @small
    async def is_to_be_forgotten(self, user_id: UserId) -> bool:
        async with self._database.reading() as connection:
            return await connection.scalar(queries.IS_TO_BE_FORGOTTEN, {"of_user": user_id}) is not None

    @whole
    async def forget(self, user_id: UserId, pseudonym: UserId) -> bool:
        asked = {"of_user": user_id, "pseudonym": pseudonym}
        async with self._database.writing() as connection:
            await one_at_a_time(connection, BOOKS)
            if await connection.scalar(queries.STILL_OPEN, asked) is not None:
                return False
            await _rename_entries(connection, user_id, pseudonym)
            # Whose direct messages these are, nothing here says; they may be theirs.
            homeless = update(match).where(MATCHES.rows, match.c.direct)
            await connection.execute(homeless.values(_NO_HOME), asked)
            for held in HELD:
                if held.renamed is None:
                    await connection.execute(delete(held.table).where(held.rows), asked)
                else:
                    renamed = update(held.table).where(held.rows).values(held.renamed)
                    await connection.execute(renamed, asked)
            return True

    @whole
    async def prune(self, now: datetime) -> Mapping[str, int]:
        check_times(now)
        return {what: rows async for what, rows in Pruning(self._database, now).removed()}


_NO_HOME = {"direct": False, "home": None, "card": None, "card_at": None}


async def _blockers(connection: AsyncConnection, one: UserId, other: UserId) -> frozenset[UserId]:
    found = await connection.scalars(queries.BLOCKERS, {"one": one, "other": other})
    return frozenset(map(UserId, found))


async def _rename_entries(connection: AsyncConnection, user_id: UserId, pseudonym: UserId) -> None:
    """Put the pseudonym into the record where an administrator's act names the person."""
    found = (await connection.execute(queries.ENTRIES_NAMING, {"of_user": user_id})).all()
    for row in found:
        words = [str(pseudonym) if word == str(user_id) else word for word in row.text.split(" ")]
        theirs = update(entry).where(entry.c.match_id == row.match_id, entry.c.number == row.number)
        await connection.execute(theirs.values(text=" ".join(words)))
