"""The formulas of Glicko-2, held against the paper that they come from."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.ratings import glicko
from matches.ratings.rating import RatedResult, Rating

TAU = 0.5
PLAYER = glicko.Strength(glicko.to_mu(1500), glicko.to_phi(200), 0.06)
OPPONENTS = [
    glicko.RatedOpponent(glicko.to_mu(rating), glicko.to_phi(deviation), score)
    for rating, deviation, score in ((1400, 30, 1), (1550, 100, 0), (1700, 300, 0))
]

STORED = (
    (659.589093, 339.103691, 0.064298759, 339.132748),
    (881.466297, 180.013661, 0.062477531, 203.848336),
    (1977.239529, 235.873334, 0.055415074, 262.766427),
    (1021.744943, 102.072171, 0.089778104, 218.527349),
    (962.734757, 199.251864, 0.081440639, 350.0),
    (1940.062369, 216.961257, 0.048004484, 305.090608),
    (1505.471149, 58.495389, 0.049853901, 161.806384),
    (969.129019, 161.832362, 0.064954489, 310.690192),
)
"""What glicko2-py 0.1.0, which reckoned before, made of `drawn`: of a day, and the deviation of idling."""


def drawn(seed: int) -> tuple[Rating, list[RatedResult]]:
    """A player and the matches of their day, the same on every machine."""
    chance = random.Random(seed)

    def between(low: float, high: float, digits: int = 6) -> float:
        return round(low + (high - low) * chance.random(), digits)

    day = [
        RatedResult(number, between(300, 3000), between(30, 350), chance.randrange(3) / 2)
        for number in range(1 + seed * seed // 4)
    ]
    return Rating(between(300, 3000), between(30, 350), between(0.04, 0.09, 9)), day


def test_the_example_of_the_paper_step_by_step() -> None:
    """ "Example of the Glicko-2 system", Mark Glickman, 2012: three matches in one period, tau 0.5."""
    assert (PLAYER.mu, PLAYER.phi) == pytest.approx((0, 1.1513), abs=5e-5)
    assert [one.mu for one in OPPONENTS] == pytest.approx([-0.5756, 0.2878, 1.1513], abs=5e-5)
    assert [one.phi for one in OPPONENTS] == pytest.approx([0.1727, 0.5756, 1.7269], abs=5e-5)

    after = glicko.after_period(PLAYER, OPPONENTS, TAU)
    assert after.sigma == pytest.approx(0.05999, abs=1e-5)  # the paper cuts it off
    assert glicko.after_absence(PLAYER.phi, after.sigma, 1) == pytest.approx(1.152862, abs=1e-5)
    assert after.phi == pytest.approx(0.8722, abs=5e-5)
    assert after.mu == pytest.approx(-0.2069, abs=5e-5)
    assert glicko.to_rating(after.mu) == pytest.approx(1464.06, abs=0.02)  # the paper rounds on its way
    assert glicko.to_deviation(after.phi) == pytest.approx(151.52, abs=0.005)


@pytest.mark.parametrize("seed", range(len(STORED)))
def test_results_are_those_that_were_stored_before(seed: int) -> None:
    before, day = drawn(seed)
    after, idle = before.after_day(day), before.after_idle(1 + seed * 50)
    assert (after.rating, after.deviation, after.volatility, idle.deviation) == STORED[seed]


def weighed(*weights: float) -> list[glicko.RatedOpponent]:
    """The opponents of the paper with these weights."""
    return [one._replace(weight=weight) for one, weight in zip(OPPONENTS, weights, strict=True)]


def test_a_weight_of_one_changes_no_bit() -> None:
    assert glicko.after_period(PLAYER, weighed(1.0, 1.0, 1.0), TAU) == glicko.after_period(
        PLAYER, OPPONENTS, TAU
    )


def test_half_a_result_twice_is_one_result() -> None:
    halves = [one for one in weighed(0.5, 0.5, 0.5) for _ in range(2)]
    whole = glicko.after_period(PLAYER, OPPONENTS, TAU)
    assert glicko.after_period(PLAYER, halves, TAU) == pytest.approx(whole, rel=1e-12)


def test_a_result_that_weighs_next_to_nothing_is_next_to_none() -> None:
    faint = glicko.after_period(PLAYER, weighed(1e-9, 1e-9, 1e-9), TAU)
    assert faint == pytest.approx(glicko.after_period(PLAYER, [], TAU), rel=1e-6, abs=1e-6)


@given(st.floats(300, 3000), st.floats(30, 350), st.sampled_from((0.0, 0.5, 1.0)), st.floats(0.01, 1.0))
def test_the_lighter_a_result_the_less_it_says(
    rating: float, deviation: float, score: float, weight: float
) -> None:
    """It moves the rating less and leaves it less sure, by as much as the derivation says."""
    opponent = glicko.RatedOpponent(glicko.to_mu(rating), glicko.to_phi(deviation), score)
    whole = glicko.after_period(PLAYER, [opponent], TAU)
    light = glicko.after_period(PLAYER, [opponent._replace(weight=weight)], TAU)
    assert abs(light.mu - PLAYER.mu) <= abs(whole.mu - PLAYER.mu) + 1e-9
    assert light.phi >= whole.phi - 1e-9
    before = glicko.after_absence(PLAYER.phi, light.sigma, 1)
    said = glicko.after_absence(PLAYER.phi, whole.sigma, 1)
    assert light.phi**-2 - before**-2 == pytest.approx(weight * (whole.phi**-2 - said**-2), rel=1e-6)


def test_a_period_without_a_match_only_makes_less_sure() -> None:
    idle = glicko.after_period(PLAYER, [], TAU)
    assert (idle.mu, idle.sigma) == (PLAYER.mu, PLAYER.sigma)
    assert idle.phi == glicko.after_absence(PLAYER.phi, PLAYER.sigma, 1) > PLAYER.phi
