"""More servers than one connection may carry: the bot is split into shards, each seen to by itself."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.loopback.endpoint import ask
from tests.loopback.lifetimes import live
from tests.loopback.process import BotProcess
from tests.loopback.server.entities import Guild
from tests.loopback.server.gateway import IDENTIFY_EVERY, Status
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.people import labels
from tests.loopback.server.world import Sharding, guild_on
from tests.loopback.story import Story, a_story

SHARDS = 2


class Split(Story):
    """A story whose bot has two shards, with a server on each. ``guild`` is on the second."""

    @property
    def problems(self) -> list[str]:
        """The lines of the log that are no mere information."""
        return [line for line in self.bot.log.splitlines() if "WARNING" in line or "ERROR" in line]

    async def lost(self, shard: int) -> None:
        """A shard is away until the gateway's trouble is over."""
        gateway = self.discord.gateway
        gateway.trouble, before = Status(503), gateway.connections
        await gateway.drop(shard=shard, resumable=False)
        await self.until(lambda: gateway.connections > before, "the bot to notice")

    async def found(self, shard: int) -> None:
        """The shard is there again."""
        gateway = self.discord.gateway
        gateway.trouble = None
        await self.until(lambda: gateway.session("bot", shard), "the shard to be there")


@pytest.fixture
async def split(tmp_path: Path, processes: None) -> AsyncIterator[Split]:
    """A match may be played in a server of the second shard; direct messages come to the first."""
    settings = {"metrics_port": "0", "loopback_sweep": "0.1", "loopback_pause": "0.05"}
    async with a_story(tmp_path, Sharding(SHARDS, at_once=SHARDS), **settings) as story:
        story.__class__ = Split
        assert isinstance(story, Split)
        guild_on(story.world, 0)
        story.guild = guild_on(story.world, 1)
        story.channel = story.world.add_channel(story.guild, "board-games")
        for person in (story.challenger, story.opponent, story.visitor):
            story.world.add_member(story.guild, person.user)
        yield story


async def test_a_match_is_played_on_one_shard_and_picked_for_on_the_other(split: Split) -> None:
    await split.start()
    await split.play("a2xa7")
    home = split.guild
    assert split.discord.gateway.session("bot", (home.id >> 22) % SHARDS) is not None
    told = [session.shard for session in split.discord.gateway.sessions if _heard(session, home)]
    assert told == [1], "no other shard hears of the server"
    assert not split.problems, split.bot.log


async def test_a_shard_that_begins_anew_stops_nothing(split: Split) -> None:
    await split.begin("pjawns", side="white")
    await split.lost(0)
    assert (await ask(split.bot.port)).status == 503
    await split.play("@e1")
    await split.found(0)
    await split.discord.quiet()
    assert await ask(split.bot.port) == (200, "well\n")
    await split.play("@d8", first=split.opponent)
    assert "Traceback" not in split.bot.log


async def test_what_is_due_goes_on_while_another_shard_is_away(split: Split) -> None:
    await split.begin("pjawns", side="white")
    await split.play("@e1 / @d8")
    await split.lost(0)
    live(split, 1, days=3, hours=1)
    await split.until(lambda: "Claim the win" in labels(split.card), "that time is up")


@pytest.mark.real
async def test_shards_begin_one_after_the_other(tmp_path: Path) -> None:
    async with a_story(tmp_path, Sharding(3)) as story:
        began = [at for at, _ in story.discord.gateway.identifies]
        apart = [later - earlier for earlier, later in itertools.pairwise(began)]
        assert len(apart) == SHARDS
        assert all(pause >= IDENTIFY_EVERY for pause in apart)
        assert "Invalid" not in story.bot.log


@pytest.mark.real
async def test_a_bot_in_more_servers_than_one_shard_may_have_is_split(tmp_path: Path) -> None:
    async with Loopback(tmp_path) as discord:
        discord.world.sharding = Sharding(SHARDS, most_guilds=3, at_once=SHARDS)
        for _ in range(2):
            guild_on(discord.world, 0)
            guild_on(discord.world, 1)
        many = len(discord.world.guilds)
        discord.world.sharding.most_guilds = many - 1
        bot = BotProcess(discord, tmp_path)
        try:
            await bot.start()
            await discord.world.until(lambda: f"servers: {many}" in bot.log, what="all of them")
            assert await bot.terminate() == 0
            unsplit = BotProcess(discord, tmp_path, shard_count="1")
            unsplit.launch()
            assert await unsplit.ended() == 1
            assert "more shards" in unsplit.log.splitlines()[-1]
            assert "SHARD_COUNT" in unsplit.log.splitlines()[-1]
        finally:
            if bot.running:
                await bot.kill()


@pytest.mark.real
async def test_a_start_that_would_use_up_the_token_is_refused(tmp_path: Path) -> None:
    async with Loopback(tmp_path) as discord:
        discord.world.sharding.starts_left = 10
        bot = BotProcess(discord, tmp_path)
        bot.launch()
        assert await bot.ended() == 1
        assert "CRITICAL" in bot.log
        assert "only 10 more sessions within the next 4:00:00" in bot.log
        assert not discord.gateway.identifies


def _heard(session: object, guild: Guild) -> bool:
    events: list[dict[str, dict[str, str]]] = getattr(session, "events", [])
    return any(event["d"].get("guild_id") == str(guild.id) for event in events)
