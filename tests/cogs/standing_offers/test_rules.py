"""Who is paired by standing offers: nearest first, as many as wanted, and none that could meet are left."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.standing_offers.rules import (
    MOST_WANTED,
    PACES_OFFERED,
    OfferKey,
    OfferPair,
    OfferTerms,
    PoolState,
    StandingOffer,
    WhyOff,
    _notice,
    nearest_pairs,
    usual_terms,
    why_told,
)
from data.features import standing_offers as rows
from matches.model import ChannelId, GuildId, NoticePlace, UserId
from matches.notices import NotificationPreferences
from matches.time.pace import DEFAULT_PACE, NO_CLOCK, PACES, Pace

NOON: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
THREE_DAYS: Final = Pace.read("3d")
PEOPLE: Final = tuple(map(UserId, range(1, 11)))


def offer(user: int, terms: OfferTerms) -> StandingOffer:
    """An offer of a user, made earlier the smaller their number is."""
    at = NOON + timedelta(minutes=user)
    return StandingOffer(OfferKey(GuildId(11), "prudh", UserId(user)), ChannelId(12), terms, at, at)


def pool(*wishes: OfferTerms, apart: tuple[tuple[int, int], ...] = ()) -> PoolState:
    """The offers of users 1, 2, 3, ..., none of whom has a match."""
    offers = {UserId(user): offer(user, terms) for user, terms in enumerate(wishes, 1)}
    pairs = frozenset(frozenset(map(UserId, pair)) for pair in apart)
    return PoolState(offers, {user: one.terms.wanted for user, one in offers.items()}, pairs)


def wants(many: int, pace: Pace = THREE_DAYS, *, rated: bool = True) -> OfferTerms:
    return OfferTerms(many, pace, rated)


def users(found: tuple[OfferPair, ...]) -> list[tuple[int, int]]:
    return [(pair.one.user, pair.other.user) for pair in found]


def rated(*numbers: float) -> dict[UserId, float]:
    return {UserId(user): number for user, number in enumerate(numbers, 1)}


def test_the_nearest_ratings_meet_first() -> None:
    state = pool(*[wants(1)] * 4)
    assert users(state.pairings(rated(1500, 1900, 1520, 1700))) == [(1, 3), (4, 2)]


def test_of_equal_ratings_those_who_have_waited_longest() -> None:
    assert users(pool(*[wants(1)] * 5).pairings(rated(*[1500] * 5))) == [(1, 2), (3, 4)]


def test_nobody_has_a_second_match_before_others_have_a_first() -> None:
    found = users(pool(*[wants(2)] * 4).pairings(rated(*[1500] * 4)))
    assert found[:2] == [(1, 2), (3, 4)]
    assert Counter(user for pair in found for user in pair) == dict.fromkeys(range(1, 5), 2)


def test_only_the_same_pace_and_rating_go_together() -> None:
    bank = Pace.read("5d+12h<7d")
    state = pool(wants(1), wants(1, rated=False), wants(1, bank), wants(3), wants(2, bank, rated=False))
    assert users(state.pairings(rated(*[1500] * 5))) == [(1, 4)]


def test_who_met_blocked_or_is_barred_is_left_out() -> None:
    state = pool(*[wants(1)] * 3, apart=((1, 2),))
    ratings = rated(1500, 1500, 1500)
    assert users(state.pairings(ratings)) == [(1, 3)]
    assert users(state.pairings(ratings, {frozenset((UserId(1), UserId(3)))})) == [(2, 3)]
    assert users(state.pairings(ratings, {frozenset((UserId(3),))})) == []


@st.composite
def pools(draw: st.DrawFn) -> tuple[PoolState, dict[UserId, float]]:
    terms = st.builds(
        OfferTerms, st.integers(1, MOST_WANTED), st.sampled_from(PACES_OFFERED[:2]), st.booleans()
    )
    wishes = draw(st.lists(terms, max_size=len(PEOPLE)))
    pairs = list(combinations(range(1, len(wishes) + 1), 2))
    apart = tuple(draw(st.sets(st.sampled_from(pairs)))) if pairs else ()
    ratings = rated(*(draw(st.integers(1400, 1420)) for _ in wishes))
    return pool(*wishes, apart=apart), ratings


@given(pools())
def test_all_that_can_meet_do_and_nobody_more_often_than_wanted(
    made: tuple[PoolState, dict[UserId, float]],
) -> None:
    state, ratings = made
    found = state.pairings(ratings)
    counted = Counter(one.user for pair in found for one in pair)
    assert all(counted[user] <= many for user, many in state.free.items())
    met = {frozenset((pair.one.user, pair.other.user)) for pair in found}
    assert len(met) == len(found), "nobody meets the same player twice"
    assert all(state.can_meet(*pair) for pair in met)
    for pair in combinations(state.free, 2):
        free = all(counted[user] < state.free[user] for user in pair)
        assert not (free and state.can_meet(*pair) and frozenset(pair) not in met)


@given(pools(), st.randoms())
def test_the_order_in_which_offers_are_read_does_not_matter(
    made: tuple[PoolState, dict[UserId, float]], chance: random.Random
) -> None:
    state, ratings = made
    shuffled = list(state.offers)
    chance.shuffle(shuffled)
    other = replace(
        state,
        offers={user: state.offers[user] for user in shuffled},
        free={user: state.free[user] for user in shuffled},
    )
    assert other.pairings(ratings) == state.pairings(ratings)


@given(st.lists(st.integers(1400, 1450), max_size=10), st.data())
def test_the_pairs_of_a_round_are_those_of_looking_at_all_pairs(
    numbers: list[int], data: st.DataObject
) -> None:
    ratings = rated(*sorted(numbers))
    people = list(ratings)
    all_pairs = list(combinations(people, 2))
    apart = data.draw(st.sets(st.sampled_from(all_pairs).map(frozenset))) if all_pairs else set()
    expected: list[tuple[UserId, UserId]] = []
    for one, other in sorted(all_pairs, key=lambda pair: (ratings[pair[1]] - ratings[pair[0]], *pair)):
        taken = {user for pair in expected for user in pair}
        if not taken & {one, other} and frozenset((one, other)) not in apart:
            expected.append((one, other))
    assert list(nearest_pairs(people, ratings, apart)) == expected


def test_a_thousand_offers_are_paired_without_looking_at_every_pair() -> None:
    class Counted(dict[UserId, float]):
        asked = 0

        def __getitem__(self, user: UserId) -> float:
            self.asked += 1
            return super().__getitem__(user)

    ratings = Counted({UserId(user): 1000 + user * 617 % 1009 for user in range(1, 1001)})
    order = sorted(ratings, key=lambda user: ratings[user])
    ratings.asked = 0
    assert len(list(nearest_pairs(order, ratings, ()))) == 500
    assert ratings.asked < 20_000


def test_usual_terms_are_the_servers_unless_a_match_could_not_begin_unasked() -> None:
    assert usual_terms(Pace.read("7d")) == (1, Pace.read("7d"), True)
    for pace in (NO_CLOCK, *(pace for pace in PACES if pace.fast)):
        assert usual_terms(pace).pace == DEFAULT_PACE
    assert all(pace.timed and not pace.fast for pace in PACES_OFFERED)


@pytest.mark.parametrize("why", WhyOff)
def test_a_notice_knows_why_it_is_sent(why: WhyOff) -> None:
    made = _notice(UserId(1), why, NotificationPreferences(), NOON)
    assert made is not None and why_told(made.name) is why


def test_who_is_told_where_that_their_offer_is_off() -> None:
    def told(contact: NotificationPreferences) -> tuple[NoticePlace, datetime] | None:
        made = _notice(UserId(1), WhyOff.LATE, contact, NOON)
        return None if made is None else (made.place, made.due_at)

    usual = NotificationPreferences()
    assert told(usual) == (NoticePlace.HOME, NOON)
    assert told(replace(usual, home=False, direct=True)) == (NoticePlace.DIRECT, NOON)
    assert told(replace(usual, home=False)) is None
    nine = NOON.replace(hour=9) + timedelta(days=1)
    assert told(replace(usual, digest=nine.time())) == (NoticePlace.DIRECT, nine)


def test_what_the_check_of_the_database_allows_is_what_an_offer_can_have() -> None:
    assert (MOST_WANTED, tuple(why.value for why in WhyOff)) == (rows.MOST_WANTED, rows.WHY_OFF)
    assert tuple(map(str, PACES_OFFERED)) == rows.PACES_OFFERED
