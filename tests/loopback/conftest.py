"""A loopback Discord for every test, and ways to speak to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from tests.loopback.loopback import Loopback
from tests.loopback.story import Story, a_story
from tests.loopback.wire import COMMANDS, Place, Wire


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
