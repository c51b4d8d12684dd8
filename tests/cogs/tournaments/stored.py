"""Operations on tournaments for tests of the store: at a moment, as one process of some shards has them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection

from cogs.tournaments.event_service import want_event
from cogs.tournaments.service import Tournaments, enter_game
from data import Database, stores
from data.features.tournaments import load
from matches.guilds.shards import ALL, Shards
from matches.lifecycle.seals import SALT_BYTES
from matches.model import Match, NewMatch
from matches.tournaments.model import PairingKey, Tournament, TournamentId
from services.core import Core
from services.operations import Operations
from tests.data_store.making import NOON
from tests.feature_rows import add_tournament

Served = TypeVar("Served", bound=Operations)


def at(store: Database, now: datetime = NOON, shards: Shards = ALL) -> Tournaments:
    """The tournaments, at a moment."""
    return served(Tournaments, store, now, shards)


def served(
    kind: Callable[[Core], Served], store: Database, now: datetime = NOON, shards: Shards = ALL
) -> Served:
    """Operations of a kind, at a moment."""
    core = Core(store, clock=lambda: now, coin=lambda: "heads", salt=lambda: bytes(SALT_BYTES))
    core.territory.shards = shards
    return kind(core)


def put(
    connection: Connection, new: Tournament, due_at: datetime | None, *, event: bool = False
) -> Tournament:
    """Store a tournament as it is created."""
    made = add_tournament(connection, new, due_at)
    if event:
        want_event(connection, made.id, new.created_at, wanted=True)
    return made


def begin(connection: Connection, new: NewMatch, key: PairingKey) -> Match:
    """Store the match of a pairing as its game."""
    made = stores.matches.create(connection, new)
    enter_game(connection, key, made, load(connection, TournamentId(made.terms.tournament)).terms.at_once)
    return made
