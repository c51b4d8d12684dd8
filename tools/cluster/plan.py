"""The sizes of a cluster, and the scenarios to run."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tools.harness import add_options, planned


@dataclass(frozen=True)
class ClusterPlan:
    """The sizes of a cluster and of its scenarios."""

    bots: Annotated[int, "processes of the bot"] = 3
    workers: Annotated[int, "processes that think for the computer"] = 1
    shards: Annotated[int, "shards in all"] = 12
    servers: Annotated[int, "servers that the bot is in"] = 10_000
    matches: Annotated[int, "matches in play"] = 2000
    rate: Annotated[float, "moves a second in load, and at most elsewhere"] = 45.0
    minutes: Annotated[float, "how long load goes on"] = 10.0
    kills: Annotated[int, "how often kill is done"] = 10
    deadlines: Annotated[int, "matches that come due at once"] = 5000
    weeklies: Annotated[int, "weekly summaries that are due at once"] = 10_000
    reminders: Annotated[int, "reminders that are due at once"] = 500
    turns: Annotated[int, "turns of the computer"] = 200
    at_once: Annotated[int, "sessions that Discord gives every five seconds"] = 1
    seed: Annotated[int, "what people choose by chance"] = 1
    folder: Annotated[Path | None, "where logs are kept; else they go with the scenario"] = None

    def paced(self, rate: float) -> float:
        """A scenario's own rate, limited by the plan's."""
        return min(rate, self.rate)


def read(names: Collection[str], arguments: Sequence[str] | None = None) -> tuple[ClusterPlan, list[str]]:
    """The plan and the scenarios of a command line: all of ``names`` if it names none."""
    parser = argparse.ArgumentParser(prog="python -m tools.cluster", description=__doc__)
    parser.add_argument("scenarios", nargs="*", metavar="scenario", help=", ".join(names))
    add_options(parser, ClusterPlan)
    asked = parser.parse_args(arguments)
    wanted: list[str] = asked.scenarios or list(names)
    if unknown := [name for name in wanted if name not in names]:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(names)}")
    return planned(ClusterPlan(), asked), wanted
