"""Prudh: its commands."""

from __future__ import annotations

from cogs.app import Tidepool
from cogs.game import GameCog
from engines import GAMES


class Prudh(GameCog):
    """See the rules page, docs/rules/prudh.md."""

    game = GAMES["prudh"]
    command = "prudh"
    endings = {
        "higher-score": "Nothing can move any more, and their score is higher.",
        "tie-second-mover": "Nothing can move any more. The scores are even: a tie goes to the second mover.",
    }


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Prudh(bot, bot.app))
