"""The whole loopback Discord: a world, and a server on 127.0.0.1 through which bots live in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final, Self

from aiohttp import web

from tests.loopback import openapi
from tests.loopback.clock import PATIENCE, TurnableClock, real_time
from tests.loopback.entities import Guild
from tests.loopback.faults import Call, Faults, Stop, When
from tests.loopback.gateway import Gateway, Session
from tests.loopback.http import Server
from tests.loopback.limits import Limits
from tests.loopback.people import Person
from tests.loopback.rest import Rest
from tests.loopback.world import World

SILENT: Final = 0.3
"""Seconds without a request, after which a bot is taken to have nothing left to do."""
SLOW: Final = 3.0
"""The same for a bot that would have told so."""


class Loopback:
    """Used as ``async with Loopback(folder) as discord``. ``folder`` holds the clock that the bots follow."""

    def __init__(self, folder: Path, now: Callable[[], datetime] = real_time) -> None:
        self.clock_file = folder / "clock"
        self.world = World(TurnableClock(self.clock_file, now))
        self.faults = Faults()
        self.limits = Limits()
        self.server = Server(self.world, self.faults, self.limits, openapi.load())
        self.gateway = Gateway(self.world)
        self.rest = Rest()
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
        await self.rest.open()
        return self

    async def __aexit__(self, *error: object) -> None:
        self.faults.clear()
        self.rest.close()
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

    async def quiet(self, seconds: float | None = None, within: float = PATIENCE) -> None:
        """Wait until no request is under way and the bots say that they have nothing left to do.

        Where one of them does not say so: until nothing has come for some ``seconds``. If they are given,
        that will do in any case; else one that tells of itself, and is only slow, is waited for longer.
        TimeoutError if requests come for longer than ``within``.
        """
        if seconds is None:
            seconds = SLOW if self._all_tell() else SILENT
        ways = [asyncio.ensure_future(self._rests()), asyncio.ensure_future(self._is_silent(seconds, within))]
        try:
            done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in done:
                way.result()
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    def _connected(self) -> list[Session]:
        return [session for session in self.gateway.sessions if session.connected]

    def _all_tell(self) -> bool:
        """Whether there are bots, and each of them tells when it has nothing left to do."""
        sessions = self._connected()
        return bool(sessions) and all(self.rest.knows(session.process) for session in sessions)

    async def _rests(self) -> None:
        """Return once all bots rest. Never, if one of them does not tell."""
        while True:
            if not self._all_tell():
                await asyncio.get_running_loop().create_future()
            sessions = self._connected()
            before = len(self.calls), [len(session.events) for session in sessions]
            await asyncio.gather(
                *(self.rest.ask(session.process, session.shard, len(session.events)) for session in sessions)
            )
            after = len(self.calls), [len(session.events) for session in sessions]
            if before == after and not self.server.under_way:
                return
            await asyncio.sleep(0.005)

    async def _is_silent(self, seconds: float, within: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + within
        began = loop.time()
        while loop.time() < end:
            since = loop.time() - max(self.server.last_heard, began)
            if not self.server.under_way and since >= seconds:
                return
            await asyncio.sleep(max(0.02, seconds - since if not self.server.under_way else 0.05))
        raise TimeoutError(f"the bot still sends requests after {within} s")
