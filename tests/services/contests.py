"""Matches that begin by themselves, in contests of features; and what is due."""

from __future__ import annotations

from typing import Final

from cogs.found import features
from data import Database
from services import Services
from tests.contest import Contests, contests
from tests.matches.table import Table

ROUNDS: Final = 60
"""Rounds of all that is due, at most: it comes to rest long before."""


def process(table: Table, store: Database | None = None) -> Services:
    """What another process would run, with its own connections if they are given."""
    table.reactions = [react for one in features().values() for react in one.reactions]
    return table.another_service(store)


async def all_due(table: Table, services: Services, *those: Contests) -> None:
    """All that a bot does by itself, until nothing is due, but for what it shows.

    ``those``: these contests alone, in place of those of all features.
    """
    for _ in range(ROUNDS):
        due = [await one.due(table, services) for one in those or contests()]
        due.append(await sweep(services))
        if not any(due):
            return
    raise AssertionError("it never comes to rest")


async def sweep(services: Services) -> bool:
    due = await services.matches.time.due(50)
    return any([await services.matches.time.attend(match_id) for match_id in due])
