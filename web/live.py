"""Open pages, told at once that a match has changed: of its version, and of nothing else."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from matches import MatchId, UserId

MOST_OF_ONE: Final = 4
"""The most pages of a user that are told."""
MOST: Final = 500
"""The most pages of a process."""


class ClosingError(Exception):
    """The bot is about to stop, so nothing new is begun and pages end."""


class TooManyPagesError(Exception):
    """There are too many open pages; ``own`` if they are the reader's own."""

    def __init__(self, *, own: bool) -> None:
        super().__init__("own" if own else "all")
        self.own = own


class OpenPage:
    """A page that is told of one match. It need not keep up: only the newest version is kept for it."""

    def __init__(self) -> None:
        self._news = asyncio.Event()
        self._version = 0
        self._closed = False

    def tell(self, version: int) -> None:
        """Tell it of a version."""
        self._version = max(self._version, version)
        self._news.set()

    def close(self) -> None:
        """End it."""
        self._closed = True
        self._news.set()

    async def next(self, within: float) -> int | None:
        """The newest version since the last call; None if there is none ``within`` so many seconds.

        Raises ClosingError once it has ended.
        """
        try:
            async with asyncio.timeout(within):
                await self._news.wait()
        except TimeoutError:
            return None
        if self._closed:
            raise ClosingError
        self._news.clear()
        return self._version


class OpenPages:
    """The open pages of this process, by match."""

    def __init__(self) -> None:
        self._pages: defaultdict[MatchId, set[OpenPage]] = defaultdict(set)
        self._by_user: Counter[UserId] = Counter()

    def __len__(self) -> int:
        return self._by_user.total()

    @asynccontextmanager
    async def opened(self, match_id: MatchId, user: UserId) -> AsyncIterator[OpenPage]:
        """A page of ``user`` while it is open. Raises TooManyPagesError."""
        if self._by_user[user] >= MOST_OF_ONE or len(self) >= MOST:
            raise TooManyPagesError(own=self._by_user[user] >= MOST_OF_ONE)
        page = OpenPage()
        self._pages[match_id].add(page)
        self._by_user[user] += 1
        try:
            yield page
        finally:
            self._by_user[user] -= 1
            if not self._by_user[user]:
                del self._by_user[user]
            self._pages[match_id].discard(page)
            if not self._pages[match_id]:
                del self._pages[match_id]

    def close(self) -> None:
        """End all pages that are open; the browsers ask again."""
        for page in [page for pages in self._pages.values() for page in pages]:
            page.close()

    def tell(self, match_id: MatchId, version: int) -> None:
        """Tell the pages of a match that it has a version."""
        for page in self._pages.get(match_id, ()):
            page.tell(version)
