"""Checks of the computer in a soak: its processes end with the bot, and each move gets one answer."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

from engines.record import RecordError
from tests.loopback.process import still_thinking
from tests.loopback.stored import Folding
from tools.soak.ground import Ground

ENDED_WITHIN: Final = 60.0
"""Real seconds within which a thinking process must end after its bot.

It first finishes its answer, with a low priority.
"""
CHANGE: Final = re.compile(r"match=(\d+) version=(\d+) phase=\w+ (?:computer=\d (played))?")
"""A line of the bot's log about a stored change."""


async def ended(ground: Ground) -> None:
    """Wait until all thinking processes of the bot have ended; record those that have not as faults."""
    ground.counts["processes that thought"] = len(ground.workers)
    with suppress(TimeoutError):
        await ground.world.until(lambda: not still_thinking(ground.workers), within=ENDED_WITHIN)
    for pid in still_thinking(ground.workers):
        ground.fault(f"process {pid} thinks on, and its bot is gone")


def look(ground: Ground) -> None:
    """Record doubled and pending turns of the computer, and unreadable records, as faults."""
    for line in doubled(ground.bot.log):
        ground.fault(line)
    for number in ground.database.numbers():
        try:
            match = ground.look(number)
            if match.texts:
                Folding().position(match)
        except RecordError as error:
            ground.fault(f"match {number} has a record that cannot be played: {error}")
    for (number,) in ground.database.rows("SELECT match_id FROM chore WHERE kind = 'think'"):
        ground.fault(f"match {number} still waits for the computer")


def doubled(log: str) -> list[str]:
    """The doubled changes in the bot's log: two of one version, or two answers of the computer in a row.

    After an answer its opponent has to act.
    """
    found: list[str] = []
    last: dict[int, tuple[int, bool]] = {}
    for told in CHANGE.finditer(log):
        match, version, answer = int(told[1]), int(told[2]), told[3] is not None
        before, answered = last.get(match, (0, False))
        if version <= before:
            found.append(f"match {match} was changed twice to version {version}")
        elif answer and answered and version == before + 1:
            found.append(f"match {match} was answered by the computer in a row, by version {version}")
        last[match] = version, answer
    return found
