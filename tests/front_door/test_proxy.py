"""The proxy in front of Discord: a real nginx with the file that hosts get, before a Discord of our own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import unused_port

from tests.front_door.nginx import proxy as nginx
from tests.needs import NGINX, need

pytestmark = pytest.mark.real
RATE = 45


class Upstream:
    """What the proxy passes on: the paths, in their order."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.port = unused_port()

    async def take(self, request: web.Request) -> web.Response:
        assert request.headers["Host"] == "discord.com"
        self.paths.append(request.path)
        return web.json_response({"read": len(await request.read())})


@pytest.fixture
async def upstream() -> AsyncIterator[Upstream]:
    made = Upstream()
    site = web.Application(client_max_size=30_000_000)
    site.router.add_route("*", "/{path:.*}", made.take)
    runner = web.AppRunner(site, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", made.port).start()
    yield made
    await runner.cleanup()


@pytest.fixture
async def proxy(upstream: Upstream, tmp_path: Path) -> AsyncIterator[str]:
    """The address of the proxy, once it is there."""
    need(NGINX)
    async with nginx(f"127.0.0.1:{upstream.port}", tmp_path) as address:
        yield f"http://{address}"


async def ask(session: aiohttp.ClientSession, address: str, path: str, body: bytes = b"{}") -> int:
    async with session.post(f"{address}/api/v10{path}", data=BytesIO(body)) as answer:
        assert (await answer.json())["read"] == len(body)
        return answer.status


async def test_requests_wait_for_their_turn_and_clicks_do_not(proxy: str, upstream: Upstream) -> None:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        began = time.monotonic()
        many = range(3 * RATE + 1)
        cards = [asyncio.create_task(ask(session, proxy, f"/channels/{n}/messages")) for n in many]
        clicks = [ask(session, proxy, f"/interactions/{n}/token/callback") for n in range(50)]
        later = [ask(session, proxy, f"/webhooks/{n}/token/messages/@original") for n in range(50)]
        assert set(await asyncio.gather(*clicks, *later)) == {200}
        assert sum(card.done() for card in cards) < len(cards), "they wait still"
        assert set(await asyncio.gather(*cards)) == {200}, "and none is refused"
        # However slow the machine, it cannot be less.
        assert time.monotonic() - began >= 3 - 0.05
    assert len(upstream.paths) == len(cards) + 100


@pytest.mark.gate
async def test_a_film_passes(proxy: str) -> None:
    async with aiohttp.ClientSession() as session:
        assert await ask(session, proxy, "/channels/1/messages", bytes(24_000_000)) == 200
