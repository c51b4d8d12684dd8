"""Standing offers of Pjawns in stories, told to the services, and the matches that come of them."""

from __future__ import annotations

from typing import Final

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import ResponseMessage

from cogs.standing_offers.rules import OfferTerms, WhyOff
from cogs.standing_offers.service import StandingOffers
from matches import GuildId, Match
from matches.time.pace import Pace
from tests.cogs.community import id_of, place_of
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, ids

GAME: Final = "pjawns"
THREE_DAYS: Final = Pace.read("3d")


async def keep(
    server: Server, *people: MemberActor, channel: ChannelHandle | None = None, wanted: int = 1
) -> None:
    """People keep so many matches going."""
    place = place_of(server, channel)
    for who in people:
        terms = OfferTerms(wanted, THREE_DAYS, rated=True)
        await server.bot.app[StandingOffers].keep(id_of(who), GAME, terms, place)


async def kept_by_taps(
    server: Server,
    who: MemberActor,
    count: int | None = None,
    game: str = GAME,
    place: ChannelHandle | None = None,
) -> ResponseMessage:
    """The panel of somebody for a game, with so many matches chosen."""
    panel = panel_of(await who.slash(place or server.channel, "match", number="keep"))
    (games,) = ids(panel, "keepgame:")
    await who.select(panel, [game], custom_id=games)
    if count is not None:
        (counts,) = ids(panel, "keepmany:")
        await who.select(panel, [str(count)], custom_id=counts)
    return panel


async def running(server: Server) -> list[Match]:
    """The matches that run."""
    found = await server.bot.app.matches.lists.running_in(GuildId(server.guild.id), 99)
    return [await server.bot.app.matches.load(match.id) for match in found]


async def players(server: Server) -> list[set[int]]:
    """Who plays in each of them."""
    return [set(match.users) for match in await running(server)]


async def why(server: Server, who: MemberActor) -> WhyOff | None:
    """The reason why somebody's offer is off, if it is."""
    own = await server.bot.app[StandingOffers].own(GuildId(server.guild.id), id_of(who))
    return own.offers[GAME].why
