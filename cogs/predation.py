"""Predation: its commands."""

from __future__ import annotations

from cogs.app import Tidepool
from cogs.game import GameCog
from cogs.kit.presentation import OptionWords
from engines import GAMES


class Predation(GameCog):
    """See the rules page, docs/rules/predation.md."""

    game = GAMES["predation"]
    command = "predation"
    question = "Which helper is removed?"
    words = {"spawn": "new {side}"}
    endings = {
        "extinction": "Fewer than two prey are left.",
        "migration": "A second prey landed on the far edge.",
    }
    options = {
        "lair": OptionWords(
            "Predators at the start, against nine prey",
            {"5": "five (usual)", "7": "seven: much easier for predator, and never rated"},
            {
                "5": "Five predators start against nine prey.",
                "7": "Seven predators start against nine prey. Much easier for predator, so never rated.",
            },
            {"7": "Seven predators, never rated"},
        )
    }


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Predation(bot))
