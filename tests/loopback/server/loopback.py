"""The whole loopback Discord: a world, and a server on 127.0.0.1 through which bots live in it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from aiohttp import web

from tests.loopback.server import openapi
from tests.loopback.server.clock import BEGINNING, TurnableClock
from tests.loopback.server.entities import Guild
from tests.loopback.server.faults import Call, Faults, Stop, When
from tests.loopback.server.gateway import Gateway
from tests.loopback.server.http import Server
from tests.loopback.server.limits import Limits
from tests.loopback.server.people import Person
from tests.loopback.server.rest import Rest
from tests.loopback.server.world import World
from tests.patience import PATIENCE

if TYPE_CHECKING:
    from tests.loopback.process import BotProcess

LOOK_AGAIN: Final = 0.005
"""Seconds."""


class Loopback:
    """Used as ``async with Loopback(folder) as discord``. ``folder`` holds the clock that the bots follow.

    It and its bots are ``patient``, and so are its people: what is not answered is an error. Otherwise all
    deadlines are as they are, the time is the real one, and people go on where something fails: for those who
    measure just that. ``now`` is the time where it stands still.
    """

    def __init__(
        self, folder: Path, now: Callable[[], datetime] | None = None, *, patient: bool = True
    ) -> None:
        self.clock_file = folder / "clock"
        self.patient = patient
        beginning = BEGINNING if patient else datetime.now(UTC)
        self.world = World(TurnableClock(self.clock_file, now, beginning))
        self.faults = Faults()
        self.limits = Limits()
        self.server = Server(self.world, self.faults, self.limits, openapi.load())
        self.gateway = Gateway(self.world)
        self.rest = Rest()
        self.bots: list[BotProcess] = []
        """All that were made for it."""
        if patient:
            self.world.acknowledge_within = timedelta(seconds=PATIENCE)
            self.world.all_rest = self._all_there_rest
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
        self.tell()
        self.faults.clear()
        self.rest.close()
        await self.gateway.close()
        await self._runner.cleanup()

    async def listen(self, at: socket.socket) -> None:
        """Be reached at another socket as well, where connections were refused until now."""
        await web.SockSite(self._runner, at).start()

    def tell(self) -> None:
        """Print what is being waited for at the end of a test, what the bots asked last, and their logs."""
        if waiting := self.world.awaited + self.faults.awaited:
            print(f"In vain was waited for {'; '.join(waiting)}.", *self.calls[-15:], sep="\n")
            for bot in self.bots:
                print(f"The log of {bot.name}, {'which runs' if bot.running else bot.exit_code}:\n{bot.log}")

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

    async def quiet(self) -> None:
        """Wait until no request is under way and all bots say that they have nothing left to do."""
        with self.world.waiting("rest"):
            while True:
                before = self._seen()
                await asyncio.gather(*(self.rest.ask(*each) for each in await self._to_ask()))
                if before == self._seen() and not self.server.under_way:
                    return
                await asyncio.sleep(LOOK_AGAIN)

    async def _all_there_rest(self) -> None:
        """Wait until all bots are connected and rest: while there is none, or one is away, some may come."""
        while True:
            await self.world.until(self._all_there, what="all bots to be connected")
            await self.quiet()
            if self._all_there():
                return

    def _all_there(self) -> bool:
        there = {session.process for session in self.gateway.sessions if session.connected}
        return bool(there) and set(self.rest.bots) <= there

    async def _to_ask(self) -> list[tuple[str, int, int]]:
        """The bots to be asked whether they rest, each for its shards and the events it was told of them."""
        sessions = [session for session in self.gateway.sessions if session.connected]
        await self.world.until(lambda: all(self.rest.knows(one.process) for one in sessions), what="the bots")
        away = set(self.rest.bots) - {session.process for session in sessions}
        asked = [(session.process, session.shard, len(session.events)) for session in sessions]
        return asked + [(name, 0, 0) for name in away]

    def _seen(self) -> tuple[object, ...]:
        sessions = [session for session in self.gateway.sessions if session.connected]
        # Where Discord does not answer, each sweep asks whether it does.
        work = sum(call.path != "/users/@me" for call in self.calls)
        return work, [len(session.events) for session in sessions], self.rest.bots

    async def silent(self, seconds: float, within: float) -> None:
        """Wait until nobody has sent a request for some seconds, whatever is still to come.

        For those who measure a bot that never rests. TimeoutError if that takes longer than ``within``.
        """
        loop = asyncio.get_running_loop()
        began = loop.time()
        while loop.time() < began + within:
            since = loop.time() - max(self.server.last_heard, began)
            if not self.server.under_way and since >= seconds:
                return
            await asyncio.sleep(max(0.02, seconds - since if not self.server.under_way else 0.05))
        raise TimeoutError(f"the bot still sends requests after {within} s")
