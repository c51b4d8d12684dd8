"""Moves under load: the cost of a move inside the bot, its highest rate, and the library's own cost.

``python -m tools.bench.load --seconds 60`` is the full minute; ``make bench`` runs a shorter one. The bot is
a separate process with a probe in it (``tools/load``); Discord and the players are in this process. First 50
moves a second over all games, then as many as the bot takes, then the same for a bare discord.py client that
only defers and uploads a picture of the same size. Costs are CPU time, which this process does not add to.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, quantiles
from typing import Any, Final

from engines import GAMES
from tests.loopback.loopback import Loopback
from tests.loopback.process import BotProcess
from tools.load.players import TAPPED, Players
from tools.soak.moment import command_of

RATE: Final = 50.0
SECONDS: Final = 10.0
FASTEST: Final = 6.0
"""Seconds at the highest rate that the bot takes."""
AT_ONCE: Final = 12
"""The number of players who move at the same time then."""
WARM_UP: Final = 3.0
MATCHES: Final = 150
OWN_P99: Final = 25.0
HELD: Final = 10.0
TIMES_FLOOR: Final = 3.5


@dataclass
class LoadSeen:
    """The probe's figures: milliseconds per move, the loop's longest steps, CPU time per move."""

    own: list[float]
    whole: list[float]
    held: list[float]
    collected: float
    size: float
    cpu: float
    moves: float
    late: int = 0
    """Moves that were not acknowledged within Discord's three seconds."""

    @classmethod
    def read(cls, told: dict[str, Any], moves: float) -> LoadSeen:
        """Parse a report of the probe; ``moves`` is the rate per second."""
        own, whole = ([1000 * each for each in told[name]] for name in ("own", "whole"))
        held = [1000 * each for each in told["held"]]
        cpu = 1000 * told["cpu"] / max(1, len(own))
        return cls(own, whole, held, 1000 * told["collected"], mean(told["sizes"] or [0]), cpu, moves)


def run(seconds: float = SECONDS, fastest: float = FASTEST, matches: int = MATCHES) -> None:
    """Print the figures beside the goals; fails only if a move was refused, not because it is slow."""
    # Garbage collection would pause this process, so that moves pile up and are sent all at once.
    gc.disable()
    try:
        asyncio.run(_run(seconds, fastest, matches))
    finally:
        gc.enable()


async def _run(seconds: float, at_most: float, matches: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paced, fastest = await _bot(Path(folder), seconds, at_most, matches)
    with tempfile.TemporaryDirectory() as folder:
        floor = await _floor(Path(folder), round(fastest.size), at_most, matches)
    _print(seconds, paced, fastest, floor)


async def _bot(folder: Path, seconds: float, at_most: float, matches: int) -> tuple[LoadSeen, LoadSeen]:
    async with Loopback(folder, patient=False) as discord:
        process = BotProcess(discord, folder, module="tools.load.bot", log_level="WARNING")
        players = Players(discord, process.address, matches=matches + round(seconds * RATE / 15))
        await players.prepare()
        async with _running(process, folder):
            await process.start()
            await discord.world.until(lambda: discord.world.commands, what="the commands")
            await players.at_rate(RATE / 2, WARM_UP)
            begun, players.late = players.done, 0
            _tell(process, signal.SIGUSR1)
            await players.at_rate(RATE, seconds)
            paced = await _seen(process, folder, (players.done - begun) / seconds)
            paced.late = players.late
            _tell(process, signal.SIGUSR1)
            rate = await players.as_fast_as_it_goes(at_most, AT_ONCE)
            fastest = await _seen(process, folder, rate)
        assert not players.failed, f"{players.failed[:5]}\n{process.log[-3000:]}"
        assert not process.bugs, process.log
        return paced, fastest


async def _floor(folder: Path, size: int, at_most: float, matches: int) -> LoadSeen:
    async with Loopback(folder, patient=False) as discord:
        process = BotProcess(discord, folder, module="tools.load.floor", log_level="WARNING")
        players = Players(discord, process.address, matches=matches)
        await players.prepare()
        players.bare = True
        discord.world.commands = _commands()
        async with _running(process, folder, LOAD_PICTURE=str(size)):
            await process.start()
            await asyncio.sleep(0.5)
            await players.as_fast_as_it_goes(WARM_UP, AT_ONCE)
            _tell(process, signal.SIGUSR1)
            rate = await players.as_fast_as_it_goes(at_most, AT_ONCE)
            return await _seen(process, folder, rate)


def _commands() -> list[dict[str, Any]]:
    """The commands for moves: a bare client registers none."""
    action = {"type": 3, "name": "action", "description": "What", "required": True}
    move = {"type": 1, "name": "move", "description": "Move", "options": [action]}
    return [
        {"id": str(number), "name": command_of(game), "description": "Play", "options": [move]}
        for number, game in enumerate(GAMES, start=1)
    ]


# --- the process -----------------------------------------------------------------------------------------


@contextmanager
def _reporting(folder: Path, **more: str) -> Iterator[None]:
    """Have processes started in the block write their reports to a folder."""
    given = {"LOAD_REPORT": str(folder / "report.json"), **more}
    os.environ.update(given)
    try:
        yield
    finally:
        for name in given:
            del os.environ[name]


@asynccontextmanager
async def _running(process: BotProcess, folder: Path, **more: str) -> AsyncIterator[None]:
    """Have ``process``, started in the block, write its report to a folder; it is killed at the end."""
    with _reporting(folder, **more):
        try:
            yield
        finally:
            if process.running:
                await process.kill()


def _tell(process: BotProcess, what: signal.Signals) -> None:
    if process.pid is not None:
        os.kill(process.pid, what)


async def _seen(process: BotProcess, folder: Path, moves: float) -> LoadSeen:
    """The probe's figures since it was last reset."""
    file = folder / "report.json"
    file.unlink(missing_ok=True)
    _tell(process, signal.SIGUSR2)
    while not file.exists():
        await asyncio.sleep(0.02)
        assert process.running, process.log
    return LoadSeen.read(json.loads(file.read_text()), moves)


# --- telling ---------------------------------------------------------------------------------------------


def _print(seconds: float, paced: LoadSeen, fastest: LoadSeen, floor: LoadSeen) -> None:
    print(f"Moves of all games, {TAPPED:.0%} of them tapped, the others typed")
    print(f"{RATE:.0f} a second for {seconds:.0f} s: {paced.moves:.1f} a second came")
    percent = quantiles(paced.own, n=100)
    whole = quantiles(paced.whole, n=100)
    _line("the bot's own time, arrival to picture, p50", percent[49], "ms")
    _line("the same, p99", percent[98], "ms", OWN_P99)
    _line("with the wait for Discord, p50 / p99", whole[49], f"ms / {whole[98]:.1f} ms")
    _line("not acknowledged within three seconds", paced.late, "moves", 0)
    _line("the longest the event loop was held", max(paced.held, default=0.0), "ms", HELD)
    _line("of that, the longest garbage collection", paced.collected, "ms")
    _line("processor's time a move", paced.cpu, "ms")
    print(f"As many as it takes, {AT_ONCE} at once, pictures of {fastest.size / 1000:.1f} kB")
    _line("the bot sustains", fastest.moves, "moves a second")
    _line("a bare discord.py client sustains", floor.moves, "a second")
    _line("processor's time a move", fastest.cpu, "ms")
    _line("the same for the bare client", floor.cpu, "ms")
    _line("a move costs so many times the floor", fastest.cpu / floor.cpu, "times", TIMES_FLOOR)
    _line("told by moves a second instead", floor.moves / fastest.moves, "times", TIMES_FLOOR)


def _line(name: str, figure: float, unit: str, wanted: float | None = None) -> None:
    said = "" if wanted is None else f"   wanted: {wanted:g}, {'met' if figure <= wanted else 'NOT met'}"
    print(f"  {name:<46} {figure:8.1f} {unit}{said}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tools.bench.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long 50 moves a second go on")
    run(parser.parse_args().seconds)
