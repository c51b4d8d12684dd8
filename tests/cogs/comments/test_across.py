"""Comments on a match between two servers: read and reported in both, and neither hears of the other."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor
from simcord.builders import GuildHandle

from cogs.comments.service import Comments
from matches import GuildId
from tests.cogs.across import FAR, NEAR, TwoServers
from tests.cogs.community import id_of
from tests.cogs.going_on import shown
from tests.cogs.server import Server, raw_text, text


async def viewed(two: TwoServers, who: MemberActor, guild: GuildHandle) -> Any:
    """The match in the viewer, opened in a player's own server."""
    with two.listening(guild):
        opened = await who.click(two.card(guild), label="Film")
        await who.click(opened.followups[-1], label="Step through")
    return opened.followups[-1]


async def test_each_server_has_its_own_list_and_no_name_of_the_other(server: Server) -> None:
    two = TwoServers(server)
    match = await two.begin("prudh")
    comments = server.bot.app[Comments]
    ended = await server.bot.app.matches.play.resign(match.id, id_of(two.near))
    await shown(server, ended)
    await comments.write(match.id, id_of(two.near), 0, "Bye")
    view = await viewed(two, two.far, two.guild)
    side = ended.side_of(id_of(two.near))
    assert side is not None and f"**{side.title()}** challenger: Bye" in text(view)
    assert f"<@{two.near.id}>" not in raw_text(view)
    with two.listening(two.guild):
        await two.far.click(view, label="Comments (1)")
        await two.far.click(view, label="Report")
    for number, guild in ((NEAR, server.guild), (FAR, two.guild)):
        (listed,) = await comments.reported_in(GuildId(guild.id), 9)
        assert (listed.comment.text, listed.reports) == ("Bye", 1)
        told = two.sent_to(number)
        away, channel, home, names = two.known_in(FAR if number == NEAR else NEAR)
        for secret in (away.id, channel.id, home.id, *names):
            assert str(secret) not in told
