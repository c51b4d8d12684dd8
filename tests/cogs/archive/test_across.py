"""A match between two servers is in the archives of both, and neither hears of the other."""

from __future__ import annotations

from matches import MatchId
from tests.cogs.across import TwoServers, check_secrecy
from tests.cogs.archive.archived import id_of_menu, menu, taken_in
from tests.cogs.community import id_of
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server


@refusing
async def test_it_is_in_both_archives_and_names_nobody_there(server: Server) -> None:
    two = TwoServers(server)
    await two.begin()
    await two.turn()
    await server.bot.app.matches.play.resign(MatchId(1), id_of(two.near))
    await taken_in(server)
    for who, guild, channel in (
        (two.near, server.guild, server.channel),
        (two.far, two.guild, two.channel),
    ):
        with two.listening(guild):
            shown = panel_of(await who.slash(channel, "matches", show="finished"))
            assert menu(shown, "archivematch"), "it is in both archives"
            await who.select(shown, ["1"], custom_id=id_of_menu(shown, "archivematch"))
            await who.click(shown, label="Openings")
    check_secrecy(two)
