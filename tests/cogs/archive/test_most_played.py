"""The game that is played most in a server, where none is named and its reader has played none there."""

from __future__ import annotations

from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, private, raw_text


@refusing
async def test_errors_and_leaderboards_speak_of_it(server: Server) -> None:
    await server.begin("prudh")
    refused = await server.visitor.slash(server.channel, "match", deed="resign")
    assert "`/prudh challenge`" in private(refused)
    assert "Prudh" in raw_text(panel_of(await server.visitor.slash(server.channel, "ranking")))
