"""The whole loopback Discord: a world, and a server on 127.0.0.1 through which bots live in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Self

from aiohttp import web

from tests.loopback import openapi
from tests.loopback.clock import TurnableClock, real_time
from tests.loopback.entities import Guild
from tests.loopback.faults import Call, Faults, Stop, When
from tests.loopback.gateway import Gateway
from tests.loopback.http import Server
from tests.loopback.limits import Limits
from tests.loopback.people import Person
from tests.loopback.world import World


class Loopback:
    """Used as ``async with Loopback(folder) as discord``. ``folder`` holds the clock that the bots follow."""

    def __init__(self, folder: Path, now: Callable[[], datetime] = real_time) -> None:
        self.clock_file = folder / "clock"
        self.world = World(TurnableClock(self.clock_file, now))
        self.faults = Faults()
        self.limits = Limits()
        self.server = Server(self.world, self.faults, self.limits, openapi.load())
        self.gateway = Gateway(self.world)
        self.address = ""

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=100 * 1024 * 1024)
        app.router.add_get("/attachments/{channel}/{attachment}/{name}", self.server.attachment)
        for prefix in ("", "/{process:[^/]*}"):
            app.router.add_get(prefix + "/gateway", self.gateway.connect)
            app.router.add_route("*", prefix + "/api/v10/{path:.*}", self.server.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.address = f"127.0.0.1:{port}"
        self.gateway.resume_url = f"ws://{self.address}"
        self.world.cdn = f"http://{self.address}"
        return self

    async def __aexit__(self, *error: object) -> None:
        self.faults.clear()
        await self.gateway.close()
        await self._runner.cleanup()

    async def listen(self, port: int) -> None:
        """Be reached at another port as well, where connections were refused until now."""
        await web.TCPSite(self._runner, "127.0.0.1", port).start()

    # --- addresses -------------------------------------------------------------------------------

    def api_url(self, process: str = "") -> str:
        """What a bot takes for ``DISCORD_API_URL``. The name of a process tells its requests apart."""
        return f"http://{self.address}{'/' + process if process else ''}/api/v10"

    def gateway_url(self, process: str = "") -> str:
        """What a bot takes for ``DISCORD_GATEWAY_URL``."""
        return f"ws://{self.address}{'/' + process if process else ''}/gateway"

    # --- shorthands ------------------------------------------------------------------------------

    def person(self, name: str, guild: Guild | None = None) -> Person:
        """Somebody new, in a server if said."""
        user = self.world.add_user(name)
        if guild is not None:
            self.world.add_member(guild, user)
        return Person(self.world, user)

    def at(self, method: str, path: str, *, when: When = "handled", process: str | None = None) -> Stop:
        """Hold the next such request at a moment; awaited, it is the call."""
        return self.faults.stop(method, path, when=when, process=process)

    @property
    def calls(self) -> list[Call]:
        """Every request so far."""
        return self.server.calls

    @property
    def problems(self) -> list[str]:
        """What should fail the test: requests that break Discord's description, or are not known here."""
        return self.server.problems

    async def quiet(self, seconds: float = 0.3, within: float = 20.0) -> None:
        """Wait until no request is under way and none has come for some seconds."""
        loop = asyncio.get_running_loop()
        end = loop.time() + within
        began = loop.time()
        while loop.time() < end:
            since = loop.time() - max(self.server.last_heard, began)
            if not self.server.under_way and since >= seconds:
                return
            await asyncio.sleep(max(0.02, seconds - since if not self.server.under_way else 0.05))
        raise TimeoutError(f"the bot still sends requests after {within} s")
