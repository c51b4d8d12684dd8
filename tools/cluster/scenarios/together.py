"""Several failures within minutes: a bot dies, another one hangs, and the primary database dies."""

from __future__ import annotations

import asyncio
from typing import Final

from tools.cluster.figures import ScenarioReport
from tools.cluster.parts import ClusterLayout, running
from tools.cluster.plan import ClusterPlan
from tools.cluster.scenarios import database, deaths
from tools.cluster.scenarios.load import tell_moves

RATE: Final = 10.0
LOAD: Final = 15.0
HANGS: Final = 20.0
"""Seconds for which a process hangs, longer than its lease."""


async def together(plan: ClusterPlan, report: ScenarioReport) -> None:
    """One failure after the other on the same bots; afterwards every shard must have had moves."""
    async with running(plan, ClusterLayout(leased=True, at_once=plan.at_once), report) as parts:
        async with parts.crowd.moving(plan.paced(RATE)):
            await asyncio.sleep(LOAD)
            await deaths.kills(parts, report, 1, again=False)
            await deaths.one_hangs(parts, report, HANGS)
            await database.fail_over(parts, report, "the primary's death")
        starts = sum(one.starts for one in parts.bots)
        if starts != plan.bots + 1:
            report.fault(f"{starts} starts of {plan.bots} bots, of which one was killed")
        if not all(one.running for one in parts.bots):
            report.fault("a bot ended")
        tell_moves(report, parts)
        served = {one.shard for one in parts.crowd.moves if one.outcome == "shown"}
        if silent := set(range(plan.shards)) - served:
            report.fault(f"no move was shown on shards {sorted(silent)}")
