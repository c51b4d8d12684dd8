"""Puzzles from reviews: asked for by their user, sent by message, answered; each message is sent once."""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from data import stores
from matches.model import MatchId, UserId
from matches.puzzles import WITHHELD, PuzzleKey, PuzzleMail, PuzzleState, PuzzleTry, first_due
from services.core import Core

log = logging.getLogger(__name__)

LEASE: Final = timedelta(minutes=2)
"""The time for which a message is claimed for sending, before another process may try."""
LOOKED_AT: Final = 10
"""The due puzzles that are considered for a message: some may not be asked now."""


class Puzzles:
    """A user's puzzles. What a puzzle shows is read from the review of its match, by others."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def practise(self, user: UserId, match_id: MatchId, plies: Collection[int]) -> datetime:
        """Have turns of a match asked as puzzles; returns when new ones are due. Raises NoSuchMatchError.

        Those that are puzzles already stay as they are.
        """
        now = self._core.now()
        new = await self._db.write(stores.puzzles.add, user, match_id, sorted(plies), now)
        log.info("match=%s user=%s practises puzzles=%s", match_id, user, new)
        return first_due(now)

    async def of_match(self, user: UserId, match_id: MatchId) -> tuple[PuzzleState, ...]:
        """A user's puzzles of a match, in the order of its turns."""
        return await self._db.read(stores.puzzles.of_match, user, match_id)

    async def stop(self, user: UserId) -> int:
        """Delete all puzzles of a user; returns how many there were."""
        gone = await self._db.write(stores.puzzles.stop, user)
        log.info("user=%s wants no more puzzles: %s are gone", user, gone)
        return gone

    # --- sending ---------------------------------------------------------------------------------

    async def claim(self, limit: int) -> tuple[PuzzleMail, ...]:
        """Claim due messages for LEASE, at most ``limit``; no other process is given them before it ends."""
        now = self._core.now()
        return await self._db.write(stores.puzzles.claim, now, now + LEASE, limit)

    async def put_off(self, mail: PuzzleMail, due_at: datetime) -> None:
        """Give back a claimed message, due again at ``due_at``."""
        await self._db.write(stores.puzzles.put_off, mail.user_id, due_at)

    async def due(self, user: UserId) -> tuple[PuzzleState, ...]:
        """A user's puzzles that are due, the longest due first, at most LOOKED_AT."""
        return await self._db.read(stores.puzzles.due, user, self._core.now(), LOOKED_AT)

    async def fill(self, mail: PuzzleMail, keys: Collection[PuzzleKey]) -> int:
        """Have a claimed message ask these puzzles, before it is sent; returns its number."""
        return await self._db.write(stores.puzzles.fill, mail.user_id, keys)

    async def settle(self, user: UserId, number: int, *, sent: bool) -> None:
        """Record that a message was sent (or refused for good), or had nothing to ask."""
        await self._db.write(stores.puzzles.settle, user, number, self._core.now(), sent=sent)

    async def withhold(self, key: PuzzleKey) -> None:
        """Put off a puzzle that stands on a board of its user."""
        await self._db.write(stores.puzzles.withhold, key, self._core.now() + WITHHELD)

    async def drop(self, key: PuzzleKey) -> None:
        """Delete a puzzle whose turn isn't in a review any more."""
        await self._db.write(stores.puzzles.drop, key)

    # --- answering -------------------------------------------------------------------------------

    async def asked(self, user: UserId, number: int) -> tuple[PuzzleState, ...]:
        """A user's unanswered puzzles of the message with this number."""
        return await self._db.read(stores.puzzles.asked, user, number)

    async def answer(self, puzzle: PuzzleState, tried: PuzzleTry) -> bool:
        """Record a try at a puzzle as its user saw it; False if it was answered meanwhile."""
        now = self._core.now()
        return await self._db.write(
            stores.puzzles.answer, puzzle.key, puzzle.asked, tried, now, missed=puzzle.missed
        )
