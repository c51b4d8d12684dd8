"""The tabs below the lists of /matches: a user's own, a server's running and finished ones, its openings."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from cogs.kit.call import Call
from cogs.kit.card import row
from cogs.kit.controls import CONTROLS, AnyControl, button
from cogs.text import lists_texts

MINE, RUNNING, FINISHED, OPENINGS = range(4)
"""The tabs. Their ids hold these numbers: append, never reorder."""
BY_GAME: Final = (FINISHED, OPENINGS)
"""The tabs that keep to a game: each has a menu to choose another one."""
TAB: Final = "matchestab"
"""The verb of their control."""


def tabs(call: Call, shown: int, game: str | None = None) -> list[ui.ActionRow[Any]]:
    """The row of tabs, those by game for the ``game`` if one is given; the one ``shown`` is disabled.

    There is none in direct messages, where there is no server.
    """
    if call.guild_id is None:
        return []
    return [row(*(_tab(number, shown, game) for number in (MINE, RUNNING, FINISHED, OPENINGS)))]


def _tab(number: int, shown: int, game: str | None) -> AnyControl:
    kept = () if game is None or number not in BY_GAME else (game,)
    label = button(lists_texts.TABS[number], enabled=number != shown)
    return CONTROLS[TAB].about(0, label, number, *kept)
