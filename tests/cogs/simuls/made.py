"""Simuls by their service, without Discord."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from cogs.simuls.rules import Simul, SimulPhase, SimulWishes
from cogs.simuls.service import Simuls
from data import Database
from matches.guilds.settings import ChallengeChannel
from matches.lifecycle.challenge import Policy
from matches.model import ChannelId, GuildId, UserId
from matches.time.pace import Pace
from services import Services
from tests.data_store.making import ANN, NOON

NEW: Final = SimulWishes("prudh", 3, Pace.read("3d"), rated=True)
"""A simul of Ann's."""


def on(services: Services) -> Simuls:
    """Simuls in a process."""
    return Simuls(services.core)


def at(store: Database, now: datetime = NOON, policy: Policy | None = None) -> Simuls:
    """Simuls in a store, at a moment."""
    services = Services(store, clock=lambda: now, coin=lambda: "heads", salt=lambda: bytes(32), policy=policy)
    return on(services)


async def opened(
    store: Database,
    *players: UserId,
    host: UserId = ANN,
    guild: int = 11,
    wishes: SimulWishes = NEW,
) -> Simul:
    """A simul that these players have joined."""
    simul = await at(store).host(host, wishes, ChallengeChannel(GuildId(guild), ChannelId(12)))
    for player in players:
        simul = await at(store).join(simul.id, player)
    return simul


async def started(store: Database, *players: UserId, **more: Any) -> Simul:
    """One that was started with these players."""
    simul = await opened(store, *players, **more)
    return await at(store).start(simul.id, more.get("host", ANN))


async def done_by(simuls: Simuls, most: int = 99) -> int:
    """What a round of the bot's job does, without the cards; returns how many boards it began."""
    begun = 0
    for simul_id in await simuls.due(9):
        simul = (await simuls.close_due(simul_id)).simul
        while simul.phase is SimulPhase.STARTED and simul.waiting and begun < most:
            begun += await simuls.open_board(simul) is not None
            simul = await simuls.load(simul_id)
        await simuls.settle(simul)
    return begun
