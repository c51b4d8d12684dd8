"""Load: as many moves per second as Discord allows, over all bots; and the CPU time of a move."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from tests.loopback.process import BotProcess
from tests.loopback.server.loopback import Loopback
from tools.cluster.figures import ScenarioReport
from tools.cluster.parts import ClusterLayout, running
from tools.cluster.plan import ClusterPlan
from tools.crowd import bots
from tools.crowd.bots import PROBED, processor_seconds, reported, reset
from tools.crowd.moving import Crowd
from tools.harness import percentile, undisturbed

WARM_UP: Final = 5.0
RATE: Final = 20.0


async def load(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 1: 45 moves a second for ten minutes, with the limit of 50 on."""
    async with running(plan, ClusterLayout(workers=plan.workers, module=PROBED), report) as parts:
        with undisturbed():
            await parts.crowd.at_rate(plan.rate / 2, WARM_UP)
            parts.crowd.moves.clear()
            parts.unshown.clear()
            parts.discord.limits.by_scope.clear()
            for one in parts.bots:
                reset(one)
            sent = await parts.crowd.at_rate(plan.rate, 60 * plan.minutes)
        seen = await asyncio.gather(*map(reported, parts.bots))
        report.figure("moves a second that were sent", sent / (60 * plan.minutes))
        own = [each for one in seen for each in one.own]
        whole = [each for one in seen for each in one.whole]
        report.figure("the bots' own time, arrival to picture, p50", percentile(own, 50), "ms")
        report.figure("the same, p99", percentile(own, 99), "ms", at_most=60)
        report.figure("with the waits for Discord and the proxy, p99", percentile(whole, 99), "ms")
        spent = sum(one.cpu for one in seen)
        report.figure("processor's time a move, of the bots", spent / max(1, len(own)), "ms")
        report.figure("oldest unshown card", max(parts.unshown, default=0.0), "s", at_most=5)


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
    async with running(plan, ClusterLayout(limited=False), report) as parts:
        return await _spent(plan, parts.crowd, parts.bots)


async def _on_sqlite(plan: ClusterPlan) -> float:
    with tempfile.TemporaryDirectory() as name:
        async with Loopback(Path(name), patient=False) as discord:
            one = BotProcess(discord, Path(name), thinkers="0", loopback_steady="1")
            crowd = Crowd(discord, one.address, matches=min(plan.matches, 200))
            await crowd.prepare()
            async with bots.running(one):
                return await _spent(plan, crowd, [one])


async def _spent(plan: ClusterPlan, crowd: Crowd, processes: Sequence[BotProcess]) -> float:
    """CPU milliseconds per move, of all bots together."""
    with undisturbed():
        await crowd.at_rate(plan.paced(RATE), WARM_UP)
        before, done = processor_seconds(*processes), crowd.done
        await crowd.at_rate(plan.paced(RATE), 60 * plan.minutes)
    return 1000 * (processor_seconds(*processes) - before) / max(1, crowd.done - done)
