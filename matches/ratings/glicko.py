"""The formulas of Glicko-2, as pure functions on its own scale.

Source: Mark Glickman, "Example of the Glicko-2 system" (2012, https://www.glicko.net/glicko/glicko2.pdf). The
steps named here are the paper's, and so are the letters: rating mu, deviation phi, volatility sigma.

A result may weigh less than 1. The paper takes the results of a period as independent, so that their
log-likelihoods add up; a result of weight w adds w times its own: the weighted likelihood of Hu and Zidek
(The Canadian Journal of Statistics 30, 2002, 347-371). The paper's two sums come from the first and the
second derivative of that sum, so w is a factor of each of their terms: w g² E (1 - E) in the information
1 / v (step 3), w g (s - E) in the surprise delta / v (step 4). Half a result twice is one result; what counts
little also stirs the volatility little, which sees the same sums; with weights of 1 they are the paper's own.

Keep the operations and their order: stored ratings were computed with them, and another order of the same
sums differs in the last bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

SCALE: Final = 173.7178
"""The rating points, as players see them, in one unit of the paper's scale."""
CENTER: Final = 1500.0
"""The rating, as players see it, at zero of the paper's scale."""
CLOSE_ENOUGH: Final = 1e-6
"""The precision of the search for the volatility's logarithm, as in the paper's example."""
MOST_STEPS: Final = 500
"""The most steps of that search; about ten are usual."""


class Strength(NamedTuple):
    """A rating, its deviation and its volatility, on the paper's scale."""

    mu: float
    phi: float
    sigma: float


class RatedOpponent(NamedTuple):
    """A match of the period: the other's rating and deviation on the paper's scale; the score, 0 to 1.

    ``weight``: the result's weight, above 0 and at most 1.
    """

    mu: float
    phi: float
    score: float
    weight: float = 1.0


def to_mu(rating: float) -> float:
    """Step 2: a rating on the paper's scale."""
    return (rating - CENTER) / SCALE


def to_phi(deviation: float) -> float:
    """Step 2: a deviation on the paper's scale."""
    return deviation / SCALE


def to_rating(mu: float) -> float:
    """Step 8: a rating as people see it."""
    return SCALE * mu + CENTER


def to_deviation(phi: float) -> float:
    """Step 8: a deviation as people see it."""
    return SCALE * phi


def after_period(before: Strength, opponents: Sequence[RatedOpponent], tau: float) -> Strength:
    """Steps 3 to 7: a player's strength after one rating period. Without a match only the deviation grows."""
    mu, phi, sigma = before
    if not opponents:
        return Strength(mu, after_absence(phi, sigma, 1), sigma)
    variance = 1.0 / _sum(
        weight * (_g(phi_j) ** 2 * (expected := _expected(mu, mu_j, phi_j)) * (1.0 - expected))
        for mu_j, phi_j, _, weight in opponents
    )
    surprise = _sum(
        weight * (_g(phi_j) * (score - _expected(mu, mu_j, phi_j)))
        for mu_j, phi_j, score, weight in opponents
    )
    volatility = _volatility(sigma, phi, variance, variance * surprise, tau)
    uncertain = after_absence(phi, volatility, 1)
    deviation = 1.0 / math.sqrt(1.0 / uncertain**2 + 1.0 / variance)
    return Strength(mu + deviation**2 * surprise, deviation, volatility)


def after_absence(phi: float, sigma: float, periods: int) -> float:
    """Step 6: a deviation after ``periods``, without the matches played in them."""
    return math.sqrt(phi**2 + periods * sigma**2)


def _g(phi: float) -> float:
    """Step 3, g: the weight of a result against an opponent with the deviation ``phi``."""
    return 1.0 / math.sqrt(1.0 + 3.0 * phi**2 / math.pi**2)


def _expected(mu: float, mu_j: float, phi_j: float) -> float:
    """Step 3, E: the expected score; written so that ``exp`` cannot overflow."""
    apart = _g(phi_j) * (mu - mu_j)
    if apart >= 0:
        return 1.0 / (1.0 + math.exp(-apart))
    grown = math.exp(apart)
    return grown / (1.0 + grown)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the new volatility, at the zero of the paper's f."""
    start = math.log(sigma**2)

    def f(x: float) -> float:
        grown = math.exp(x)
        excess = grown * (delta**2 - phi**2 - variance - grown)
        return excess / (2.0 * (phi**2 + variance + grown) ** 2) - (x - start) / tau**2

    if delta**2 > phi**2 + variance:
        other = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        other = start - steps * tau
    return math.exp(_zero_between(f, start, other) / 2.0)


def _zero_between(f: Callable[[float], float], a: float, b: float) -> float:
    """Step 5.4: where ``f`` is nought between ``a`` and ``b``, by the Illinois algorithm."""
    f_a, f_b = f(a), f(b)
    for _ in range(MOST_STEPS):
        c = a + (a - b) * f_a / (f_b - f_a)
        f_c = f(c)
        if f_c * f_b <= 0:
            a, f_a = b, f_b
        else:
            f_a /= 2.0
        b, f_b = c, f_c
        if abs(b - a) < CLOSE_ENOUGH:
            return b
    raise ArithmeticError(f"no volatility was found in {MOST_STEPS} steps")


def _sum(parts: Iterable[float]) -> float:
    """The sum in the order given, each rounded: what ``sum`` did before Python 3.12 made it more exact."""
    total = 0.0
    for part in parts:
        total += part
    return total
