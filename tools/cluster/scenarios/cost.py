"""The CPU time of a move: with one bot and with several, on PostgreSQL and on SQLite."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from tests.loopback.loopback import Loopback
from tests.loopback.process import BotProcess
from tools.cluster.figures import ScenarioReport
from tools.cluster.parts import ClusterLayout, processor_seconds, running
from tools.cluster.plan import ClusterPlan
from tools.cluster.scenarios.load import spent, undisturbed
from tools.load.players import Players

RATE: Final = 20.0
WARM_UP: Final = 5.0


async def scaling(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 2: the same number of moves with one bot, with several, and with one on SQLite."""
    several = await _on_postgres(plan, report)
    one = await _on_postgres(replace(plan, bots=1), report)
    sqlite = await _on_sqlite(plan)
    report.figure("processor's time a move, one bot on SQLite", sqlite, "ms")
    report.figure("one bot on PostgreSQL", one, "ms")
    report.figure("times that on SQLite", one / sqlite, at_most=1.35)
    report.figure(f"{plan.bots} bots on PostgreSQL", several, "ms")
    report.figure("times that with one bot", several / one, at_most=1.15)


async def _on_postgres(plan: ClusterPlan, report: ScenarioReport) -> float:
    """CPU milliseconds per move, of all bots together."""
    async with running(plan, ClusterLayout(limited=False), report) as parts:
        with undisturbed():
            await parts.crowd.at_rate(plan.paced(RATE), WARM_UP)
            before, done = spent(parts), parts.crowd.done
            await parts.crowd.at_rate(plan.paced(RATE), 60 * plan.minutes)
        return 1000 * (spent(parts) - before) / max(1, parts.crowd.done - done)


async def _on_sqlite(plan: ClusterPlan) -> float:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with Loopback(folder, patient=False) as discord:
            one = BotProcess(discord, folder, thinkers="0", loopback_steady="1")
            players = Players(discord, one.address, matches=min(plan.matches, 200))
            await players.prepare()
            await one.start()
            try:
                await discord.world.until(lambda: discord.world.commands, what="the commands")
                with undisturbed():
                    await players.at_rate(plan.paced(RATE), WARM_UP)
                    assert one.pid is not None
                    before, done = processor_seconds(one.pid), players.done
                    await players.at_rate(plan.paced(RATE), 60 * plan.minutes)
                    return 1000 * (processor_seconds(one.pid) - before) / max(1, players.done - done)
            finally:
                await one.kill()
