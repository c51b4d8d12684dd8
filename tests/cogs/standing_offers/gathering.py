"""Standing offers in the busy week."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.standing_offers.rules import OfferTerms
from cogs.standing_offers.service import StandingOffers
from matches import ChallengeChannel, UserId
from matches.time.pace import Pace
from tests.cogs.gatherings import Gathering
from tests.cogs.server import Server

TERMS: Final = OfferTerms(1, Pace.read("3d"), rated=True)


async def gather(server: Server, people: Sequence[UserId], place: ChallengeChannel) -> None:
    """Each of these people has a standing offer."""
    for user in people:
        await server.bot.app[StandingOffers].keep(user, "pjawns", TERMS, place)


ADDED: Final = {"standing offers": Gathering(3, gather, lambda terms: terms.by_offer)}
