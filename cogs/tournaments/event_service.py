"""Operations on Discord's scheduled events of tournaments: turning them on and off, and what is due.

A row is claimed before Discord is asked for anything. That Discord was asked to make an event is stored
before, and the event's id after, so that an event that a crash left behind is looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, Update, case, delete, literal, select, update

from data import outbox
from data.features.tournaments import ID, tournament, tournament_event
from data.schema import UtcTime
from data.stores.queries import in_shards
from data.writing import insert_missing
from matches.guilds.shards import Shards
from matches.model import UserId
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.events import EventId, EventTrouble, TournamentEvent
from matches.tournaments.model import Tournament, TournamentId
from services.core import LEASE
from services.operations import Operations, Transaction, reads, writes

_event = tournament_event.c
_GUILD = (
    select(tournament.c.guild_id)
    .where(tournament.c.id == _event.tournament_id)
    .correlate(tournament_event)
    .scalar_subquery()
)
_THIS = _event.tournament_id == ID
_CLAIMED: Final = outbox.claimable(tournament_event, _THIS, by=_event.tournament_id)
_DUE: Final = outbox.due(tournament_event, _event.due_at.is_not(None))


class TournamentEvents(Operations):
    """The events of tournaments, as stored. Discord is asked by the caller, between these steps."""

    @reads
    def of(self, tx: Transaction, tournament_id: TournamentId) -> TournamentEvent | None:
        """The event of a tournament; None if none is wanted, and none is there."""
        asked = select(tournament_event).where(_event.tournament_id == tournament_id)
        row = tx.execute(asked).one_or_none()
        return None if row is None else _read(row)

    @writes("tournament={which.id} user={by} wants its event: {wanted}")
    def want(self, tx: Transaction, which: Tournament, by: UserId, *, wanted: bool) -> None:
        """Turn the event of a tournament on or off. Raises TournamentError for one that has ended."""
        if which.state.ended:
            raise TournamentError(TournamentProblem.ENDED)
        want_event(tx.connection, which.id, tx.now, wanted=wanted)

    @writes()
    def due(self, tx: Transaction, limit: int) -> Sequence[TournamentId]:
        """Claim the due events of at most ``limit`` tournaments, the longest due first."""
        (asked,) = due_events(self._core.territory.shards)
        found = outbox.claim(tx.connection, tournament_event, asked, tx.now, tx.now + LEASE, limit)
        return tuple(TournamentId(row["tournament_id"]) for row in found)

    @writes()
    def claim(self, tx: Transaction, tournament_id: TournamentId) -> bool:
        """Claim a tournament's event, due or not; returns False without one, or if a process has it."""
        until = tx.now + LEASE
        return bool(
            outbox.claim(tx.connection, tournament_event, _CLAIMED, tx.now, until, 1, **_key(tournament_id))
        )

    @writes()
    def record_asked(self, tx: Transaction, tournament_id: TournamentId) -> None:
        """Record that Discord is about to be asked to make an event."""
        outbox.record(tx.connection, tournament_event, _key(tournament_id), asked_at=tx.now)

    @writes()
    def record_shown(self, tx: Transaction, tournament_id: TournamentId, event: EventId, digest: str) -> None:
        """Record the event that is there, and a hash of what it shows."""
        columns = {"event_id": event, "digest": digest, "trouble": None}
        outbox.record(tx.connection, tournament_event, _key(tournament_id), **columns)

    @writes()
    def record_trouble(self, tx: Transaction, tournament_id: TournamentId, trouble: EventTrouble) -> None:
        """Record why a tournament has no event."""
        outbox.record(tx.connection, tournament_event, _key(tournament_id), trouble=trouble.value)

    @writes()
    def settle(self, tx: Transaction, seen: TournamentEvent, due_at: datetime | None) -> None:
        """Give back a claimed event, due at ``due_at``; at once if it has changed since it was ``seen``."""
        _settle(tx, seen, due_at)

    @writes()
    def finish(self, tx: Transaction, seen: TournamentEvent) -> None:
        """Forget a claimed event that Discord has no more. If it is wanted again since, it is due at once."""
        theirs = delete(tournament_event).where(_event.tournament_id == seen.tournament)
        tx.execute(theirs.where(_event.version == seen.version))
        gone = {"event_id": None, "asked_at": None, "digest": None}
        outbox.record(tx.connection, tournament_event, _key(seen.tournament), **gone)
        _settle(tx, seen, None)


def due_events(shards: Shards) -> Sequence[Select[Any]]:
    """The query by which due events are claimed in some shards."""
    return (in_shards(_DUE, shards, _GUILD),)


def want_event(connection: Connection, tournament_id: TournamentId, now: datetime, *, wanted: bool) -> None:
    """Record whether a tournament is to have an event, which is due then. Harmless twice.

    One that was removed is made again if it is wanted again.
    """
    if wanted:
        new = {"tournament_id": tournament_id, "version": 0, "wanted": True}
        insert_missing(connection, tournament_event, [new])
        removed = _of(tournament_id).where(_event.trouble == EventTrouble.REMOVED.value)
        connection.execute(removed.values(event_id=None, asked_at=None, digest=None))
    changed = {"wanted": wanted, "trouble": None, "due_at": now, "version": _event.version + 1}
    connection.execute(_of(tournament_id).values(**changed))


def _settle(tx: Transaction, seen: TournamentEvent, due_at: datetime | None) -> None:
    unchanged = _event.version == seen.version
    due = case((unchanged, literal(due_at, UtcTime)), else_=literal(tx.now, UtcTime))
    outbox.settle(tx.connection, tournament_event, _key(seen.tournament), due_at=due)


def _read(row: Row[Any]) -> TournamentEvent:
    return TournamentEvent(
        TournamentId(row.tournament_id),
        row.version,
        row.wanted,
        None if row.event_id is None else EventId(row.event_id),
        row.asked_at is not None,
        row.digest,
        None if row.trouble is None else EventTrouble(row.trouble),
    )


def _of(tournament_id: TournamentId) -> Update:
    return update(tournament_event).where(_event.tournament_id == tournament_id)


def _key(tournament_id: TournamentId) -> outbox.Key:
    return {"tournament_id": tournament_id}
