"""Load: as many moves per second as Discord allows, over all bots; and the CPU time of a move."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tests.loopback.loopback import Loopback
from tests.loopback.process import BotProcess
from tools.cluster.crowd import TriedMove
from tools.cluster.figures import ScenarioReport, percentile
from tools.cluster.parts import ClusterLayout, Parts, processor_seconds, running
from tools.cluster.plan import ClusterPlan
from tools.load.players import Players

WARM_UP: Final = 5.0
PROBED: Final = "tools.load.bot"
"""The module of the bot with the probe."""
RATE: Final = 20.0


async def load(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 1: 45 moves a second for ten minutes, with the limit of 50 on."""
    async with running(plan, ClusterLayout(workers=plan.workers, module=PROBED), report) as parts:
        with undisturbed():
            await parts.crowd.at_rate(plan.rate / 2, WARM_UP)
            begin(parts)
            sent = await parts.crowd.at_rate(plan.rate, 60 * plan.minutes)
        seen = await reports(parts)
        report.figure("moves a second that were sent", sent / (60 * plan.minutes))
        tell_moves(report, parts)
        own = [1000 * each for one in seen for each in one["own"]]
        whole = [1000 * each for one in seen for each in one["whole"]]
        report.figure("the bots' own time, arrival to picture, p50", percentile(own, 50), "ms")
        report.figure("the same, p99", percentile(own, 99), "ms", at_most=60)
        report.figure("with the waits for Discord and the proxy, p99", percentile(whole, 99), "ms")
        spent = sum(one["cpu"] for one in seen)
        report.figure("processor's time a move, of the bots", 1000 * spent / max(1, len(own)), "ms")
        report.figure("oldest unshown card", max(parts.unshown, default=0.0), "s", at_most=5)


def begin(parts: Parts) -> None:
    """Reset all figures."""
    parts.crowd.moves.clear()
    parts.unshown.clear()
    parts.discord.limits.by_scope.clear()
    for one in parts.bots:
        assert one.pid is not None
        os.kill(one.pid, signal.SIGUSR1)


async def reports(parts: Parts) -> list[dict[str, Any]]:
    """The reports of the bots' probes since then."""
    files = [parts.folder / f"{one.name}.json" for one in parts.bots]
    for one, file in zip(parts.bots, files, strict=True):
        file.unlink(missing_ok=True)
        assert one.pid is not None
        os.kill(one.pid, signal.SIGUSR2)
    async with asyncio.timeout(30):
        while not all(file.exists() for file in files):  # noqa: ASYNC110 - other processes write them
            await asyncio.sleep(0.05)
    return [json.loads(file.read_text()) for file in files]


def tell_moves(report: ScenarioReport, parts: Parts, moves: list[TriedMove] | None = None) -> None:
    """Report the outcomes and times of moves, all of them by default."""
    made = parts.crowd.moves if moves is None else moves
    outcomes = {
        name: [move for move in made if move.outcome == name] for name in {one.outcome for one in made}
    }
    report.say(f"{len(made)} moves: " + ", ".join(f"{len(found)} {name}" for name, found in outcomes.items()))
    for words, number in parts.crowd.told.most_common(5):
        report.say(f"{number} were told: {words}")
    stored = ", ".join(f"{number} {name}" for name, number in parts.crowd.after_all.items())
    if stored:
        report.say(f"stored all the same: {stored}")
    shown = [move.took for move in outcomes.get("shown", [])]
    heard = [move.heard for move in made if move.heard is not None]
    report.figure("late acknowledgements", len(outcomes.get("late", [])), at_most=0)
    report.figure("acknowledged after, p99", percentile(heard, 99), "s")
    report.figure("card seen after, p50", percentile(shown, 50), "s")
    report.figure("the same, p99", percentile(shown, 99), "s")
    if parts.discord.limits.on:
        report.figure("global 429s", parts.discord.limits.by_scope["global"], at_most=0)


def spent(parts: Parts) -> float:
    """The CPU seconds that the bots have used."""
    return sum(processor_seconds(one.pid) for one in parts.bots if one.pid is not None)


@contextmanager
def undisturbed() -> Iterator[None]:
    """A block without garbage collection, which would delay moves and then send many at once."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


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
