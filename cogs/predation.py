"""Predation: its commands."""

from __future__ import annotations

from cogs.app import Tidepool
from cogs.game import GameCog
from engines import GAMES


class Predation(GameCog):
    """See the rules page, docs/rules/predation.md."""

    game = GAMES["predation"]
    command = "predation"
    question = "A predator was taken. One of the prey that helped is removed for it."
    words = {"spawn": "spawn a new {side}"}
    endings = {
        "extinction": "Fewer than two prey are left.",
        "migration": "A second prey landed on the far edge.",
    }


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Predation(bot, bot.app))
