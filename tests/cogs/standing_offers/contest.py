"""Standing offers as one of the contests whose matches begin by themselves."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from cogs.standing_offers.rules import PAIRED_AFTER, OffersChangedError, OfferTerms
from cogs.standing_offers.service import StandingOffers
from matches import ChallengeChannel, UserId
from matches.time.pace import Pace
from services import Services
from tests.cogs.community import id_of, newcomers
from tests.cogs.server import Server
from tests.contest import Beginning, Contests, Way, Whole
from tests.matches.table import GUILD, PLACE, Table
from tests.people import PEOPLE

GAME: Final = "pjawns"
TERMS: Final = OfferTerms(1, Pace.read("3d"), rated=True)


async def offers(table: Table, game: str) -> None:
    """Standing offers of four people that want to be paired."""
    for user in PEOPLE[:4]:
        await StandingOffers(table.services.core).keep(user, game, TERMS, PLACE)
    table.now += PAIRED_AFTER


async def due(table: Table, services: Services) -> bool:
    kept = StandingOffers(services.core)
    found = await kept.due(99)
    for pool in found:
        while pairs := await kept.pairings(pool):
            for pair in pairs:
                with suppress(OffersChangedError):
                    await kept.begin(pair, PLACE)
        await kept.record_search(pool, table.now)
    return bool(found)


async def opened(_table: Table) -> None:
    """Anybody can make one."""


async def enter(table: Table, user: UserId, roles: frozenset[int]) -> None:
    await StandingOffers(table.services.core).check_free(GUILD, user, GAME, roles)


async def begin(server: Server, place: ChallengeChannel) -> None:
    """Standing offers of four people."""
    for who in newcomers(server, 4):
        await server.bot.app[StandingOffers].keep(id_of(who), GAME, TERMS, place)
    await server.env.advance_time(PAIRED_AFTER.total_seconds())


ADDED: Final = {
    "standing offers": Contests(
        job="offers",
        due=due,
        prepared={"offers": offers},
        whole={"offers": Whole(offers, 19)},
        ways={"offers": Way(opened, enter)},
        beginnings={"offers": Beginning(begin, 21, lines=2, alone=False)},
    )
}
