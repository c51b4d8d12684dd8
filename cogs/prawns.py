"""Prawns: its commands."""

from __future__ import annotations

from cogs.app import Tidepool
from cogs.game import GameCog
from cogs.kit.presentation import USUAL, OptionWords
from engines import GAMES


def _sea() -> OptionWords:
    """The texts of the option for the size of the sea."""
    (board,) = (option for option in GAMES["prawns"].options if option.key == "board")
    sizes = {value: value.split("x") for value in board.choices}
    usual = {board.default: USUAL}
    return OptionWords(
        "Size of the sea",
        {
            value: f"{wide} wide, {high} high, {wide} krill a side{usual.get(value, '')}"
            for value, (wide, high) in sizes.items()
        },
        {
            value: f"The sea is {wide} squares wide and {high} high, and each side has {wide} krill."
            for value, (wide, high) in sizes.items()
        },
        {value: f"Board {wide}×{high}{usual.get(value, '')}" for value, (wide, high) in sizes.items()},
    )


class Prawns(GameCog):
    """See the rules page, docs/rules/prawns.md."""

    game = GAMES["prawns"]
    command = "prawns"
    endings = {
        "eaten": "Every prawn left in the sea is theirs.",
        "dry-land": "The last enemy prawn left the sea.",
    }
    options = {
        "board": _sea(),
        "blind_start": OptionWords(
            "Are the prawns in the corners picked in secret?",
            {"on": "yes, until both have picked (usual)", "off": "no, green picks first and blue sees it"},
            {
                "on": "The prawns in the corners are picked in secret.",
                "off": "The prawns in the corners are picked in the open, green first.",
            },
            {"off": "Open start: green picks first"},
        ),
        "revival": OptionWords(
            "Do eaten prawns come back?",
            {"on": "yes, to their owner's gene pool (usual)", "off": "no, they're gone for good"},
            {
                "on": "Eaten prawns go back to their owner's gene pool.",
                "off": "Eaten prawns don't come back.",
            },
            {"off": "Eaten prawns don't come back"},
        ),
    }


async def setup(bot: Tidepool) -> None:
    """Load the cog."""
    await bot.add_cog(Prawns(bot))
