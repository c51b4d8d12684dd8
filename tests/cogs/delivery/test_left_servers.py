"""Settings of a server that the bot was removed from: they go 90 days later, and never by mistake."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest
from sqlalchemy import select

from cogs.delivery.left_servers import ASKED_AT_ONCE, UNSURE, LeftServers
from data.schema import guild_seen
from matches import GuildId
from matches.guilds.settings import THEME
from matches.guilds.shards import ALL, NONE, Territory
from services.last_seen import EVERY, KEPT, LastSeen
from tests.cogs.places import forget_the_server
from tests.cogs.server import Server
from tests.matches.table import GUILD, Table
from tests.store import close_all, rows


class Discord:
    """Discord as one process sees it: a server that the bot is in or not, as far as it knows of it."""

    def __init__(self) -> None:
        self.inside = self.known = self.answers = True
        self.asked = 0
        self.silent: set[int] = set()
        """Servers of which it can't say anything."""

    @property
    def guilds(self) -> list[Any]:
        """The servers of the process, unavailable ones too."""
        return [SimpleNamespace(id=GUILD)] if self.known else []

    def get_guild(self, _guild: int) -> Any:
        return self.guilds[0] if self.known else None

    async def fetch_guild(self, guild: int, **_options: object) -> Any:
        self.asked += 1
        if not self.answers or guild in self.silent:
            raise _refusal(500)
        if not self.inside:
            raise _refusal(404)
        return SimpleNamespace(id=GUILD)


def _refusal(status: int) -> discord.HTTPException:
    kinds = {404: discord.NotFound, 500: discord.DiscordServerError}
    response: Any = SimpleNamespace(status=status, reason="", headers={"Content-Type": "application/json"})
    return kinds[status](response, "")


class Process:
    """A process of the bot, with what it keeps in memory."""

    def __init__(self, table: Table, seen: Discord) -> None:
        self.territory: Territory = table.services.sharding.territory
        self.last_seen = LastSeen(table.services.guilds._core)
        self.left = LeftServers(
            seen,  # type: ignore[arg-type]
            self.last_seen,
            self.territory,
            table.read_clock,
        )


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    """A store, and what a process does with it."""
    yield Table()
    await close_all()


@pytest.fixture
def seen() -> Discord:
    return Discord()


async def choose(table: Table) -> None:
    await table.guilds.change(GUILD, {THEME: "wood"})


async def chosen(table: Table) -> bool:
    """True if the server's settings are there."""
    return (await table.guilds.rules(GUILD)).theme == "wood"


async def test_they_go_90_days_after_it_was_last_seen(table: Table, seen: Discord) -> None:
    await choose(table)
    process = Process(table, seen)
    for _ in range(100):
        await process.left.keep_up()
        table.wait(days=1)
    seen.inside = seen.known = False
    for day in range(90):
        await process.left.keep_up()
        assert await chosen(table), day
        table.wait(days=1)
    table.wait(days=1)
    await process.left.keep_up()
    assert not await chosen(table)
    await process.left.keep_up()
    assert seen.asked == 1, "only before it is done, and not again"


@pytest.mark.usefixtures("still_clock")
async def test_a_server_that_was_left_before_is_counted_from_the_first_look(
    table: Table, seen: Discord
) -> None:
    await choose(table)
    seen.inside = seen.known = False
    process = Process(table, seen)
    await process.left.keep_up()
    table.wait(days=91)
    await process.left.keep_up()
    assert await chosen(table)
    table.wait(seconds=1)
    await process.left.keep_up()
    assert not await chosen(table)


async def test_one_that_is_there_after_months_without_the_bot_keeps_them(table: Table, seen: Discord) -> None:
    """The bot was down itself: it is seen first."""
    await choose(table)
    await Process(table, seen).left.keep_up()
    table.wait(days=200)
    await Process(table, seen).left.keep_up()
    assert await chosen(table) and not seen.asked


MISTAKES: Final = {
    "its shard is away": {"away": True},
    "another process has it by now": {"lapsed": True},
    "it is unavailable": {"known": True},
    "Discord does not answer": {"answers": False},
    "no event told that the bot is back": {"inside": True},
}


@pytest.mark.parametrize("mistake", MISTAKES)
async def test_nothing_goes_by_mistake(table: Table, seen: Discord, mistake: str) -> None:
    await choose(table)
    process = Process(table, seen)
    await process.left.keep_up()
    table.wait(days=92)
    seen.inside = seen.known = False
    given = dict(MISTAKES[mistake])
    if given.pop("away", False):
        process.territory.shards = NONE
    if given.pop("lapsed", False):
        process.territory.hold(-1.0)
    vars(seen).update(given)
    await process.left.keep_up()
    assert await chosen(table)


async def test_those_of_which_nothing_is_known_hold_up_no_other(table: Table, seen: Discord) -> None:
    seen.known = seen.inside = False
    seen.silent = {GUILD - number for number in range(1, ASKED_AT_ONCE + 1)}
    for guild in seen.silent:
        await table.guilds.change(GuildId(guild), {THEME: "wood"})
    await choose(table)
    process = Process(table, seen)
    await process.left.keep_up()
    table.wait(days=92)
    await process.left.keep_up()
    assert await chosen(table), "none of the first can be decided"
    await process.left.keep_up()
    assert not await chosen(table)
    seen.silent.clear()
    table.now += UNSURE
    await process.left.keep_up()
    assert not await rows(table.store, select(guild_seen).where(guild_seen.c.seen_at < table.now))


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_happens_they_go_then_and_only_then(table: Table, seen: Discord, seed: int) -> None:
    """Months of removals, outages, restarts and stale knowledge, held against a look at the calendar."""
    dice = random.Random(seed)
    process = Process(table, seen)
    await choose(table)
    await process.left.keep_up()
    last = table.now
    for step in range(80):
        table.wait(days=dice.choice((1, 10, 45)))
        seen.inside = dice.random() < 0.4
        seen.known = dice.random() < (0.9 if seen.inside else 0.1)
        seen.answers = dice.random() < 0.8
        there = dice.random() < 0.8
        process.territory.shards = ALL if there else NONE
        if dice.random() < 0.3:
            process = Process(table, seen)
        before, asked = await chosen(table), seen.asked
        await process.left.keep_up()
        is_seen = there and (seen.known or (seen.inside and seen.answers and seen.asked > asked))
        last = table.now if is_seen else last
        long_gone = table.now - last > KEPT + EVERY
        gone = there and not seen.known and not seen.inside and seen.answers and long_gone
        assert await chosen(table) == (before and not gone), step
        if not await chosen(table) and dice.random() < 0.3:
            seen.known = seen.inside = True
            process.territory.shards = ALL
            await choose(table)
            await process.left.keep_up()
            last = table.now


async def test_the_bot_notes_and_forgets_servers_by_itself(server: Server) -> None:
    """With matches, which stay."""
    app, guild = server.bot.app, GuildId(server.guild.id)
    await server.begin("pjawns")
    await app.guilds.change(guild, {THEME: "wood"})
    await server.pass_time(days=1)
    server.env.inject_error("GET", f"/guilds/{guild}", status=404, code=10004, times=None)
    forget_the_server(server)
    await server.pass_time(days=89)
    assert (await app.guilds.rules(guild)).theme == "wood"
    await server.pass_time(days=3)
    assert (await app.guilds.rules(guild)).theme != "wood"
    assert (await server.match()).guild_id == guild
