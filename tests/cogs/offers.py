"""Standing offers of Pjawns in stories, told to the services, and the matches that come of them."""

from __future__ import annotations

from typing import Final

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from matches import GuildId, Match
from matches.standing_offers import OfferTerms, WhyOff
from matches.time.pace import Pace
from tests.cogs.community import id_of, place_of
from tests.cogs.server import Server

GAME: Final = "pjawns"
THREE_DAYS: Final = Pace.read("3d")


async def keep(
    server: Server, *people: MemberActor, channel: ChannelHandle | None = None, wanted: int = 1
) -> None:
    """People keep so many matches going."""
    place = place_of(server, channel)
    for who in people:
        terms = OfferTerms(wanted, THREE_DAYS, rated=True)
        await server.bot.app.standing_offers.keep(id_of(who), GAME, terms, place)


async def running(server: Server) -> list[Match]:
    """The matches that run."""
    found = await server.bot.app.matches.lists.running_in(GuildId(server.guild.id), 99)
    return [await server.bot.app.matches.load(match.id) for match in found]


async def players(server: Server) -> list[set[int]]:
    """Who plays in each of them."""
    return [set(match.users) for match in await running(server)]


async def why(server: Server, who: MemberActor) -> WhyOff | None:
    """The reason why somebody's offer is off, if it is."""
    own = await server.bot.app.standing_offers.own(GuildId(server.guild.id), id_of(who))
    return own.offers[GAME].why
