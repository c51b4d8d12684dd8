"""The scenarios of a cluster: one function each, by name."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from tools.cluster.figures import ScenarioReport
from tools.cluster.plan import ClusterPlan
from tools.cluster.scenarios import clocks, database, deaths, due, load, overlap, starts

Scenario = Callable[[ClusterPlan, ScenarioReport], Coroutine[Any, Any, None]]

SCENARIOS: Final[Mapping[str, Scenario]] = {
    "load": load.load,
    "kill": deaths.kill,
    "hang": deaths.hang,
    "doubled": overlap.doubled,
    "deploy": overlap.deploy,
    "failover": database.failover,
    "deadlines": due.deadlines,
    "burst": due.burst,
    "skew": clocks.skew,
    "scaling": load.scaling,
    "identify": starts.identify,
    "outage": clocks.outage,
    "restart": starts.restart,
    "jobs": deaths.jobs,
    "together": database.together,
}
