"""A simul as one of the contests whose matches begin by themselves."""

from __future__ import annotations

from typing import Final

from cogs.simuls.rules import SimulId, SimulPhase, SimulWishes
from cogs.simuls.service import Simuls
from matches import ChallengeChannel, UserId
from services import Services
from tests.cogs.community import id_of, newcomers
from tests.cogs.server import Server
from tests.cogs.simuls.made import on
from tests.contest import Beginning, Contests, Way, Whole
from tests.matches.table import PLACE, Table
from tests.people import ORGANISER, PEOPLE

GAME: Final = "pjawns"


async def simul(table: Table, game: str) -> None:
    """A simul that has been started; its host is the first of the people."""
    host, *players = PEOPLE[:5]
    made = await on(table.services).host(host, SimulWishes(game, 6), PLACE)
    for user in players:
        await on(table.services).join(made.id, user)
    await on(table.services).start(made.id, host)


async def due(_table: Table, services: Services) -> bool:
    found = await on(services).due(9)
    for one in found:
        seen = (await on(services).close_due(one)).simul
        while seen.phase is SimulPhase.STARTED and seen.waiting:
            await on(services).open_board(seen)
            seen = await on(services).load(one)
        await on(services).settle(seen)
    return bool(found)


async def opened(table: Table) -> None:
    await on(table.services).host(ORGANISER, SimulWishes(GAME, 6), PLACE)


async def enter(table: Table, user: UserId, roles: frozenset[int]) -> None:
    await on(table.services).join(SimulId(1), user, roles)


async def begin(server: Server, place: ChallengeChannel) -> None:
    """A simul against two."""
    simuls, host = server.bot.app[Simuls], id_of(server.challenger)
    made = await simuls.host(host, SimulWishes(GAME, 2), place)
    for who in newcomers(server, 2):
        await simuls.join(made.id, id_of(who))
    await simuls.start(made.id, host)


ADDED: Final = {
    "simuls": Contests(
        job="simuls",
        due=due,
        prepared={"simul": simul},
        whole={"simul": Whole(simul, 20)},
        ways={"simul": Way(opened, enter)},
        beginnings={"simul": Beginning(begin, 23, lines=1)},
        elsewhere={"simul": begin},
    )
}
