"""A tournament in the busy week."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.tournaments.service import Tournaments
from matches import ChallengeChannel, UserId
from matches.tournaments.model import Format, TournamentTerms
from tests.cogs.gatherings import Gathering
from tests.cogs.server import Server


async def gather(server: Server, people: Sequence[UserId], place: ChallengeChannel) -> None:
    """A tournament of these people."""
    tournaments, terms = server.bot.app[Tournaments], TournamentTerms(Format.ROUND_ROBIN, most=len(people))
    made = await tournaments.create(people[0], place, "Spring", "prudh", terms)
    for user in people:
        await tournaments.enter(made.id, user)


ADDED: Final = {"a tournament": Gathering(4, gather, lambda terms: terms.tournament > 0)}
