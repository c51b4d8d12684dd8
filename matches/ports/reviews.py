"""Storage for reviews of finished matches."""

from __future__ import annotations

from typing import Protocol

from matches.model import MatchId


class ReviewStore(Protocol):
    """Reviews, of a match one at most: they can be made anew at any time, and hold nothing about people."""

    async def kept(self, match_id: MatchId, version: int) -> str | None:
        """The review of a match as ``keep`` was given it; None where none of this version is kept."""

    async def keep(self, match_id: MatchId, version: int, body: str) -> None:
        """Keep the review of a match in place of any before. Raises NoSuchMatchError.

        ``version`` is the way in which it was made and written.
        """
