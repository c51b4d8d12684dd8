"""Has workers review finished matches, one review of a match at a time, and stores the reviews.

If the bot stops, unfinished reviews are lost: the user clicks again. Stored ones are shown immediately.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol

from cogs.hosting.metrics import Metrics, timed
from cogs.kit.errors import Refusal
from cogs.text import review_texts
from computer.review.judge import SECOND_NODES, Reviewing, first_searches, is_equal
from computer.review.model import (
    MADE_AS,
    WHOLE_TURNS,
    PlayedMatch,
    Review,
    ReviewedTurn,
    SearchJob,
    SearchResult,
    key_of,
    played_match,
    read,
)
from computer.workers import ThinkingError, WorkersBusyError
from engines import Action, Position
from matches import Match, MatchId, StoreUnavailableError, UserId
from services import Services

log = logging.getLogger(__name__)


class SearchWorkers(Protocol):
    """Workers that search positions at the lowest priority, behind turns and hints."""

    async def search(self, job: SearchJob) -> SearchResult:
        """The results of a search. Raises WorkersBusyError, ThinkingError, StoreUnavailableError."""


@dataclass
class _Running:
    """A review in progress: its task, and the share that is done, from 0 to 1."""

    task: asyncio.Task[Review]
    share: float = 0.0


class Reviewer:
    """Makes and stores reviews. Without workers only stored ones are available.

    ``renew`` brings the card of a match up to date, once it has a review.
    """

    def __init__(
        self,
        services: Services,
        metrics: Metrics,
        workers: SearchWorkers | None,
        renew: Callable[[MatchId], Coroutine[Any, Any, None]],
    ) -> None:
        self._reviews = services.matches.reviews
        self._metrics = metrics
        self._workers = workers
        self._renew = renew
        self._running: dict[MatchId, _Running] = {}
        self._readers: dict[UserId, MatchId] = {}
        """The match whose review each user waits for."""
        self._followers: set[asyncio.Task[None]] = set()

    async def kept(self, match: Match) -> Review | None:
        """The stored review of a match, or None. Raises Refused for a match that can't have one."""
        key = key_of(self._reviews.history(match))
        if (body := await self._reviews.kept(match.id, MADE_AS)) is None:
            return None
        review = read(body)
        # An administrator may have rewound the match since, and it was played to another end.
        return review if review.key == key else None

    def begin(self, match: Match, user: UserId) -> asyncio.Task[Review]:
        """Start the review of a match for ``user``, or join the one in progress; returns its task.

        The task raises Refusal if the review fails. Raises Refusal if there are no workers or ``user`` waits
        for another review, and Refused for a match that can't have one.
        """
        history = self._reviews.history(match)
        if self._workers is None:
            raise Refusal(review_texts.OFF)
        waited = self._readers.get(user)
        if waited is not None and waited != match.id:
            raise Refusal(review_texts.one_at_a_time(waited))
        running = self._running.get(match.id)
        if running is None:
            played = played_match(match.game_key, match.options, match.rules_version, history)
            task = asyncio.create_task(self._made(match.id, played))
            running = self._running[match.id] = _Running(task)
            task.add_done_callback(lambda done: self._ended(match.id, done))
        self._readers[user] = match.id
        return running.task

    def share(self, match_id: MatchId) -> float:
        """The share of a review that is done, from 0 to 1; 1 if none is in progress."""
        running = self._running.get(match_id)
        return 1.0 if running is None else running.share

    def follow(self, showing: Coroutine[Any, Any, None]) -> None:
        """Run ``showing``, which shows what a review found; cancelled if the bot stops."""
        task = asyncio.create_task(showing)
        self._followers.add(task)
        task.add_done_callback(self._followers.discard)

    async def close(self) -> None:
        """Cancel all reviews and the tasks that show them."""
        tasks = [*self._followers, *(running.task for running in self._running.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def is_as_good(self, match: Match, position: Position, turn: ReviewedTurn, action: Action) -> bool:
        """True if a review would count a turn that begins with ``action`` as good as the better one.

        ``position`` is that before the ``turn``. Without workers, and in games whose values are soft, only
        the better turn itself is known to be good, and this is False. Raises Refusal if a worker can't look.
        """
        if self._workers is None or match.game_key in WHOLE_TURNS:
            return False
        job = SearchJob(
            match.game_key,
            position.to_text(),
            SECOND_NODES,
            line=1,
            first=str(action),
            options=dict(match.options),
            rules_version=match.rules_version,
        )
        try:
            found = await self._search(job)
        except (WorkersBusyError, ThinkingError, StoreUnavailableError) as error:
            log.warning("match=%s a move was not looked at: %s", match.id, error)
            raise Refusal(review_texts.CANNOT_TELL) from error
        return bool(found) and is_equal(match.game_key, turn, found[0].value)

    # --- making one ------------------------------------------------------------------------------

    def _ended(self, match_id: MatchId, task: asyncio.Task[Review]) -> None:
        del self._running[match_id]
        self._readers = {user: waited for user, waited in self._readers.items() if waited != match_id}
        if not task.cancelled():
            task.exception()  # mark as retrieved: the users who waited were told

    async def _made(self, match_id: MatchId, played: PlayedMatch) -> Review:
        """Make a review and store it."""
        try:
            with timed(self._metrics.review_seconds):
                review = await self._reviewed(match_id, played.latest)
        except (WorkersBusyError, ThinkingError, StoreUnavailableError) as error:
            self._metrics.reviews_failed.inc()
            log.warning("match=%s got no review: %s", match_id, getattr(error, "advice", error))
            raise Refusal(review_texts.FAILED) from error
        try:
            await self._reviews.keep(match_id, MADE_AS, review.written())
        except StoreUnavailableError as error:
            # It can still be shown; the next reader gets a new one.
            log.warning("match=%s its review is not kept: %s", match_id, error.advice)
        else:
            self.follow(self._renew(match_id))
        return review

    async def _reviewed(self, match_id: MatchId, played: PlayedMatch) -> Review:
        jobs = first_searches(played)
        found: list[SearchResult] = []
        for number, job in enumerate(jobs, start=1):
            found.append(await self._search(job))
            self._record(match_id, 0.7 * number / len(jobs))
        reviewing = Reviewing(played, found)
        while doubts := reviewing.doubts():
            left = 1.0 - self.share(match_id)
            for number, doubt in enumerate(doubts, start=1):
                reviewing.judge(
                    doubt.number, await self._search(doubt.line), await self._search(doubt.answer)
                )
                self._record(match_id, 1.0 - left * (1 - number / len(doubts) / 2))
        return reviewing.review()

    async def _search(self, job: SearchJob) -> SearchResult:
        assert self._workers is not None, "nothing is begun without workers"
        return await self._workers.search(job)

    def _record(self, match_id: MatchId, share: float) -> None:
        self._running[match_id].share = share
