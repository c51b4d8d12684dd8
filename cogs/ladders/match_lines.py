"""Lines on the card of a match for a place on a ladder, and the button to the ladder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.kit.controls import AnyControl
from cogs.ladders import panel, texts
from cogs.ladders.service import Ladders
from matches import Match

if TYPE_CHECKING:
    from cogs.app import App


async def part(_app: App, match: Match) -> str:
    """The line on the card."""
    return texts.part(match)


async def in_short(_app: App, match: Match) -> str:
    """The same at the end of a line."""
    return texts.in_short(match)


async def decided(app: App, match: Match) -> str:
    """The line about who has the place now that the match is over."""
    return texts.decided(match, await app[Ladders].won(match.id)) if match.terms.ladder else ""


def leads_on(match: Match) -> AnyControl | None:
    """The button to the ladder."""
    return panel.open_button(match.game_key, match.id) if match.terms.ladder else None
