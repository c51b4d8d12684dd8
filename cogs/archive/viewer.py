"""The way from a position in a match's viewer to the openings of the reader's server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from discord import ui

from cogs.archive import texts
from cogs.archive.open_channels import OpenChannels
from cogs.archive.openings_panel import open_here
from cogs.archive.service import OPENING_TURNS, Openings
from cogs.kit.feature import InViewer
from matches import GuildId, Match, UserId
from services.viewpoint import read_in

if TYPE_CHECKING:
    from cogs.app import App
    from cogs.panels.match.board_panel import ViewerState


class OpeningsInViewer(InViewer):
    """The openings at a match's positions."""

    def __init__(self, app: App, match: Match) -> None:
        self._app = app
        self._match = match

    async def more(self, view: ViewerState) -> Sequence[ui.Item[Any]]:
        """The button to the openings of the reader's server at a position.

        None where no finished match there that everyone may see came to that position in its first turns, and
        in the middle of a turn.
        """
        history = self._app.matches.history(self._match).until(view.ply)
        turns = history.turns
        guild = read_in()
        place = None if guild is None else self._app.bot.get_guild(guild)
        if place is None or turns > OPENING_TURNS or (history.played and not history.played[-1].ends_turn):
            return ()
        channels = await self._app[OpenChannels].of(place)
        if not await self._app[Openings].has(GuildId(place.id), channels, self._match, turns):
            return ()
        return [open_here.on(self._match, texts.OPENINGS_HERE, turns)]


async def in_viewer(app: App, match: Match, _reader: UserId) -> InViewer:
    """The openings of the reader's server, asked for only where *More* is opened."""
    return OpeningsInViewer(app, match)
