"""Turns of the computer on two workers, one of them killed."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Final

from data.jobs.serving import HEARTBEAT, LOOK_EVERY
from tests.data_store.standby import pair
from tools.bench.killed_worker import many
from tools.cluster.figures import ScenarioReport
from tools.cluster.plan import ClusterPlan

OWN_TIME: Final = 5.0
"""The most seconds that a turn of the highest level takes."""


async def jobs(plan: ClusterPlan, report: ScenarioReport) -> None:
    """Acceptance 14: many turns, each played once; a dead worker's are taken over after its heartbeat."""
    with pair() as servers, tempfile.TemporaryDirectory() as folder:
        await asyncio.to_thread(servers.begin)
        figures = await many(Path(folder), servers.url, plan.turns)
    if figures.turns != {1: plan.turns} or figures.shown != {1: plan.turns}:
        report.fault(f"turns by match {dict(figures.turns)}, cards by match {dict(figures.shown)}")
    if figures.left:
        report.fault(f"{figures.left} rows are left in the queue")
    report.figure("turns that the killed worker had in hand", figures.held, at_least=1)
    bound = (HEARTBEAT + LOOK_EVERY).total_seconds()
    report.figure("the last of these taken up, after its end", figures.taken_up, "s", at_most=bound + 1)
    report.figure("and answered", figures.answered, "s", at_most=bound + 1 + OWN_TIME)
    report.figure("turns that were put off", figures.put_off)
    report.figure("all of them", figures.seconds, "s")
