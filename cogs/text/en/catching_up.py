"""Every sentence about what was played in a match since its reader last looked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.text.en.match import turn_made
from cogs.text.en.phrases import counted
from engines.record import Played

FIRST_LOOK: Final = "This is your first look at this match, so it begins at the start."
NOTHING_NEW: Final = "Nothing was played since you last looked."


def missed(turns: int) -> str:
    """The button to what was played since its reader last looked."""
    return f"What you missed: {counted(turns, 'turn')}"


def played_since(turns: int) -> str:
    """Above the film of what was played, in so many turns of both sides together."""
    return f"**Since you last looked:** {counted(turns, 'move')}."


def played(actions: Sequence[Played], longest: int) -> str:
    """Tell the turns played, a line each; of more than ``longest`` characters the last ones."""
    turns: list[list[Played]] = []
    for one in actions:
        if turns and turns[-1][-1].side == one.side:
            turns[-1].append(one)
        else:
            turns.append([one])
    lines: list[str] = []
    while turns and sum(map(len, lines)) + len(line := turn_made(turns[-1])) <= longest:
        lines.insert(0, line)
        turns.pop()
    left_out = [f"-# {counted(len(turns), 'earlier move')} left out."] if turns else []
    return "\n".join([*left_out, *lines])
