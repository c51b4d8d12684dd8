"""Scales of reviews: positions of matches by the rules of today, and the curve that fits what they scored."""

from __future__ import annotations

import math
import random

import pytest

from computer.review.model import SearchJob, SearchResult, SeenTurn
from engines import GAMES
from tools.computer import measures
from tools.computer.measures import Sample, fitted, samples_of


def test_what_is_looked_at_goes_by_the_rules_that_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first version of Predation has another Warren: there such a position is worth something else."""
    jobs: list[SearchJob] = []

    def kept(job: SearchJob) -> SearchResult:
        jobs.append(job)
        return (SeenTurn(7),)

    monkeypatch.setattr(measures, "search", kept)
    samples = list(samples_of("predation", 1))
    assert {job.rules_version for job in jobs} == {GAMES["predation"].rules_version}
    assert samples == [Sample(7, samples[0].points)] * len(jobs)
    assert samples[0].points in {0.0, 1.0}


@pytest.mark.parametrize(("even", "offset"), [(True, 0), (False, -300)])
def test_the_curve_that_matches_were_drawn_from_is_found(even: bool, offset: int) -> None:
    chance = random.Random(4)
    samples = []
    for _ in range(1_500):
        value = chance.randint(-800, 800)
        wins = chance.random() < 1 / (1 + math.exp(-(value - offset) / 200))
        samples.append(Sample(value, float(wins)))
    assert fitted(samples, even=even) == pytest.approx((200, offset), abs=30)
