"""The organisers of a tournament whose channel is lost learn of it."""

from __future__ import annotations

from typing import Final

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from cogs.tournaments.service import Tournaments
from matches.tournaments.model import Format, TournamentTerms
from tests.cogs.community import id_of, newcomers, place_of
from tests.cogs.lost_channels import begun, close, delete
from tests.cogs.server import Server, text

GAME: Final = "pjawns"


def told(server: Server, who: MemberActor) -> int:
    """How often an organiser was told that the channel is lost."""
    return sum("I can't post in" in text(message) for message in server.dms(who))


async def organised(server: Server, club: ChannelHandle) -> None:
    """A Swiss of six, of three rounds, whose organisers are the challenger and the opponent."""
    app, terms = server.bot.app, TournamentTerms(Format.SWISS, most=6)
    made = await app[Tournaments].create(
        id_of(server.challenger), place_of(server, club), "Spring", GAME, terms
    )
    await app[Tournaments].add_organiser(made.id, id_of(server.challenger), id_of(server.opponent))
    for who in newcomers(server, 6):
        await app[Tournaments].enter(made.id, id_of(who))
    await server.pass_time(minutes=5)


async def play_round(server: Server) -> None:
    for match in await begun(server):
        await server.bot.app.matches.play.resign(match.id, match.users[0])
    await server.pass_time(minutes=5)
    await server.pass_time(hours=2)


async def test_the_organisers_learn_of_it_once(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    await organised(server, club)
    await close(server, club)
    await play_round(server)
    assert len(await begun(server)) == 3, "the next round"
    assert all(match.shown.direct for match in await begun(server))
    await server.restart()
    await play_round(server)
    assert [told(server, who) for who in (server.challenger, server.opponent)] == [1, 1]
    assert told(server, server.visitor) == 0
    assert f"<#{club.id}>" in text(server.dms(server.challenger)[0])


async def test_closed_direct_messages_keep_it_from_nobody_and_an_outage_passes(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    await organised(server, club)
    await delete(server, club)
    for who, status, code in ((server.challenger, 403, 50007), (server.opponent, 500, 0)):
        room = who.user.dm_channel.id
        server.env.inject_error("POST", f"/channels/{room}/messages", status=status, code=code, times=None)
    await play_round(server)
    assert [told(server, who) for who in (server.challenger, server.opponent)] == [0, 0]
    assert len(await begun(server)) == 3
    server.env.backend.faults.clear()
    await server.pass_time(minutes=5)
    assert [told(server, who) for who in (server.challenger, server.opponent)] == [0, 1]
