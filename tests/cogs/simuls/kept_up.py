"""A simul's card as one of those that are kept up to date."""

from __future__ import annotations

from typing import Final

from cogs.simuls.rules import SimulWishes
from cogs.simuls.service import Simuls
from tests.cogs.community import id_of, place_of
from tests.cogs.kept_cards import Kept
from tests.cogs.server import Server, text
from tests.cogs.simuls.hosting import GAME, ONE, public


async def _simul(server: Server) -> None:
    await server.bot.app[Simuls].host(id_of(server.challenger), SimulWishes(GAME, 3), place_of(server))


async def _join(server: Server) -> None:
    await server.bot.app[Simuls].join(ONE, id_of(server.opponent))


ADDED: Final = {"simul": Kept(_simul, _join, lambda server: text(public(server)), "1 of 3")}
