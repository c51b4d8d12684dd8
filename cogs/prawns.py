"""Prawns: its commands."""

from __future__ import annotations

from cogs.app import Tidepool
from cogs.game import GameCog
from engines import GAMES


class Prawns(GameCog):
    """See the rules page, docs/rules/prawns.md."""

    game = GAMES["prawns"]
    command = "prawns"
    endings = {
        "eaten": "Every prawn left in the sea is theirs.",
        "dry-land": "The last enemy prawn left the sea.",
    }


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Prawns(bot, bot.app))
