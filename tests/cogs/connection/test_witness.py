"""A machine's clock that was set: believed where Discord's own time, in what comes from there, agrees."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp import web

import bot as front_door
from cogs.app import Tidepool
from matches.host_clock import HostClock
from tests.cogs.connection.conftest import Serve
from tests.cogs.server import Server
from tests.settings import settings

BEHIND = timedelta(hours=8)
NOON = datetime(2031, 1, 7, 12, tzinfo=UTC)


async def test_what_somebody_does_bears_discords_time(server: Server) -> None:
    behind, begun = BEHIND, discord.utils.utcnow()

    def passed() -> float:
        return (discord.utils.utcnow() - begun).total_seconds()

    clock = HostClock(lambda: discord.utils.utcnow() - behind, passed)
    server.bot._clock = clock
    behind = timedelta(0)
    assert clock() == discord.utils.utcnow() - BEHIND, "it jumped, and nobody has said that it is right"
    await server.visitor.slash(server.channel, "help")
    assert clock() == discord.utils.utcnow()


def at_noon() -> HostClock:
    """The clock of a machine that started hours behind, and was set to noon."""
    told = iter([NOON - BEHIND])
    clock = HostClock(lambda: next(told, NOON), lambda: 0.0)
    assert clock() == NOON - BEHIND
    return clock


async def answered(clock: HostClock, door: Path, proxy: str | None = None) -> None:
    """Have a bot hear one answer from the server at ``door``."""
    found = settings(shard_count=1, discord_api_url=proxy)
    bot: Tidepool = front_door.build(found, clock=clock)
    trace = bot.http.http_trace
    assert trace is not None
    connector = aiohttp.UnixConnector(str(door))
    async with (
        aiohttp.ClientSession(connector=connector, trace_configs=[trace]) as session,
        session.get("http://server/") as response,
    ):
        await response.read()


@pytest.mark.parametrize(
    ("date", "believed"),
    [
        (format_datetime(NOON, usegmt=True), True),
        (format_datetime(NOON + timedelta(seconds=40)), True),
        (format_datetime(NOON - BEHIND, usegmt=True), False),
        (format_datetime(NOON + timedelta(hours=1), usegmt=True), False),
        ("noon, more or less", False),
        ("", False),
    ],
)
async def test_every_answer_bears_discords_time(serve: Serve, door: Path, date: str, believed: bool) -> None:
    async def answer(_request: web.Request) -> web.Response:
        return web.Response(headers={"Date": date})

    await serve(answer)
    clock = at_noon()
    await answered(clock, door)
    assert clock() == (NOON if believed else NOON - BEHIND)


async def test_a_proxys_answers_bear_its_own(serve: Serve, door: Path) -> None:
    async def answer(_request: web.Request) -> web.Response:
        return web.Response(headers={"Date": format_datetime(NOON, usegmt=True)})

    await serve(answer)
    clock = at_noon()
    await answered(clock, door, "http://127.0.0.1:8080/api/v10")
    assert clock() == NOON - BEHIND
