"""Moves between people while all workers think at the fifth level, compared with idle workers.

Both alternate in one run of the bot, so that other load of the machine affects both. The cost of a move is
the CPU time of the bot's own process. Blocks of the event loop are measured by the wall clock, on which a
busy machine lengthens them, or with ``--processor`` by the CPU clock.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from typing import Final

from tests.loopback.server.loopback import Loopback
from tools import harness
from tools.crowd.bots import Reported, probed, reported, reset, running
from tools.crowd.moving import Crowd

RATE: Final = 20.0
SECONDS: Final = 5.0
ROUNDS: Final = 4
WARM_UP: Final = 3.0
MATCHES: Final = 100
HELD: Final = 10.0
MORE: Final = 10.0
"""The goal for the additional cost of a move, in percent."""
CHANGED: Final = 2.0
"""Seconds until the workers have begun, or finished their last job."""


def run(
    rounds: int = ROUNDS, seconds: float = SECONDS, matches: int = MATCHES, *, processor: bool = False
) -> None:
    """Print both; fails if a move was refused or no worker was busy, never because something is slow."""
    thinkers = max(1, (os.cpu_count() or 1) - 1)
    with harness.undisturbed():
        quiet, busy = asyncio.run(_run(rounds, seconds, matches, thinkers, processor))
    print(f"Moves between people, {RATE:.0f} a second, {rounds} x {seconds:.0f} s each, {thinkers} thinking")
    alone, beside = (sum(one.cpu for one in seen) / max(1, _moves(seen)) for seen in (quiet, busy))
    harness.figure(f"processor's time a move, alone ({_moves(quiet)} moves)", alone, "ms")
    harness.figure(f"the same while all think ({_moves(busy)} moves)", beside, "ms")
    harness.figure("that is more by", 100 * (beside / alone - 1), "%", at_most=MORE)
    clock = "the processor's" if processor else "the wall"
    for name, seen, bounds in (("alone", quiet, {}), ("while all think", busy, {"at_most": HELD})):
        held = max(one.step if processor else max(one.held, default=0.0) for one in seen)
        harness.figure(f"the event loop was held at most, {name}, by {clock} clock", held, "ms", **bounds)


def _moves(seen: list[Reported]) -> int:
    return sum(len(one.own) for one in seen)


async def _run(
    rounds: int, seconds: float, matches: int, thinkers: int, by_processor: bool
) -> tuple[list[Reported], list[Reported]]:
    """What the probe told of each round, with idle and with busy workers."""
    seen: tuple[list[Reported], list[Reported]] = [], []
    with tempfile.TemporaryDirectory() as name:
        folder, thinking = Path(name), Path(name) / "think"
        async with Loopback(folder, patient=False) as discord:
            settings = {"thinkers": str(thinkers), "load_thinking": str(thinking)}
            process = probed(
                discord, folder, "tools.load.thinking_bot", by_processor=by_processor, **settings
            )
            crowd = Crowd(discord, process.address, matches=matches + round(2 * rounds * seconds * RATE / 15))
            await crowd.prepare()
            async with running(process):
                await crowd.at_rate(RATE, WARM_UP)
                for turn in range(2 * rounds):
                    if turn % 2:
                        thinking.touch()
                    else:
                        thinking.unlink(missing_ok=True)
                    await asyncio.sleep(CHANGED)
                    reset(process)
                    await crowd.at_rate(RATE, seconds)
                    seen[turn % 2].append(await reported(process))
                found = len(process.workers)
            assert found == thinkers, "all of them thought"
            assert not crowd.failed, f"{crowd.failed[:5]}\n{crowd.told}\n{process.log[-3000:]}"
            assert not process.bugs, process.log
    return seen


if __name__ == "__main__":
    harness.main(run)
