"""Cannons and Crabs: its commands."""

from __future__ import annotations

from cogs.app import Tidepool
from cogs.game import GameCog
from cogs.kit.presentation import OptionWords
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
    options = {
        "board": OptionWords(
            "Size of the board",
            {"7x6": "7 wide, 6 high (usual)", "7x7": "7 wide, 7 high"},
            {
                "7x6": "The board is 7 squares wide and 6 high.",
                "7x7": "The board is 7 squares high, with one more empty row in the middle.",
            },
            {"7x7": "Board 7×7"},
        )
    }


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(CannonsAndCrabs(bot))
