"""Two processes on the same shards: for five minutes, and while one replaces the other."""

from __future__ import annotations

import asyncio
from typing import Final

from tests.loopback.process import BotProcess
from tests.loopback.server.faults import Call
from tools.cluster.figures import ScenarioReport
from tools.cluster.parts import ClusterLayout, Parts, running
from tools.cluster.plan import ClusterPlan

RATE: Final = 20.0
MINUTES: Final = 5.0
ALREADY: Final = 40060
"""Discord's error code for a second acknowledgement of an interaction."""


async def doubled(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 7: two bots on the same shards for five minutes."""
    async with running(plan, ClusterLayout(at_once=plan.at_once), report) as parts:
        twin = await _beside(parts, parts.bots[0], "twin")
        answers = Answers(parts)
        async with parts.crowd.moving(plan.paced(RATE)):
            await asyncio.sleep(60 * min(MINUTES, plan.minutes))
        report.figure("interactions that two were told of", answers.second, at_least=1)
        answers.tell(report)
        errors = [line for one in (parts.bots[0], twin) for line in one.log.splitlines() if " ERROR " in line]
        report.figure("lines about it in the logs", len(errors), at_most=0)


async def deploy(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 8: each bot is replaced by a new one on the same shards, which starts before it ends."""
    async with running(plan, ClusterLayout(at_once=plan.at_once), report) as parts:
        answers, begun = Answers(parts), len(parts.discord.gateway.identifies)
        async with parts.crowd.moving(plan.paced(RATE)):
            for old in list(parts.bots):
                await asyncio.sleep(2)
                await _beside(parts, old, f"new-{old.name}")
                await asyncio.sleep(2)
                if code := await old.terminate():
                    report.fault(f"{old.name} left with {code}")
            await asyncio.sleep(5)
        used = len(parts.discord.gateway.identifies) - begun
        report.figure("sessions begun", used, at_most=plan.shards)
        nobody = sum(move.outcome == "nobody" for move in parts.crowd.moves)
        report.figure("interactions that nobody was there for", nobody, at_most=0)
        answers.tell(report)


async def _beside(parts: Parts, one: BotProcess, name: str) -> BotProcess:
    """Start another process on the shards of ``one``, and wait until it is connected for all of them."""
    shards = parts.held_by(one.name)
    other = parts.bot(name, shard_ids=",".join(map(str, shards)))
    parts.bots.append(other)
    other.launch()
    await parts.world.until(
        lambda: parts.held_by(name) == shards, within=60 + 6 * len(shards), what=f"{name} to be connected"
    )
    return other


class Answers:
    """Counts acknowledgements: accepted ones by interaction, and refused second ones."""

    def __init__(self, parts: Parts) -> None:
        self.second = 0
        self._by: dict[str, set[str]] = {}
        parts.discord.server.watchers.append(self)

    def __call__(self, call: Call) -> None:
        """Check a request."""
        words = call.path.split("/")
        if words[1] not in ("interactions", "webhooks") or len(words) < 4:
            return
        if words[1] == "interactions" and isinstance(call.answer, dict):
            self.second += call.answer.get("code") == ALREADY
        if call.handled and call.method != "DELETE":
            self._by.setdefault(words[3], set()).add(call.process)

    def tell(self, report: ScenarioReport) -> None:
        """Report the interactions that two processes have answered."""
        twice = sum(len(processes) > 1 for processes in self._by.values())
        report.figure("interactions answered by two", twice, at_most=0)
        if twice:
            report.fault(f"{twice} interactions were answered by two processes")
