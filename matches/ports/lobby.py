"""Storage for the lobby: what is asked about the people of open challenges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from matches.model import UserId
from matches.requirements import Reliability


class LobbyStore(Protocol):
    """Readings about people who look for a match; the challenges themselves are the match store's."""

    async def avoided(self, user_id: UserId) -> frozenset[UserId]:
        """All whom somebody has blocked, and all who have blocked them."""

    async def reliability(self, user_ids: Sequence[UserId]) -> Mapping[UserId, Reliability]:
        """The latest finished matches of each of these people; everyone asked for is in it."""
