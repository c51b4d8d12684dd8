"""Films from an event loop: made one at a time, in slices, and kept for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from typing import TypeVar

from cachetools import LRUCache

from imaging.film.film import Film
from imaging.picture import Clip

_T = TypeVar("_T")

MOST_BYTES = 32_000_000
"""The most bytes of films that are kept."""

_LEAST_BYTES = 1_000_000
"""The least that a film counts as, since its positions are kept with it."""

_SLICE = 8
"""Positions that are developed in one go: some milliseconds at most, when their sprites are ready."""


class FilmRenderer:
    """Makes films on a worker with one thread, which stays free for others between two slices.

    Everything but waiting happens on that thread: even to look up a film that was kept, all of its
    positions are gone through.
    """

    def __init__(self, worker: Executor) -> None:
        self._worker = worker
        self._one_at_a_time = asyncio.Lock()
        self._closed = False
        self._kept: LRUCache[Film, Clip] = LRUCache(MOST_BYTES, _size)

    async def clip(self, planned: Callable[[], Film]) -> Clip:
        """The finished film, perhaps one that was made before.

        Raises what ``planned`` raises, which is called on the worker, and what :meth:`Film.clip` raises.
        """
        async with self._one_at_a_time:
            film = await self._run(planned)
            kept = await self._run(partial(self._kept.get, film))
            if kept is not None:
                return kept
            developing = _finishing(film)
            while (clip := await self._run(partial(_slice, developing))) is None:
                pass
            await self._run(partial(self._kept.__setitem__, film, clip))
            return clip

    def close(self) -> None:
        """Stop making films: callers that wait for one are cancelled."""
        self._closed = True

    async def _run(self, work: Callable[[], _T]) -> _T:
        if self._closed:
            raise asyncio.CancelledError("no film is made any more")
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)


def _size(clip: Clip) -> int:
    return max(len(clip.content), _LEAST_BYTES)


def _finishing(film: Film) -> Generator[Clip | None, None, None]:
    """Nothing after each position, and in the end the film."""
    developing = film.develop()
    yield (yield from developing)


def _slice(developing: Generator[Clip | None, None, None]) -> Clip | None:
    """The film, if it is finished after some more positions."""
    return next((clip for clip in islice(developing, _SLICE) if clip is not None), None)
