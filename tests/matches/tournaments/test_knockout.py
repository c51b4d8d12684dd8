"""Knockout: the bracket, and each way a tie ends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.lifecycle.seals import seal
from matches.tournaments import changes, knockout, progress
from matches.tournaments.model import Decision, Format, PairingKey, PairingOutcome, Seed, TieDraw, Tournament
from matches.tournaments.progress import AddDeciders, BeginMatches, Circumstances
from matches.tournaments.standings import tables, tournament_winner
from tests.matches.tournaments.making import ALONE, NOON, a_draw, game_of, settled, started, user

KNOCKOUT = Format.KNOCKOUT


def test_the_bracket_of_sixteen_is_the_usual_one() -> None:
    assert knockout.bracket(16) == (
        (1, 16),
        (8, 9),
        (4, 13),
        (5, 12),
        (2, 15),
        (7, 10),
        (3, 14),
        (6, 11),
    )


def test_byes_go_to_the_highest_seeds() -> None:
    assert [pair for pair in knockout.bracket(11) if None in pair] == [
        (1, None),
        (4, None),
        (5, None),
        (2, None),
        (3, None),
    ]


@given(st.integers(2, 300))
def test_if_the_higher_seed_always_wins_the_highest_meet_last(entrants: int) -> None:
    ties = knockout.bracket(entrants)
    while len(ties) > 1:
        left = [min(seed for seed in pair if seed) for pair in ties]
        assert sorted(left) == list(range(1, len(left) + 1))
        ties = tuple(zip(left[::2], left[1::2], strict=True))
    assert sorted(seed for seed in ties[0] if seed) == [1, 2]


def games(tournament: Tournament, board: int) -> knockout.Games:
    return knockout.by_tie(tournament.in_round(tournament.round))[board - 1]


def test_both_games_are_opened_at_once_and_sides_change() -> None:
    tournament = settled(started(KNOCKOUT, 4), NOON)
    one, two = games(tournament, 1)
    assert (one.first, one.second, two.first, two.second) == (1, 4, 4, 1)
    assert one.running
    assert two.running


def even(tournament: Tournament, one: int, two: int) -> Tournament:
    """The tie of two is 1-1: each has won a game."""
    for number in (1, 2):
        game = game_of(tournament, one, two, number)
        tournament = tournament.changed(replace(game, outcome=PairingOutcome(2, 0, Decision.PLAYED)))
    return tournament


def won(tournament: Tournament, winner: int, loser: int) -> Tournament:
    """The first of two has won both games of their tie."""
    for number in (1, 2):
        game = game_of(tournament, winner, loser, number)
        outcome = PairingOutcome(*((2, 0) if game.first == winner else (0, 2)), Decision.PLAYED)
        tournament = tournament.changed(replace(game, outcome=outcome))
    return tournament


@pytest.mark.parametrize("first_begins", [True, False])
def test_an_even_tie_has_a_decider_as_it_was_drawn(first_begins: bool) -> None:
    tournament = started(KNOCKOUT, 4)
    game = game_of(tournament, 1, 4, 1)
    tournament = tournament.changed(replace(game, draw=TieDraw(first_begins, "ab")))
    tournament = settled(even(tournament, 1, 4), NOON)
    begins = game_of(tournament, 1, 4, 3).first
    assert begins == (1 if first_begins else 4)


def test_a_tie_whose_matches_cannot_begin_holds_up_no_decider() -> None:
    tournament = even(started(KNOCKOUT, 4), 1, 4)
    step = progress.next_step(tournament, NOON, ALONE, a_draw)
    assert isinstance(step, AddDeciders) and [game.key for game in step.pairings] == [PairingKey(1, 1, 3)]
    step = progress.next_step(progress.apply(tournament, step), NOON, ALONE, a_draw)
    assert step == BeginMatches((PairingKey(1, 1, 3), PairingKey(1, 2, 1), PairingKey(1, 2, 2)))


def test_a_decider_begins_with_the_days_of_a_whole_round() -> None:
    tournament = settled(even(started(KNOCKOUT, 4), 1, 4), NOON)
    game = game_of(tournament, 1, 4, 3)
    assert game.running
    assert (game.ends_at - game.begins_at).days == tournament.terms.round_days


def test_the_seal_of_a_draw_is_shown_from_the_start_and_opened_with_the_decider() -> None:
    tournament = started(KNOCKOUT, 4)
    tie = games(tournament, 1)
    shown = knockout.seal_of(tournament.id, tie[0])
    assert knockout.opened(tournament.id, tie) is None
    tournament = settled(even(tournament, 1, 4), NOON)
    line = knockout.opened(tournament.id, games(tournament, 1))
    assert line == f"tidepool seal 1 tournament 7 round 1 tie 1 begins first {'00' * 32}"
    assert seal(line) == shown
    assert knockout.seal_of(tournament.id, games(tournament, 1)[1]) is None


def test_of_a_drawn_decider_the_one_who_moved_second_goes_on() -> None:
    tournament = settled(even(started(KNOCKOUT, 4), 1, 4), NOON)
    decider = game_of(tournament, 1, 4, 3)
    assert decider.first == 1
    tournament = tournament.changed(replace(decider, outcome=PairingOutcome(1, 1, Decision.PLAYED)))
    assert knockout.winner(games(tournament, 1), tournament) == 4


def test_a_won_decider_decides() -> None:
    tournament = settled(even(started(KNOCKOUT, 4), 1, 4), NOON)
    decider = game_of(tournament, 1, 4, 3)
    tournament = tournament.changed(replace(decider, outcome=PairingOutcome(2, 0, Decision.PLAYED)))
    assert knockout.winner(games(tournament, 1), tournament) == 1
    assert knockout.score(games(tournament, 1)) == {1: 4, 4: 2}


def test_of_two_who_blocked_each_other_the_higher_seed_goes_on() -> None:
    around = Circumstances(blocked={frozenset((user(1), user(4)))})
    tournament = settled(started(KNOCKOUT, 4), NOON, around)
    tie = games(tournament, 1)
    assert [game.outcome and game.outcome.how for game in tie] == [Decision.NOT_PLAYED] * 2
    assert knockout.winner(tie, tournament) == 1


def test_who_leaves_is_out_even_with_more_points() -> None:
    tournament = won(started(KNOCKOUT, 4), 1, 4)
    tournament = changes.withdrawn(tournament, user(1), NOON)
    assert knockout.winner(games(tournament, 1), tournament) == 4


def test_who_leaves_later_has_won_the_ties_of_before() -> None:
    tournament = settled(won(won(started(KNOCKOUT, 4), 1, 4), 2, 3), NOON)
    assert tournament.round == 2
    tournament = settled(changes.withdrawn(tournament, user(1), NOON), NOON)
    first = knockout.by_tie(tournament.in_round(1))[0]
    assert knockout.winner(first, tournament) == 1


def test_where_both_are_out_the_next_opponent_has_a_walkover() -> None:
    tournament = started(KNOCKOUT, 4)
    for number in (1, 4):
        tournament = changes.withdrawn(tournament, user(number), NOON)
    tournament = settled(won(tournament, 3, 2), NOON)
    final = tournament.in_round(2)
    assert [(game.first, game.second, game.outcome) for game in final] == [
        (3, None, PairingOutcome(2, 0, Decision.BYE))
    ]
    assert tournament_winner(tournament) == 3


def test_where_all_are_out_there_is_no_champion() -> None:
    tournament = started(KNOCKOUT, 4)
    for number in (1, 2, 3, 4):
        tournament = changes.withdrawn(tournament, user(number), NOON)
    tournament = settled(tournament, NOON)
    assert tournament.state.ended
    assert tournament_winner(tournament) is None


def test_places_are_by_the_round_in_which_one_went_out() -> None:
    tournament = started(KNOCKOUT, 5)
    tournament = settled(won(tournament, 4, 5), NOON)
    tournament = settled(won(won(tournament, 4, 1), 2, 3), NOON)
    tournament = settled(won(tournament, 2, 4), NOON)
    (table,) = tables(tournament)
    places = [(row.seed, row.place, row.shared) for row in table.rows]
    assert places == [(2, 1, False), (4, 2, False), (1, 3, True), (3, 3, True), (5, 5, False)]
    assert tournament_winner(tournament) == 2


def test_a_tie_without_a_draw_is_damaged() -> None:
    tournament = even(started(KNOCKOUT, 4), 1, 4)
    tie = games(tournament, 1)
    bare = (replace(tie[0], draw=None), tie[1])
    with pytest.raises(ValueError):
        knockout.decider(bare, (NOON, NOON))


def test_draws_are_by_coin_and_salt() -> None:
    heads = knockout.drawing(lambda: "heads", lambda: bytes(32))
    assert heads() == a_draw()
    assert not knockout.drawing(lambda: "tails", lambda: bytes(32))().first_begins


def test_pairings_of_a_tie_are_two_and_of_a_bye_one() -> None:
    made = knockout.ties(1, [(Seed(1), None), (None, None), (Seed(3), Seed(2))], (NOON, NOON), a_draw)
    keys = [game.key for game in made]
    assert keys == [PairingKey(1, 1), PairingKey(1, 2), PairingKey(1, 3), PairingKey(1, 3, 2)]
    assert [game.outcome is None for game in made] == [False, False, True, True]
    assert made[2].first == 2
