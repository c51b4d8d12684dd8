"""The front of the workers: every job has its answer, whatever children say. They think in this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest

from computer import Job
from computer.review.model import SearchJob
from computer.review.search import search
from computer.think import think
from computer.workers import ChildLostError, ThinkingError, Workers, WorkersBusyError
from engines import GAMES
from tests.computer.jobs import QUICK, job_of
from tests.thinking import Here

PATIENCE = 60.0


class Troubled(Here):
    """A child that says something else instead of thinking, unless it is told to hurry."""

    def __init__(self, says: bytes | ChildLostError) -> None:
        self.says = says
        self.asked = self.stopped = 0

    async def ask(self, line: bytes, patience: float) -> bytes:
        self.asked += 1
        if json.loads(line).get("hurried"):
            return await super().ask(line, patience)
        if isinstance(self.says, ChildLostError):
            raise self.says
        return self.says

    async def stop(self) -> None:
        self.stopped += 1


class Told(Here):
    """Children that think once they may."""

    def __init__(self) -> None:
        self.begun = 0
        self.may = asyncio.Event()

    async def ask(self, line: bytes, patience: float) -> bytes:
        self.begun += 1
        await self.may.wait()
        return await super().ask(line, patience)


def opened(child: Callable[[], Here] = Here, number: int = 1, most_waiting: int = 200) -> Workers:
    return Workers(number, PATIENCE, most_waiting, child=child)


async def some_turns() -> None:
    """Let all that can go on do so."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_jobs_are_answered_as_children_think(caplog: pytest.LogCaptureFixture) -> None:
    workers = opened(number=2)
    jobs = [job_of(key, level) for key in GAMES for level in (1, 2, 3)]
    thoughts = await asyncio.gather(*map(workers.think, jobs))
    assert list(thoughts) == [think(job) for job in jobs]
    assert workers.waiting == 0
    assert caplog.messages == []


@pytest.mark.parametrize(
    ("says", "trouble"),
    [
        (b"", "JSONDecodeError"),
        (b"nonsense\n", "JSONDecodeError"),
        (b"7\n", "no answer"),
        (ChildLostError("TimeoutError"), "TimeoutError"),
    ],
    ids=["dies", "talks nonsense", "says no answer", "takes too long"],
)
async def test_where_children_are_lost_the_job_is_hurried(
    says: bytes | ChildLostError, trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    child = Troubled(says)
    job = job_of("pjawns", 3)
    quick = think(Job("pjawns", job.position, 3, job.seed, hurried=True))
    assert await opened(lambda: child).think(job) == quick != think(job)
    assert child.asked == 3
    assert child.stopped == (0 if isinstance(says, ChildLostError) else 2), "a lost one is gone already"
    assert caplog.messages == [f"a worker was replaced ({trouble}), game=pjawns level=3"] * 2


async def test_a_job_too_large_for_a_child_is_hurried_in_the_same_one() -> None:
    child = Troubled(b'{"error": "MemoryError"}\n')
    workers = opened(lambda: child)
    for asked in (2, 4):
        await workers.think(QUICK)
        assert (child.asked, child.stopped) == (asked, 0)


async def test_a_job_that_no_child_can_answer_is_given_up() -> None:
    class Dead(Troubled):
        async def ask(self, line: bytes, patience: float) -> bytes:
            return b""

    workers = opened(lambda: Dead(b""))
    with pytest.raises(ThinkingError, match="JSONDecodeError"):
        await workers.think(QUICK)
    assert workers.waiting == 0


@pytest.mark.parametrize(("game", "error"), [("pjawns", "PositionTextError"), ("chess", "KeyError")])
async def test_a_job_that_is_none_is_an_error_at_once_and_costs_no_child(game: str, error: str) -> None:
    class Counting(Troubled):
        async def ask(self, line: bytes, patience: float) -> bytes:
            self.asked += 1
            return await Here.ask(self, line, patience)

    child = Counting(b"")
    with pytest.raises(ThinkingError, match=error):
        await opened(lambda: child).think(Job(game, "nonsense", 1, 1))
    assert (child.asked, child.stopped) == (1, 0)


async def test_too_many_jobs_are_refused() -> None:
    children = Told()
    workers = opened(lambda: children, most_waiting=2)
    thinking = [asyncio.create_task(workers.think(QUICK)) for _ in range(2)]
    await some_turns()
    with pytest.raises(WorkersBusyError, match="2"):
        await workers.think(QUICK)
    children.may.set()
    assert await asyncio.gather(*thinking) == [think(QUICK)] * 2
    assert await workers.think(QUICK) == think(QUICK)


async def test_a_job_that_is_cancelled_leaves_its_place_to_the_next() -> None:
    children = Told()
    workers = opened(lambda: children)
    thinking = [asyncio.create_task(workers.think(QUICK)) for _ in range(2)]
    await some_turns()
    assert (workers.waiting, children.begun) == (2, 1)
    for task in thinking:
        task.cancel()
    await asyncio.wait(thinking)
    assert workers.waiting == 0
    children.may.set()
    assert await workers.think(QUICK) == think(QUICK)


def test_there_are_no_workers_without_a_worker() -> None:
    with pytest.raises(ValueError, match="worker"):
        opened(number=0)


# --- looks back at matches ---------------------------------------------------------------------------


async def test_a_look_is_answered_as_children_look() -> None:
    job = SearchJob("prudh", GAMES["prudh"].start({}).to_text(), 300, actions=("d2-e3", "b5-a4"), to_end=True)
    assert await opened().search(job) == search(job)


async def test_a_look_that_no_child_survives_is_given_up() -> None:
    child = Troubled(b"")
    with pytest.raises(ThinkingError, match="JSONDecodeError"):
        await opened(lambda: child).search(SearchJob("prudh", GAMES["prudh"].start({}).to_text(), 300))
    assert child.asked == 2, "there is no look in a hurry"


@pytest.mark.parametrize(("number", "looking"), [(1, 1), (2, 1), (4, 3)])
async def test_one_of_several_children_is_left_to_turns(number: int, looking: int) -> None:
    children = Told()
    workers = opened(lambda: children, number)
    job = SearchJob("prudh", GAMES["prudh"].start({}).to_text(), 60)
    looks = [asyncio.create_task(workers.search(job)) for _ in range(number + 1)]
    await some_turns()
    assert children.begun == looking
    children.may.set()
    assert await asyncio.gather(*looks) == [search(job)] * (number + 1)
