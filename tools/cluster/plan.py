"""The sizes of a cluster, and the scenarios to run."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ClusterPlan:
    """``at_once`` is the number of sessions that Discord allows every five seconds.

    ``minutes`` is the duration of the scenario ``load``.
    """

    bots: int = 3
    workers: int = 1
    shards: int = 12
    servers: int = 10_000
    matches: int = 2000
    rate: float = 45.0
    """Moves per second in the scenario ``load``; others use their own rates, but never more than this."""
    minutes: float = 10.0
    kills: int = 10
    deadlines: int = 5000
    weeklies: int = 10_000
    reminders: int = 500
    turns: int = 200
    """Turns of the computer."""
    at_once: int = 1
    seed: int = 1
    folder: Path | None = None

    def paced(self, rate: float) -> float:
        """A scenario's own rate, limited by the plan's."""
        return min(rate, self.rate)


def read(names: Collection[str], arguments: Sequence[str] | None = None) -> tuple[ClusterPlan, list[str]]:
    """The plan and the scenarios of a command line: all of ``names`` if it names none."""
    parser = argparse.ArgumentParser(prog="python -m tools.cluster", description=__doc__)
    parser.add_argument("scenarios", nargs="*", metavar="scenario", help=", ".join(names))
    for name, about in (
        ("bots", "processes of the bot"),
        ("workers", "processes that think for the computer"),
        ("shards", "shards in all"),
        ("servers", "servers that the bot is in"),
        ("matches", "matches in play"),
        ("kills", "how often kill is done"),
        ("deadlines", "matches that come due at once"),
        ("weeklies", "weekly summaries that are due at once"),
        ("reminders", "reminders that are due at once"),
        ("turns", "turns of the computer"),
        ("at-once", "sessions that Discord gives every five seconds"),
        ("seed", "what people choose by chance"),
    ):
        parser.add_argument(f"--{name}", type=int, help=about)
    parser.add_argument("--rate", type=float, help="moves a second at most")
    parser.add_argument("--minutes", type=float, help="how long load goes on")
    parser.add_argument("--folder", type=Path, help="where logs are kept; else they go with the scenario")
    asked = vars(parser.parse_args(arguments))
    wanted: list[str] = asked.pop("scenarios") or list(names)
    if unknown := [name for name in wanted if name not in names]:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(names)}")
    return ClusterPlan(**{name: value for name, value in asked.items() if value is not None}), wanted
