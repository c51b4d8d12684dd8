"""The notices of the store in a database. What each method promises is written at the port."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, update

from data import queries, rows
from data.checks import check_notices, check_times
from data.schema import notice
from data.sql_base import SqlPart, owe, small, whole
from matches.model import ChannelId, MatchId, MessageId, NewNotice, Notice, NoticeId, NoticeState


class SqlNotices(SqlPart):
    """Messages that are owed or were sent."""

    @small
    async def notices(self, match_id: MatchId) -> tuple[Notice, ...]:
        async with self._database.reading() as connection:
            found = await connection.execute(queries.NOTICES, {"match_id": match_id})
            return tuple(rows.read_notice(row) for row in found.mappings())

    @whole
    async def notify(self, match_id: MatchId, notices: Sequence[NewNotice]) -> None:
        check_notices(notices)
        async with self._database.writing() as connection:
            await owe(connection, match_id, notices)

    @whole
    async def claim_notices(
        self, now: datetime, until: datetime, limit: int, *, match_id: MatchId | None = None
    ) -> tuple[Notice, ...]:
        check_times(now, until)
        query = queries.CLAIMABLE if match_id is None else queries.CLAIMABLE_OF_MATCH
        of_match = {} if match_id is None else {"match_id": match_id}
        async with self._database.writing() as connection:
            found = await connection.execute(query, {"now": now, "limit": limit, **of_match})
            claimed = tuple(rows.read_notice(row) for row in found.mappings())
            if claimed:
                theirs = update(notice).where(notice.c.id.in_([one.id for one in claimed]))
                await connection.execute(theirs.values(claimed_until=until))
            return claimed

    @whole
    async def release_notice(self, notice_id: NoticeId, due_at: datetime) -> None:
        check_times(due_at)
        async with self._database.writing() as connection:
            released = update(notice).where(notice.c.id == notice_id)
            await connection.execute(released.values(due_at=due_at, claimed_until=None))

    @whole
    async def settle_notice(
        self,
        notice_id: NoticeId,
        state: NoticeState,
        *,
        channel: ChannelId | None = None,
        message: MessageId | None = None,
    ) -> None:
        async with self._database.writing() as connection:
            settled = update(notice).where(notice.c.id == notice_id)
            await connection.execute(
                settled.values(state=state.value, channel=channel, message=message, claimed_until=None)
            )

    @whole
    async def drop_notice(self, notice_id: NoticeId, then: NewNotice | None = None) -> None:
        after = () if then is None else (then,)
        check_notices(after)
        async with self._database.writing() as connection:
            dropped = delete(notice).where(notice.c.id == notice_id).returning(notice.c.match_id)
            match_id = await connection.scalar(dropped)
            # One that is gone already was dropped by somebody who saw to what comes after it.
            if match_id is not None:
                await owe(connection, MatchId(match_id), after)
