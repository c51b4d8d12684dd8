"""The notices of the store in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from data.checks import check_notices, check_times
from data.memory_base import MemoryBase
from matches.model import (
    ChannelId,
    MatchId,
    MessageId,
    NewNotice,
    Notice,
    NoticeId,
    NoticeKind,
    NoticePlace,
    NoticeState,
    UserId,
)

Key = tuple[MatchId, UserId, NoticePlace, str]


class MemoryNotices(MemoryBase):
    """Messages that are owed or were sent."""

    def __init__(self) -> None:
        super().__init__()
        self._notices: dict[NoticeId, Notice] = {}
        self._claimed_until: dict[NoticeId, datetime] = {}
        self._last_notice = 0

    async def notices(self, match_id: MatchId) -> tuple[Notice, ...]:
        return tuple(self._seen(kept) for kept in self._notices.values() if kept.match_id == match_id)

    async def notify(self, match_id: MatchId, notices: Sequence[NewNotice]) -> None:
        check_notices(notices)
        self._owe(match_id, notices)

    async def claim_notices(
        self, now: datetime, until: datetime, limit: int, *, match_id: MatchId | None = None
    ) -> tuple[Notice, ...]:
        check_times(now, until)
        asked = (kept for kept in self._notices.values() if match_id in (None, kept.match_id))
        due = [kept for kept in asked if self._claimable(kept, now)]
        claimed = sorted(due, key=lambda kept: (kept.due_at, kept.id))[:limit]
        found = tuple(self._seen(kept) for kept in claimed)
        self._claimed_until.update((kept.id, until) for kept in claimed)
        return found

    async def release_notice(self, notice_id: NoticeId, due_at: datetime) -> None:
        check_times(due_at)
        if notice_id in self._notices:
            self._notices[notice_id] = replace(self._notices[notice_id], due_at=due_at)
            self._claimed_until.pop(notice_id, None)

    async def settle_notice(
        self,
        notice_id: NoticeId,
        state: NoticeState,
        *,
        channel: ChannelId | None = None,
        message: MessageId | None = None,
    ) -> None:
        if notice_id in self._notices:
            kept = self._notices[notice_id]
            self._notices[notice_id] = replace(kept, state=state, channel=channel, message=message)
            self._claimed_until.pop(notice_id, None)

    async def drop_notice(self, notice_id: NoticeId, then: NewNotice | None = None) -> None:
        after = () if then is None else (then,)
        check_notices(after)
        dropped = self._forget(notice_id)
        if dropped is not None:
            self._owe(dropped.match_id, after)

    def _owe(self, match_id: MatchId, notices: Sequence[NewNotice]) -> None:
        known = {_key(kept.match_id, kept) for kept in self._notices.values()}
        for new in notices:
            if _key(match_id, new) in known:
                continue
            known.add(_key(match_id, new))
            self._last_notice += 1
            notice_id = NoticeId(self._last_notice)
            self._notices[notice_id] = Notice(
                notice_id, match_id, new.user_id, new.kind, new.place, new.name, new.due_at, NoticeState.DUE
            )

    def _seen(self, kept: Notice) -> Notice:
        return replace(kept, tried=kept.id in self._claimed_until)

    def _forget(self, notice_id: NoticeId) -> Notice | None:
        self._claimed_until.pop(notice_id, None)
        return self._notices.pop(notice_id, None)

    def _claimable(self, kept: Notice, now: datetime) -> bool:
        if kept.kind is NoticeKind.PICK or kept.state is not NoticeState.DUE:
            return False
        until = self._claimed_until.get(kept.id)
        return kept.due_at <= now and (until is None or until <= now)


def _key(match_id: MatchId, notice: Notice | NewNotice) -> Key:
    return match_id, notice.user_id, notice.place, notice.name
