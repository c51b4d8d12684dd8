"""Children as processes: started, lost, killed and replaced, and gone with whoever asks them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from computer.core import Thought
from computer.think import think
from computer.workers import ChildProcess, ThinkingError, Workers
from engines import GAMES
from tests.computer.jobs import QUICK, job_of

HELD = replace(QUICK, seed=7)
HOLDS = f"""
import json, signal, sys
from pathlib import Path
from computer.worker import answer
begun = Path(sys.argv[1])
for line in sys.stdin:
    if json.loads(line)["seed"] == {HELD.seed} and not begun.exists():
        begun.touch()
        signal.pause()
    print(json.dumps(answer(line)), flush=True)
"""
"""A child that holds on to the first job it is given with that seed, and notes that it has begun."""
Open = Callable[..., Workers]


@pytest.fixture
async def opened(processes: None) -> AsyncIterator[Open]:
    """Workers that are closed in the end."""
    every: list[Workers] = []

    def started(number: int = 1, *command: str, patience: float = 60.0) -> Workers:
        child = partial(ChildProcess, (sys.executable, *command)) if command else ChildProcess
        every.append(Workers(number, patience, child=child))
        return every[-1]

    yield started
    for workers in every:
        await workers.close()
        assert workers.processes == []


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """The file that there is once a child that holds has begun."""
    return tmp_path / "begun"


async def until(holds: Callable[[], bool]) -> None:
    """Wait for another process."""

    def wait() -> None:
        while not holds():
            time.sleep(0.01)

    await asyncio.to_thread(wait)


async def thinks(workers: Workers, begun: Path) -> tuple[asyncio.Task[Thought], int]:
    """Give a child a job that it holds on to; the task that waits for it, and the child's process."""
    thinking = asyncio.create_task(workers.think(HELD))
    await until(begun.exists)
    (child,) = workers.processes
    return thinking, child


async def test_jobs_are_answered_as_in_this_process_by_children_that_go_on(opened: Open) -> None:
    workers = opened(2)
    assert workers.processes == [], "none is started before it is needed"
    jobs = [job_of(key, level) for key in GAMES for level in (1, 2)]
    thoughts = await asyncio.gather(*map(workers.think, jobs))
    assert list(thoughts) == [think(job) for job in jobs]
    first = workers.processes
    assert len(first) == 2
    await workers.think(QUICK)
    assert workers.processes == first


@pytest.mark.gate
async def test_a_child_killed_while_it_thinks_is_replaced_and_its_job_answered(
    opened: Open, begun: Path
) -> None:
    workers = opened(1, "-c", HOLDS, str(begun))
    thinking, killed = await thinks(workers, begun)
    os.kill(killed, signal.SIGKILL)
    assert await thinking == think(HELD)
    assert workers.processes != [killed]


async def test_a_child_that_died_while_nobody_asked_is_replaced(opened: Open) -> None:
    workers = opened(1)
    await workers.think(QUICK)
    os.kill(workers.processes[0], signal.SIGKILL)
    assert await workers.think(QUICK) == think(QUICK)


async def test_children_that_take_too_long_are_replaced_until_the_job_is_given_up(opened: Open) -> None:
    workers = opened(1, "-c", "import signal; signal.pause()", patience=0.1)
    with pytest.raises(ThinkingError, match="TimeoutError"):
        await workers.think(QUICK)
    assert workers.processes == []


async def test_a_program_that_there_is_not_is_an_error(processes: None, tmp_path: Path) -> None:
    workers = Workers(1, 60.0, child=partial(ChildProcess, (str(tmp_path / "none"),)))
    with pytest.raises(ThinkingError, match="FileNotFoundError"):
        await workers.think(QUICK)


async def test_a_cancelled_job_ends_its_child_and_the_next_has_its_own_answer(
    opened: Open, begun: Path
) -> None:
    workers = opened(1, "-c", HOLDS, str(begun))
    thinking, first = await thinks(workers, begun)
    thinking.cancel()
    await asyncio.wait([thinking])
    assert workers.waiting == 0
    assert workers.processes == []
    assert await workers.think(QUICK) == think(QUICK)
    assert workers.processes != [first]


async def test_closing_kills_a_child_that_thinks_and_refuses_what_comes_later(
    opened: Open, begun: Path
) -> None:
    workers = opened(1, "-c", HOLDS, str(begun))
    thinking, child = await thinks(workers, begun)
    waiting = asyncio.create_task(workers.think(QUICK))
    await asyncio.sleep(0)
    await workers.close()
    for task in (thinking, waiting):
        with pytest.raises(ThinkingError, match="closed"):
            await task
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    with pytest.raises(ThinkingError, match="closed"):
        await workers.think(QUICK)
    assert workers.processes == []


async def test_a_child_ends_when_the_process_that_asks_is_gone(processes: None) -> None:
    asks = (
        "import asyncio\n"
        "from computer.workers import Workers\n"
        "from tests.computer.jobs import QUICK\n"
        "async def main():\n"
        "    workers = Workers(1, 60.0)\n"
        "    await workers.think(QUICK)\n"
        "    print(*workers.processes, flush=True)\n"
        "    await asyncio.Event().wait()\n"
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
    await until(lambda: not alive(child))


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
