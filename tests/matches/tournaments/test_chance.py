"""Tournaments by chance: leavers, blocks, vacations, adjournments, organisers, crashes. All of them end."""

from __future__ import annotations

from collections import Counter

import pytest

from matches.tournaments.model import Format, Tournament, TournamentState
from matches.tournaments.standings import tables
from tests.matches.tournaments.making import Chance


def check(tournament: Tournament) -> None:
    """What holds of every tournament that has ended."""
    over = tournament.state is TournamentState.OVER
    assert not over or all(game.outcome for game in tournament.pairings)
    pairs = [frozenset(game.seeds) for game in tournament.pairings if len(game.seeds) == 2]
    if tournament.terms.format is Format.SWISS:
        assert len(set(pairs)) == len(pairs)
        byes = Counter(game.first for game in tournament.pairings if game.second is None)
        assert all(many == 1 for many in byes.values())
    for number in range(1, tournament.round + 1):
        for table in tables(tournament, number):
            assert len(set(table.seeds)) == len(table.seeds)
            places = [row.place for row in table.rows]
            assert places == sorted(places)


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("first", range(0, 25, 5))
def test_a_hundred_tournaments_end(form: Format, first: int) -> None:
    for seed in range(first, first + 5):
        check(Chance(seed, form).run())


@pytest.mark.slow
@pytest.mark.parametrize("form", Format)
def test_nine_hundred_more_end(form: Format) -> None:
    for seed in range(25, 250):
        check(Chance(seed, form).run())
