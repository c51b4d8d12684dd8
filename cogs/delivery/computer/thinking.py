"""Has workers think about the computer's turns, plays and shows them.

The turns to think about are rows, stored together with the change that made it the computer's turn; a process
claims a row before working on it, and the match's version guards what is played. So despite crashes and other
processes, each turn is played once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any, Final, Protocol

from cachetools import LRUCache

from cogs.delivery.outbox import backoff
from cogs.delivery.publisher import Publisher
from cogs.hosting.metrics import Metrics, timed
from cogs.kit.errors import NotShownError
from cogs.kit.turns import InFlight
from computer.core import Job, Thought, seed_of
from computer.workers import ThinkingError, WorkersBusyError
from matches import Clock, Match, MatchId, StoreUnavailableError, UserId
from matches.chores import Chore
from matches.errors import NoHelpError, StaleError
from matches.lifecycle import sets
from matches.lifecycle.computers import ComputerTurn, Hint
from services import Services
from settings.deadlines import Deadlines

log = logging.getLogger(__name__)

BUSY: Final = timedelta(seconds=5)
"""Wait before a retry if no worker had time."""
FAILED: Final = timedelta(seconds=4)
"""Wait before a retry if thinking failed; doubles each time."""
LONGEST_WAIT: Final = timedelta(minutes=10)
AHEAD: Final = 4
"""Turns claimed for each worker.

While a worker thinks about one, earlier ones are shown; of the waiting ones, quick ones go first.
"""
HINTS_KEPT: Final = 500
"""Positions whose hint is cached, so that seeing it again costs nothing."""


_Asked = tuple[MatchId, int, str]
"""The key of a hint: the match, its ply and position."""


class TurnWorkers(Protocol):
    """Child processes that think, or a queue to other machines in their place."""

    async def think(self, job: Job, *, hint: bool = False) -> Thought:
        """The thought about a job; a ``hint`` has lower priority than all turns.

        Raises WorkersBusyError, ThinkingError, and StoreUnavailableError if the queue is in a database.
        """

    async def close(self) -> None:
        """Stop thinking."""


class Thinker:
    """Handles the computer's turns, several at a time. Without workers it does nothing.

    No task waits for work: one starts when there may be some, and ends when it is done.
    """

    def __init__(
        self,
        services: Services,
        publisher: Publisher,
        clock: Clock,
        in_flight: InFlight,
        metrics: Metrics,
        deadlines: Deadlines,
        *,
        workers: TurnWorkers | None = None,
        at_once: int = AHEAD,
    ) -> None:
        self._turns = services.computers
        self._host = services.host
        self._publisher = publisher
        self._clock = clock
        self._in_flight = in_flight
        self._metrics = metrics
        self._deadlines = deadlines
        self._workers = workers
        self._at_once = at_once
        self._secret: bytes | None = None
        self._closed = False
        self._may_be_due = False
        self._claiming: asyncio.Task[None] | None = None
        self._thinking: set[asyncio.Task[None]] = set()
        self._hints: LRUCache[_Asked, Hint] = LRUCache(HINTS_KEPT)
        self._hinting: dict[_Asked, asyncio.Task[Hint]] = {}
        """The hints in progress."""
        self._held: dict[tuple[MatchId, int], list[asyncio.Future[Match | None]]] = {}
        """The cards that wait for the computer's answer, by match and version."""

    # --- for callers that show changes -----------------------------------------------------------

    def notice(self, match: Match) -> None:
        """Check for turns to think about right away, if ``match`` waits for the computer."""
        if self._turns.is_to_think(match):
            self.wake()

    async def answer(self, match: Match) -> Match | None:
        """``match`` as shown after the computer's answer; None if there is no answer in time.

        Raises NotShownError for an answer that is stored but could not be shown.
        """
        if self._workers is None or self._in_flight.stopping or not self._turns.is_to_think(match):
            return None
        answered: asyncio.Future[Match | None] = asyncio.get_running_loop().create_future()
        key = match.id, match.version
        waiting = self._held.setdefault(key, [])
        waiting.append(answered)
        self.wake()
        try:
            async with asyncio.timeout(self._deadlines.held_back):
                return await answered
        except TimeoutError:
            return None
        finally:
            waiting.remove(answered)
            if not waiting:
                self._held.pop(key, None)

    async def hint(self, turn: ComputerTurn, user: UserId) -> Hint | None:
        """The computer's advice about a turn of ``user``; None if there are no workers, or they fail.

        A position's hint is computed and counted once, however often it is requested: while it is in
        progress, afterwards, and when a takeback leads to the position again.
        """
        if self._workers is None:
            return None
        key = turn.match_id, turn.ply, turn.position
        if (known := self._hints.get(key)) is not None:
            return known
        if (thinking := self._hinting.get(key)) is None:
            thinking = self._hinting[key] = asyncio.create_task(self._hint(key, turn, user))
            thinking.add_done_callback(lambda _: self._hinting.pop(key, None))
        try:
            # If one caller is cancelled, the others still wait.
            return await asyncio.shield(thinking)
        except (WorkersBusyError, ThinkingError) as error:
            log.warning("match=%s got no hint: %s", turn.match_id, error)
            return None

    @property
    def has_workers(self) -> bool:
        """False if the computer plays nothing here."""
        return self._workers is not None

    def wake(self) -> None:
        """Check right away for turns to think about."""
        if self._workers is None or self._closed or self._in_flight.stopping:
            return
        self._may_be_due = True
        if (self._claiming is None or self._claiming.done()) and len(self._thinking) < self._at_once:
            self._claiming = asyncio.create_task(self._claim())

    async def close(self) -> None:
        """Stop; turns in progress are given back for the next start."""
        self._closed = True
        begun = [*self._thinking]
        if self._claiming is not None:
            begun.append(self._claiming)
        for task in begun:
            task.cancel()
        await asyncio.gather(*begun, return_exceptions=True)
        if self._workers is not None:
            await self._workers.close()

    # --- giving out ------------------------------------------------------------------------------

    async def _claim(self) -> None:
        """Start due turns, as many as there is room for."""
        try:
            while self._may_be_due and (room := self._at_once - len(self._thinking)) > 0:
                self._may_be_due = False
                claimed = await self._turns.claim(room)
                for chore in claimed:
                    self._begin(chore)
                # There may be more turns than there was room for.
                self._may_be_due = self._may_be_due or len(claimed) == room
        except StoreUnavailableError as error:
            log.warning("the computer's turns will be looked for again: %s", error.advice)
        except Exception:  # the next claim must come all the same
            log.exception("the computer's turns will be looked for again")
        finally:
            self._claiming = None

    def _begin(self, chore: Chore) -> None:
        task = asyncio.create_task(self._see_to(chore))
        self._thinking.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._thinking.discard(task)
        if self._may_be_due:
            self.wake()

    async def _see_to(self, chore: Chore) -> None:
        """Play one turn, or drop it or put it off if that fails."""
        self._in_flight.record_task()
        try:
            await self._play(chore)
        except StaleError:
            log.info("match=%s moved on while the computer thought", chore.match_id)
            await self._recorded(self._turns.drop(chore))
        except NoHelpError as error:
            log.info("match=%s the computer waits for match=%s", chore.match_id, error.match_id)
        except WorkersBusyError as error:
            self._metrics.computer_failed.labels("busy").inc()
            log.warning("match=%s the computer's turn waits: %s", chore.match_id, error)
            await self._recorded(self._turns.put_off(chore, self._clock() + BUSY))
        except ThinkingError as error:
            await self._failed(chore, error)
        except StoreUnavailableError as error:
            # It is given out again when its claim expires.
            log.warning("match=%s the computer's turn will be tried again: %s", chore.match_id, error.advice)
        except asyncio.CancelledError:
            await self._recorded(self._turns.put_off(chore, self._clock()))
            raise
        except Exception as error:  # one bad match must not keep the others waiting
            log.exception("match=%s the computer's turn could not be played", chore.match_id)
            await self._failed(chore, error)
        finally:
            self._tell(chore, None)

    async def _failed(self, chore: Chore, error: Exception) -> None:
        """Schedule a retry of a turn that failed, with increasing waits."""
        self._metrics.computer_failed.labels("failed").inc()
        wait = backoff(FAILED, chore.attempts, LONGEST_WAIT)
        log.warning(
            "match=%s the computer's turn failed %s times and is tried again in %s seconds: %s",
            *(chore.match_id, chore.attempts, round(wait.total_seconds()), error),
        )
        await self._recorded(self._turns.put_off(chore, self._clock() + wait, failed=True))

    @staticmethod
    async def _recorded(recording: Coroutine[Any, Any, None]) -> None:
        """Store the outcome of a turn; if the store fails now, the turn's claim just expires."""
        try:
            await recording
        except StoreUnavailableError as error:
            log.warning("the computer's turns: %s", error.advice)

    # --- thinking and playing --------------------------------------------------------------------

    async def _play(self, chore: Chore) -> None:
        """Have a worker think about one turn, play it and show it."""
        turn = await self._turns.turn_of(chore)
        if turn is not None:
            thought = await self._thought(turn)
            match = await self._turns.play(turn, thought.actions, thought.value)
            await self._show(chore, match)
        await self._turns.drop(chore)

    async def _hint(self, key: _Asked, turn: ComputerTurn, user: UserId) -> Hint:
        """Compute, count and cache a hint. Raises WorkersBusyError and ThinkingError."""
        self._in_flight.record_task()
        thought = await self._thought(turn, hint=True)
        await self._turns.record_hint(turn, user)
        found = self._hints[key] = Hint(thought.actions, thought.won_in)
        return found

    async def _thought(self, turn: ComputerTurn, *, hint: bool = False) -> Thought:
        assert self._workers is not None, "nothing is claimed without workers"
        if self._secret is None:
            self._secret = await self._host.secret()
        job = Job(
            game=turn.game_key,
            position=turn.position,
            level=turn.level,
            seed=seed_of(self._secret, turn.match_id, turn.ply),
            options=dict(turn.options),
            rules_version=turn.rules_version,
            seen=turn.seen,
        )
        seconds = self._metrics.computer_seconds.labels(str(turn.level))
        with timed(seconds), self._metrics.computer_jobs.track_inprogress():
            return await self._workers.think(job, hint=hint)

    async def _show(self, chore: Chore, match: Match) -> None:
        """Show the computer's answer, and release the cards that wait for it."""
        try:
            self._tell(chore, await self._publisher.publish(match.id, match))
        except NotShownError as error:
            # It is stored, and the sweep tries again.
            self._tell(chore, error)
        except StoreUnavailableError as error:
            log.warning("match=%s the computer's answer is not shown yet: %s", match.id, error.advice)
        self.notice(match)
        if sets.second_of(match) is not None:
            self.wake()  # the computer may be the first to move in it

    def _tell(self, chore: Chore, outcome: Match | NotShownError | None) -> None:
        """Release the cards that wait for this turn of the computer."""
        for held in self._held.get((chore.match_id, chore.message), ()):
            if held.done():
                continue
            if isinstance(outcome, NotShownError):
                held.set_exception(outcome)
            else:
                held.set_result(outcome)
