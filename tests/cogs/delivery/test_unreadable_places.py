"""Places that Discord tells of in a way that can't be read, such as channels of unknown kinds."""

from __future__ import annotations

from itertools import product
from typing import Any

import discord
import pytest

from cogs.kit.failures import Loss, look_up, record_answer
from cogs.text import texts
from matches import GuildId
from tests.cases import case
from tests.cogs.places import KINDS, becomes, is_told, kind_of, settled
from tests.cogs.refusing import refusing
from tests.cogs.server import CONTROLS, Server, controls, private, raw_text, text

ANSWERS: list[Any] = [None, [], {}, {"type": "voice"}, {"type": 0}]


async def hidden_match(server: Server, kind: int) -> int:
    """A match whose thread, and the channel above it, are of an unknown kind by now; returns its number."""
    server.channel = server.guild.create_text_channel("games")
    await server.begin("pjawns")
    match = (await server.bot.app.matches.lists.running_in(GuildId(server.guild.id), 1))[0]
    home = server.home
    becomes(server, server.channel, kind)
    is_told(server, home.id, {"id": str(home.id), "type": kind})
    server.channel = server.guild.create_text_channel("elsewhere")
    return match.id


async def test_a_home_of_an_unknown_kind_or_badly_described(server: Server) -> None:
    for kind, answer in [*((kind, None) for kind in KINDS), *((None, answer) for answer in ANSWERS)]:
        with case(kind, answer):
            home = server.guild.create_text_channel("matches")
            await settled(server, home)
            is_told(server, home.id, answer if kind is None else kind_of(home, kind))
            await server.begin("pjawns")
            assert texts.home_gone(home.id) in raw_text(server.card)
            assert controls(server.card) == CONTROLS
    match = await server.match()
    card = next(one for one in server.channel.threads if one.id == match.shown.home)
    await server.challenger.slash(card, "pjawns move", action="@e1")
    assert "This server plays" not in text(card.history()[-1]), "said once"


async def test_the_channel_of_a_match_that_begins(server: Server) -> None:
    challenges, number = server.bot.app.matches.challenges, 0
    for kind, private_match in product(KINDS, (False, True)):
        with case(kind, private_match):
            number += 1
            server.channel = server.guild.create_text_channel("games")
            await server.challenge(server.opponent, **({"private": "on"} if private_match else {}))
            becomes(server, server.channel, kind)
            found = await server.match(number)
            await challenges.accept(found.id, found.users[1], found.version, call="heads")
            await server.bot.app.publisher.publish(found.id)
            found = await server.match(number)
            assert found.shown.version == found.version, "it is shown"


@refusing
async def test_a_match_in_a_channel_of_an_unknown_kind_goes_on_and_only_its_players_see_it(
    server: Server,
) -> None:
    for kind in KINDS:
        with case(kind):
            named = str(await hidden_match(server, kind))
            refused = await server.visitor.slash(server.channel, "match", deed="film", number=named)
            assert "There's no such match." in private(refused)
            seen = await server.challenger.slash(server.channel, "match", deed="film", number=named)
            assert f"Pjawns #{named}" in private(seen)
            moved = await server.challenger.slash(server.channel, "pjawns move", action="@e1", match=named)
            assert "placed on e1" in private(moved)
            match = await server.match(int(named))
            assert match.shown.version == match.version
            await server.bot.app.matches.play.resign(match.id, match.users[0])
            found = private(await server.visitor.slash(server.channel, "matches", show="finished"))
            assert "something went wrong" not in found.lower() and f"match {named}" not in found.lower()


async def test_a_rematch_begins_though_the_answer_to_a_new_name_cannot_be_read(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.opponent)
    http: Any = server.bot.http

    async def renamed(*_: Any, **__: Any) -> Any:
        record_answer(200)
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
