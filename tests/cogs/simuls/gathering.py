"""A simul in the busy week."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.simuls.rules import SimulWishes
from cogs.simuls.service import Simuls
from matches import ChallengeChannel, UserId
from tests.cogs.gatherings import Gathering
from tests.cogs.server import Server


async def gather(server: Server, people: Sequence[UserId], place: ChallengeChannel) -> None:
    """The first of these people plays the others."""
    simuls, (host, *players) = server.bot.app[Simuls], people
    made = await simuls.host(host, SimulWishes("pjawns", len(players)), place)
    for user in players:
        await simuls.join(made.id, user)
    await simuls.start(made.id, host)


ADDED: Final = {"a simul": Gathering(3, gather, lambda terms: terms.simul > 0)}
