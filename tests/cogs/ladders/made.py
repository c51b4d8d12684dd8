"""Ladders by their service, without Discord."""

from __future__ import annotations

from datetime import datetime

from cogs.ladders.service import Ladders
from data import Database
from matches.guilds.shards import ALL, Shards
from services import Services
from tests.data_store.making import NOON


def on(services: Services) -> Ladders:
    """Ladders in a process."""
    return Ladders(services.core)


def at(store: Database, now: datetime = NOON, shards: Shards = ALL) -> Ladders:
    """Ladders in a store, at a moment, as a process of some shards has them."""
    services = Services(store, clock=lambda: now, coin=lambda: "heads", salt=lambda: bytes(32))
    services.core.territory.shards = shards
    return on(services)
