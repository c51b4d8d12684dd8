"""Commands that an earlier bot left in a server: the first who uses one is told, and they are removed."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from simcord.results import InteractionResult

from tests.cogs.refusing import refusing
from tests.cogs.server import Server, private

LEFT: list[dict[str, Any]] = [
    {"name": "leaderboard", "description": "Of an earlier bot"},
    {
        "name": "play",
        "description": "A song",
        "options": [{"name": "song", "description": "Its name", "type": 3, "autocomplete": True}],
    },
    {
        "name": "queue",
        "description": "Songs",
        "options": [{"name": "clear", "description": "None is left", "type": 1}],
    },
]
TOLD = "a bot that ran here before me left it in this server"


async def leave_behind(server: Server) -> None:
    """Register commands in the server, as an earlier bot did."""
    bot = server.bot
    assert bot.application_id is not None
    await bot.http.bulk_upsert_guild_commands(bot.application_id, server.guild.id, payload=LEFT)


def removals(server: Server) -> int:
    """How often the commands of the server were removed, since they were left behind."""
    path = f"/guilds/{server.guild.id}/commands"
    return sum(one.method == "PUT" and one.path.endswith(path) for one in server.env.http_requests) - 1


async def use(server: Server, name: str) -> InteractionResult:
    """Use one of the commands left behind."""
    options = {"song": "x"} if name == "play" else {}
    return await server.visitor.slash(server.channel, name, **options)


@pytest.mark.parametrize("name", ["leaderboard", "play", "queue clear"])
async def test_somebody_who_uses_one_is_told_and_all_of_the_server_are_removed(
    server: Server, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    await leave_behind(server)
    with caplog.at_level(logging.INFO):
        assert TOLD in private(await use(server, name))
    assert removals(server) == 1
    assert await left(server) == []
    assert f"/{name.split(maxsplit=1)[0]} among them" in caplog.text
    again = await server.visitor.slash(server.channel, "ranking", game="prawns")
    assert again.response is not None
    assert TOLD not in private(again)


async def test_typing_into_one_is_enough(server: Server) -> None:
    await leave_behind(server)
    assert not await server.visitor.autocomplete(server.channel, "play", "song", "x")
    assert await left(server) == []


@refusing
async def test_what_discord_does_not_remove_is_tried_again_with_the_next_use(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    await leave_behind(server)
    server.env.inject_error("PUT", f"/applications/*/guilds/{server.guild.id}/commands", status=403, times=1)
    assert TOLD in private(await use(server, "play"))
    assert "could not be removed" in caplog.text
    assert len(await left(server)) == len(LEFT)
    assert TOLD in private(await use(server, "play"))
    assert await left(server) == []


async def test_our_own_are_looked_up_for_nobody(server: Server) -> None:
    await server.challenge()
    assert not [one for one in server.env.http_requests if "/guilds/" in one.path and "/commands" in one.path]


async def left(server: Server) -> list[Any]:
    """The commands of the server's own."""
    assert server.bot.application_id is not None
    return list(await server.bot.http.get_guild_commands(server.bot.application_id, server.guild.id))
