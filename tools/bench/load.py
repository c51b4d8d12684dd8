"""Moves under load: the cost of a move inside the bot, its highest rate, and the library's own cost.

``python -m tools.bench.load --seconds 60`` is the full minute; ``make bench`` runs a shorter one. The bot is
a separate process with a probe in it (``tools/load``); Discord and the players are in this process. First 50
moves a second over all games, then as many as the bot takes, then the same for a bare discord.py client that
only defers and uploads a picture of the same size. Costs are CPU time, which this process does not add to.
"""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any, Final

from engines import GAMES
from tests.loopback.server.loopback import Loopback
from tools import harness
from tools.crowd.bots import Reported, probed, reported, reset, running
from tools.crowd.moving import TAPPED, Crowd
from tools.crowd.watching import command_of

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
    """The probe's figures, the moves a second, and those that were not acknowledged within three seconds."""

    told: Reported
    moves: float
    late: int = 0

    @property
    def cpu(self) -> float:
        """CPU milliseconds per move."""
        return self.told.cpu / max(1, len(self.told.own))

    @property
    def size(self) -> float:
        """The mean bytes of a picture."""
        return mean(self.told.sizes or [0])


def run(seconds: float = SECONDS, fastest: float = FASTEST, matches: int = MATCHES) -> None:
    """Print the figures beside the goals; fails only if a move was refused, not because it is slow."""
    with harness.undisturbed():
        asyncio.run(_run(seconds, fastest, matches))


async def _run(seconds: float, at_most: float, matches: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paced, fastest = await _bot(Path(folder), seconds, at_most, matches)
    with tempfile.TemporaryDirectory() as folder:
        floor = await _floor(Path(folder), round(fastest.size), at_most, matches)
    _print(seconds, paced, fastest, floor)


async def _bot(folder: Path, seconds: float, at_most: float, matches: int) -> tuple[LoadSeen, LoadSeen]:
    async with Loopback(folder, patient=False) as discord:
        process = probed(discord, folder)
        crowd = Crowd(discord, process.address, matches=matches + round(seconds * RATE / 15))
        await crowd.prepare()
        async with running(process):
            await crowd.at_rate(RATE / 2, WARM_UP)
            begun, tried = crowd.done, len(crowd.moves)
            reset(process)
            await crowd.at_rate(RATE, seconds)
            late = sum(move.heard is None for move in crowd.moves[tried:])
            paced = LoadSeen(await reported(process), (crowd.done - begun) / seconds, late)
            reset(process)
            rate = await crowd.as_fast_as_it_goes(at_most, AT_ONCE)
            fastest = LoadSeen(await reported(process), rate)
        assert not crowd.failed, f"{crowd.failed[:5]}\n{crowd.told}\n{process.log[-3000:]}"
        assert not process.bugs, process.log
        return paced, fastest


async def _floor(folder: Path, size: int, at_most: float, matches: int) -> LoadSeen:
    async with Loopback(folder, patient=False) as discord:
        process = probed(discord, folder, "tools.load.floor", load_picture=str(size))
        crowd = Crowd(discord, process.address, matches=matches)
        await crowd.prepare()
        crowd.bare = True
        discord.world.commands = _commands()
        async with running(process):
            await asyncio.sleep(0.5)
            await crowd.as_fast_as_it_goes(WARM_UP, AT_ONCE)
            reset(process)
            rate = await crowd.as_fast_as_it_goes(at_most, AT_ONCE)
            return LoadSeen(await reported(process), rate)


def _commands() -> list[dict[str, Any]]:
    """The commands for moves: a bare client registers none."""
    action = {"type": 3, "name": "action", "description": "What", "required": True}
    move = {"type": 1, "name": "move", "description": "Move", "options": [action]}
    return [
        {"id": str(number), "name": command_of(game), "description": "Play", "options": [move]}
        for number, game in enumerate(GAMES, start=1)
    ]


def _print(seconds: float, paced: LoadSeen, fastest: LoadSeen, floor: LoadSeen) -> None:
    told, figure, percentile = paced.told, harness.figure, harness.percentile
    print(f"Moves of all games, {TAPPED:.0%} of them tapped, the others typed")
    print(f"{RATE:.0f} a second for {seconds:.0f} s: {paced.moves:.1f} a second came")
    figure("the bot's own time, arrival to picture, p50", percentile(told.own, 50), "ms")
    figure("the same, p99", percentile(told.own, 99), "ms", at_most=OWN_P99)
    figure("with the wait for Discord, p50", percentile(told.whole, 50), "ms")
    figure("the same, p99", percentile(told.whole, 99), "ms")
    figure("not acknowledged within three seconds", paced.late, "moves", at_most=0)
    figure("the longest the event loop was held", max(told.held, default=0.0), "ms", at_most=HELD)
    figure("of that, the longest garbage collection", told.collected, "ms")
    figure("processor's time a move", paced.cpu, "ms")
    print(f"As many as it takes, {AT_ONCE} at once, pictures of {fastest.size / 1000:.1f} kB")
    figure("the bot sustains", fastest.moves, "moves a second")
    figure("a bare discord.py client sustains", floor.moves, "a second")
    figure("processor's time a move", fastest.cpu, "ms")
    figure("the same for the bare client", floor.cpu, "ms")
    figure("a move costs so many times the floor", fastest.cpu / floor.cpu, "times", at_most=TIMES_FLOOR)
    figure("told by moves a second instead", floor.moves / fastest.moves, "times", at_most=TIMES_FLOOR)


if __name__ == "__main__":
    harness.main(run)
