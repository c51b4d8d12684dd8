"""Jobs for children on other machines: a queue between the bot and a worker that has children there.

The queue itself (:mod:`data.jobs`) takes a kind and bytes, and returns bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from computer.core import Job, Thought
from computer.review.model import SearchJob, SearchResult
from computer.workers import (
    HINT,
    KINDS,
    SEARCH,
    TURN,
    ThinkingError,
    Workers,
    WorkersBusyError,
    WorkersClosedError,
    line_of,
    result_of,
    thought_of,
)

if TYPE_CHECKING:
    from data.jobs.asking import JobQueue

_STEP: Final = 10
"""The distance between the priorities of two ranks: more than the number of levels."""


def priorities(rank: int, cost: int) -> tuple[int, int]:
    """The priorities of a job: at first, and once it has waited for long. The greatest is taken up first."""
    first = _STEP * (len(KINDS) - rank)
    return first - cost, first


class QueuedWorkers:
    """Workers behind a queue; their number and place are unknown here.

    A turn or a hint times out after ``patience`` seconds, a search after ``for_searches`` seconds, if given.
    """

    def __init__(self, queue: JobQueue, patience: float, for_searches: float | None = None) -> None:
        self._queue = queue
        self._patience = (patience, patience, patience if for_searches is None else for_searches)

    async def think(self, job: Job, *, hint: bool = False) -> Thought:
        """The thought about a job. A ``hint`` waits behind all turns; lower levels come first.

        Raises WorkersBusyError if no worker answers in time, and ThinkingError.
        """
        return thought_of(await self._answer(HINT if hint else TURN, job.level, job))

    async def search(self, job: SearchJob) -> SearchResult:
        """The result of a search, behind turns and hints. Raises as :meth:`think`."""
        return result_of(await self._answer(SEARCH, 0, job))

    async def backlog(self) -> Mapping[str, tuple[int, float]]:
        """The jobs that no worker has taken up, by kind: how many, and the seconds that the oldest waits."""
        return await self._queue.backlog()

    async def close(self) -> None:
        """Cancel pending and running jobs."""
        await self._queue.close()

    async def _answer(self, rank: int, cost: int, job: Job | SearchJob) -> dict[str, Any]:
        first, later = priorities(rank, cost)
        patience = self._patience[rank]
        try:
            told = await self._queue.ask(
                *(KINDS[rank], line_of(job)),
                at_first=first,
                later=later,
                patience=patience,
                stays=rank == TURN,  # a turn is owed, and asked for again
            )
        except TimeoutError:
            raise WorkersBusyError(f"no worker has answered for {patience:.0f} seconds") from None
        answer = json.loads(told)
        if "error" in answer:
            raise ThinkingError(str(answer["error"]))
        return dict(answer)


# --- the worker's side -------------------------------------------------------------------------


def most_of(number: int) -> Mapping[str, int]:
    """The most jobs of each kind for ``number`` children: searches leave one child free for players."""
    return dict.fromkeys(KINDS, number) | {KINDS[SEARCH]: max(1, number - 1)}


async def answered(workers: Workers, kind: str, line: bytes) -> bytes:
    """The answer to a job: a thought, the findings of a search, or ``{"error": …}`` with the problem.

    Raises WorkersClosedError.
    """
    try:
        answer = await _answer(workers, kind, json.loads(line))
    except WorkersClosedError:
        raise
    except ThinkingError as error:
        answer = {"error": str(error)}
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        # It may be a job of another version.
        answer = {"error": f"a job cannot be read ({type(error).__name__})"}
    return json.dumps(answer).encode()


async def _answer(workers: Workers, kind: str, asked: dict[str, Any]) -> dict[str, Any]:
    if kind == KINDS[SEARCH]:
        return {"seen": [asdict(seen) for seen in await workers.search(SearchJob(**asked))]}
    job = Job(**(asked | {"seen": tuple(asked["seen"])}))
    return asdict(await workers.think(job, hint=kind == KINDS[HINT]))
