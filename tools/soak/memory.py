"""The memory of the bot's process, as the operating system counts it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Final

from tools.crowd.bots import MEGABYTE, resident
from tools.soak.ground import Ground

EVERY: Final = 2.0
"""Seconds between two samples."""


@dataclass
class Life:
    """One run of the bot's process: samples of its memory and of the number of finished matches."""

    pid: int
    seen: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Memory:
    """All runs of the bot's process."""

    lives: list[Life] = field(default_factory=list)

    async def watch(self, ground: Ground) -> None:
        """Take samples for ever."""
        while True:
            self.look(ground)
            await asyncio.sleep(EVERY)

    def look(self, ground: Ground) -> None:
        """Take one sample."""
        pid = ground.bot.pid
        if pid is None or not (held := resident(pid)):
            return
        if not self.lives or self.lives[-1].pid != pid:
            self.lives.append(Life(pid))
        self.lives[-1].seen.append((held, ground.over))

    def lines(self) -> list[str]:
        """Lines about the first start and the end, and about the last run by quarters."""
        if not self.lives:
            return ["nobody can tell here"]
        first, last = self.lives[0].seen, self.lives[-1].seen
        quarters = [last[len(last) * part // 4 - (part == 4)] for part in range(5)]
        told = ", ".join(f"{held / MEGABYTE:.0f} MB at {over} matches" for held, over in quarters)
        return [
            f"at the first start {first[0][0] / MEGABYTE:.0f} MB, at the end {last[-1][0] / MEGABYTE:.0f} MB",
            f"the last life, which nobody ended: {told}",
        ]
