"""Matches that begin by themselves: tournaments of each format, contests of features; and what is due."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from cogs.found import features
from cogs.tournaments.pairing import Pairs
from cogs.tournaments.service import Tournaments
from data import Database
from matches.tournaments import swiss
from matches.tournaments.field import SwissField
from matches.tournaments.model import Format, TournamentTerms
from services import Services
from tests.contest import Prepare, of_features
from tests.matches.table import PLACE, Table
from tests.people import ORGANISER, PEOPLE

DAY: Final = timedelta(days=1)
ROUNDS: Final = 60
"""Rounds of all that is due, at most: it comes to rest long before."""


def tournament(form: Format, people: int, **more: Any) -> Prepare:
    """Makes a tournament that these people have entered and that is due to start."""

    async def prepare(table: Table, game: str) -> None:
        terms = TournamentTerms(form, entries_until=table.now + DAY, **more)
        made = await tournaments_of(table.services).create(ORGANISER, PLACE, "Spring", game, terms)
        for user in PEOPLE[:people]:
            await tournaments_of(table.services).enter(made.id, user)
        table.now += 2 * DAY

    return prepare


async def pairs_at_once(field: SwissField) -> Pairs:
    """The pairs of a field's next round, computed in the event loop: these fields are small."""
    return swiss.pairs(field)


def process(table: Table, store: Database | None = None) -> Services:
    """What another process would run, with its own connections if they are given."""
    table.reactions = [react for one in features().values() for react in one.reactions]
    return table.another_service(store)


def tournaments_of(services: Services) -> Tournaments:
    """The tournaments of a process, paired in the event loop."""
    return Tournaments(services.core, pairs_at_once)


async def all_due(table: Table, services: Services) -> None:
    """All that a bot does by itself, until nothing is due, but for what it shows."""
    for _ in range(ROUNDS):
        due = [
            await tournaments(services),
            *[await contest.due(table, services) for contest in of_features().values()],
            await sweep(services),
        ]
        if not any(due):
            return
    raise AssertionError("it never comes to rest")


async def tournaments(services: Services) -> bool:
    due = await tournaments_of(services).due(9)
    for which in due:
        await tournaments_of(services).attend(which)
    return bool(due)


async def sweep(services: Services) -> bool:
    due = await services.matches.time.due(50)
    return any([await services.matches.time.attend(match_id) for match_id in due])
