"""Every sentence about what was played in a match since its reader last looked."""

from __future__ import annotations

from typing import Final

from cogs.text.en.phrases import counted

CATCH_UP: Final = "Catch up"
FIRST_LOOK: Final = "You haven't looked at this match before, so here's all of it."
NOTHING_NEW: Final = "Nothing was played since you last looked."


def played_since(turns: int) -> str:
    """Above the film of what was played, in so many turns of both sides together."""
    return f"**Since you last looked:** {counted(turns, 'move')}."
