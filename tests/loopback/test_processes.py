"""Several processes on one PostgreSQL database, each with some of the shards: as good as one."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from datetime import timedelta
from pathlib import Path

import pytest
from aiohttp import ClientError

from cogs.hosting.health import STANDS_BY
from data.database import AdvisoryLock
from tests.data_store.postgres import execute
from tests.loopback.endpoint import Told, ask
from tests.loopback.process import BotProcess
from tests.loopback.server.entities import Guild
from tests.loopback.server.gateway import IDENTIFY_EVERY
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import labels, text
from tests.loopback.server.world import Sharding, guild_on
from tests.loopback.story import Story, a_story

SHARDS = 2
HELD = "shards={} of 2 are held here"
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


def live(story: Story, database: str, *shards: int, **length: float) -> None:
    """Let time pass in which these shards were there all along, as their processes would have noted."""
    then = (story.world.clock() + timedelta(**length)).isoformat(" ", "microseconds")
    for shard in shards:
        # In turn with the processes, as they note theirs: one that has read before would write the old time.
        alive = f"UPDATE shard_life SET alive_at = '{then}' WHERE shard = {shard}"
        execute(database, f"SELECT pg_advisory_xact_lock({AdvisoryLock.RECORDING_ALIVE}); {alive}")
    story.world.turn(**length)


@pytest.fixture
async def parted(tmp_path: Path, postgres_url: str, processes: None) -> AsyncIterator[Parted]:
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


@pytest.mark.gate
async def test_each_process_has_its_own_servers(parted: Parted) -> None:
    await parted.begin("pjawns", side="white")
    await parted.play("@e1")
    assert HELD.format(1) in parted.other.log
    assert "WARNING" not in parted.bot.log + parted.other.log


async def test_secret_picks_in_direct_messages_are_shown_by_the_process_of_the_server(parted: Parted) -> None:
    await parted.start()
    boards = [message for message in parted.home.public if "Move" in labels(message)]
    assert len(boards) == 1
    await parted.play("a2xa7")
    assert "couldn't post" not in "".join(text(message) for message in parted.challenger.dms)


async def test_what_another_process_cannot_show_is_stored_and_shown_when_it_is_back(parted: Parted) -> None:
    await parted.challenge()
    await parted.accept()
    await parted.pick(parted.challenger, "crab", "lobster")
    await parted.choose(parted.opponent, "shrimp", "crab")
    await parted.other.kill()
    await parted.bot.give(handed_over=0.1)
    answer = await parted.opponent.click(parted.opponent.dms[-1], "Confirm")
    await parted.until(lambda: "catching up" in answer.told, "a word to whoever picked")
    assert "is saved" in answer.told
    assert "Move" not in labels(parted.card)
    await parted.other.start()
    await parted.until(lambda: "Move" in labels(parted.card), "the board")
    boards = [message for message in parted.home.public if "Move" in labels(message)]
    assert len(boards) == 1


async def test_only_the_matches_of_a_process_that_was_down_get_the_time_back(
    parted: Parted, postgres_url: str
) -> None:
    await parted.begin("pjawns", side="white", pace="3d")
    await parted.play("@e1")
    dead_home = parted.home
    parted.move_to(guild_on(parted.world, 0))
    await parted.begin("pjawns", side="white", pace="3d")
    await parted.play("@e1")
    alive_home = parted.home
    await parted.other.kill()
    live(parted, postgres_url, 0, days=2)
    await parted.other.start()
    await parted.until(lambda: "was down from" in parted.other.log, "the downtime to be noted")
    assert "was down" not in parted.bot.log
    live(parted, postgres_url, 0, 1, days=1, hours=1)
    await parted.until(lambda: "Claim the win" in labels(alive_home.last), "that time is up where it ran")
    assert "Claim the win" not in labels(dead_home.last)
    live(parted, postgres_url, 0, 1, days=2)
    await parted.until(lambda: "Claim the win" in labels(dead_home.last), "that time is up two days later")


@pytest.mark.real
async def test_a_process_is_replaced_without_a_gap(tmp_path: Path, postgres_url: str) -> None:
    settings = {**SETTINGS, "database_url": postgres_url, "shard_ids": "0,1"}
    async with a_story(tmp_path, Sharding(SHARDS, at_once=SHARDS), **settings) as story:
        await story.begin("pjawns", side="white")
        await story.play("@e1")
        new = BotProcess(story.discord, tmp_path, name="new", **settings)
        try:
            await new.start()
            await story.play("@d8", first=story.opponent)
            code, _ = await asyncio.gather(story.bot.terminate(), story.play("@d1"))
            assert code == 0
            await story.play("@e8", first=story.opponent)
            assert not new.bugs, new.log
        finally:
            if new.running:
                await new.kill()
        boards = [message for message in story.home.public if message.attachments]
        assert len(boards) == 5, "each turn has one card"


@pytest.mark.real
async def test_processes_that_start_together_take_turns_at_asking_for_sessions(
    tmp_path: Path, postgres_url: str
) -> None:
    settings = {"database_url": postgres_url, "shard_count": "3"}
    async with Loopback(tmp_path) as discord:
        discord.world.sharding = Sharding(3)
        parts = {"one": "0,2", "two": "1"}
        bots = [
            BotProcess(discord, tmp_path, name=name, shard_ids=shards, **settings)
            for name, shards in parts.items()
        ]
        try:
            for bot in bots:
                bot.launch()
            for bot in bots:
                await bot.connected()
            began = [at for at, _ in discord.gateway.identifies]
            assert len(began) == 3, "no session was refused"
            assert all(later - earlier >= IDENTIFY_EVERY for earlier, later in itertools.pairwise(began))
            assert not [line for bot in bots for line in bot.bugs]
        finally:
            for bot in bots:
                await bot.kill()


# --- leases ---------------------------------------------------------------------------------------------


@pytest.mark.real
async def test_leased_shards_of_a_process_that_dies_are_taken_over(tmp_path: Path, postgres_url: str) -> None:
    settings = {**SETTINGS, "database_url": postgres_url, "shard_ids": "lease"}
    sharding = Sharding(SHARDS, at_once=SHARDS)
    async with a_story(tmp_path, sharding, shards_most="1", **settings) as story:
        world, session = story.world, story.discord.gateway.session
        story.guild = guild_on(world, 0)
        await story.until(lambda: session("bot", 0), "the first shard")
        other = BotProcess(story.discord, tmp_path, name="other", shards_most="2", **settings)
        other.launch()
        try:
            await story.until(lambda: session("other", 1), "the second shard")
            assert (session("bot", 1), session("other", 0)) == (None, None)
            story.channel = world.add_channel(story.guild, "board-games")
            for person in (story.challenger, story.opponent):
                world.add_member(story.guild, person.user)
            await story.begin("pjawns", side="white")
            began = asyncio.get_running_loop().time()
            await story.bot.kill()
            await world.until(lambda: session("other", 0), what="the shard to be taken over")
            print(f"taken over after {asyncio.get_running_loop().time() - began:.1f} s")
            await story.play("@e1")
            await story.bot.start()
            assert await other.terminate() == 0
            began = asyncio.get_running_loop().time()
            await world.until(lambda: session("bot", 0) or session("bot", 1), what="a shard given back")
            print(f"given back after {asyncio.get_running_loop().time() - began:.1f} s")
        finally:
            if other.running:
                await other.kill()
        assert not other.bugs, other.log


@pytest.mark.real
async def test_a_process_that_found_no_free_shard_stands_by_and_is_ready(
    tmp_path: Path, postgres_url: str
) -> None:
    settings = {**SETTINGS, "database_url": postgres_url, "shard_ids": "lease"}

    async def until_ready(bot: BotProcess, expected: str) -> None:
        await bot.discord.world.until(lambda: "health and metrics" in bot.log, what="a port")
        while True:
            with suppress(ClientError):
                if await ask(bot.port, "/ready") == Told(200, f"{expected}\n"):
                    return
            await asyncio.sleep(0.05)

    async with a_story(tmp_path, Sharding(SHARDS, at_once=SHARDS), **settings) as story:
        session = story.discord.gateway.session
        await story.until(lambda: session("bot", 0) and session("bot", 1), "the shards")
        other = BotProcess(story.discord, tmp_path, name="other", metrics_port="0", **settings)
        other.launch()
        try:
            await until_ready(other, STANDS_BY)
            told = (await ask(other.port, "/metrics")).text
            assert "\ntidepool_ready 1.0\n" in told and "\ntidepool_shard_count 2.0\n" in told
            assert "tidepool_shard_held{" not in told
            assert await story.bot.terminate() == 0
            await story.world.until(lambda: session("other", 0) and session("other", 1), what="a take-over")
            await until_ready(other, "well")
            told = (await ask(other.port, "/metrics")).text
            assert 'tidepool_shard_held{shard="1"} 1.0' in told
        finally:
            if other.running:
                await other.kill()
        assert not other.bugs, other.log


@pytest.mark.real
async def test_a_process_with_another_count_is_refused(tmp_path: Path, postgres_url: str) -> None:
    settings = {"database_url": postgres_url, "shard_ids": "lease"}
    async with a_story(tmp_path, Sharding(SHARDS), shard_count="2", **settings) as story:
        await story.until(lambda: story.discord.gateway.session("bot", 0), "the first shard")
        other = BotProcess(story.discord, tmp_path, name="other", shard_count="4", **settings)
        other.launch()
        assert await other.ended() == 1
        assert "Give all processes the same SHARD_COUNT" in other.log


@pytest.mark.real
@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"shard_ids": "0-1", "shard_count": "2"}, "the one here is SQLite"),
        ({"shard_ids": "0-1", "database_url": "postgresql://nowhere/a"}, "it takes SHARD_COUNT"),
        ({"shard_ids": "2", "shard_count": "2", "database_url": "postgresql://nowhere/a"}, "from 0 to"),
        ({"shard_ids": "two"}, "it is a list such as 0-3,8, or all, or lease"),
    ],
)
async def test_settings_that_cannot_be_are_refused(
    tmp_path: Path, settings: dict[str, str], said: str
) -> None:
    async with Loopback(tmp_path) as discord:
        bot = BotProcess(discord, tmp_path, **settings)
        bot.launch()
        assert await bot.ended() == 2
        assert "SHARD_IDS cannot be used" in bot.log and said in bot.log
