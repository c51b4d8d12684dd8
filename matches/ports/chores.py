"""Chores: owed, claimed by whoever does them, dropped when done."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from matches.chores import Chore, ChoreId
from matches.shards import ALL, Shards


class ChoreStore(Protocol):
    """Things to be tidied up. Chores are stored with the changes that owe them: see :class:`MatchStore`."""

    async def claim(
        self,
        now: datetime,
        until: datetime,
        limit: int,
        *,
        thinking: bool = False,
        shards: Shards = ALL,
    ) -> tuple[Chore, ...]:
        """Chores of ``shards`` that are due, earliest first, at most ``limit``; the caller's ``until`` then.

        ``thinking``: the computer's turns, which are never given out with the others.
        Nobody else is given one before that, in whatever process. So one whose process was killed is given
        out again later.
        """

    async def put_off(self, chore_id: ChoreId, due_at: datetime, *, failed: bool = False) -> None:
        """Give a claimed chore back, to be given out again from ``due_at`` on.

        Unless it ``failed``, its attempts are counted anew.
        """

    async def drop(self, chore_id: ChoreId) -> None:
        """Forget a chore. Harmless twice."""
