"""Storage for records: the codes that open matches, and records that were brought in."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from matches.model import ImportId, MatchId, UserId


class RecordStore(Protocol):
    """Codes and records. A code is of one match, and a match has one code at most."""

    async def share(self, match_id: MatchId, code: str, at: datetime) -> str | None:
        """Let a match be opened by ``code``; returns the code that it has, which it may have had before.

        None, and nothing is stored, when the code is another match's. Raises NoSuchMatchError.
        """

    async def unshare(self, match_id: MatchId) -> None:
        """Let a match be opened by no code. Harmless twice."""

    async def share_of(self, match_id: MatchId) -> str | None:
        """The code of a match, or None."""

    async def shared(self, code: str) -> MatchId | None:
        """The match that a code opens, or None."""

    async def keep_import(self, user_id: UserId, text: str, at: datetime, most: int) -> ImportId:
        """Keep a record that somebody has brought in, and of their earlier ones the newest: ``most`` in all.

        ``text`` is what ``matches.records`` has written.
        """

    async def imported(self, import_id: ImportId, user_id: UserId) -> str | None:
        """The text of a record that ``user_id`` has brought in; None when it is not kept any more."""
