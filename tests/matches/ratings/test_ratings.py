"""Glicko-2 as we use it: a day at a time."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta, timezone

import pytest

from matches.ratings import glicko
from matches.ratings.rating import NEW_DEVIATION, PROVISIONAL_ABOVE, TAU, RatedResult, Rating, date_of, day_of

PAPER = (RatedResult(1, 1400, 30, 1), RatedResult(2, 1550, 100, 0), RatedResult(3, 1700, 300, 0))


def test_the_worked_example_of_glickmans_paper() -> None:
    """ "Example of the Glicko-2 system", Mark Glickman, 2012: three matches in one period, tau 0.5."""
    after = Rating(1500, 200, 0.06).after_day(PAPER)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_volatility_depends_on_the_deviation_and_not_on_the_rating() -> None:
    """Another library on PyPI puts the one for the other, and the paper's example does not show it."""
    even = Rating(1500, 350, 0.06).after_day([RatedResult(number, 1500, 350, 1) for number in range(200)])
    assert even.volatility == pytest.approx(0.06, abs=0.0001)
    low = Rating(1500, 60, 0.06).after_day([RatedResult(number, 1400, 60, 0) for number in range(4)])
    high = Rating(2500, 60, 0.06).after_day([RatedResult(number, 2400, 60, 0) for number in range(4)])
    assert high.volatility == low.volatility
    assert high.rating - low.rating == pytest.approx(1000, abs=1e-5)


def test_the_order_within_a_day_does_not_matter_to_the_last_bit() -> None:
    chance = random.Random(7)
    day = [
        RatedResult(n, chance.uniform(800, 2400), chance.uniform(40, 350), chance.choice((0, 0.5, 1)))
        for n in range(30)
    ]
    whole = Rating(1612.3, 71.5, 0.0601).after_day(day)
    for _ in range(20):
        chance.shuffle(day)
        assert Rating(1612.3, 71.5, 0.0601).after_day(day) == whole


def test_days_without_a_match_only_make_less_sure() -> None:
    settled = Rating(1720, 60, 0.06)
    idle = settled.after_idle(40)
    strength = glicko.Strength(0, glicko.to_phi(60), 0.06)
    for _ in range(40):
        strength = glicko.after_period(strength, [], TAU)
    assert (idle.rating, idle.volatility) == (1720, 0.06)
    assert idle.deviation == pytest.approx(glicko.to_deviation(strength.phi), abs=1e-5)
    assert settled.after_idle(0) == settled.after_idle(-1) == settled
    assert settled.after_idle(100_000).deviation == NEW_DEVIATION


def test_a_newcomer_is_provisional_and_plays_it_off() -> None:
    rating, matches = Rating(), 0
    assert rating.provisional
    while rating.provisional:
        rating, matches = rating.after_day([RatedResult(matches, 1500, 60, matches % 2)]), matches + 1
    assert 5 <= matches <= 15
    assert Rating(deviation=PROVISIONAL_ABOVE).provisional is False
    assert rating.after_idle(180).provisional


@pytest.mark.parametrize(("rating", "points"), [(1499.5, 1500), (1499.499999, 1499), (1500.4, 1500), (1, 1)])
def test_points_are_whole(rating: float, points: int) -> None:
    assert Rating(rating).points == points


def test_a_day_is_one_in_utc() -> None:
    midnight = datetime(2026, 3, 2, tzinfo=UTC)
    assert day_of(midnight) == day_of(midnight - timedelta(microseconds=1)) + 1
    assert day_of(midnight.astimezone(timezone(timedelta(hours=-11)))) == day_of(midnight)
    assert date_of(day_of(midnight)).isoformat() == "2026-03-02"
    with pytest.raises(ValueError, match="zone"):
        day_of(datetime(2026, 3, 2))  # noqa: DTZ001
