"""Pjawns: its commands."""

from __future__ import annotations

from cogs.app import Tidepool
from cogs.game import GameCog
from engines import GAMES


class Pjawns(GameCog):
    """See the rules page, docs/rules/pjawns.md."""

    game = GAMES["pjawns"]
    command = "pjawns"
    for_newcomers = True
    words = {"place": "new pjawn"}
    endings = {
        "rank-8": "A {winner} pjawn reached the far side.",
        "no-action": "Their opponent couldn't place or move.",
    }


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Pjawns(bot))
