"""Lines on the card of a match that is a game of a tournament, and the button to its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.kit.controls import AnyControl
from cogs.tournaments import table_panel, texts
from cogs.tournaments.service import Tournaments
from matches import Match
from matches.tournaments.model import TournamentGame, TournamentId

if TYPE_CHECKING:
    from cogs.app import App


async def part(app: App, match: Match) -> str:
    """The line on the card."""
    return texts.part(game) if (game := await _game(app, match)) else ""


async def in_short(app: App, match: Match) -> str:
    """The same at the end of a line."""
    return texts.in_short(game) if (game := await _game(app, match)) else ""


def leads_on(match: Match) -> AnyControl | None:
    """The button to the table."""
    if not match.terms.tournament:
        return None
    return table_panel.table_button(TournamentId(match.terms.tournament), match.id)


async def _game(app: App, match: Match) -> TournamentGame | None:
    return await app[Tournaments].game_of(match.id) if match.terms.tournament else None
