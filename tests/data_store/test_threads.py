"""A coroutine that goes from thread to thread: in turn, to its end, and its threads end too."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from data.threads import Threads, Turn, begin, finish


@pytest.fixture
def threads() -> Iterator[Threads]:
    made = Threads("tested", 1)
    yield made
    made.stop()


def here() -> str:
    return threading.current_thread().name


async def test_it_is_begun_here_and_goes_on_where_its_turns_are(threads: Threads) -> None:
    others = Threads("others", 1)

    async def doing() -> list[str]:
        seen = [here()]
        for turn in (threads, others, threads):
            await Turn(turn)
            seen.append(here())
        return seen

    try:
        assert await begin(doing()) == [here(), "tested-0", "others-0", "tested-0"]
    finally:
        others.stop()


async def test_elsewhere_a_turn_is_no_wait(threads: Threads) -> None:
    await Turn(threads)
    finish(_turned(threads))


async def _turned(threads: Threads) -> None:
    await Turn(threads)


async def test_one_after_the_other_in_the_order_they_were_begun(threads: Threads) -> None:
    done: list[int] = []

    async def doing(number: int) -> None:
        await Turn(threads)
        done.append(number)

    await asyncio.gather(*(begin(doing(number)) for number in range(20)))
    assert done == list(range(20))


@pytest.mark.parametrize("there", [False, True])
async def test_what_it_raises_is_raised_where_it_is_awaited(threads: Threads, there: bool) -> None:
    async def doing() -> None:
        if there:
            await Turn(threads)
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        await begin(doing())
    await begin(_turned(threads))  # the thread goes on


async def test_it_goes_to_its_end_though_nobody_waits_for_it(threads: Threads) -> None:
    held, done = threading.Event(), threading.Event()

    async def doing() -> None:
        await Turn(threads)
        held.wait(10)
        done.set()

    answer = begin(doing())
    answer.cancel()
    held.set()
    await begin(_turned(threads))
    assert done.is_set()


async def test_threads_end_once_all_is_done_and_start_again(threads: Threads) -> None:
    for _ in range(2):
        answer = begin(_turned(threads))
        threads.stop()
        await answer
        for thread in threading.enumerate():
            if thread.name.startswith("tested"):
                await asyncio.to_thread(thread.join, 10)
                assert not thread.is_alive()
