"""How fast somebody usually answers, where people think of playing them."""

from __future__ import annotations

import pytest

from matches.ladder import LadderKey
from matches.model import GuildId
from matches.notices import ZONE
from tests.cogs.community import id_of
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, parts, text
from tests.data_store.answering import agree, answered

TOLD = "usually answers within 3 hours"


@pytest.fixture
async def rhythmic(server: Server) -> Server:
    """A server whose challenger answers after three hours, at any time of the day, and shows it."""
    user = id_of(server.challenger)
    await answered(server.store, 21, by=user, over=True)
    await agree(server.store, user)
    return server


async def test_a_challenge_says_it_to_all_readers(rhythmic: Server) -> None:
    server = rhythmic
    await server.opponent.slash(server.channel, "pjawns challenge")
    assert "usually" not in text(server.invitation)
    await server.challenger.slash(server.channel, "pjawns challenge")
    assert f"-# {server.challenger.mention} {TOLD}.\n" in text(server.invitation)
    await server.opponent.click(server.invitation, label="Accept")
    assert "usually" not in text(server.invitation), "it has done its service"


async def test_the_lobby_says_it_in_the_readers_own_time(server: Server) -> None:
    user = id_of(server.challenger)
    await answered(server.store, 21, by=user, over=True, took=23)  # at noon in UTC, each day
    await agree(server.store, user)
    await server.challenger.slash(server.channel, "pjawns challenge")
    await server.opponent.slash(server.channel, "pjawns challenge")
    said = text(panel_of(await server.visitor.slash(server.channel, "match find")))
    assert said.count("usually answers") == 1 and "new here · usually answers within 23 hours\n" in said
    for zone, part in (("UTC", "afternoons"), ("America/New_York", "mornings"), ("Asia/Tokyo", "evenings")):
        await server.bot.app.notifications.prefer(id_of(server.visitor), {ZONE: zone})
        said = text(panel_of(await server.visitor.slash(server.channel, "match find")))
        assert f"usually answers within 23 hours, mostly {part}" in said


async def test_a_ladder_says_it_of_those_who_can_be_challenged(rhythmic: Server) -> None:
    server = rhythmic
    for who in (server.challenger, server.opponent, server.visitor):
        await server.bot.app.ladders.join(LadderKey(GuildId(server.guild.id), "pjawns"), id_of(who))
    shown = panel_of(await server.visitor.slash(server.channel, "ladder show", game="pjawns"))
    menus = [part for part in parts(shown) if part.get("placeholder") == "Challenge for their place…"]
    ((near, far),) = [menu["options"] for menu in menus]
    assert near.get("description") is None and far["description"] == "Usually answers within 3 hours"
    assert "usually" not in text(shown), "the places themselves stay short"
