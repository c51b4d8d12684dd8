"""A server in the place of Discord, for discord.py's own client: they meet at a file, not at a port."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web
from discord.http import HTTPClient, Route

Answer = Callable[[web.Request], Awaitable[web.Response]]
Serve = Callable[[Answer], Awaitable[None]]


@pytest.fixture
def door(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file: a socket, whose path has to be short."""
    return tmp_path_factory.mktemp("server") / "door"


@pytest_asyncio.fixture
async def serve(door: Path) -> AsyncIterator[Serve]:
    """Has whatever is asked for answered, until the end of the test."""
    opened: list[web.AppRunner] = []

    async def start(answer: Answer) -> None:
        app = web.Application(client_max_size=2**26)
        app.router.add_route("*", "/{path:.*}", answer)
        runner = web.AppRunner(app)
        opened.append(runner)
        await runner.setup()
        await web.UnixSite(runner, door).start()

    yield start
    for runner in opened:
        await runner.cleanup()


@pytest_asyncio.fixture
async def http(door: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HTTPClient]:
    """discord.py's own client."""
    monkeypatch.setattr(Route, "BASE", "http://server")
    client = HTTPClient(asyncio.get_running_loop())
    session = aiohttp.ClientSession(connector=aiohttp.UnixConnector(str(door)))
    client._HTTPClient__session = session  # type: ignore[attr-defined]
    client._global_over = asyncio.Event()
    client._global_over.set()
    yield client
    await client.close()
