"""Places that Discord tells of in a way that can't be read, such as channels of unknown kinds."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from cogs.kit.failures import Loss, look_up, note_answer
from tests.cogs.delivery.test_standing_offers import keep, players, why
from tests.cogs.places import settled
from tests.cogs.server import CONTROLS, Server, controls, private, text

KINDS = [99, discord.ChannelType.private.value, discord.ChannelType.group.value]
ANSWERS: list[Any] = [None, [], {}, {"type": "voice"}, {"type": 0}]


def is_told(server: Server, place: int, answer: Any) -> None:
    """Let Discord answer so about a channel, which discord.py passed over in its events."""
    guild: Any = server.bot.get_guild(server.guild.id)
    guild._channels.pop(place, None)
    guild._threads.pop(place, None)
    http: Any = server.bot.http
    get = http.get_channel

    async def answered(channel: int) -> Any:
        if channel != place:
            return await get(channel)
        note_answer(200)
        return answer

    http.get_channel = answered


def becomes(server: Server, place: ChannelHandle, kind: int) -> None:
    """Let a channel be of another kind."""
    is_told(server, place.id, {"id": str(place.id), "type": kind, "guild_id": str(server.guild.id)})


@pytest.mark.parametrize("kind", KINDS)
async def test_the_home_of_a_server_of_an_unknown_kind(server: Server, kind: int) -> None:
    home = server.guild.create_text_channel("matches")
    await settled(server, home)
    becomes(server, home, kind)
    await server.begin("pjawns")
    assert f"This server plays its matches in <#{home.id}>, but I can't use it" in text(server.card)
    assert controls(server.card) == CONTROLS
    await server.act("@e1")
    assert "This server plays" not in text(server.card), "said once"


@pytest.mark.parametrize("answer", ANSWERS)
async def test_a_home_that_discord_describes_badly(server: Server, answer: Any) -> None:
    home = server.guild.create_text_channel("matches")
    await settled(server, home)
    is_told(server, home.id, answer)
    await server.begin("pjawns")
    assert "but I can't use it right now" in text(server.card)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("private_match", [False, True])
async def test_the_channel_of_a_match_that_begins(server: Server, kind: int, private_match: bool) -> None:
    await server.challenge(server.opponent, **({"private": "on"} if private_match else {}))
    becomes(server, server.channel, kind)
    found = await server.match()
    await server.bot.app.matches.challenges.accept(found.id, found.users[1], found.version, call="heads")
    await server.bot.app.publisher.publish(found.id)
    shown = (await server.match()).shown
    assert shown.version == (await server.match()).version, "it is shown"


@pytest.mark.parametrize("kind", KINDS)
async def test_a_match_in_a_channel_of_an_unknown_kind_goes_on(server: Server, kind: int) -> None:
    await server.start()
    becomes(server, server.channel, kind)
    is_told(server, server.home.id, {"id": str(server.home.id), "type": kind})
    server.channel = server.guild.create_text_channel("elsewhere")
    moved = await server.challenger.slash(server.channel, "prawns move", action="d1-d3")
    assert "d1 to d3" in private(moved)
    match = await server.match()
    assert match.shown.version == match.version


@pytest.mark.simcord(check_errors=False)
@pytest.mark.parametrize("kind", KINDS)
async def test_only_players_see_a_match_in_a_channel_of_an_unknown_kind(server: Server, kind: int) -> None:
    await server.begin("pjawns")
    becomes(server, server.channel, kind)
    elsewhere = server.guild.create_text_channel("elsewhere")
    is_told(server, server.home.id, {"id": str(server.home.id), "type": kind})
    refused = await server.visitor.slash(elsewhere, "match replay", match="1")
    assert "There's no such match." in private(refused)
    assert "Pjawns · match 1" in private(await server.challenger.slash(elsewhere, "match replay", match="1"))


@pytest.mark.parametrize("kind", KINDS)
async def test_a_standing_offer_waits_until_its_channel_can_be_read(server: Server, kind: int) -> None:
    club = server.guild.create_text_channel("club")
    await keep(server, server.challenger, server.opponent, channel=club)
    becomes(server, club, kind)
    await server.pass_time(minutes=5)
    assert await players(server) == []
    assert [await why(server, who) for who in (server.challenger, server.opponent)] == [None, None]


@pytest.mark.parametrize("kind", KINDS)
async def test_an_archive_leaves_out_a_channel_of_an_unknown_kind(server: Server, kind: int) -> None:
    await server.begin("pjawns")
    await server.resign(server.opponent)
    becomes(server, server.channel, kind)
    is_told(server, server.home.id, {"id": str(server.home.id), "type": kind})
    elsewhere = server.guild.create_text_channel("elsewhere")
    found = private(await server.visitor.slash(elsewhere, "match archive"))
    assert "something went wrong" not in found.lower() and "match 1" not in found.lower()


async def test_a_rematch_begins_though_the_answer_to_a_new_name_cannot_be_read(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.opponent)
    http: Any = server.bot.http

    async def renamed(*_: Any, **__: Any) -> Any:
        note_answer(200)
        return None

    await server.challenger.click(server.card, label="Rematch")
    http.edit_channel = renamed
    await server.opponent.click(server.home.history()[-1], label="Accept")
    second = await server.match(2)
    assert second.shown.home == (await server.match(1)).shown.home
    assert second.shown.version == second.version


async def test_what_is_looked_up(server: Server) -> None:
    """It's there, gone, closed to the bot, can't be read; or Discord doesn't say."""
    club = server.guild.create_text_channel("club")

    async def ask() -> Any:
        found = await look_up(lambda: server.bot.fetch_channel(club.id))
        return found if isinstance(found, Loss) else found.id

    path = f"/channels/{club.id}"
    assert await ask() == club.id
    for status, code, told in ((404, 10003, Loss.GONE), (403, 50001, Loss.FORBIDDEN), (404, 0, Loss.GONE)):
        server.env.inject_error("GET", path, status=status, code=code, times=1)
        assert await ask() is told
    for status, code in ((403, 40333), (500, 0), (429, 0)):
        server.env.inject_error("GET", path, status=status, code=code, times=1)
        with pytest.raises(discord.HTTPException):
            await ask()
    becomes(server, club, 99)
    assert await ask() is Loss.UNREADABLE
