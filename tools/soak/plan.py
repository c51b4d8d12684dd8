"""The size and the seed of a soak."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class SoakPlan:
    """A soak. ``tables`` is the number of matches at a time; the clock is turned by ``days``.

    ``longest``: the most actions of a match, after which its players end it. ``kills`` and the like are the
    total numbers of such events. Every ``computer``-th match is against the computer. ``contests``: how many
    tournaments, simuls and games with standing offers there are besides. After ``minutes`` of real time no
    more matches begin. ``folder`` keeps the database and the log; None: they are deleted if all checks pass.
    """

    people: int = 500
    matches: int = 1000
    seed: int = 1
    tables: int = 24
    longest: int = 150
    days: int = 120
    kills: int = 30
    drops: int = 60
    deleted_threads: int = 60
    computer: int = 3
    contests: int = 24
    minutes: float = 90.0
    folder: Path | None = None

    @property
    def last_kill(self) -> float:
        """The share of matches after which there are no more kills, so that the memory figures mean more."""
        return 0.6

    def chance(self, *names: object) -> random.Random:
        """A random generator, the same for the same seed and names."""
        return random.Random(":".join(map(str, (self.seed, *names))))


SHORT = SoakPlan(
    people=40,
    matches=32,
    tables=12,
    longest=40,
    days=24,
    kills=3,
    drops=4,
    deleted_threads=4,
    contests=6,
    minutes=12.0,
)
"""A plan that takes some minutes."""


def read(arguments: Sequence[str] | None = None) -> SoakPlan:
    """The plan of a command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--short", action="store_true", help="the short form, to start from")
    for name, about in (
        ("people", "how many people there are"),
        ("matches", "how many matches they begin"),
        ("seed", "what they do by chance"),
        ("tables", "matches that are sat at at once"),
        ("longest", "actions after which everybody gives up"),
        ("days", "days that the clock is turned"),
        ("kills", "how often the bot is killed"),
        ("drops", "how often the gateway is dropped"),
        ("deleted-threads", "how many threads are deleted"),
        ("contests", "how many tournaments, simuls and games with standing offers there are"),
        ("computer", "every how manieth match is against the computer"),
    ):
        parser.add_argument(f"--{name}", type=int, help=about)
    parser.add_argument("--minutes", type=float, help="real time after which no match is begun any more")
    parser.add_argument("--folder", type=Path, help="where the database and the log are kept")
    asked = vars(parser.parse_args(arguments))
    base = SHORT if asked.pop("short") else SoakPlan()
    return SoakPlan(**{**vars(base), **{name: value for name, value in asked.items() if value is not None}})
