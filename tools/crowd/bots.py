"""The bot in a process of its own, the figures of the probe in it, its memory and its metrics."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.loopback.endpoint import ask
from tests.loopback.process import BotProcess
from tests.loopback.server.loopback import Loopback

PROBED: Final = "tools.load.bot"
"""The module of the bot with the probe (``tools/load/probe.py``)."""
MEGABYTE: Final = 1024 * 1024
TICKS: Final = os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def running(process: BotProcess) -> AsyncIterator[BotProcess]:
    """The bot, once it has registered its commands; it is killed at the end of the block."""
    try:
        await process.start()
        await process.discord.world.until(lambda: process.discord.world.commands, what="the commands")
        yield process
    finally:
        if process.running:
            await process.kill()


def probed(
    discord: Loopback, folder: Path, module: str = PROBED, *, by_processor: bool = False, **settings: str
) -> BotProcess:
    """A bot that reports to :func:`reported`; ``by_processor``: its steps are timed by the CPU clock."""
    steps = {"load_steps": "processor"} if by_processor else {}
    report = str(report_of(folder, "bot"))
    return BotProcess(
        discord, folder, module=module, log_level="WARNING", load_report=report, **steps, **settings
    )


def report_of(folder: Path, name: str) -> Path:
    """The file to which the probe in a bot reports."""
    return folder / f"{name}.json"


@dataclass
class Reported:
    """The figures of a probe, in milliseconds: moves, the loop's steps, collections of garbage, CPU time."""

    own: list[float]
    whole: list[float]
    held: list[float]
    collected: float
    step: float
    sizes: list[int]
    cpu: float

    @classmethod
    def read(cls, file: Path) -> Reported:
        """Read a report."""
        told: dict[str, Any] = json.loads(file.read_text())
        own, whole, held = ([1000 * each for each in told[name]] for name in ("own", "whole", "held"))
        return cls(
            own, whole, held, 1000 * told["collected"], 1000 * told["step"], told["sizes"], 1000 * told["cpu"]
        )


def reset(process: BotProcess) -> None:
    """Have a probe begin with new figures."""
    _tell(process, signal.SIGUSR1)


async def reported(process: BotProcess) -> Reported:
    """The figures of a probe since it was reset."""
    file = report_of(process.folder, process.name)
    file.unlink(missing_ok=True)
    _tell(process, signal.SIGUSR2)
    while not file.exists():
        await asyncio.sleep(0.02)
        assert process.running, process.log
    return Reported.read(file)


def _tell(process: BotProcess, what: signal.Signals) -> None:
    assert process.pid is not None
    os.kill(process.pid, what)


# --- as others see it ------------------------------------------------------------------------------------


def resident(pid: int | None) -> int:
    """The resident memory of a process in bytes; 0 if unknown, or if the process is gone."""
    return _status(pid, "VmRSS:")


def peak(pid: int | None) -> int:
    """The peak resident memory of a process in bytes; 0 if unknown, or if the process is gone."""
    return _status(pid, "VmHWM:")


def _status(pid: int | None, name: str) -> int:
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    return 0


def processor_seconds(*bots: BotProcess) -> float:
    """The CPU seconds that running processes have used."""
    stats = [Path(f"/proc/{one.pid}/stat").read_text() for one in bots if one.pid is not None]
    fields = [stat.rpartition(")")[2].split() for stat in stats]
    return sum(int(one[11]) + int(one[12]) for one in fields) / TICKS


async def metrics(port: int, name: str) -> Iterator[tuple[str, float]]:
    """The labels and figures of one of the bot's own metrics."""
    found = re.findall(rf"^{name}(?:{{(.*)}})? (\S+)", (await ask(port, "/metrics")).text, re.MULTILINE)
    return ((labels, float(value)) for labels, value in found)


async def swept(port: int) -> tuple[float, float]:
    """The number of the bot's successful sweeps, and the seconds that they took together."""
    parts = [dict(await metrics(port, f"tidepool_sweep_seconds_{part}")) for part in ("count", "sum")]
    count, seconds = (part.get('outcome="ok"', 0.0) for part in parts)
    return count, seconds
