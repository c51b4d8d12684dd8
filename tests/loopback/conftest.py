"""A loopback Discord for every test, and ways to speak to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.loopback.server.loopback import Loopback
from tests.loopback.server.wire import COMMANDS, Place, Wire
from tests.loopback.story import Story, a_story, two_processes


@pytest.fixture
async def discord(tmp_path: Path, processes: None) -> AsyncIterator[Loopback]:
    """A loopback Discord. No request may break Discord's description."""
    async with Loopback(tmp_path) as loopback:
        yield loopback
        assert not loopback.problems, "\n".join(loopback.problems)


@pytest.fixture
async def wire(discord: Loopback) -> AsyncIterator[Wire]:
    """A way to speak to it."""
    async with aiohttp.ClientSession() as session:
        yield Wire(discord, session)


@pytest.fixture
async def place(discord: Loopback, wire: Wire) -> Place:
    """A server with two people, a channel, and commands."""
    guild = discord.world.add_guild("Rock pool")
    channel = discord.world.add_channel(guild, "board-games")
    await wire("PUT", f"/applications/{discord.world.application_id}/commands", COMMANDS)
    return Place(
        discord, guild, channel, discord.person("Challenger", guild), discord.person("Opponent", guild)
    )


@pytest.fixture
async def story(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """A server in which the real bot runs, in a process of its own."""
    async with a_story(tmp_path) as running:
        yield running


@pytest.fixture
async def quick(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """The same with a bot that sweeps all the time."""
    async with a_story(tmp_path, loopback_sweep="0.1") as story:
        yield story


@pytest.fixture
async def pair(tmp_path: Path, processes: None) -> AsyncIterator[Story]:
    """The same with two processes of the bot, on one database."""
    async with two_processes(tmp_path, loopback_sweep="0.1") as (story, _):
        yield story
