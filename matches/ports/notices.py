"""Messages besides the cards: owed, claimed by whoever sends them, settled."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from matches.model import ChannelId, MatchId, MessageId, NewNotice, Notice, NoticeId, NoticeState
from matches.shards import ALL, Shards


class NoticeStore(Protocol):
    """Messages that are owed or were sent."""

    async def of_match(self, match_id: MatchId) -> tuple[Notice, ...]:
        """The notices of a match, oldest first."""

    async def add(self, match_id: MatchId, notices: Sequence[NewNotice]) -> None:
        """Store messages that are owed; one that there is already is left as it is."""

    async def claim(
        self,
        now: datetime,
        until: datetime,
        limit: int,
        *,
        match_id: MatchId | None = None,
        shards: Shards = ALL,
        reading: bool = True,
    ) -> tuple[Notice, ...]:
        """Notices of ``shards`` that are due, earliest first, at most ``limit``; the caller's ``until`` then.

        Nobody else is given one before that, in whatever process. So one whose sender was killed is given
        out again later. Of one match only, if given. Without ``reading`` no digests and weekly summaries. The
        choices of secret picks are not among them: they go out with the match's card.
        """

    async def put_off(self, notice_id: NoticeId, due_at: datetime) -> None:
        """Give a claimed notice back, to be given out again from ``due_at`` on."""

    async def settle(
        self,
        notice_id: NoticeId,
        state: NoticeState,
        *,
        channel: ChannelId | None = None,
        message: MessageId | None = None,
    ) -> None:
        """Remember how the delivery of a notice went, and where it stands."""

    async def drop(self, notice_id: NoticeId, then: NewNotice | None = None) -> None:
        """Forget a notice. Another of the same match is stored in its place, if given."""
