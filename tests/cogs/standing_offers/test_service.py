"""Standing offers in every store: kept, paired, played, turned off; by two processes and across a crash."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import combinations, count
from typing import Any, Final

import pytest

from cogs.standing_offers.rules import (
    APART,
    CHECK_EVERY,
    PAIRED_AFTER,
    OfferEnding,
    OfferFault,
    OfferKey,
    OfferPair,
    OfferPool,
    OffersChangedError,
    OfferTerms,
    StandingOffer,
    WhyOff,
)
from cogs.standing_offers.service import StandingOffers, end_for_offers
from data import Database, stores
from engines import OptionError
from matches import Match, Phase, UserId
from matches.errors import NotAllowedError, Refused, TooManyRunningError
from matches.guilds.settings import GAMES_KEY, MOST, PACE
from matches.guilds.shards import ALL, Shards
from matches.lifecycle.challenge import Opponent, Policy
from matches.model import GuildId, NewNotice, NoticeKind, NoticePlace, RatedStatus
from matches.players import Human, users_of
from matches.ratings.scores import MatchScores
from matches.time.intervals import Interval
from matches.time.pace import NO_CLOCK, Pace
from services import Services
from services.challenges import Challenges
from services.core import Core
from tests.data_store.making import ANN, BOB, CAT, DAY, HOUR, MINUTE, finished, new_challenge
from tests.matches.table import GUILD, NOON, PLACE, Table

POOL: Final = OfferPool(GUILD, "pjawns")
ONE, TWO, THREE, FOUR = map(UserId, range(2001, 2005))
ADMIN: Final = UserId(2009)
THREE_DAYS: Final = Pace.read("3d")
LIMIT: Final = 99


def key(user: UserId) -> OfferKey:
    return OfferKey(*POOL, user)


def offers_of(table: Table) -> StandingOffers:
    return StandingOffers(table.services.core)


async def keep(
    table: Table, *users: UserId, wanted: int = 1, game: str = "pjawns", rated: bool = True
) -> None:
    terms = OfferTerms(wanted, THREE_DAYS, rated)
    for user in users:
        await offers_of(table).keep(user, game, terms, PLACE)


async def paired(table: Table, services: Services | None = None) -> list[Match]:
    """The matches that begin once all changes have settled."""
    table.now += PAIRED_AFTER
    return await look(table, services)


async def look(table: Table, services: Services | None = None) -> list[Match]:
    """What the bot's job does, but that everybody is there and sees the channel."""
    asked = services or table.services
    offers = StandingOffers(asked.core)
    begun = []
    for pool in await offers.due(LIMIT):
        barred: set[frozenset[UserId]] = set()
        while found := await offers.pairings(pool, barred):
            for pair in found:
                try:
                    begun.append(await offers.begin(pair, PLACE))
                except TooManyRunningError as error:
                    barred.add(frozenset((error.user,)))
        await offers.record_search(pool, table.now)
    return begun


def who(matches: Sequence[Match]) -> list[set[UserId]]:
    return [set(match.users) for match in matches]


async def off(table: Table, user: UserId) -> WhyOff | None:
    return (await offers_of(table).own(GUILD, user)).offers["pjawns"].why


async def test_a_match_begins_by_itself_on_the_terms_of_both(table: Table) -> None:
    await keep(table, ONE, TWO)
    assert await look(table) == [], "there may be more to choose"
    (match,) = await paired(table)
    assert set(match.users) == {ONE, TWO} and match.phase is Phase.PLAYING
    assert (match.terms.by_offer, match.terms.pace, match.stakes) == (True, THREE_DAYS, RatedStatus.RATED)
    assert await paired(table) == []


async def test_unrated_matches_are_unrated_and_apart_from_rated_ones(table: Table) -> None:
    await keep(table, ONE, TWO, rated=False)
    await keep(table, THREE)
    (match,) = await paired(table)
    assert (set(match.users), match.rated) == ({ONE, TWO}, False)


async def test_who_challenges_is_drawn(table: Table) -> None:
    await keep(table, ONE, TWO)
    table.falls = "tails"
    (match,) = await paired(table)
    assert match.challenger == Human(TWO)


async def test_a_game_with_picks_begins_too(table: Table) -> None:
    await keep(table, ONE, TWO, game="prawns")
    (match,) = await paired(table)
    assert match.phase is Phase.SETUP and match.toss is not None


async def test_the_next_match_begins_when_one_has_ended_and_with_somebody_else(table: Table) -> None:
    await keep(table, ONE, TWO, THREE)
    (match,) = await paired(table)
    assert set(match.users) == {ONE, TWO}
    await table.matches.play.resign(match.id, TWO)
    assert who(await look(table)) == [{ONE, THREE}]
    table.now += APART + timedelta(minutes=1)
    assert await look(table) == [], "they have one each"


async def test_the_same_two_meet_again_after_a_week(table: Table) -> None:
    await keep(table, ONE, TWO)
    (match,) = await paired(table)
    await table.matches.play.resign(match.id, TWO)
    table.now += APART - timedelta(minutes=1)
    assert await look(table) == []
    table.now += timedelta(minutes=30)
    assert who(await look(table)) == [{ONE, TWO}]


async def test_a_match_of_another_game_keeps_the_same_two_apart_as_well(table: Table) -> None:
    await keep(table, ONE, TWO)
    await keep(table, ONE, TWO, game="prudh")
    assert len(await paired(table)) == 1


async def test_nearest_ratings_meet(table: Table) -> None:
    for winner, loser in ((ONE, TWO), (THREE, FOUR)):
        await won(table, winner, loser)
    await keep(table, ONE, TWO, THREE, FOUR)
    assert {frozenset(pair) for pair in who(await paired(table))} == {
        frozenset({ONE, THREE}),
        frozenset({TWO, FOUR}),
    }


async def won(table: Table, winner: UserId, loser: UserId) -> None:
    """A rated match that counts."""
    await table.challenge(Opponent(loser), by=winner, game="pjawns", pace="3d")
    await table.accept(by=loser)
    await table.turns(6)
    await table.matches.play.resign(table.id, loser)


async def test_who_is_away_gets_none_and_their_partner_waits(table: Table) -> None:
    await keep(table, ONE, TWO)
    await table.notifications.go_away(ONE, 3)
    assert await paired(table) == []
    assert (await offers_of(table).own(GUILD, ONE)).away_until is not None
    table.now += timedelta(days=3)
    assert who(await look(table)) == [{ONE, TWO}]


async def test_blocked_players_never_meet(table: Table) -> None:
    await keep(table, ONE, TWO)
    await table.privacy.block(TWO, Opponent(ONE))
    assert await paired(table) == []


async def test_who_has_no_room_leaves_it_to_others(table: Table) -> None:
    full = Table(table.store, policy=Policy(running_matches=1), reactions=table.reactions)
    await keep(full, ONE, TWO, THREE)
    await full.challenge(Opponent(FOUR), by=ONE, game="pjawns")
    await full.accept(by=FOUR)
    assert who(await paired(full)) == [{TWO, THREE}]


async def test_a_servers_own_limit_holds_for_both(table: Table) -> None:
    await keep(table, ONE, TWO, wanted=2)
    await table.guilds.change(GUILD, {MOST: "1"})
    await table.challenge(Opponent(FOUR), by=TWO, game="prudh")
    await table.accept(by=FOUR)
    table.now += PAIRED_AFTER
    (pair,) = await offers_of(table).pairings(POOL)
    for falls in ("heads", "tails"):
        table.falls = falls
        async with table.refuses(Refused) as refused:
            await offers_of(table).begin(pair, PLACE)
        assert refused.value.facts["user"] == TWO


async def test_what_the_server_forbids_is_not_begun(table: Table) -> None:
    await keep(table, ONE, TWO)
    await table.guilds.change(GUILD, {GAMES_KEY: "prudh"})
    assert await paired(table) == []
    with pytest.raises(NotAllowedError):
        await keep(table, THREE)
    with pytest.raises(NotAllowedError):
        await offers_of(table).check_free(GUILD, ONE, "pjawns", frozenset())
    await table.guilds.change(GUILD, {GAMES_KEY: None})
    await offers_of(table).check_free(GUILD, ONE, "pjawns", frozenset())


async def test_terms_that_no_offer_can_have_are_refused(table: Table) -> None:
    for terms in (
        OfferTerms(0, THREE_DAYS, rated=True),
        OfferTerms(6, THREE_DAYS, rated=True),
        OfferTerms(1, NO_CLOCK, rated=True),
        OfferTerms(1, Pace.read("10m"), rated=True),
    ):
        with pytest.raises(OptionError):
            await offers_of(table).keep(ONE, "pjawns", terms, PLACE)
    await table.guilds.change(GUILD, {PACE: "10m"})
    assert (await offers_of(table).own(GUILD, ONE)).usual == (1, THREE_DAYS, True)


async def test_off_means_no_further_match_and_fewer_are_no_loss(table: Table) -> None:
    await keep(table, ONE, TWO, THREE, wanted=2)
    begun = await paired(table)
    assert len(begun) == 3
    await keep(table, ONE, wanted=1)
    assert await offers_of(table).turn_off(key(TWO), WhyOff.OWNER)
    assert not await offers_of(table).turn_off(key(TWO), WhyOff.OWNER)
    assert all([(await table.matches.load(match.id)).phase.running for match in begun])
    own = await offers_of(table).own(GUILD, TWO)
    assert (own.is_on("pjawns"), own.running, await off(table, TWO)) == (False, {"pjawns": 2}, WhyOff.OWNER)
    assert await paired(table) == []


# --- off and told -----------------------------------------------------------------------------------


async def test_who_loses_on_time_gets_no_more_and_is_told(table: Table) -> None:
    await keep(table, ONE, TWO)
    (match,) = await paired(table)
    table.id = match.id
    await table.turns(2)
    (late,) = await table.awaited()
    await table.live(days=30, alive=True)
    assert (await table.match()).phase is Phase.FINISHED
    assert await off(table, late) is WhyOff.LATE
    assert await off(table, UserId(ONE + TWO - late)) is None
    assert len(table.told_to(late, NoticeKind.OFFER_OFF)) == 1
    assert not table.told_to(UserId(ONE + TWO - late), NoticeKind.OFFER_OFF)


async def test_who_lets_two_lapse_unbegun_gets_no_more_and_is_told(table: Table) -> None:
    await keep(table, ONE, wanted=2)
    await keep(table, TWO, THREE)
    begun = await paired(table)
    assert len(begun) == 2
    for number, match in enumerate(begun, 1):
        await table.matches.play.resign(match.id, ONE)
        assert await off(table, ONE) is (WhyOff.NOT_BEGUN if number == 2 else None)
    await table.live(hours=1)
    assert len(table.told_to(ONE, NoticeKind.OFFER_OFF)) == 1


async def test_a_side_handed_over_is_no_fault_of_its_owner(table: Table) -> None:
    await keep(table, ONE, TWO)
    (match,) = await paired(table)
    table.id = match.id
    await table.turns(2)
    side = match.side_of(ONE)
    assert side is not None
    await table.matches.admin.hand_over(match.id, ADMIN, GUILD, side, Opponent(FOUR))
    await table.live(days=40, alive=True)
    assert (await table.match()).phase is Phase.FINISHED
    assert await off(table, ONE) is None and await off(table, TWO) is None


async def test_a_rematch_is_no_match_by_offer(table: Table) -> None:
    await keep(table, ONE, TWO)
    (match,) = await paired(table)
    table.id = match.id
    await table.turns(2)
    ended = await table.matches.play.resign(match.id, TWO)
    ended = await table.matches.challenges.rematch(ended.id, TWO)
    assert ended.rematch is not None
    assert not (await table.matches.load(ended.rematch)).terms.by_offer


# --- leaving ----------------------------------------------------------------------------------------


async def test_who_leaves_the_server_gets_no_more(table: Table) -> None:
    await keep(table, ONE, TWO)
    await table.leaderboards.record_presence(GUILD, ONE, there=False)
    assert await paired(table) == []
    assert not (await offers_of(table).own(GUILD, ONE)).offers


async def test_who_is_forgotten_is_not_paired_meanwhile_and_leaves_nothing(table: Table) -> None:
    await keep(table, ONE, TWO)
    (match,) = await paired(table)
    await keep(table, THREE, ONE, wanted=2)
    assert (await table.privacy.counts(ONE))["standing_offer"] == 1
    exported = b"".join([part async for part in table.privacy.export(ONE)])
    assert b'"standing offers"' in exported and b'"wanted": 2' in exported
    await table.privacy.ask_to_be_forgotten(ONE)
    assert await paired(table) == []
    async for _ in table.privacy.end_all(ONE):
        pass
    assert (await table.matches.load(match.id)).phase is Phase.FINISHED
    assert await table.privacy.forget(ONE)
    assert not any((await table.privacy.counts(ONE)).values())


# --- exactly once -----------------------------------------------------------------------------------


async def test_a_crash_before_the_beginning_is_made_good_by_the_sweep(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(table, ONE, TWO)

    async def die(*_: object) -> Match:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Challenges, "begin_by_itself", die)
        with pytest.raises(KeyboardInterrupt):
            await paired(table)
    (waiting,) = await table.stored()
    assert (waiting.phase, waiting.terms.by_offer) == (Phase.CHALLENGED, True)
    assert await look(table) == [], "there is no second"
    assert await table.sweep() == [waiting.id]
    assert (await table.matches.load(waiting.id)).phase is Phase.PLAYING


@pytest.mark.parametrize("number", range(1, 6))
async def test_a_process_that_dies_before_or_after_any_write_loses_and_doubles_nothing(
    table: Table, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each match one that stores it and one that begins it; then that partners were looked for."""
    for after in (False, True):
        users = [UserId(3000 + 10 * after + number) for number in range(4)]
        await keep(table, *users)
        table.now += PAIRED_AFTER
        with monkeypatch.context() as patched:
            patched.setattr(table.store, "write", dying(table.store.write, number, after=after))
            with pytest.raises(KeyboardInterrupt):
                await look(table)
        table.use(table.another_service())
        await look(table)
        await table.sweep()
        begun = [match for match in await table.stored() if set(match.users) & set(users)]
        assert len(begun) == 2 and all(match.phase is Phase.PLAYING for match in begun)
        assert Counter(user for match in begun for user in match.users) == dict.fromkeys(users, 1)


def dying(write: Any, number: int, *, after: bool) -> Callable[..., Awaitable[Any]]:
    """A store's write that ends the process before or after the one with this number."""
    writes = count(1)

    async def wrapped(*args: object, **named: object) -> Any:
        now = next(writes) == number
        if now and not after:
            raise KeyboardInterrupt
        found = await write(*args, **named)
        if now:
            raise KeyboardInterrupt
        return found

    return wrapped


async def test_two_processes_that_pair_the_same_offers_begin_each_match_once(table: Table) -> None:
    await keep(table, ONE, TWO, THREE, FOUR, wanted=2)
    table.now += PAIRED_AFTER
    both = (offers_of(table), StandingOffers(table.another_service().core))
    asked: list[tuple[StandingOffers, OfferPair]] = [
        (service, pair) for service in both for pair in await service.pairings(POOL)
    ]
    assert len(asked) == 8
    answers = await asyncio.gather(
        *(service.begin(pair, PLACE) for service, pair in asked), return_exceptions=True
    )
    begun = [answer for answer in answers if isinstance(answer, Match)]
    assert len(begun) == 4 == len(await table.stored())
    assert all(isinstance(answer, Match | OffersChangedError) for answer in answers)
    assert Counter(user for match in begun for user in match.users) == dict.fromkeys(
        (ONE, TWO, THREE, FOUR), 2
    )


# --- of one operation at a time, at exact times -------------------------------------------------------

PRAWNS: Final = OfferPool(GUILD, "prawns")
WISHES: Final = OfferTerms(2, THREE_DAYS, rated=True)
LATER: Final = NOON + PAIRED_AFTER


def at(store: Database, now: datetime, shards: Shards = ALL) -> StandingOffers:
    """The operations at a time, in a process with these shards."""
    core = Core(store, clock=lambda: now, coin=lambda: "heads", salt=bytes)
    core.territory.shards = shards
    return StandingOffers(core)


def of(user: UserId) -> OfferKey:
    return OfferKey(*PRAWNS, user)


async def kept(store: Database, user: UserId, now: datetime = NOON, terms: OfferTerms = WISHES) -> None:
    await at(store, now).keep(user, PRAWNS.game, terms, PLACE)


async def offer(store: Database, user: UserId) -> StandingOffer:
    return (await at(store, NOON).own(GUILD, user)).offers[PRAWNS.game]


async def waiting(store: Database, now: datetime = LATER) -> dict[UserId, int]:
    return dict((await at(store, now).state(PRAWNS)).free)


async def due(store: Database, now: datetime, shards: Shards = ALL) -> tuple[OfferPool, ...]:
    return await at(store, now, shards).due(9)


async def begun(store: Database, one: UserId, other: UserId, now: datetime = LATER) -> Match:
    pair = OfferPair(await offer(store, one), await offer(store, other))
    return await at(store, now).begin(pair, PLACE)


async def over(store: Database, match: Match, *faults: OfferFault, at: datetime, **more: Any) -> None:
    effect = partial(end_for_offers, OfferEnding(PRAWNS, match.users, at, faults))
    await store.write(stores.matches.save, finished(match, changed_at=at), effects=[effect], **more)


async def test_an_offer_is_kept_changed_and_turned_off(store: Database) -> None:
    await kept(store, ANN)
    await kept(store, ANN, NOON + HOUR, WISHES._replace(wanted=3, rated=False))
    found = await offer(store, ANN)
    assert (found.terms.wanted, found.terms.rated, found.channel) == (3, False, 12)
    assert (found.created_at, found.changed_at, found.off_since) == (NOON, NOON + HOUR, None)
    assert await at(store, NOON + DAY).turn_off(of(ANN), WhyOff.OWNER)
    assert not await at(store, NOON + 2 * DAY).turn_off(of(ANN), WhyOff.LATE)
    assert not await at(store, NOON).turn_off(of(BOB), WhyOff.LATE)
    found = await offer(store, ANN)
    assert (found.off_since, found.why) == (NOON + DAY, WhyOff.OWNER)
    await kept(store, ANN, NOON + 3 * DAY)
    found = await offer(store, ANN)
    assert (found.created_at, found.off_since, found.why) == (NOON + 3 * DAY, None, None)
    assert (await at(store, NOON).own(GUILD, ANN)).offers == {PRAWNS.game: found}
    assert (await at(store, NOON).own(GuildId(12), ANN)).offers == {}


async def test_partners_are_looked_for_once_a_change_has_settled_and_again_later(store: Database) -> None:
    await kept(store, ANN)
    assert await due(store, NOON) == () and await waiting(store, NOON) == {}
    assert await due(store, LATER) == (PRAWNS,) and await waiting(store) == {ANN: 2}
    assert await due(store, LATER, Shards(2, (1,))) == ()
    assert await due(store, LATER, Shards(2, (0,))) == (PRAWNS,)
    await kept(store, BOB, LATER)
    await at(store, LATER).record_search(PRAWNS, LATER)
    assert await due(store, LATER) == ()
    assert await due(store, LATER + PAIRED_AFTER) == (PRAWNS,), "of the one that was changed meanwhile"
    await at(store, LATER + PAIRED_AFTER).record_search(PRAWNS, LATER + PAIRED_AFTER)
    assert await due(store, LATER + CHECK_EVERY - MINUTE) == ()
    assert await due(store, LATER + CHECK_EVERY) == (PRAWNS,)
    for user in (ANN, BOB):
        await at(store, LATER).turn_off(of(user), WhyOff.OWNER)
    assert await due(store, NOON + DAY) == ()


async def test_who_is_away_or_is_being_forgotten_does_not_wait(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await kept(store, user)
    await store.write(stores.people.go_away, ANN, Interval(NOON, NOON + DAY))
    await store.write(stores.privacy.ask_to_be_forgotten, BOB, NOON)
    assert await waiting(store) == {CAT: 2}
    assert await waiting(store, NOON + DAY) == {ANN: 2, CAT: 2}


async def test_running_matches_count_and_the_same_two_wait_for_a_week(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await kept(store, user)
    match = await begun(store, ANN, BOB)
    assert await waiting(store) == {ANN: 1, BOB: 1, CAT: 2}
    other = await new_challenge(store, challenger=CAT, opponent=ANN)
    assert await waiting(store) == {ANN: 1, BOB: 1, CAT: 2}, f"{other.id} is a challenge like any other"
    ended = NOON + 3 * DAY
    await over(store, match, at=ended)
    assert await due(store, ended) == (PRAWNS,)
    for then, kept_apart in ((ended + APART - MINUTE, True), (ended + APART, False)):
        state = await at(store, then).state(PRAWNS)
        assert state.free == {ANN: 2, BOB: 2, CAT: 2}
        assert (frozenset((ANN, BOB)) in state.apart) is kept_apart


async def test_blocks_keep_two_apart(store: Database) -> None:
    for user in (ANN, BOB):
        await kept(store, user)
    await store.write(stores.privacy.add_block, BOB, ANN, NOON)
    state = await at(store, LATER).state(PRAWNS)
    assert not state.can_meet(ANN, BOB) and state.free == {ANN: 2, BOB: 2}


async def test_of_two_who_begin_the_same_match_at_once_one_does(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await kept(store, user, terms=WISHES._replace(wanted=1))
    made = await asyncio.gather(
        begun(store, ANN, BOB), begun(store, BOB, ANN), begun(store, BOB, CAT), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in made) == ["Match", *["OffersChangedError"] * 2]
    assert sum((await waiting(store)).values()) == 1


async def test_no_match_begins_for_an_offer_that_has_changed(store: Database) -> None:
    for user in (ANN, BOB):
        await kept(store, user)
    await kept(store, BOB, LATER, WISHES._replace(rated=False))
    for then in (LATER, LATER + PAIRED_AFTER):
        (refused,) = await asyncio.gather(begun(store, ANN, BOB, then), return_exceptions=True)
        assert isinstance(refused, OffersChangedError)


async def told_off(store: Database, match: Match) -> list[UserId | None]:
    """Who is told with the end of a match that their offer is off."""
    found = await store.read(stores.notices.notices_of, match.id)
    return [one.user_id for one in found if one.kind is NoticeKind.OFFER_OFF]


def fault(user: UserId, why: WhyOff, then: datetime) -> OfferFault:
    notice = NewNotice(user, NoticeKind.OFFER_OFF, NoticePlace.DIRECT, f"offer:{why}", then)
    return OfferFault(user, why, notice)


async def test_a_match_lost_on_time_turns_the_offer_off_and_says_so(store: Database) -> None:
    for user in (ANN, BOB):
        await kept(store, user)
    match = await begun(store, ANN, BOB)
    await over(store, match, fault(ANN, WhyOff.LATE, NOON + DAY), at=NOON + DAY)
    found = await offer(store, ANN)
    assert (found.off_since, found.why) == (NOON + DAY, WhyOff.LATE)
    assert (await offer(store, BOB)).off_since is None
    assert await told_off(store, match) == [ANN]


async def test_nobody_is_told_of_an_offer_that_was_off(store: Database) -> None:
    for user in (ANN, BOB):
        await kept(store, user)
    match = await begun(store, ANN, BOB)
    await at(store, LATER).turn_off(of(ANN), WhyOff.OWNER)
    await over(store, match, fault(ANN, WhyOff.LATE, NOON + DAY), at=NOON + DAY)
    assert (await offer(store, ANN)).why is WhyOff.OWNER
    assert await told_off(store, match) == []


async def test_the_second_match_not_begun_turns_the_offer_off(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await kept(store, user)
    for other, days in ((BOB, 1), (CAT, 2)):
        then = NOON + timedelta(days=days)
        match = await begun(store, ANN, other, LATER)
        left = MatchScores(not_begun=(ANN,))
        await over(store, match, fault(ANN, WhyOff.NOT_BEGUN, then), at=then, ending=left)
        assert (await offer(store, ANN)).why is (WhyOff.NOT_BEGUN if other == CAT else None)


async def test_what_was_before_it_was_turned_on_again_or_long_ago_is_forgotten(store: Database) -> None:
    for user in (ANN, BOB, CAT):
        await kept(store, user)
    turned_on = NOON + DAY
    for other, days in ((BOB, 1), (CAT, 40)):
        then = NOON + timedelta(days=days)
        match = await begun(store, ANN, other, then - HOUR)
        await over(
            store, match, fault(ANN, WhyOff.NOT_BEGUN, then), at=then, ending=MatchScores(not_begun=(ANN,))
        )
        assert (await offer(store, ANN)).off_since is None
    match = await begun(store, ANN, BOB, NOON + 41 * DAY)
    await at(store, turned_on + 40 * DAY).turn_off(of(ANN), WhyOff.OWNER)
    await kept(store, ANN, NOON + 42 * DAY)
    then = NOON + 43 * DAY
    await over(
        store, match, fault(ANN, WhyOff.NOT_BEGUN, then), at=then, ending=MatchScores(not_begun=(ANN,))
    )
    assert (await offer(store, ANN)).off_since is None


async def test_who_leaves_the_server_or_is_forgotten_has_no_offers_there(store: Database) -> None:
    for user in (ANN, BOB):
        await kept(store, user)
    await store.write(stores.participation.leave_features, GuildId(12), ANN, NOON)
    assert await offer(store, ANN)
    await store.write(stores.participation.leave_features, GuildId(11), ANN, NOON)
    assert not (await at(store, NOON).own(GUILD, ANN)).offers
    assert await store.write(stores.privacy.forget, BOB, UserId(-5), NOON)
    assert not (await at(store, NOON).own(GUILD, BOB)).offers


async def test_an_offer_that_is_changed_meanwhile_stays_on(store: Database) -> None:
    await kept(store, ANN)
    await kept(store, ANN, LATER)
    assert not await at(store, NOON + DAY).turn_off(of(ANN), WhyOff.CHANNEL, seen=NOON)
    assert (await offer(store, ANN)).off_since is None
    assert await at(store, NOON + DAY).turn_off(of(ANN), WhyOff.CHANNEL, seen=LATER)


# --- a month ----------------------------------------------------------------------------------------

PEOPLE: Final = tuple(UserId(5000 + number) for number in range(40))
LATE: Final = frozenset(PEOPLE[:3])
"""They begin their matches, and then never move again."""
STAYS_AWAY: Final = PEOPLE[3]
"""Never begins any match."""


@pytest.mark.slow
async def test_forty_people_for_a_month(table: Table) -> None:
    """Everybody who can be paired is; never beyond what they want, nor the same two within a week."""
    chance = random.Random(43)
    wishes = {user: OfferTerms(chance.randint(1, 3), THREE_DAYS, chance.random() < 0.7) for user in PEOPLE}
    for user, terms in wishes.items():
        await offers_of(table).keep(user, "pjawns", terms, PLACE)
    for one, other in ((PEOPLE[10], PEOPLE[11]), (PEOPLE[12], PEOPLE[30])):
        await table.privacy.block(one, Opponent(other))
    table.now += PAIRED_AFTER
    for day in range(30):
        await look(table, table.another_service() if day % 3 == 0 else None)
        await nobody_is_left(table)
        await never_beyond(table, wishes)
        await a_day(table, chance)
        if day in (5, 12):
            await table.notifications.go_away(chance.choice(PEOPLE[20:]), 4)
        await table.live(days=1, alive=True)
    matches = await table.stored()
    assert len(matches) > 100
    never_too_soon(matches)
    for user in LATE:
        assert await off(table, user) in (WhyOff.LATE, WhyOff.NOT_BEGUN)
        assert len(table.told_to(user, NoticeKind.OFFER_OFF)) == 1
    assert await off(table, STAYS_AWAY) in (WhyOff.LATE, WhyOff.NOT_BEGUN)
    met = Counter(user for match in matches for user in match.users)
    assert all(met[user] > 3 for user in PEOPLE[4:]), "nobody was forgotten"


async def a_day(table: Table, chance: random.Random) -> None:
    """Each running match goes on by a turn, or is given up by one who has begun it."""
    for summary in await table.matches.lists.running_in(GUILD, 999):
        table.id = summary.id
        match = await table.match()
        (user,) = users_of(table.matches.to_act(match))
        begun = len(match.entries) > 1
        if user == STAYS_AWAY or (user in LATE and begun):
            continue
        if begun and chance.random() < 0.3:
            await table.matches.play.resign(table.id, user)
        else:
            await table.act()


async def nobody_is_left(table: Table) -> None:
    """No two are left that want a match and can meet."""
    assert await offers_of(table).pairings(POOL) == ()
    state = await offers_of(table).state(POOL)
    assert not any(state.can_meet(*pair) for pair in combinations(state.offers, 2))


async def never_beyond(table: Table, wishes: dict[UserId, OfferTerms]) -> None:
    running = await table.matches.lists.running_in(GUILD, 999)
    counted = Counter(user for match in running for user in match.users)
    assert all(counted[user] <= terms.wanted for user, terms in wishes.items())


def never_too_soon(matches: Sequence[Match]) -> None:
    ended: dict[frozenset[UserId], Match] = {}
    for match in sorted(matches, key=lambda match: match.created_at):
        pair = frozenset(match.users)
        before = ended.get(pair)
        if before is not None:
            assert before.result is not None and match.created_at - before.changed_at >= APART
        ended[pair] = match
