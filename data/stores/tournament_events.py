"""Discord's scheduled events of tournaments, one row for each tournament whose organisers want one.

A row is claimed before Discord is asked for anything. That Discord was asked to make an event is stored
before, and the event's id after, so that an event that a crash left behind is looked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, Row, Update, bindparam, case, delete, literal, select, update

from data import outbox
from data.schema import UtcTime, tournament, tournament_event
from data.stores.base import insert_missing
from data.stores.queries import in_shards
from matches.shards import ALL, Shards
from matches.tournaments.events import EventId, EventTrouble, TournamentEvent
from matches.tournaments.model import TournamentId

_event = tournament_event.c
GUILD = (
    select(tournament.c.guild_id)
    .where(tournament.c.id == _event.tournament_id)
    .correlate(tournament_event)
    .scalar_subquery()
)
_THIS = _event.tournament_id == bindparam("tournament_id", type_=BigInteger)
CLAIMED: Final = outbox.claimable(tournament_event, _THIS, by=_event.tournament_id)
DUE: Final = outbox.due(tournament_event, _event.due_at.is_not(None))


def of(connection: Connection, tournament_id: TournamentId) -> TournamentEvent | None:
    """The event of a tournament; None if none is wanted, and none is there."""
    row = connection.execute(
        select(tournament_event).where(_event.tournament_id == tournament_id)
    ).one_or_none()
    return None if row is None else _read(row)


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


def want(connection: Connection, tournament_id: TournamentId, now: datetime, *, wanted: bool) -> None:
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


def wake(connection: Connection, tournament_id: TournamentId, now: datetime) -> None:
    """Make a tournament's event due, if it has one: the tournament has changed."""
    connection.execute(_of(tournament_id).values(due_at=now, version=_event.version + 1))


def claim(
    connection: Connection, now: datetime, until: datetime, limit: int, shards: Shards = ALL
) -> Sequence[TournamentId]:
    """Claim the due events of at most ``limit`` tournaments, the longest due first."""
    found = outbox.claim(connection, tournament_event, in_shards(DUE, shards, GUILD), now, until, limit)
    return tuple(TournamentId(row["tournament_id"]) for row in found)


def claim_this(connection: Connection, tournament_id: TournamentId, now: datetime, until: datetime) -> bool:
    """Claim a tournament's event, due or not; returns False without one, or if a process has it."""
    asked = {"tournament_id": tournament_id}
    return bool(outbox.claim(connection, tournament_event, CLAIMED, now, until, 1, **asked))


def note_asked(connection: Connection, tournament_id: TournamentId, now: datetime) -> None:
    """Record that Discord is about to be asked to make an event."""
    outbox.note(connection, tournament_event, _key(tournament_id), asked_at=now)


def note_shown(connection: Connection, tournament_id: TournamentId, event: EventId, digest: str) -> None:
    """Record the event that is there, and a hash of what it shows."""
    columns = {"event_id": event, "digest": digest, "trouble": None}
    outbox.note(connection, tournament_event, _key(tournament_id), **columns)


def note_trouble(connection: Connection, tournament_id: TournamentId, trouble: EventTrouble) -> None:
    """Record why a tournament has no event."""
    outbox.note(connection, tournament_event, _key(tournament_id), trouble=trouble.value)


def settle(connection: Connection, seen: TournamentEvent, now: datetime, due_at: datetime | None) -> None:
    """Give back a claimed event, due at ``due_at``; ``now`` if it has changed since it was ``seen``."""
    unchanged = _event.version == seen.version
    due = case((unchanged, literal(due_at, UtcTime)), else_=literal(now, UtcTime))
    outbox.settle(connection, tournament_event, _key(seen.tournament), due_at=due)


def finish(connection: Connection, seen: TournamentEvent, now: datetime) -> None:
    """Forget an event that Discord has no more. If it is wanted again since, it is due ``now``."""
    theirs = delete(tournament_event).where(_event.tournament_id == seen.tournament)
    connection.execute(theirs.where(_event.version == seen.version))
    gone = {"event_id": None, "asked_at": None, "digest": None}
    outbox.note(connection, tournament_event, _key(seen.tournament), **gone)
    settle(connection, seen, now, None)


def _of(tournament_id: TournamentId) -> Update:
    return update(tournament_event).where(_event.tournament_id == tournament_id)


def _key(tournament_id: TournamentId) -> outbox.Key:
    return {"tournament_id": tournament_id}
