"""The tabs below the lists of /matches: a user's own, a server's running and finished ones, its openings."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from cogs.kit.call import Call
from cogs.kit.card import row
from cogs.kit.controls import CONTROLS, button
from cogs.kit.presentation import number_of_game
from cogs.text import lists_texts

MINE, RUNNING, FINISHED, OPENINGS = range(4)
"""The tabs. Their ids hold these numbers: append, never reorder."""
TAB: Final = "matchestab"
"""The verb of their control."""


def tabs(call: Call, shown: int, game: str | None = None) -> list[ui.ActionRow[Any]]:
    """The row of tabs, each for the ``game`` if one is given; the one ``shown`` is disabled.

    There is none in direct messages, where there is no server.
    """
    if call.guild_id is None:
        return []
    which = () if game is None else (number_of_game(game),)
    return [
        row(
            *(
                CONTROLS[TAB].about(0, button(label, enabled=number != shown), args=(number, *which))
                for number, label in enumerate(lists_texts.TABS)
            )
        )
    ]
