"""Matches that begin by themselves: tournaments of each format, a simul, standing offers; and what is due."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from cogs.standing_offers.rules import SETTLES, OffersChangedError, OfferTerms
from cogs.standing_offers.service import StandingOffers, after_change
from data import Database
from matches import UserId
from matches.simul import SimulPhase, SimulWishes
from matches.time.pace import Pace
from matches.tournaments import swiss
from matches.tournaments.field import SwissField
from matches.tournaments.model import Format, TournamentTerms
from services import Services
from services.pairing import Pairs
from tests.matches.table import PLACE, Table

ORGANISER: Final = UserId(2000)
"""The organiser of the tournaments, who is in none of them."""
PEOPLE: Final = tuple(map(UserId, range(2001, 2008)))
DAY: Final = timedelta(days=1)
ROUNDS: Final = 60
"""Rounds of all that is due, at most: it comes to rest long before."""

Prepare = Callable[[Table, str], Awaitable[None]]
"""Prepares a contest in a game, up to the point from which all comes by itself."""


def tournament(form: Format, people: int, **more: Any) -> Prepare:
    """Makes a tournament that these people have entered and that is due to start."""

    async def prepare(table: Table, game: str) -> None:
        terms = TournamentTerms(form, entries_until=table.now + DAY, **more)
        made = await table.services.tournaments.create(ORGANISER, PLACE, "Spring", game, terms)
        for user in PEOPLE[:people]:
            await table.services.tournaments.enter(made.id, user)
        table.now += 2 * DAY

    return prepare


async def simul(table: Table, game: str) -> None:
    """A simul that has been started; its host is the first of the people."""
    host, *players = PEOPLE[:5]
    made = await table.services.simuls.host(host, SimulWishes(game, 6), PLACE)
    for user in players:
        await table.services.simuls.join(made.id, user)
    await table.services.simuls.start(made.id, host)


async def offers(table: Table, game: str) -> None:
    """Standing offers of four people that want to be paired."""
    for user in PEOPLE[:4]:
        terms = OfferTerms(1, Pace.read("3d"), rated=True)
        await StandingOffers(table.services.core).keep(user, game, terms, PLACE)
    table.now += SETTLES


async def pairs_at_once(field: SwissField) -> Pairs:
    """The pairs of a field's next round, computed in the event loop: these fields are small."""
    return swiss.pairs(field)


def process(table: Table, store: Database | None = None) -> Services:
    """What another process would run, with its own connections if they are given."""
    table.reactions = (after_change,)
    services = table.another_service(store)
    services.tournaments._pair_up = pairs_at_once
    return services


async def all_due(table: Table, services: Services) -> None:
    """All that a bot does by itself, until nothing is due, but for what it shows."""
    for _ in range(ROUNDS):
        due = [
            await tournaments(services),
            await simuls(services),
            await offers_of(table, services),
            await sweep(services),
        ]
        if not any(due):
            return
    raise AssertionError("it never comes to rest")


async def tournaments(services: Services) -> bool:
    due = await services.tournaments.due(9)
    for which in due:
        await services.tournaments.attend(which)
    return bool(due)


async def simuls(services: Services) -> bool:
    due = await services.simuls.due(9)
    for one in due:
        seen = (await services.simuls.look(one)).simul
        while seen.phase is SimulPhase.STARTED and seen.waiting:
            await services.simuls.open_board(seen)
            seen = await services.simuls.load(one)
        await services.simuls.settle(seen)
    return bool(due)


async def offers_of(table: Table, services: Services) -> bool:
    kept = StandingOffers(services.core)
    due = await kept.due(99)
    for pool in due:
        while found := await kept.pairings(pool):
            for pair in found:
                with suppress(OffersChangedError):
                    await kept.begin(pair, PLACE)
        await kept.looked(pool, table.now)
    return bool(due)


async def sweep(services: Services) -> bool:
    due = await services.matches.time.due(50)
    return any([await services.matches.time.attend(match_id) for match_id in due])
