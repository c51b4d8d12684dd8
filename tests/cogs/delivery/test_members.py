"""Who has left the server: asked again before something is decided, and out by Discord's word alone."""

from __future__ import annotations

import pytest

from cogs.delivery.members import DOUBTED_AT_ONCE
from matches import GuildId, UserId
from tests.cogs.community import id_of, newcomers, removed
from tests.cogs.leavers import lookups
from tests.cogs.server import Server


async def test_many_are_asked_about_in_few_requests(server: Server) -> None:
    app, guild = server.bot.app, GuildId(server.guild.id)
    people = newcomers(server, 30)
    removed(server, people[7])
    with server.env.as_bot():
        assert await app.members.absent_now(guild, map(id_of, people))
    assert lookups(server) == 1, "only about who may be gone"


async def test_where_the_gateway_doesnt_answer_only_some_are_asked_about(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, guild = server.bot.app, GuildId(server.guild.id)
    monkeypatch.setattr(app.members._requests, "_may_send", lambda: False)
    strangers = [UserId(10_000 + number) for number in range(3 * DOUBTED_AT_ONCE)]
    with server.env.as_bot():
        assert await app.members.absent_now(guild, strangers)
    assert lookups(server) == DOUBTED_AT_ONCE
