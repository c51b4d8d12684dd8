"""The bot of the load tests, with workers that all think at the fifth level while a file exists.

``LOAD_THINKING`` names the file. The bot's own workers get the jobs, each one after the other.
"""

from __future__ import annotations

import asyncio
import os
import sys
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from cogs.delivery.computer.thinking import Thinker
from computer.core import Job
from computer.workers import ThinkingError, Workers
from engines import GAMES
from tools.load import bot

LEVEL: Final = 5
OFTEN: Final = 0.05
"""Seconds between two checks for the file."""


def main() -> int:
    """Run the bot until it is stopped; returns its exit code."""
    own = Thinker.wake

    def wake(thinker: Thinker) -> None:
        if not hasattr(thinker, "fed"):
            thinker.fed = [asyncio.create_task(_feed(one)) for one in _each(thinker)]  # type: ignore[attr-defined]
        own(thinker)

    Thinker.wake = wake  # type: ignore[method-assign,assignment]
    return bot.main()


def _each(thinker: Any) -> list[Workers]:
    """The workers, once for each child process."""
    assert isinstance(thinker._workers, Workers), "no children think"
    return [thinker._workers] * thinker._workers.number


async def _feed(workers: Workers) -> None:
    """Keep one child process busy while the file exists."""
    file = Path(os.environ["LOAD_THINKING"])
    for seed, key in enumerate(cycle(sorted(GAMES))):
        # The file is on a local disk: checking for it does not block the event loop.
        while not file.exists():  # noqa: ASYNC110, ASYNC240
            await asyncio.sleep(OFTEN)
        game = GAMES[key]
        picks = dict.fromkeys(game.sides, ("crab", "lobster")) if game.secret_setup else None
        try:
            await workers.think(Job(key, game.start(picks=picks).to_text(), LEVEL, seed))
        except ThinkingError:
            return  # the bot stops


if __name__ == "__main__":
    sys.exit(main())
