"""Tournaments by chance: leavers, blocks, vacations, adjournments, organisers, crashes. All of them end."""

from __future__ import annotations

from collections import Counter

import pytest

from matches.tournaments.model import Format, Pairing, Seed, Tournament, TournamentState
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
        check_sides_of_swiss(tournament)
    elif tournament.terms.format.has_groups:
        check_sides_of_groups(tournament)
    for number in range(1, tournament.round + 1):
        for table in tables(tournament, number):
            assert len(set(table.seeds)) == len(table.seeds)
            places = [row.place for row in table.rows]
            assert places == sorted(places)


def check_sides_of_swiss(tournament: Tournament) -> None:
    """Never three of a side more than of the other, nor one three times in a row, but for topscorers."""
    last = tournament.round
    for seed in tournament.by_seed:
        games = [game for game in tournament.of(seed) if len(game.seeds) == 2]
        sides = ""
        for game in games:
            sides += "w" if game.first == seed else "b"
            balance = abs(sides.count("w") - sides.count("b"))
            topscorers = game.key.round == last and any(
                points_before(tournament, one, last) > last - 1 for one in game.seeds
            )
            assert topscorers or (balance <= 2 and sides[-3:] not in ("www", "bbb")), (seed, sides)
            if not is_played(game):
                sides = sides[:-1]  # its side does not count for the next one


def is_played(game: Pairing) -> bool:
    """Whether a game's sides count: not if it was a forfeit, or nobody came, as an organiser may say too."""
    outcome = game.outcome
    return outcome is not None and outcome.how.is_met and outcome.first + outcome.second > 0


def points_before(tournament: Tournament, seed: Seed, number: int) -> int:
    """The half points of an entrant before a round."""
    return sum(game.points_of(seed) for game in tournament.of(seed) if game.key.round < number)


def check_sides_of_groups(tournament: Tournament) -> None:
    """In a group each plays either side as often, or once more."""
    for number in range(1, tournament.round + 1):
        sides = Counter[Seed]()
        for game in tournament.in_round(number):
            first, second = game.seeds
            sides.update({first: 1})
            sides.subtract({second: 1})
        assert all(abs(difference) <= 1 for difference in sides.values()), number


@pytest.mark.gate(draw=8)
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
