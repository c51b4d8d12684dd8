"""Processes that die, or hang and wake up again, while players move; and a worker killed among its turns."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Final

from tests.data_store.standby import pair
from tests.loopback.process import BotProcess
from tests.loopback.server.faults import Call
from tools.bench.killed_worker import many
from tools.cluster.figures import ScenarioReport
from tools.cluster.parts import ClusterLayout, Parts, now, running
from tools.cluster.plan import ClusterPlan
from tools.harness import percentile

RATE: Final = 20.0
CALM: Final = 10.0
"""Seconds of moves before each death, for comparison."""
BACK_WITHIN: Final = 120.0
"""Seconds within which every shard must be back, even on a slow machine."""
HANGS: Final = 60.0
"""Seconds for which a process hangs: four times its lease."""
AFTERWARDS: Final = 10.0
"""Seconds for which it is watched after it woke."""


async def kill(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 3: ``kill -9`` of bots; half of the kills are followed by a restart under the same name."""
    layout = ClusterLayout(leased=True, at_once=plan.at_once)
    async with running(plan, layout, report) as parts, parts.crowd.moving(plan.paced(RATE)):
        await asyncio.sleep(CALM)
        for again in (False, True):
            await kills(parts, report, (plan.kills + (not again)) // 2, again=again)


async def kills(parts: Parts, report: ScenarioReport, number: int, *, again: bool) -> None:
    """Kill ``number`` bots, one after the other. ``again``: restart each at once under the same name."""
    firsts, fourths, others = list[float](), list[float](), list[float]()
    before = _p99(parts, now() - CALM / 2, set())
    name = "started again" if again else "gone"
    for _ in range(number):
        since, taken = await _die(parts, again=again)
        back = sorted(await _back(parts, taken, since))
        firsts.append(back[0])
        fourths.append(back[min(3, len(back) - 1)])
        others.append(_p99(parts, since, set(taken)))
        report.say(f"{name}: its shards were back after {', '.join(f'{each:.1f}' for each in back)} s")
        await _all_run(parts)
        await asyncio.sleep(CALM)
    if firsts:
        first, fourth = (10, 30) if again else (25, 45)
        report.figure(f"{name}: first card of its first shard", max(firsts), "s", at_most=first)
        report.figure(f"{name}: of its fourth", max(fourths), "s", at_most=fourth)
        longer = median(others) / before if before else None
        report.figure("other shards' p99, times that before", longer, at_most=1.2)


async def _die(parts: Parts, *, again: bool) -> tuple[float, list[int]]:
    """Kill the bot with the most shards; returns the time, and the shards."""
    victim, taken = parts.busiest()
    since = now()
    await victim.kill()
    if again:
        victim.launch()
    return since, taken


async def _back(parts: Parts, shards: list[int], since: float) -> list[float]:
    """Seconds until the first card of each of these shards."""

    def all_seen() -> bool:
        return all(parts.crowd.first_card(shard, since) is not None for shard in shards)

    await parts.world.until(all_seen, within=BACK_WITHIN, what=f"a card on each of the shards {shards}")
    return [parts.crowd.first_card(shard, since) or 0.0 for shard in shards]


async def _all_run(parts: Parts) -> None:
    """Start all bots that are not running, and wait until every shard is held."""
    for one in parts.bots:
        if not one.running:
            one.launch()
    await parts.held(within=BACK_WITHIN)


def _p99(parts: Parts, since: float, without: set[int]) -> float:
    took = [
        one.took
        for one in parts.crowd.moves
        if one.outcome == "shown" and one.at >= since and one.shard not in without
    ]
    return percentile(took, 99) or 0.0


# --- hanging ---------------------------------------------------------------------------------------------


async def hang(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 6: SIGSTOP of an owner for a minute, then SIGCONT."""
    layout = ClusterLayout(leased=True, at_once=plan.at_once)
    async with running(plan, layout, report) as parts, parts.crowd.moving(plan.paced(RATE)):
        await asyncio.sleep(CALM)
        await one_hangs(parts, report, min(HANGS, 60 * plan.minutes))


async def one_hangs(parts: Parts, report: ScenarioReport, seconds: float) -> None:
    """Stop the bot with the most shards for ``seconds``, and at least until others have its shards."""
    victim, taken = parts.busiest()
    since = now()
    assert victim.pid is not None
    os.kill(victim.pid, signal.SIGSTOP)
    try:
        back = await _back(parts, taken, since)
        await asyncio.sleep(since + seconds - now())
        unasked = _Unasked(parts, victim, taken)
    finally:
        os.kill(victim.pid, signal.SIGCONT)
    await asyncio.sleep(AFTERWARDS)
    report.figure("shards of the one that hung, first card", min(back), "s", at_most=25)
    report.figure("the last of them", max(back), "s")
    report.figure("messages it sent there after it woke", unasked.seen.total(), at_most=0)
    if unasked.seen:
        report.say(", ".join(f"{number} {what}" for what, number in unasked.seen.items()))
    # To Discord it stayed connected, so moves sent to it look like late ones.
    made = parts.crowd.moves
    unheard = [one for one in made if one.shard in taken and one.outcome == "late" and one.at >= since]
    report.figure("moves that it was sent, and did not hear of", len(unheard))
    for one in unheard:
        one.outcome = "nobody"


class _Unasked:
    """Counts what a process sends to servers of shards that others hold by now."""

    def __init__(self, parts: Parts, victim: BotProcess, shards: list[int]) -> None:
        self.seen: Counter[str] = Counter()
        """Requests by method and time since the watch began, in whole seconds."""
        self._began = now()
        self._parts = parts
        self._victim = victim
        self._shards = set(shards)
        parts.discord.server.watchers.append(self)

    def __call__(self, call: Call) -> None:
        words = call.path.split("/")
        if (
            call.process != self._victim.name
            or words[1] != "channels"
            or call.method not in ("POST", "PATCH")
        ):
            return
        channel = self._parts.world.channels.get(int(words[2]))
        if channel is None or channel.guild is None:
            return
        shard = (channel.guild.id >> 22) % self._parts.plan.shards
        if shard in self._shards and self._victim.name not in self._parts.holders(shard):
            after = now() - self._began
            self.seen[f"{call.method} after {after:.0f} s"] += 1


async def jobs(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 14: many turns, each played once; a dead worker's are taken over after its heartbeat."""
    with pair() as servers, tempfile.TemporaryDirectory() as folder:
        await asyncio.to_thread(servers.begin)
        figures = await many(Path(folder), servers.url, plan.turns)
    if figures.turns != {1: plan.turns} or figures.shown != {1: plan.turns}:
        report.fault(f"turns by match {dict(figures.turns)}, cards by match {dict(figures.shown)}")
    if figures.left:
        report.fault(f"{figures.left} rows are left in the queue")
    figures.tell(report.figure)
