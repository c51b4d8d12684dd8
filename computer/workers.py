"""Child processes that think, so that the event loop of the parent process is never blocked.

A child that dies or thinks for too long is replaced, and its job goes to the next one. If that fails too, a
child thinks about it only briefly, so a match never waits in vain. Searches for reviews have the lowest
priority and, if there are two children, leave one free for players. :mod:`computer.queue` reaches children on
other machines.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from computer.core import Job, Thought
from computer.review.model import SearchJob, SearchResult, SeenTurn
from settings.children import passed_on

log = logging.getLogger(__name__)

TRIES: Final = 2
"""The number of children that get a job unchanged; the next one gets it ``hurried``."""
MOST_WAITING: Final = 200
"""The most jobs that may wait at a time."""
LONG: Final = 5.0
"""Seconds after which a waiting job comes before cheaper ones."""
TURN, HINT, SEARCH = range(3)
"""The ranks of jobs: a hint waits behind all turns, since its reader has something to look at meanwhile."""
KINDS: Final = ("turn", "hint", "look")
"""The names of the ranks."""
COMMAND: Final[tuple[str, ...]] = (sys.executable, "-m", "computer.worker")

_ROOT: Final = Path(__file__).resolve().parents[1]
_TOO_MUCH: Final = frozenset({"MemoryError", "RecursionError"})
"""Errors that a shorter search of the same job avoids."""


class WorkersBusyError(Exception):
    """Too many jobs are waiting."""


class ThinkingError(Exception):
    """A job that no child could answer; its text names the error and nothing of the job."""


class WorkersClosedError(ThinkingError):
    """A job that was pending, running or asked for when the workers were closed."""


class ChildLostError(Exception):
    """A child that died, timed out, or sent an invalid answer."""


def line_of(job: Job | SearchJob) -> bytes:
    """A job as a line of JSON."""
    return json.dumps(asdict(job)).encode()


def thought_of(answer: Mapping[str, Any]) -> Thought:
    """Parse the thought in an answer."""
    return Thought(tuple(answer["actions"]), answer["value"], answer["nodes"])


def result_of(answer: Mapping[str, Any]) -> SearchResult:
    """Parse the findings in an answer to a search."""
    return tuple(SeenTurn(seen["value"], tuple(seen["actions"])) for seen in answer["seen"])


@dataclass(eq=False)
class _Ticket:
    """A job that no child has begun, and since when it waits."""

    rank: int
    since: float


class Child(Protocol):
    """A child that thinks about one job at a time, line by line: see :mod:`computer.worker`."""

    @property
    def pid(self) -> int | None:
        """The id of its process, while it runs."""

    async def ask(self, line: bytes, patience: float) -> bytes:
        """The line that answers a line. Raises ChildLostError, and then the child is gone."""

    async def stop(self) -> None:
        """Kill the child, if there is one; the next line starts another."""


@dataclass
class ChildProcess:
    """One child process, started when it is first needed."""

    command: tuple[str, ...] = field(default_factory=lambda: COMMAND)
    _process: asyncio.subprocess.Process | None = field(default=None, init=False)

    @property
    def pid(self) -> int | None:
        """The id of the process, while it runs."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    async def ask(self, line: bytes, patience: float) -> bytes:
        """The line that answers a line. Raises ChildLostError, and then the process is gone."""
        try:
            async with asyncio.timeout(patience):
                process = await self._running()
                assert process.stdin is not None
                assert process.stdout is not None
                process.stdin.write(line)
                await process.stdin.drain()
                return await process.stdout.readline()
        except (OSError, TimeoutError, ValueError) as error:
            await self.stop()
            raise ChildLostError(type(error).__name__) from None
        except asyncio.CancelledError:
            await self.stop()  # else the next job would get its answer
            raise

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                cwd=_ROOT,
                env=passed_on(),
            )
        return self._process

    async def stop(self) -> None:
        """Kill the process, if there is one; the next line starts another."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@dataclass(eq=False)
class _Waiting:
    rank: int
    cost: int
    since: float
    let_in: asyncio.Future[None]


@dataclass
class Gate:
    """Admits ``room`` jobs at a time; of the waiting ones, the lowest rank is first.

    Within a rank the cheapest is first, or once one has waited for LONG, the earliest. So quick jobs
    aren't held up by slow ones, nor slow jobs forever by quick ones.
    """

    room: int
    clock: Callable[[], float] = time.monotonic
    _waiting: list[_Waiting] = field(default_factory=list, init=False, repr=False)

    @contextlib.asynccontextmanager
    async def inside(self, rank: int, cost: int) -> AsyncIterator[None]:
        """Wait for one of the places, and hold it inside."""
        await self._enter(rank, cost)
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, rank: int, cost: int) -> None:
        if self.room:
            self.room -= 1
            return
        waiting = _Waiting(rank, cost, self.clock(), asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            await waiting.let_in
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self._leave()  # let in and called away at once
            raise

    def _leave(self) -> None:
        if not self._waiting:
            self.room += 1
            return
        first = self._first()
        self._waiting.remove(first)
        first.let_in.set_result(None)

    def _first(self) -> _Waiting:
        """The next job to let in; the list is in order of arrival."""
        rank = min(one.rank for one in self._waiting)
        alike = [one for one in self._waiting if one.rank == rank]
        if self.clock() - alike[0].since >= LONG:
            return alike[0]
        return min(alike, key=lambda one: one.cost)


@dataclass
class Workers:
    """A pool of ``number`` children, each thinking about one job at a time."""

    number: int
    patience: float
    """Seconds that a child has for a job."""
    most_waiting: int = MOST_WAITING
    child: Callable[[], Child] = ChildProcess
    _children: list[Child] = field(init=False, repr=False)
    _idle: list[Child] = field(init=False, repr=False)
    _gate: Gate = field(init=False, repr=False)
    _searches: asyncio.Semaphore = field(init=False, repr=False)
    _tickets: set[_Ticket] = field(default_factory=set, init=False, repr=False)
    _waiting: int = field(default=0, init=False)
    _closed: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        if self.number < 1:
            raise ValueError("thinking needs a worker at least")
        self._children = [self.child() for _ in range(self.number)]
        self._idle = list(self._children)
        self._gate = Gate(self.number)
        self._searches = asyncio.Semaphore(max(1, self.number - 1))

    @property
    def waiting(self) -> int:
        """The jobs that are waiting or being thought about."""
        return self._waiting

    @property
    def processes(self) -> list[int]:
        """The ids of the children that run."""
        return [child.pid for child in self._children if child.pid is not None]

    async def backlog(self) -> Mapping[str, tuple[int, float]]:
        """The jobs that no child has begun, by kind: how many, and the seconds that the oldest has waited."""
        now = time.monotonic()
        waits = [[now - one.since for one in self._tickets if one.rank == rank] for rank in range(len(KINDS))]
        return {kind: (len(ages), max(ages, default=0.0)) for kind, ages in zip(KINDS, waits, strict=True)}

    async def think(self, job: Job, *, hint: bool = False) -> Thought:
        """The thought about a job; by a short search if two children failed at it.

        A ``hint`` waits behind all turns, and a turn of a higher level behind those of lower ones. Raises
        WorkersBusyError, or ThinkingError if no child could answer the job.
        """
        tries = (*[job] * TRIES, replace(job, hurried=True))
        with self._waits(HINT if hint else TURN) as ticket:
            return thought_of(
                await self._answer(tries, ticket, job.level, f"game={job.game} level={job.level}")
            )

    async def search(self, job: SearchJob) -> SearchResult:
        """The results of a search for a review, made once no player waits for a child.

        Raises WorkersBusyError, or ThinkingError if no child could search.
        """
        with self._waits(SEARCH) as ticket:
            async with self._searches:
                return result_of(await self._answer([job] * TRIES, ticket, 0, f"game={job.game}"))

    @contextlib.contextmanager
    def _waits(self, rank: int) -> Iterator[_Ticket]:
        """Count a job as waiting, until a child begins it."""
        ticket = _Ticket(rank, time.monotonic())
        self._tickets.add(ticket)
        try:
            yield ticket
        finally:
            self._tickets.discard(ticket)

    async def _answer(
        self, tries: Sequence[Job | SearchJob], ticket: _Ticket, cost: int, what: str
    ) -> dict[str, Any]:
        """The answer to the first of ``tries`` that has one, once a child is free."""
        if self._waiting >= self.most_waiting:
            raise WorkersBusyError(f"{self._waiting} jobs are waiting")
        self._waiting += 1
        try:
            async with self._gate.inside(ticket.rank, cost):
                self._tickets.discard(ticket)
                child = self._idle.pop()
                try:
                    return await self._asked(child, tries, what)
                finally:
                    self._idle.append(child)
                    if self._closed:  # it may have been started after that
                        await child.stop()
        finally:
            self._waiting -= 1

    async def _asked(self, child: Child, tries: Sequence[Job | SearchJob], what: str) -> dict[str, Any]:
        trouble = ""
        for number, job in enumerate(tries):
            if self._closed:
                raise WorkersClosedError("the workers are closed")
            if trouble in _TOO_MUCH and job == tries[number - 1]:
                continue  # it would have the same trouble again
            try:
                answer = await self._exchanged(child, job)
            except ChildLostError as lost:
                trouble = str(lost)
                log.warning("a worker was replaced (%s), %s", trouble, what)
                continue
            if "error" not in answer:
                return answer
            trouble = str(answer["error"])
            log.warning("no thought (%s), %s", trouble, what)
            if trouble not in _TOO_MUCH:
                break
        raise ThinkingError(f"a job could not be thought about ({trouble})")

    async def _exchanged(self, child: Child, job: Job | SearchJob) -> dict[str, Any]:
        """The answer of a child to a job. Raises ChildLostError, and then the child is gone."""
        line = await child.ask(line_of(job) + b"\n", self.patience)
        try:
            answer = json.loads(line)
            if isinstance(answer, dict):
                return answer
            trouble = "no answer"
        except ValueError as error:
            trouble = type(error).__name__
        await child.stop()
        raise ChildLostError(trouble)

    async def close(self) -> None:
        """Kill all children. Running jobs and later ones raise ThinkingError."""
        self._closed = True
        for child in self._children:
            await child.stop()
