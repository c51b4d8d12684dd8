"""How much memory the bot's process holds, as the operating system counts it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tools.soak.ground import Ground

EVERY: Final = 2.0
"""Seconds between two looks."""
MEGABYTE: Final = 1024 * 1024


def resident(pid: int) -> int:
    """Bytes that a process holds in memory; 0 where nobody can tell, or it is gone."""
    return _told(pid, "VmRSS:")


def peak(pid: int) -> int:
    """The most bytes that a process ever held in memory; 0 where nobody can tell, or it is gone."""
    return _told(pid, "VmHWM:")


def _told(pid: int, name: str) -> int:
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    return 0


@dataclass
class Life:
    """One life of the bot's process: what it held and how many matches were over, look by look."""

    pid: int
    seen: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Memory:
    """All lives."""

    lives: list[Life] = field(default_factory=list)

    async def watch(self, ground: Ground) -> None:
        """Look again and again, for ever."""
        while True:
            self.look(ground)
            await asyncio.sleep(EVERY)

    def look(self, ground: Ground) -> None:
        """Look once."""
        pid = ground.bot.pid
        if pid is None or not (held := resident(pid)):
            return
        if not self.lives or self.lives[-1].pid != pid:
            self.lives.append(Life(pid))
        self.lives[-1].seen.append((held, ground.over))

    def lines(self) -> list[str]:
        """The first start, and the last life from its start to its end by quarters."""
        if not self.lives:
            return ["nobody can tell here"]
        first, last = self.lives[0].seen, self.lives[-1].seen
        quarters = [last[len(last) * part // 4 - (part == 4)] for part in range(5)]
        told = ", ".join(f"{held / MEGABYTE:.0f} MB at {over} matches" for held, over in quarters)
        return [
            f"at the first start {first[0][0] / MEGABYTE:.0f} MB, at the end {last[-1][0] / MEGABYTE:.0f} MB",
            f"the last life, which nobody ended: {told}",
        ]
