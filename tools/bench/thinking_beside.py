"""Moves between people while all workers think at the fifth level, compared with idle workers.

Both alternate in one run of the bot, so that other load of the machine affects both. The cost of a move is
the CPU time of the bot's own process. Blocks of the event loop are measured by the wall clock, on which a
busy machine lengthens them, or with ``--processor`` by the CPU clock.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import signal
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.loopback.loopback import Loopback
from tests.loopback.process import BotProcess
from tools.bench.load import _running, _tell
from tools.load.players import Players

RATE: Final = 20.0
SECONDS: Final = 5.0
ROUNDS: Final = 4
WARM_UP: Final = 3.0
MATCHES: Final = 100
HELD: Final = 10.0
MORE: Final = 10.0
"""The goal for the additional cost of a move, in percent."""


@dataclass
class Spent:
    """The cost of moves, either with idle or with busy workers."""

    moves: int = 0
    seconds: float = 0.0
    held: list[float] = field(default_factory=list)
    step: float = 0.0

    def add(self, told: dict[str, Any]) -> None:
        """Add a report of the probe."""
        self.moves += len(told["own"])
        self.seconds += told["cpu"]
        self.held += [1000 * each for each in told["held"]]
        self.step = max(self.step, 1000 * told["step"])

    @property
    def a_move(self) -> float:
        """CPU milliseconds per move."""
        return 1000 * self.seconds / max(1, self.moves)


def run(
    rounds: int = ROUNDS, seconds: float = SECONDS, matches: int = MATCHES, *, by_processor: bool = False
) -> None:
    """Print both; fails if a move was refused or no worker was busy, never because something is slow."""
    gc.disable()
    try:
        quiet, busy, workers = asyncio.run(_run(rounds, seconds, matches, by_processor))
    finally:
        gc.enable()
    more = 100 * (busy.a_move / quiet.a_move - 1)
    print(f"Moves between people, {RATE:.0f} a second, {rounds} x {seconds:.0f} s each, {workers} thinking")
    print(
        f"  processor's time a move: {quiet.a_move:.2f} ms alone ({quiet.moves} moves), {busy.a_move:.2f} ms",
        end="",
    )
    print(f" while all think ({busy.moves}): {more:+.1f} %   wanted: {MORE:g} %, {_met(more <= MORE)}")
    longest = (
        (busy.step, quiet.step)
        if by_processor
        else (max(busy.held, default=0.0), max(quiet.held, default=0.0))
    )
    clock = "the processor's" if by_processor else "the wall"
    print(
        f"  the event loop was held at most {longest[0]:.1f} ms by {clock} clock, alone {longest[1]:.1f} ms",
        end="",
    )
    print(f"   wanted: {HELD:g}, {_met(longest[0] <= HELD)}")


def _met(is_met: bool) -> str:
    return "met" if is_met else "NOT met"


async def _run(rounds: int, seconds: float, matches: int, by_processor: bool) -> tuple[Spent, Spent, int]:
    spent = Spent(), Spent()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = {"LOAD_THINKING": str(folder / "think")} | ({"LOAD_STEPS": "1"} if by_processor else {})
        async with Loopback(folder, patient=False) as discord:
            thinkers = max(1, (os.cpu_count() or 1) - 1)
            process = BotProcess(
                discord, folder, module="tools.load.thinking_bot", log_level="WARNING", thinkers=str(thinkers)
            )
            matches += round(2 * rounds * seconds * RATE / 15)
            players = Players(discord, process.address, matches=matches)
            await players.prepare()
            async with _running(process, folder, **settings):
                await process.start()
                await discord.world.until(lambda: discord.world.commands, what="the commands")
                await players.at_rate(RATE, WARM_UP)
                for turn in range(2 * rounds):
                    await _segment(process, players, folder, seconds, spent, busy=turn % 2 == 1)
                found = len(process.workers)
            assert found == thinkers, "all of them thought"
            assert not players.failed, f"{players.failed[:5]}\n{process.log[-3000:]}"
            assert not process.bugs, process.log
    return *spent, found


async def _segment(
    process: BotProcess,
    players: Players,
    folder: Path,
    seconds: float,
    spent: tuple[Spent, Spent],
    *,
    busy: bool,
) -> None:
    """Some seconds of moves, with idle or busy workers."""
    file, report = folder / "think", folder / "report.json"
    if busy:
        file.touch()
    else:
        file.unlink(missing_ok=True)
    await asyncio.sleep(2.0)  # until the workers have begun, or finished their last job
    _tell(process, signal.SIGUSR1)
    await players.at_rate(RATE, seconds)
    report.unlink(missing_ok=True)
    _tell(process, signal.SIGUSR2)
    while not report.exists():
        await asyncio.sleep(0.02)
        assert process.running, process.log
    spent[busy].add(json.loads(report.read_text()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.bench.thinking_beside", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument(
        "--processor", action="store_true", help="time the event loop by the processor's clock"
    )
    given = parser.parse_args()
    run(given.rounds, given.seconds, by_processor=given.processor)
