"""Several processes on one PostgreSQL database, each with some of the shards: as good as one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.data_store.conftest import postgres_url, server
from tests.loopback.entities import Guild
from tests.loopback.people import labels, text
from tests.loopback.process import BotProcess
from tests.loopback.story import Story, a_story
from tests.loopback.test_shards import guild_on
from tests.loopback.world import Sharding

pytestmark = pytest.mark.long

__all__ = ["postgres_url", "server"]

SHARDS = 2
SETTINGS = {"loopback_sweep": "0.3", "loopback_pause": "0.05", "shard_count": str(SHARDS)}


class Parted(Story):
    """A story with two processes. ``bot`` has the first shard, ``other`` the second, and ``guild`` with it.

    So whatever is clicked in direct messages is answered by a process that does not know the server.
    """

    other: BotProcess

    def move_to(self, guild: Guild) -> None:
        """Go on in another server."""
        self.guild = guild
        self.channel = self.world.add_channel(guild, "board-games")
        for person in (self.challenger, self.opponent, self.visitor):
            self.world.add_member(guild, person.user)


@pytest.fixture
async def parted(tmp_path: Path, postgres_url: str) -> AsyncIterator[Parted]:
    """Two processes, with fixed shards."""
    settings = {**SETTINGS, "database_url": postgres_url}
    async with AsyncExitStack() as stack:
        sharding = Sharding(SHARDS, at_once=SHARDS)
        story = await stack.enter_async_context(a_story(tmp_path, sharding, shard_ids="0", **settings))
        story.__class__ = Parted
        assert isinstance(story, Parted)
        guild_on(story.world, 0)
        story.move_to(guild_on(story.world, 1))
        story.other = BotProcess(story.discord, tmp_path, name="other", shard_ids="1", **settings)
        await story.other.start()
        try:
            yield story
            assert not story.other.bugs, story.other.log
        finally:
            if story.other.running:
                await story.other.kill()


async def test_each_process_has_its_own_servers(parted: Parted) -> None:
    await parted.begin("pjawns", side="white")
    await parted.play("@e1")
    assert "shards=1 of 2 are held here" in parted.other.log
    assert "WARNING" not in parted.bot.log + parted.other.log


async def test_secret_picks_in_direct_messages_are_shown_by_the_process_of_the_server(parted: Parted) -> None:
    await parted.start()
    boards = [message for message in parted.home.public if "Move" in labels(message)]
    assert len(boards) == 1
    await parted.play("a2xa7")
    assert "couldn't post" not in "".join(text(message) for message in parted.challenger.dms)
