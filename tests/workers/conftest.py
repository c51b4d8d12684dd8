from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial

import pytest
import pytest_asyncio

from computer.queue import QueuedWorkers, answered, most_of
from computer.workers import KINDS, Workers
from data.jobs import make_server, open_queue
from data.jobs.asking import JobQueue
from data.jobs.serving import JobServer

OpenQueue = Callable[[], Awaitable[JobQueue]]
Serve = Callable[[int], Awaitable[JobServer]]
Port = Workers | QueuedWorkers
OpenPort = Callable[[int], Awaitable[Port]]
POSTGRES = "queue"


@pytest_asyncio.fixture
async def closing() -> AsyncIterator[AsyncExitStack]:
    """Whatever is to be closed after the test, the last one first."""
    async with AsyncExitStack() as stack:
        yield stack


@pytest.fixture
def opened(postgres_url: str, closing: AsyncExitStack) -> OpenQueue:
    """Opens queues, and closes them after the test."""

    async def one() -> JobQueue:
        queue = await open_queue(postgres_url, KINDS)
        closing.push_async_callback(queue.close)
        return queue

    return one


@pytest.fixture
def thinking() -> list[Workers]:
    """Those whose children think, be it behind a queue or not, once they are there."""
    return []


@pytest.fixture
def serve(postgres_url: str, closing: AsyncExitStack, thinking: list[Workers], processes: None) -> Serve:
    """Starts workers in this process, with children of their own, and stops them after the test."""

    async def one(number: int) -> JobServer:
        workers = Workers(number, patience=60.0)
        thinking.append(workers)
        serving = make_server(postgres_url, partial(answered, workers), number, most_of(number))
        running = asyncio.create_task(serving.run())

        async def stop() -> None:
            serving.stop()
            serving.give_back()
            await workers.close()
            await running

        closing.push_async_callback(stop)
        while not serving.connected:
            assert not running.done(), running.result()
            await asyncio.sleep(0.005)
        return serving

    return one


@pytest.fixture(params=["children", POSTGRES])
def port(
    request: pytest.FixtureRequest, closing: AsyncExitStack, thinking: list[Workers], processes: None
) -> OpenPort:
    """Opens the port in each of its forms, with so many who think."""
    if request.param == "children":

        async def children(number: int) -> Port:
            workers = Workers(number, patience=60.0)
            thinking.append(workers)
            closing.push_async_callback(workers.close)
            return workers

        return children
    queue: OpenQueue = request.getfixturevalue("opened")
    serving: Serve = request.getfixturevalue("serve")

    async def behind_a_queue(number: int) -> Port:
        await serving(number)
        return QueuedWorkers(await queue(), patience=60.0)

    return behind_a_queue
