"""*Fair draw*: the button whose id carries the seals of a match, and what it tells about each of them.

So a seal stands in the message as Discord keeps it, and nobody has to read past it.
"""

from __future__ import annotations

from typing import Any

from discord import ui

from cogs.kit.arguments import Tail
from cogs.kit.card import card
from cogs.kit.controls import Press, control
from cogs.kit.visibility import to_look_at
from cogs.text import seals_texts
from matches import Match
from matches.lifecycle import seals


@control("fairdraw")
async def open_seals(press: Press, _seals: Tail) -> None:
    """Tells the seals of a match to anyone who may look at it, and opens those that the user may open."""
    match = await to_look_at(press, press.match_id)
    await press.answer(card(seals_texts.fair_draw(match, press.user)))


def buttons(match: Match) -> list[ui.Item[Any]]:
    """The button, with the seals in its id; none for a match without seals, or once its record opens them."""
    carried = ".".join(seals.carried(match))
    return [open_seals.about(match.id, seals_texts.FAIR_DRAW, carried)] if carried else []
