"""Operations on Discord's scheduled events of tournaments: turning them on and off, and what is due."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from data import stores
from matches.errors import TournamentError, TournamentProblem
from matches.model import UserId
from matches.tournaments.events import EventId, EventTrouble, TournamentEvent
from matches.tournaments.model import Tournament, TournamentId
from services.core import LEASE, Core

log = logging.getLogger(__name__)


class TournamentEvents:
    """The events of tournaments, as stored. Discord is asked by the caller, between these steps."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db

    async def of(self, tournament_id: TournamentId) -> TournamentEvent | None:
        """The event of a tournament; None if none is wanted, and none is there."""
        return await self._db.read(stores.tournament_events.of, tournament_id)

    async def want(self, found: Tournament, by: UserId, *, wanted: bool) -> None:
        """Turn the event of a tournament on or off. Raises TournamentError for one that has ended."""
        if found.state.ended:
            raise TournamentError(TournamentProblem.ENDED)
        await self._db.write(stores.tournament_events.want, found.id, self._core.now(), wanted=wanted)
        log.info("tournament=%s user=%s turned its event %s", found.id, by, "on" if wanted else "off")

    async def due(self, limit: int) -> Sequence[TournamentId]:
        """Claim the due events of at most ``limit`` tournaments."""
        now = self._core.now()
        shards = self._core.territory.shards
        return await self._db.write(stores.tournament_events.claim, now, now + LEASE, limit, shards)

    async def claim(self, tournament_id: TournamentId) -> bool:
        """Claim a tournament's event, due or not; returns False without one, or if a process has it."""
        now = self._core.now()
        return await self._db.write(stores.tournament_events.claim_this, tournament_id, now, now + LEASE)

    async def note_asked(self, tournament_id: TournamentId) -> None:
        """Record that Discord is about to be asked to make an event."""
        await self._db.write(stores.tournament_events.note_asked, tournament_id, self._core.now())

    async def note_shown(self, tournament_id: TournamentId, event: EventId, digest: str) -> None:
        """Record the event that is there, and a hash of what it shows."""
        await self._db.write(stores.tournament_events.note_shown, tournament_id, event, digest)

    async def note_trouble(self, tournament_id: TournamentId, trouble: EventTrouble) -> None:
        """Record why a tournament has no event."""
        await self._db.write(stores.tournament_events.note_trouble, tournament_id, trouble)

    async def settle(self, seen: TournamentEvent, due_at: datetime | None) -> None:
        """Give back a claimed event, last ``seen`` like this; None: it is due once something changes."""
        await self._db.write(stores.tournament_events.settle, seen, self._core.now(), due_at)

    async def finish(self, seen: TournamentEvent) -> None:
        """Forget a claimed event that Discord has no more, last ``seen`` like this."""
        await self._db.write(stores.tournament_events.finish, seen, self._core.now())
