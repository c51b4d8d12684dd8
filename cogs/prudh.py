"""Prudh: its commands."""

from __future__ import annotations

from cogs.app import Tidepool
from cogs.game import GameCog
from cogs.kit.presentation import OptionWords
from engines import GAMES


class Prudh(GameCog):
    """See the rules page, docs/rules/prudh.md."""

    game = GAMES["prudh"]
    command = "prudh"
    endings = {
        "higher-score": "One side can't move anymore, and their score is higher.",
        "tie-second-mover": "One side can't move anymore, with even scores: a tie goes to the second mover.",
    }
    options = {
        "edge": OptionWords(
            "Pieces left over at the edge",
            {
                "ordinary": "go back (usual)",
                "traditional": "captured with the stack (traditional)",
                "tika": "stay there (tika)",
                "tomio": "fall into the pit (tomio)",
            },
            {
                "ordinary": "Pieces left over at the edge go back to where the run began.",
                "traditional": "Pieces left over after a capture at the edge are captured too, a point each.",
                "tika": "Pieces left over after a capture at the edge stay there, as an enemy stack.",
                "tomio": "Pieces left over at the edge fall into a pit: a point each for the last to move.",
            },
        )
    }


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Prudh(bot))
