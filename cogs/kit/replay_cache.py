"""Records from elsewhere, kept while somebody chooses from them or steps through them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from cachetools import LRUCache

from engines.record import History
from matches import UserId
from matches.model import ImportId
from matches.records import ExportedMatch, Transcript, positions, read

SHELF: Final = 50
"""Records that are kept replayed, so that not every step replays them anew."""
CHARACTERS: Final = 16_000_000
"""The length of all records of exports that are kept to choose from."""


class ReplayCache:
    """The records last looked at, replayed, and those of the exports last brought in, unread."""

    def __init__(self) -> None:
        self._files: LRUCache[int, tuple[UserId, Sequence[ExportedMatch]]] = LRUCache(CHARACTERS, _length)
        self._replayed: LRUCache[ImportId, tuple[Transcript, History]] = LRUCache(SHELF)

    async def take(self, number: ImportId, text: str) -> tuple[Transcript, History]:
        """The record of this number, whose text is given, and all of its positions."""
        found = self._replayed.get(number)
        if found is None:
            # A long one takes a second or two, in which others are not to wait.
            found = self._replayed[number] = await asyncio.to_thread(_replayed, text)
        return found

    def keep_file(self, number: int, user: UserId, matches: Sequence[ExportedMatch]) -> None:
        """Keep what ``user`` can choose from, by a ``number`` that no other file has."""
        self._files[number] = user, matches

    def file(self, number: int, user: UserId) -> Sequence[ExportedMatch]:
        """The matches ``user`` can choose from; none where the file is gone, or is another user's."""
        owner, matches = self._files.get(number, (None, ()))
        return matches if owner == user else ()


def _length(kept: tuple[UserId, Sequence[ExportedMatch]]) -> int:
    return 1 + sum(len(match.record) for match in kept[1])


def _replayed(text: str | bytes) -> tuple[Transcript, History]:
    found = read(text)
    return found, positions(found)
