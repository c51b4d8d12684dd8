"""The size and the seed of a soak."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tools.harness import add_options, planned


@dataclass(frozen=True)
class SoakPlan:
    """A soak. ``kills`` and the like are the total numbers of such events."""

    people: Annotated[int, "how many people there are"] = 500
    matches: Annotated[int, "how many matches they begin"] = 1000
    seed: Annotated[int, "what they do by chance"] = 1
    tables: Annotated[int, "matches that are sat at at once"] = 24
    longest: Annotated[int, "actions after which everybody gives up"] = 150
    days: Annotated[int, "days that the clock is turned"] = 120
    kills: Annotated[int, "how often the bot is killed"] = 30
    drops: Annotated[int, "how often the gateway is dropped"] = 60
    deleted_threads: Annotated[int, "how many threads are deleted"] = 60
    computer: Annotated[int, "every how manieth match is against the computer"] = 3
    contests: Annotated[int, "tournaments, simuls and games with standing offers besides"] = 24
    minutes: Annotated[float, "real time after which no match is begun any more"] = 90.0
    folder: Annotated[Path | None, "where the database and the log are kept"] = None

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
    add_options(parser, SoakPlan)
    asked = parser.parse_args(arguments)
    return planned(SHORT if asked.short else SoakPlan(), asked)
