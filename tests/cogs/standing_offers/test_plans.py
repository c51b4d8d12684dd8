"""No question about standing offers goes through a whole table, and the job asks as it looks."""

from __future__ import annotations

from functools import partial

from cogs.standing_offers import FEATURE
from cogs.standing_offers.rules import (
    CHECK_EVERY,
    PAIRED_AFTER,
    OfferEnding,
    OfferFault,
    OfferKey,
    OfferPair,
    OfferPool,
    OfferTerms,
    WhyOff,
)
from cogs.standing_offers.service import StandingOffers, end_for_offers
from data import Database, stores
from matches.guilds.shards import ALL, Shards
from matches.ratings.scores import MatchScores
from matches.time.pace import Pace
from tests.data_store.making import finished
from tests.data_store.stores.plans import Watched
from tests.matches.table import CHALLENGER, GUILD, NOON, OPPONENT, PLACE, Table

JOBS = tuple((job.name, job.due) for job in FEATURE.jobs)
POOL = OfferPool(GUILD, "prawns")


async def kept(table: Table) -> StandingOffers:
    """Offers of two people, made at noon."""
    offers = StandingOffers(table.services.core)
    for user in (CHALLENGER, OPPONENT):
        await offers.keep(user, POOL.game, OfferTerms(2, Pace.read("3d"), rated=True), PLACE)
    return offers


async def test_every_statement_uses_an_index(watched_empty: Watched) -> None:
    store, statements = watched_empty
    table = Table(store)
    offers = await kept(table)
    table.now += PAIRED_AFTER
    assert await offers.due(9) == (POOL,)
    own = (await offers.own(GUILD, CHALLENGER)).offers[POOL.game]
    other = (await offers.own(GUILD, OPPONENT)).offers[POOL.game]
    assert await offers.pairings(POOL) == (OfferPair(own, other),)
    match = await offers.begin(OfferPair(own, other), PLACE)
    fault = OfferFault(CHALLENGER, WhyOff.NOT_BEGUN, None)
    effect = partial(end_for_offers, OfferEnding(POOL, match.users, table.now, (fault,)))
    left = MatchScores(not_begun=(CHALLENGER,))
    await store.write(stores.matches.save, finished(match), effects=[effect], ending=left)
    await offers.record_search(POOL, table.now)
    await offers.turn_off(OfferKey(*POOL, CHALLENGER), WhyOff.OWNER)
    await offers.check_free(GUILD, CHALLENGER, POOL.game, frozenset())
    await table.leaderboards.record_presence(GUILD, CHALLENGER, there=False)
    await table.services.workload.due()
    asked = 'standing_offer|AND "match".by_offer'
    assert len(statements.about(asked)) > 12 and statements.scans(asked) == []


async def test_the_job_is_due_exactly_if_it_would_find_something(store: Database) -> None:
    table = Table(store)

    async def due(shards: Shards = ALL) -> bool:
        found = await store.read(stores.due.due_work, table.now, table.now, 0, shards, JOBS)
        table.services.core.territory.shards = shards
        assert bool(await offers.due(9)) is found.is_due("offers")
        return found.is_due("offers")

    offers = await kept(table)
    assert not await due()
    table.now = NOON + PAIRED_AFTER + PAIRED_AFTER
    assert await due() and await due(Shards(2, (0,))) and not await due(Shards(2, (1,)))
    await offers.record_search(POOL, table.now)
    assert not await due()
    table.now += CHECK_EVERY
    assert await due()
    for user in (CHALLENGER, OPPONENT):
        await offers.turn_off(OfferKey(*POOL, user), WhyOff.OWNER)
    assert not await due()
