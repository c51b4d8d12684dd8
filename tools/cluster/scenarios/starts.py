"""Bots that start together, one that may not start, and a shard that loses its session."""

from __future__ import annotations

import asyncio
from typing import Final

from tests.loopback.endpoint import ask
from tools.cluster.figures import ScenarioReport
from tools.cluster.parts import ClusterLayout, Parts, now, running
from tools.cluster.plan import ClusterPlan

APART: Final = 5.5
"""Seconds between two sessions of a bucket."""
LARGE: Final = 16
"""The number of sessions at a time that Discord allows large bots."""
RATE: Final = 10.0
READY_WITHIN: Final = 60.0


async def identify(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 9: all start at once, with one session every five seconds and with sixteen."""
    for at_once, within in ((1, APART * plan.shards), (LARGE, 12.0)):
        async with running(plan, ClusterLayout(at_once=at_once), report) as parts:
            gateway = parts.discord.gateway
            asked = [when for when, _ in gateway.identifies]
            report.figure(
                f"{at_once} at a time: sessions refused", len(asked) - len(gateway.sessions), at_most=0
            )
            report.figure("from the first to the last session", max(asked) - min(asked), "s", at_most=within)
            if at_once == LARGE:
                await _refused(parts, report)


async def _refused(parts: Parts, report: ScenarioReport) -> None:
    """Check that a bot does not start with only ten sessions left."""
    parts.world.sharding.starts_left = 10
    one = parts.bot("late", shard_ids="0")
    one.launch()
    code = await one.ended()
    said = "only 10 more sessions" in one.log
    report.figure("with 10 sessions left: refused with a sentence", code == 1 and said, at_least=1)
    parts.world.sharding.starts_left = 1000


async def restart(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 15: one shard loses its session; its bot keeps running, and is ready again soon."""
    async with running(plan, ClusterLayout(at_once=plan.at_once), report) as parts:
        one = parts.bots[0]
        async with parts.crowd.moving(plan.paced(RATE)):
            await _ready(parts, one.name)
            shard, *others = parts.held_by(one.name)
            since = now()
            await parts.discord.gateway.drop(one.name, shard=shard, how="close", resumable=False)
            await parts.world.until(lambda: parts.holders(shard), within=60, what="the shard to be there")
            await _ready(parts, one.name)
            report.figure("ready again", now() - since, "s", at_most=10)
            await asyncio.sleep(5)
        lost = [move for move in parts.crowd.moves if move.shard in others and move.outcome != "shown"]
        lost = [move for move in lost if move.outcome != "asked"]
        report.figure("moves on its other shards that were not shown", len(lost), at_most=0)
        report.figure("times it was started", one.starts, at_most=1)


async def _ready(parts: Parts, name: str) -> None:
    async with asyncio.timeout(READY_WITHIN):
        while (await ask(parts.ports[name], "/ready")).status != 200:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.2)
