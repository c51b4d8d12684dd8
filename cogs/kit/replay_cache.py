"""Records from elsewhere, kept replayed while somebody steps through them."""

from __future__ import annotations

import asyncio
from typing import Final

from cachetools import LRUCache

from engines.record import History
from matches.model import ImportId
from matches.records import Transcript, positions, read

SHELF: Final = 50
"""Records that are kept replayed, so that not every step replays them anew."""


class ReplayCache:
    """The records last looked at, replayed."""

    def __init__(self) -> None:
        self._replayed: LRUCache[ImportId, tuple[Transcript, History]] = LRUCache(SHELF)

    async def take(self, number: ImportId, text: str) -> tuple[Transcript, History]:
        """The record of this number, whose text is given, and all of its positions."""
        found = self._replayed.get(number)
        if found is None:
            # A long one takes a second or two, in which others are not to wait.
            found = self._replayed[number] = await asyncio.to_thread(_replayed, text)
        return found


def _replayed(text: str | bytes) -> tuple[Transcript, History]:
    found = read(text)
    return found, positions(found)
