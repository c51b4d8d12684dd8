"""Tells news of tournaments in their channels, where an organiser chose so: silently, and each once.

What was told is stored. Before that, a message that a crash left behind is found by its button, which names
the news. What Discord refuses is not tried again: the tournament's card says it all.
"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Final

from cogs.connection.state import ConnectionState
from cogs.delivery.outbox import LogLines, Resting, work_through
from cogs.delivery.sender import Controls, Sought, locale_of, send_once
from cogs.panels.tournament.tournament_card import news_card
from cogs.text import speaking
from matches import Clock
from matches.tournaments.model import TournamentId
from matches.tournaments.news import News
from services.tournaments import Tournaments

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

_LINES: Final = LogLines(
    log, "tournament=%s its news", lambda one: (one,), "were not told", "could not be told"
)


class TournamentNews:
    """Tells the news. Raises no Discord errors: while Discord is down they stay due."""

    def __init__(self, app: App, tournaments: Tournaments, clock: Clock, connection: ConnectionState) -> None:
        self._app = app
        self._tournaments = tournaments
        self._clock = clock
        self._connection = connection
        self._resting = Resting[TournamentId](clock)
        """The tournaments whose news failed."""

    async def tell(self, limit: int) -> None:
        """Tell the news that are due, of at most ``limit`` tournaments."""
        due = await self._resting.others(self._tournaments.news_due, limit)
        await work_through(
            due,
            self._tell,
            self._connection,
            _LINES,
            refused=self._pass_over,
            broken=self._resting.rest,
        )

    async def _tell(self, which: TournamentId) -> None:
        seen_at = self._clock()
        found = await self._tournaments.load(which)
        news = await self._tournaments.news_of(found)
        if news is not None:
            with speaking(locale_of(self._app.bot, found.guild_id)):
                shown = await news_card(self._app, found, news)
                nonce = f"news{which}.{news.kind:d}.{news.number}"
                sought = _sought(which, news)
                await send_once(self._app.bot, found.channel_id, shown, sought, nonce=nonce, silent=True)
        await self._tournaments.note_told(found, news, seen_at)

    async def _pass_over(self, which: TournamentId) -> None:
        """Take news as told that Discord refuses."""
        seen_at = self._clock()
        found = await self._tournaments.load(which)
        await self._tournaments.note_told(found, await self._tournaments.news_of(found), seen_at)


def _sought(which: TournamentId, news: News) -> Sought:
    """A test for the message of this news, by its button."""
    control = re.compile(rf"tournews:0:0:{which}\.{news.kind:d}\.{news.number}")

    def is_it(controls: Controls) -> bool:
        return any(map(control.fullmatch, controls))

    return is_it
