"""The front of the workers: every job has its answer, whatever becomes of the children."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from computer import Job
from computer.look import look
from computer.looks import Look
from computer.think import think
from computer.workers import ThinkingError, Workers, WorkersBusyError
from engines import GAMES
from tests.computer.test_worker import job_of

SLOW = job_of("prawns", 5)
MIDDLING = job_of("pjawns", 5)
QUICK = job_of("pjawns", 2)
HANGS = """
import json, sys
from computer.worker import answer
for line in sys.stdin:
    if not json.loads(line)["hurried"]:
        {what}
    print(json.dumps(answer(line)), flush=True)
"""
HANGING = "import time; time.sleep(60)"
Open = Callable[..., Workers]
Found = TypeVar("Found")


@pytest.fixture
async def opened(processes: None) -> AsyncIterator[Open]:
    """Workers that are closed in the end."""
    every: list[Workers] = []

    def started(number: int = 1, **settings: object) -> Workers:
        # Tests may run where much else does, and children give way to all of it.
        every.append(Workers(number, **({"patience": 60.0} | settings)))  # type: ignore[arg-type]
        return every[-1]

    yield started
    for workers in every:
        await workers.close()
        assert workers.processes == []


def troubled(what: str) -> tuple[str, ...]:
    """A child that does this instead of thinking, unless it is told to hurry."""
    return sys.executable, "-c", HANGS.format(what=what)


async def in_time(thought: Awaitable[Found]) -> Found:
    async with asyncio.timeout(90):
        return await thought


async def test_jobs_are_answered_as_in_this_process(opened: Open) -> None:
    workers = opened(2)
    jobs = [job_of(key, level) for key in GAMES for level in (1, 2, 3)]
    thoughts = await asyncio.gather(*map(workers.think, jobs))
    assert list(thoughts) == [think(job) for job in jobs]
    assert len(workers.processes) == 2
    assert workers.waiting == 0


async def test_a_child_is_started_when_it_is_needed_and_goes_on(opened: Open) -> None:
    workers = opened(2)
    assert workers.processes == []
    await workers.think(QUICK)
    first = workers.processes
    await workers.think(QUICK)
    assert workers.processes == first
    assert len(first) == 1


async def test_a_child_killed_while_it_thinks_is_replaced_and_its_job_answered(opened: Open) -> None:
    workers = opened(1)
    await workers.think(QUICK)
    (killed,) = workers.processes
    thinking = asyncio.create_task(workers.think(MIDDLING))
    await asyncio.sleep(0.05)
    assert not thinking.done()
    os.kill(killed, signal.SIGKILL)
    thought = await in_time(thinking)
    assert thought == think(MIDDLING)
    assert workers.processes != [killed]
    assert await workers.think(QUICK) == think(QUICK)


async def test_a_child_that_died_while_nobody_asked_is_replaced(opened: Open) -> None:
    workers = opened(1)
    await workers.think(QUICK)
    os.kill(workers.processes[0], signal.SIGKILL)
    assert await in_time(workers.think(QUICK)) == think(QUICK)


async def test_the_loop_is_not_held_while_a_child_thinks(opened: Open) -> None:
    workers = opened(1)
    await workers.think(QUICK)
    thinking = asyncio.create_task(workers.think(MIDDLING))
    turns = 0
    while not thinking.done():
        await asyncio.sleep(0.002)
        turns += 1
    assert turns > 20


@pytest.mark.parametrize(
    "what",
    ["sys.exit(1)", "print('nonsense', flush=True); continue", "print(7, flush=True); continue"],
    ids=["dies", "talks nonsense", "says no answer"],
)
async def test_where_children_are_lost_the_job_is_hurried(opened: Open, what: str) -> None:
    await check_that_it_is_hurried(opened(1, command=troubled(what)))


@pytest.mark.long  # a child that is started on a busy machine has to be given its time
async def test_where_children_take_too_long_the_job_is_hurried(opened: Open) -> None:
    await check_that_it_is_hurried(opened(1, patience=4.0, command=troubled(HANGING)))


async def test_children_that_take_too_long_are_replaced_until_the_job_is_given_up(opened: Open) -> None:
    workers = opened(1, patience=0.1, command=(sys.executable, "-c", HANGING))
    with pytest.raises(ThinkingError, match="TimeoutError"):
        await in_time(workers.think(QUICK))
    assert workers.processes == []


async def check_that_it_is_hurried(workers: Workers) -> None:
    job = job_of("pjawns", 4)
    quick = think(Job("pjawns", job.position, 4, job.seed, hurried=True))
    assert await in_time(workers.think(job)) == quick != think(job)


async def test_a_job_too_large_for_a_child_is_hurried_in_the_same_one(opened: Open) -> None:
    workers = opened(1, command=troubled("print(json.dumps({'error': 'MemoryError'}), flush=True); continue"))
    await in_time(workers.think(QUICK))
    first = workers.processes
    await in_time(workers.think(QUICK))
    assert workers.processes == first


async def test_a_job_that_no_child_can_answer_is_given_up(opened: Open) -> None:
    workers = opened(1, command=(sys.executable, "-c", "pass"))
    with pytest.raises(ThinkingError, match="JSONDecodeError"):
        await in_time(workers.think(QUICK))
    assert workers.waiting == 0


async def test_a_program_that_there_is_not_is_an_error(opened: Open, tmp_path: Path) -> None:
    workers = opened(1, command=(str(tmp_path / "none"),))
    with pytest.raises(ThinkingError, match="FileNotFoundError"):
        await in_time(workers.think(QUICK))


async def test_a_job_that_is_none_is_an_error_at_once_and_costs_no_child(opened: Open) -> None:
    workers = opened(1)
    await workers.think(QUICK)
    first = workers.processes
    with pytest.raises(ThinkingError, match="PositionTextError"):
        await workers.think(Job("pjawns", "nonsense", 1, 1))
    with pytest.raises(ThinkingError, match="KeyError"):
        await workers.think(Job("chess", "nonsense", 1, 1))
    assert workers.processes == first


async def test_too_many_jobs_are_refused(opened: Open) -> None:
    workers = opened(1, most_waiting=2)
    thinking = [asyncio.create_task(workers.think(QUICK)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(WorkersBusyError, match="2"):
        await workers.think(QUICK)
    assert await asyncio.gather(*thinking) == [think(QUICK)] * 2
    assert await workers.think(QUICK) == think(QUICK)


async def test_a_cancelled_job_ends_its_child_and_the_next_has_its_own_answer(opened: Open) -> None:
    workers = opened(1)
    await workers.think(QUICK)
    (first,) = workers.processes
    thinking = asyncio.create_task(workers.think(SLOW))
    waiting = asyncio.create_task(workers.think(SLOW))
    await asyncio.sleep(0.05)
    assert workers.waiting == 2
    waiting.cancel()
    thinking.cancel()
    await asyncio.wait([thinking, waiting])
    assert workers.waiting == 0
    assert workers.processes == []
    assert await in_time(workers.think(QUICK)) == think(QUICK)
    assert workers.processes != [first]


async def test_closing_kills_a_child_that_thinks_and_refuses_what_comes_later(opened: Open) -> None:
    workers = opened(1)
    await workers.think(QUICK)
    (child,) = workers.processes
    thinking = asyncio.create_task(workers.think(SLOW))
    waiting = asyncio.create_task(workers.think(SLOW))
    await asyncio.sleep(0.05)
    await workers.close()
    for task in (thinking, waiting):
        with pytest.raises(ThinkingError, match="closed"):
            await in_time(task)
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    with pytest.raises(ThinkingError, match="closed"):
        await workers.think(QUICK)
    assert workers.processes == []


async def test_a_child_ends_when_the_process_that_asks_is_gone() -> None:
    asks = (
        "import asyncio\n"
        "from computer.workers import Workers\n"
        "from tests.computer.test_workers import QUICK\n"
        "async def main():\n"
        "    workers = Workers(1)\n"
        "    await workers.think(QUICK)\n"
        "    print(*workers.processes, flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", asks), stdout=asyncio.subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert bot.stdout is not None
    child = int(await bot.stdout.readline())
    assert alive(child)
    bot.kill()
    await bot.wait()
    await asyncio.to_thread(wait_for_the_end_of, child)


def wait_for_the_end_of(child: int) -> None:
    until = time.monotonic() + 20
    while alive(child):
        assert time.monotonic() < until, "it goes on"
        time.sleep(0.01)


def alive(child: int) -> bool:
    """True if a process runs that is no zombie: who is to bury it may take his time."""
    try:
        return Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def settings_of(process: int) -> bytes:
    return Path(f"/proc/{process}/environ").read_bytes()


async def test_a_child_sees_no_setting_of_the_bot(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    workers = opened(1)
    await workers.think(QUICK)
    settings = await asyncio.to_thread(settings_of, workers.processes[0])
    assert b"secret" not in settings
    assert b"PATH=" in settings


def test_there_are_no_workers_without_a_worker() -> None:
    with pytest.raises(ValueError, match="worker"):
        Workers(0)


# --- looks back at matches ---------------------------------------------------------------------------


async def test_a_look_is_answered_as_in_this_process(opened: Open) -> None:
    job = Look("prudh", GAMES["prudh"].start({}).to_text(), 300, actions=("d2-e3", "b5-a4"), to_end=True)
    assert await opened(1).look(job) == look(job)


async def test_a_look_that_no_child_survives_is_given_up(opened: Open) -> None:
    workers = opened(1, command=(sys.executable, "-c", "import sys; sys.stdin.readline(); sys.exit(1)"))
    with pytest.raises(ThinkingError):
        await in_time(workers.look(Look("prudh", GAMES["prudh"].start({}).to_text(), 300)))


@pytest.mark.parametrize(("number", "looking"), [(1, 1), (2, 1), (4, 3)])
async def test_one_of_several_children_is_left_to_turns(opened: Open, number: int, looking: int) -> None:
    assert opened(number)._looks._value == looking
