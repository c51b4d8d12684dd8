"""Standing offers in every store: kept, turned off, due, and one match for two of them at a time."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Any, Final

from data import Database, stores
from matches.errors import OffersChangedError
from matches.model import ChannelId, GuildId, Match, NewNotice, NoticeKind, NoticePlace, UserId
from matches.ratings.scores import MatchScores
from matches.shards import Shards
from matches.standing_offers import (
    APART,
    LOOKS_AGAIN,
    SETTLES,
    OfferEnding,
    OfferFault,
    OfferKey,
    OfferPool,
    OfferTerms,
    StandingOffer,
    WhyOff,
)
from matches.time.intervals import Interval
from matches.time.pace import Pace
from tests.data_store.making import (
    ANN,
    BOB,
    CAT,
    DAY,
    HOUR,
    MINUTE,
    NOON,
    accepted,
    challenge,
    finished,
    new_challenge,
)
from tests.data_store.stores.plans import Watched
from tests.store import keep as saved

POOL: Final = OfferPool(GuildId(11), "prawns")
TWO: Final = OfferTerms(2, Pace.read("3d"), rated=True)
LATER: Final = NOON + SETTLES


def key(user: UserId, pool: OfferPool = POOL) -> OfferKey:
    return OfferKey(*pool, user)


async def keep(store: Database, user: UserId, at: datetime = NOON, terms: OfferTerms = TWO) -> None:
    await store.write(stores.standing_offers.keep, key(user), ChannelId(12), terms, at)


async def offer(store: Database, user: UserId) -> StandingOffer:
    found = await store.read(stores.standing_offers.offer, key(user))
    assert found is not None
    return found


async def waiting(store: Database, at: datetime = LATER) -> dict[UserId, int]:
    return dict((await store.read(stores.standing_offers.state_of, POOL, at)).free)


async def due(store: Database, at: datetime, *shards: Shards) -> tuple[OfferPool, ...]:
    return await store.read(stores.standing_offers.due, at, 9, *shards)


async def begun(store: Database, one: UserId, other: UserId, at: datetime = LATER) -> Match:
    new = challenge(challenger=one, opponent=other, by_offer=True, pace=TWO.pace, created_at=at)
    made = await store.write(stores.matches.create, new)
    return await saved(store, accepted(made, sides={"blue": one, "green": other}))


async def over(store: Database, match: Match, *faults: OfferFault, at: datetime, **more: Any) -> None:
    ending = OfferEnding(POOL, match.users, at, faults)
    await store.write(stores.matches.save, finished(match, changed_at=at), offers=ending, **more)


async def test_an_offer_is_kept_changed_and_turned_off(store: Database) -> None:
    await keep(store, ANN)
    await keep(store, ANN, NOON + HOUR, TWO._replace(wanted=3, rated=False))
    found = await offer(store, ANN)
    assert (found.terms.wanted, found.terms.rated, found.channel) == (3, False, 12)
    assert (found.created_at, found.changed_at, found.off_since) == (NOON, NOON + HOUR, None)
    assert await store.write(stores.standing_offers.turn_off, key(ANN), WhyOff.OWNER, NOON + DAY)
    assert not await store.write(stores.standing_offers.turn_off, key(ANN), WhyOff.LATE, NOON + 2 * DAY)
    assert not await store.write(stores.standing_offers.turn_off, key(BOB), WhyOff.LATE, NOON)
    found = await offer(store, ANN)
    assert (found.off_since, found.why) == (NOON + DAY, WhyOff.OWNER)
    await keep(store, ANN, NOON + 3 * DAY)
    found = await offer(store, ANN)
    assert (found.created_at, found.off_since, found.why) == (NOON + 3 * DAY, None, None)
    assert await store.read(stores.standing_offers.of_user, POOL.guild_id, ANN) == (found,)
    assert await store.read(stores.standing_offers.of_user, GuildId(12), ANN) == ()


async def test_partners_are_looked_for_once_a_change_has_settled_and_again_later(store: Database) -> None:
    await keep(store, ANN)
    assert await due(store, NOON) == () and await waiting(store, NOON) == {}
    assert await due(store, LATER) == (POOL,) and await waiting(store) == {ANN: 2}
    assert await due(store, LATER, Shards(2, (1,))) == ()
    assert await due(store, LATER, Shards(2, (0,))) == (POOL,)
    await keep(store, BOB, LATER)
    await store.write(stores.standing_offers.looked, POOL, LATER)
    assert await due(store, LATER) == ()
    assert await due(store, LATER + SETTLES) == (POOL,), "of the one that was changed meanwhile"
    await store.write(stores.standing_offers.looked, POOL, LATER + SETTLES)
    assert await due(store, LATER + LOOKS_AGAIN - MINUTE) == ()
    assert await due(store, LATER + LOOKS_AGAIN) == (POOL,)
    for user in (ANN, BOB):
        await store.write(stores.standing_offers.turn_off, key(user), WhyOff.OWNER, LATER)
    assert await due(store, NOON + DAY) == ()


async def test_who_is_away_or_is_being_forgotten_does_not_wait(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await keep(store, user)
    await store.write(stores.people.go_away, ANN, Interval(NOON, NOON + DAY))
    await store.write(stores.privacy.ask_to_be_forgotten, BOB, NOON)
    assert await waiting(store) == {CAT: 2}
    assert await waiting(store, NOON + DAY) == {ANN: 2, CAT: 2}


async def test_running_matches_count_and_the_same_two_wait_for_a_week(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await keep(store, user)
    match = await begun(store, ANN, BOB)
    assert await waiting(store) == {ANN: 1, BOB: 1, CAT: 2}
    other = await new_challenge(store, challenger=CAT, opponent=ANN)
    assert await waiting(store) == {ANN: 1, BOB: 1, CAT: 2}, f"{other.id} is a challenge like any other"
    ended = NOON + 3 * DAY
    await over(store, match, at=ended)
    assert await due(store, ended) == (POOL,)
    for at, kept_apart in ((ended + APART - MINUTE, True), (ended + APART, False)):
        state = await store.read(stores.standing_offers.state_of, POOL, at)
        assert state.free == {ANN: 2, BOB: 2, CAT: 2}
        assert (frozenset((ANN, BOB)) in state.apart) is kept_apart


async def test_blocks_keep_two_apart(store: Database) -> None:
    for user in (ANN, BOB):
        await keep(store, user)
    await store.write(stores.privacy.add_block, BOB, ANN, NOON)
    state = await store.read(stores.standing_offers.state_of, POOL, LATER)
    assert not state.can_meet(ANN, BOB) and state.free == {ANN: 2, BOB: 2}


async def test_of_two_who_begin_the_same_match_at_once_one_does(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await keep(store, user, terms=TWO._replace(wanted=1))
    made = await asyncio.gather(
        begun(store, ANN, BOB), begun(store, BOB, ANN), begun(store, BOB, CAT), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in made) == ["Match", *["OffersChangedError"] * 2]
    assert sum((await waiting(store)).values()) == 1


async def test_no_match_begins_for_an_offer_that_has_changed(store: Database) -> None:
    for user in (ANN, BOB):
        await keep(store, user)
    await keep(store, BOB, LATER, TWO._replace(rated=False))
    for at in (LATER, LATER + SETTLES):
        (refused,) = await asyncio.gather(begun(store, ANN, BOB, at), return_exceptions=True)
        assert isinstance(refused, OffersChangedError)


def fault(user: UserId, why: WhyOff, at: datetime) -> OfferFault:
    notice = NewNotice(user, NoticeKind.OFFER_OFF, NoticePlace.DIRECT, f"offer:{why}", at)
    return OfferFault(user, why, notice)


async def test_a_match_lost_on_time_turns_the_offer_off_and_says_so(store: Database) -> None:
    for user in (ANN, BOB):
        await keep(store, user)
    match = await begun(store, ANN, BOB)
    await over(store, match, fault(ANN, WhyOff.LATE, NOON + DAY), at=NOON + DAY)
    found = await offer(store, ANN)
    assert (found.off_since, found.why) == (NOON + DAY, WhyOff.LATE)
    assert (await offer(store, BOB)).off_since is None
    (told,) = await store.read(stores.notices.notices_of, match.id)
    assert (told.user_id, told.kind) == (ANN, NoticeKind.OFFER_OFF)


async def test_nobody_is_told_of_an_offer_that_was_off(store: Database) -> None:
    for user in (ANN, BOB):
        await keep(store, user)
    match = await begun(store, ANN, BOB)
    await store.write(stores.standing_offers.turn_off, key(ANN), WhyOff.OWNER, LATER)
    await over(store, match, fault(ANN, WhyOff.LATE, NOON + DAY), at=NOON + DAY)
    assert (await offer(store, ANN)).why is WhyOff.OWNER
    assert await store.read(stores.notices.notices_of, match.id) == ()


async def test_the_second_match_not_begun_turns_the_offer_off(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await keep(store, user)
    for other, days in ((BOB, 1), (CAT, 2)):
        at = NOON + timedelta(days=days)
        match = await begun(store, ANN, other, LATER)
        left = MatchScores(not_begun=(ANN,))
        await over(store, match, fault(ANN, WhyOff.NOT_BEGUN, at), at=at, ending=left)
        assert (await offer(store, ANN)).why is (WhyOff.NOT_BEGUN if other == CAT else None)


async def test_what_was_before_it_was_turned_on_again_or_long_ago_is_forgotten(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await keep(store, user)
    turned_on = NOON + DAY
    for other, days in ((BOB, 1), (CAT, 40)):
        at = NOON + timedelta(days=days)
        match = await begun(store, ANN, other, at - HOUR)
        await over(
            store, match, fault(ANN, WhyOff.NOT_BEGUN, at), at=at, ending=MatchScores(not_begun=(ANN,))
        )
        assert (await offer(store, ANN)).off_since is None
    match = await begun(store, ANN, BOB, NOON + 41 * DAY)
    await store.write(stores.standing_offers.turn_off, key(ANN), WhyOff.OWNER, turned_on + 40 * DAY)
    await keep(store, ANN, NOON + 42 * DAY)
    at = NOON + 43 * DAY
    await over(store, match, fault(ANN, WhyOff.NOT_BEGUN, at), at=at, ending=MatchScores(not_begun=(ANN,)))
    assert (await offer(store, ANN)).off_since is None


async def test_who_leaves_the_server_or_is_forgotten_has_no_offers_there(store: Database) -> None:
    for user in (ANN, BOB):
        await keep(store, user)
    await store.write(stores.standing_offers.drop, GuildId(12), ANN)
    assert await store.read(stores.standing_offers.offer, key(ANN)) is not None
    await store.write(stores.standing_offers.drop, GuildId(11), ANN)
    assert await store.read(stores.standing_offers.offer, key(ANN)) is None
    assert await store.write(stores.privacy.forget, BOB, UserId(-5), NOON)
    assert await store.read(stores.standing_offers.offer, key(BOB)) is None


async def test_no_question_about_offers_reads_a_whole_table(watched_empty: Watched) -> None:
    store, statements = watched_empty
    for user in (ANN, BOB):
        await keep(store, user)
    await due(store, LATER)
    match = await begun(store, ANN, BOB)
    await store.read(stores.standing_offers.of_user, POOL.guild_id, ANN)
    await store.read(stores.standing_offers.running_of, POOL.guild_id, ANN)
    at = NOON + DAY
    await over(store, match, fault(ANN, WhyOff.NOT_BEGUN, at), at=at, ending=MatchScores(not_begun=(ANN,)))
    await store.write(stores.standing_offers.looked, POOL, at)
    await store.write(stores.standing_offers.turn_off, key(ANN), WhyOff.OWNER, at)
    await store.write(stores.standing_offers.drop, POOL.guild_id, ANN)
    asked = 'standing_offer|AND "match".by_offer'
    assert len(statements.about(asked)) > 12 and statements.scans(asked) == []
