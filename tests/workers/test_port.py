"""Whoever thinks, children of this process or workers behind a queue: the same jobs have the same answers."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from computer import workers as children
from computer.core import Job
from computer.review.model import SearchJob
from computer.review.search import search
from computer.think import think
from computer.workers import ThinkingError, Workers
from data.jobs import asking
from engines import GAMES
from matches import StoreUnavailableError
from tests.computer.jobs import QUICK, SLOW, job_of
from tests.workers.conftest import OpenPort, Port

A_SEARCH = SearchJob(
    "prudh", GAMES["prudh"].start({}).to_text(), 300, actions=("d2-e3", "b5-a4"), to_end=True
)
HOURS = 1e6
NOTHING = {"turn": (0, 0.0), "hint": (0, 0.0), "look": (0, 0.0)}


async def held_child(port: Port, thinking: list[Workers]) -> int:
    """Stop the child that thinks; returns its process. Whoever gives its job up kills it."""
    await port.think(QUICK)
    (workers,) = thinking
    (child,) = workers.processes
    os.kill(child, signal.SIGSTOP)
    return child


async def until_waiting(port: Port, **numbers: int) -> None:
    """Wait until so many jobs of these kinds, and no others, wait to be begun."""

    async def found() -> dict[str, int]:
        return {kind: number for kind, (number, _) in (await port.backlog()).items() if number}

    while await found() != numbers:  # noqa: ASYNC110 - they come by way of a database
        await asyncio.sleep(0.01)


async def until_begun(port: Port, thinking: list[Workers], *, others: int = 0) -> None:
    """Wait until a child has a job, and so many other turns wait for it."""
    (workers,) = thinking
    while not workers.waiting:  # noqa: ASYNC110 - it comes by way of a database
        await asyncio.sleep(0.01)
    await until_waiting(port, **({"turn": others} if others else {}))


@pytest.mark.gate(draw=1)
async def test_every_job_is_answered_as_in_this_process(port: OpenPort) -> None:
    workers = await port(2)
    jobs = [job_of(key, level) for key in GAMES for level in (1, 3)]
    thoughts = await asyncio.gather(*map(workers.think, jobs))
    assert list(thoughts) == [think(job) for job in jobs]
    assert await workers.think(QUICK, hint=True) == think(QUICK)
    assert await workers.search(A_SEARCH) == search(A_SEARCH)
    assert await workers.backlog() == NOTHING


async def test_who_asks_for_the_same_at_once_has_the_same_answer(port: OpenPort) -> None:
    workers = await port(2)
    found = await asyncio.gather(*(workers.think(QUICK) for _ in range(3)))
    assert found == [think(QUICK)] * 3


async def test_a_job_that_is_none_is_an_error(port: OpenPort) -> None:
    workers = await port(1)
    with pytest.raises(ThinkingError, match="PositionTextError"):
        await workers.think(Job("pjawns", "nonsense", 1, 1))
    with pytest.raises(ThinkingError, match="KeyError"):
        await workers.search(SearchJob("chess", "nonsense", 100))
    assert await workers.think(QUICK) == think(QUICK)


async def test_turns_come_before_hints_before_looks_and_lower_levels_first(
    port: OpenPort, thinking: list[Workers], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody waits for so long as to come before what is cheaper.
    monkeypatch.setattr(children, "LONG", HOURS)
    monkeypatch.setattr(asking, "PRESSING", HOURS)
    workers = await port(1)
    came: list[str] = []
    child = await held_child(workers, thinking)
    first = asyncio.create_task(workers.think(SLOW))
    await until_begun(workers, thinking)

    async def asked(name: str, job: Job | SearchJob, *, hint: bool = False) -> None:
        await (workers.search(job) if isinstance(job, SearchJob) else workers.think(job, hint=hint))
        came.append(name)

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(asked("look", A_SEARCH))
        tasks.create_task(asked("hint", job_of("pjawns", 1), hint=True))
        for level in (4, 2, 3):
            tasks.create_task(asked(f"turn {level}", job_of("prudh", level)))
        await until_waiting(workers, turn=3, hint=1, look=1)
        assert not first.done(), "they all wait for it"
        assert all(age > 0 for _, age in (await workers.backlog()).values())
        os.kill(child, signal.SIGCONT)
    assert came == ["turn 2", "turn 3", "turn 4", "hint", "look"]
    assert await first == think(SLOW)
    assert await workers.backlog() == NOTHING


async def test_a_job_called_back_is_not_thought_about(port: OpenPort, thinking: list[Workers]) -> None:
    workers = await port(1)
    await held_child(workers, thinking)
    asked = [asyncio.create_task(workers.think(job)) for job in (SLOW, job_of("cannons-and-crabs", 5))]
    await until_begun(workers, thinking, others=1)
    for task in asked:
        task.cancel()
    await asyncio.wait(asked)
    assert await workers.backlog() == NOTHING
    assert await workers.think(QUICK) == think(QUICK)


async def test_who_waits_is_told_of_the_end(port: OpenPort, thinking: list[Workers]) -> None:
    workers = await port(1)
    await held_child(workers, thinking)
    asked = [asyncio.create_task(workers.think(job)) for job in (SLOW, job_of("cannons-and-crabs", 5))]
    await until_begun(workers, thinking, others=1)
    await workers.close()
    for task in asked:
        with pytest.raises((ThinkingError, StoreUnavailableError), match="closed"):
            await task
