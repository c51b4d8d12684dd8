"""The tabs below the lists of /matches: a user's own, those running in a server, and what features add."""

from __future__ import annotations

from typing import Any, Final

from discord import ui

from cogs.kit.call import Call
from cogs.kit.card import rows
from cogs.kit.controls import CONTROLS, AnyControl, button
from cogs.text import lists_texts

MINE, RUNNING, FINISHED = range(3)
"""The numbers of tabs, as ids hold them: never change one. Features have those after the first two."""
TAB: Final = "matchestab"
"""The verb of their control."""


def tabs(call: Call, shown: int, game: str | None = None) -> list[ui.ActionRow[Any]]:
    """The tabs, those of features for the ``game`` if one is given; the one ``shown`` is disabled.

    There is none in direct messages, where there is no server.
    """
    if call.guild_id is None:
        return []
    kept = () if game is None else (game,)
    own = [_tab(number, label, shown) for number, label in enumerate(lists_texts.TABS)]
    added = sorted(call.app.features.matches_tabs, key=lambda tab: tab.number)
    return rows([*own, *(_tab(tab.number, tab.label(), shown, *kept) for tab in added)])


def _tab(number: int, label: str, shown: int, *kept: str) -> AnyControl:
    return CONTROLS[TAB].about(0, button(label, enabled=number != shown), number, *kept)
