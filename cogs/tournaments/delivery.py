"""The job of tournaments: their steps, the matches that begin by them, and all that is kept up to date."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from cogs.connection.requests import Purpose, requests_for
from cogs.delivery.background_publisher import FIRST_WAIT, LONGEST_WAIT
from cogs.delivery.outbox import backoff
from cogs.tournaments.cards import TournamentCards
from cogs.tournaments.event_keeper import EventKeeper
from cogs.tournaments.news import TournamentNews
from cogs.tournaments.service import Tournaments
from cogs.tournaments.substitute_keeper import SubstituteKeeper
from matches import MatchId, StoreUnavailableError
from matches.tournaments.model import TournamentId

if TYPE_CHECKING:
    from cogs.app import App

log = logging.getLogger(__name__)

AT_ONCE: Final = 5
"""Tournaments, and cards of them, that one round attends to."""


class TournamentRunner:
    """Does what is due in tournaments. Raises no Discord errors."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._tournaments = app[Tournaments]
        self._waves: dict[TournamentId, Collection[MatchId]] = {}
        """For each tournament the matches that began last, while Discord holds them back."""
        self._failures: dict[TournamentId, int] = {}
        """For each tournament that could not be attended to: the number of tries since it could."""

    async def run(self) -> None:
        """Do what is due in tournaments, show matches that begin, and keep tournaments' cards and events.

        No matches of a tournament begin while Discord holds back its last ones.
        """
        held = {
            which for which, begun in self._waves.items() if self._app.background_publisher.is_held_up(begun)
        }
        for which in await self._tournaments.due(AT_ONCE + len(held)):
            if which not in held:
                await self._attend(which)
        await self._app[TournamentCards].keep_up(AT_ONCE)
        await self._app[SubstituteKeeper].keep_up(AT_ONCE)
        await self._app[TournamentNews].tell(AT_ONCE)
        await self._app[EventKeeper].keep_up(AT_ONCE)

    async def _attend(self, which: TournamentId) -> None:
        """Do what is due in a tournament, and show the matches that begin; the sweep shows the others."""
        self._waves.pop(which, None)
        try:
            begun = await self._tournaments.attend(which, self._app.members.absent_now)
        except Exception as error:  # noqa: BLE001 - one bad tournament must not stop the others
            await self._put_off(which, error)
            return
        self._failures.pop(which, None)
        await self._app.background_publisher.show_all(begun)
        if self._app.background_publisher.is_held_up(begun):
            self._waves[which] = begun

    async def _put_off(self, which: TournamentId, error: Exception) -> None:
        """Wait longer each time that a tournament fails; log the trace of a bug the first time only."""
        tries = self._failures[which] = self._failures.get(which, 0) + 1
        wait = backoff(FIRST_WAIT, tries, LONGEST_WAIT)
        bug = None if isinstance(error, StoreUnavailableError) or tries > 1 else error
        level = logging.WARNING if bug is None else logging.ERROR
        log.log(level, "tournament=%s failed, next try in %s: %r", which, wait, error, exc_info=bug)
        await self._tournaments.put_off(which, wait)


async def run_due(app: App) -> None:
    """Do what is due, in a job of its own: a start of hundreds of matches must not hold up moves."""
    with requests_for(Purpose.TIDYING):
        await app[TournamentRunner].run()
