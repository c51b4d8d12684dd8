"""The primary database dies under load, and later the promoted standby; or it dies among other failures."""

from __future__ import annotations

import asyncio
from typing import Final

from tools.cluster.figures import ScenarioReport
from tools.cluster.parts import ClusterLayout, Parts, now, running
from tools.cluster.plan import ClusterPlan
from tools.cluster.scenarios import deaths

RATE: Final = 20.0
CALM: Final = 5.0
NOTICED_AFTER: Final = 3.0
"""Seconds until the databases' supervisor would promote the standby."""
BACK_WITHIN: Final = 90.0
MIXED_RATE: Final = 10.0
BEFORE: Final = 15.0
HANGS: Final = 20.0
"""Seconds for which a process hangs, longer than its lease."""


async def failover(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 10: ``kill -9`` of the primary, so that the standby is promoted; then of that one."""
    async with running(plan, ClusterLayout(), report) as parts:
        async with parts.crowd.moving(plan.paced(RATE)):
            await asyncio.sleep(CALM)
            for name in ("the primary's death", "the promoted one's death"):
                await fail_over(parts, report, name)
                await asyncio.to_thread(parts.servers.follow)
                report.say("a new standby follows")
                await asyncio.sleep(CALM)
        starts = sum(one.starts for one in parts.bots)
        report.figure("processes that were started", starts, at_most=plan.bots)
        if not all(one.running for one in parts.bots):
            report.fault("a bot ended")


async def fail_over(parts: Parts, report: ScenarioReport, name: str) -> None:
    """Kill the primary and promote the standby; reports the time until moves are accepted again."""
    await asyncio.to_thread(parts.servers.kill)
    await asyncio.sleep(NOTICED_AFTER)
    await asyncio.to_thread(parts.servers.promote)
    promoted = now()
    crowd, shards = parts.crowd, range(parts.plan.shards)
    await parts.world.until(
        lambda: all(crowd.first_card(shard, promoted) is not None for shard in shards),
        within=BACK_WITHIN,
        what="moves to be accepted again on every shard",
    )
    seconds = [crowd.first_card(shard, promoted) or 0.0 for shard in shards]
    report.figure(f"{name}: first move accepted, after the promotion", min(seconds), "s", at_most=10)
    report.figure("on the last of the shards", max(seconds), "s", at_most=10)


async def together(plan: ClusterPlan, report: ScenarioReport) -> None:
    """One failure after the other on the same bots; afterwards every shard must have had moves."""
    async with running(plan, ClusterLayout(leased=True, at_once=plan.at_once), report) as parts:
        async with parts.crowd.moving(plan.paced(MIXED_RATE)):
            await asyncio.sleep(BEFORE)
            await deaths.kills(parts, report, 1, again=False)
            await deaths.one_hangs(parts, report, HANGS)
            await fail_over(parts, report, "the primary's death")
        starts = sum(one.starts for one in parts.bots)
        if starts != plan.bots + 1:
            report.fault(f"{starts} starts of {plan.bots} bots, of which one was killed")
        if not all(one.running for one in parts.bots):
            report.fault("a bot ended")
        served = {one.shard for one in parts.crowd.moves if one.outcome == "shown"}
        if silent := set(range(plan.shards)) - served:
            report.fault(f"no move was shown on shards {sorted(silent)}")
