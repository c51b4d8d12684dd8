"""Cannons and Crabs: its commands."""

from __future__ import annotations

from cogs.app import Tidepool
from cogs.game import GameCog
from engines import GAMES


class CannonsAndCrabs(GameCog):
    """See the rules page, docs/rules/cannons_and_crabs.md."""

    game = GAMES["cannons-and-crabs"]
    command = "cannons"
    endings = {
        "checkmate": "Checkmate.",
        "stalemate": "Stalemate: no legal move, and no check.",
        "fifty-moves": "Fifty moves by each side without a capture or a move of a pawn or a crab.",
    }


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(CannonsAndCrabs(bot, bot.app))
