"""What is due in a tournament, and when."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from matches.model import UserId
from matches.time.intervals import Interval
from matches.tournaments import changes
from matches.tournaments.model import (
    Decision,
    Entrant,
    Format,
    Pairing,
    PairingOutcome,
    Seed,
    Tournament,
    TournamentState,
)
from matches.tournaments.progress import (
    BeginMatches,
    BeginRound,
    CallOff,
    Circumstances,
    Decide,
    Finish,
    Leave,
    PairRound,
    Shortfall,
    Start,
    Step,
    apply,
    cut_short,
    next_due,
    next_step,
    paired,
)
from matches.tournaments.standings import tables, tournament_winner
from tests.matches.tournaments.making import (
    ALONE,
    DAY,
    NOON,
    a_draw,
    a_tournament,
    decided,
    game_of,
    match_ended,
    number_of,
    settled,
    started,
    user,
)

W, D, L = (2, 0), (1, 1), (0, 2)


def step_of(tournament: Tournament, around: Circumstances = ALONE, days: float = 0) -> Step | None:
    return next_step(tournament, NOON + days * DAY, around, a_draw)


def with_all(tournament: Tournament, outcome: PairingOutcome) -> Tournament:
    """The tournament with all undecided pairings of the round decided alike."""
    games = (game for game in tournament.in_round(tournament.round) if game.outcome is None)
    return tournament.changed(*(replace(game, outcome=outcome) for game in games))


# --- the start -----------------------------------------------------------------------------------


def test_entries_end_at_their_time() -> None:
    tournament = a_tournament(Format.SWISS, 5)
    assert step_of(tournament, days=-0.1) is None
    assert isinstance(step_of(tournament), Start)
    assert next_due(tournament, ALONE) == NOON


def test_entries_end_when_the_tournament_is_full() -> None:
    tournament = a_tournament(Format.SWISS, 4, most=5, entries_until=None)
    assert step_of(tournament) is None
    assert next_due(tournament, ALONE) is None
    tournament = changes.entered(tournament, UserId(1), NOON)
    assert isinstance(step_of(tournament), Start)


def test_fewer_than_three_entrants_are_too_few() -> None:
    tournament = a_tournament(Format.KNOCKOUT, 2)
    step = step_of(tournament)
    assert isinstance(step, CallOff)
    assert apply(tournament, step).state is TournamentState.CALLED_OFF


def test_seeds_go_by_rating_and_then_by_entry() -> None:
    entrants = (
        Entrant(UserId(1), NOON),
        Entrant(UserId(2), NOON - DAY),
        Entrant(UserId(3), NOON),
    )
    tournament = replace(a_tournament(Format.SWISS), entrants=entrants)
    around = Circumstances(ratings={UserId(1): 1500, UserId(2): 1500, UserId(3): 1600})
    step = next_step(tournament, NOON, around, a_draw)
    assert isinstance(step, Start)
    assert [(one.user_id, one.seed, one.rating) for one in apply(tournament, step).by_seed.values()] == [
        (3, 1, 1600),
        (2, 2, 1500),
        (1, 3, 1500),
    ]


# --- matches -------------------------------------------------------------------------------------


def test_no_entrant_has_more_matches_at_once_than_the_terms_say() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 6, at_once=2), NOON)
    running = [sum(game.running for game in tournament.of(Seed(seed))) for seed in range(1, 7)]
    assert running == [2] * 6


def test_a_new_match_begins_as_soon_as_both_have_room() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 4, at_once=2), NOON)
    assert step_of(tournament) is None
    # Rounds by Berger: 1-4 2-3, 4-3 1-2, 2-4 3-1. Once 1-4 has ended, both have room, but 2 and 3 have not.
    tournament = ended(tournament, 1, 4, PairingOutcome(*L, Decision.PLAYED))
    assert step_of(tournament) is None
    tournament = ended(tournament, 2, 3, PairingOutcome(*L, Decision.PLAYED))
    assert step_of(tournament) == BeginMatches((game_of(tournament, 2, 4).key, game_of(tournament, 1, 3).key))


def test_an_adjourned_match_takes_no_room() -> None:
    tournament = settled(a_tournament(Format.SWISS, 4, at_once=2, rounds=3, round_days=10), NOON)
    for number in (1, 2):
        tournament = settled(tournament, NOON + 10 * number * DAY)
    assert tournament.round == 3
    assert all(game.running for game in tournament.in_round(3))
    assert all(game.outcome == PairingOutcome(*D, Decision.ADJOURNED) for game in tournament.in_round(1))


def test_two_of_whom_one_blocked_the_other_do_not_play() -> None:
    around = Circumstances(blocked=frozenset({frozenset((user(1), user(2)))}))
    tournament = settled(started(Format.ROUND_ROBIN, 3), NOON, around)
    game = game_of(tournament, 1, 2)
    assert (game.outcome, game.match_id) == (PairingOutcome(*D, Decision.NOT_PLAYED), None)


def test_a_block_does_not_end_a_match() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 3), NOON)
    around = Circumstances(blocked=frozenset({frozenset((user(1), user(2)))}))
    assert step_of(tournament, around) is None


# --- the last day --------------------------------------------------------------------------------


def test_what_still_runs_on_the_last_day_is_a_draw_in_the_table() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 3, round_days=30), NOON)
    due = next_due(tournament, ALONE)
    assert due == NOON + 30 * DAY
    assert step_of(tournament, days=29.9) is None
    step = step_of(tournament, days=30)
    assert isinstance(step, Decide)
    assert set(step.outcomes.values()) == {PairingOutcome(*D, Decision.ADJOURNED)}


def test_an_adjourned_match_touches_the_table_no_more() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 3, round_days=30), NOON)
    key = game_of(tournament, 1, 2).key
    tournament = settled(tournament, NOON + 30 * DAY)
    ended = match_ended(tournament, number_of(key), PairingOutcome(*W, Decision.PLAYED))
    assert ended.pairing(key).outcome == PairingOutcome(*D, Decision.ADJOURNED)
    assert ended.pairing(key).match_ended


@pytest.mark.parametrize(
    ("vacations", "days"),
    [
        ({1: [(5, 8)]}, 3),
        ({1: [(5, 8)], 2: [(6, 10)]}, 5),  # together
        ({1: [(-4, 2)]}, 2),  # only within the round
        ({2: [(28, 60)]}, 2),
        ({1: [(3, 20)]}, 7),  # the most
        ({3: [(3, 6)]}, 0),  # of another
    ],
)
def test_vacations_move_the_last_day(vacations: dict[int, list[tuple[int, int]]], days: int) -> None:
    around = Circumstances(
        away={
            user(one): [Interval(NOON + begin * DAY, NOON + end * DAY) for begin, end in spans]
            for one, spans in vacations.items()
        }
    )
    tournament = settled(started(Format.ROUND_ROBIN, 3, round_days=30), NOON, around)
    key = game_of(tournament, 1, 2).key
    early = settled(tournament, NOON + (30 + days) * DAY - timedelta(seconds=1), around)
    assert early.pairing(key).outcome is None
    late = settled(tournament, NOON + (30 + days) * DAY, around)
    assert late.pairing(key).outcome == PairingOutcome(*D, Decision.ADJOURNED)


def test_a_match_called_off_waits_for_the_last_day() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 3, round_days=30), NOON)
    game = game_of(tournament, 1, 2)
    tournament = match_ended(tournament, number_of(game.key), None)
    assert tournament.pairing(game.key).called_off
    assert step_of(tournament) is None
    assert settled(tournament, NOON + 30 * DAY).pairing(game.key).outcome == PairingOutcome(
        *D, Decision.ADJOURNED
    )


def test_a_pause_moves_the_last_days() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 3, round_days=30), NOON)
    tournament = changes.paused(tournament, NOON + 10 * DAY)
    assert step_of(tournament, days=100) is None
    assert next_due(tournament, ALONE) is None
    tournament = changes.resumed(tournament, NOON + 25 * DAY)
    assert next_due(tournament, ALONE) == NOON + 45 * DAY


# --- leaving -------------------------------------------------------------------------------------


def ended(tournament: Tournament, one: int, two: int, outcome: PairingOutcome) -> Tournament:
    """The match of two seeds has ended; the outcome is from the view of the first."""
    game = game_of(tournament, one, two)
    assert game.match_id is not None
    turned = outcome if game.first == one else PairingOutcome(outcome.second, outcome.first, outcome.how)
    return match_ended(tournament, game.match_id, turned)


def test_two_games_lost_on_time_or_not_begun_are_leaving() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 5, at_once=4), NOON)
    tournament = ended(tournament, 1, 2, PairingOutcome(*L, Decision.ON_TIME))
    assert step_of(tournament) is None
    tournament = ended(tournament, 1, 3, PairingOutcome(*L, Decision.FORFEIT))
    assert step_of(tournament) == Leave((Seed(1),), NOON)


def test_games_lost_in_other_ways_are_not() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 5, at_once=4), NOON)
    for rival in (2, 3, 4):
        tournament = ended(tournament, 1, rival, PairingOutcome(*L, Decision.PLAYED))
    assert step_of(tournament) is None


def test_a_season_of_a_league_begins_anew() -> None:
    tournament = settled(started(Format.LEAGUE, 4, group_size=4, rounds=3), NOON)
    tournament = ended(tournament, 1, 2, PairingOutcome(*L, Decision.ON_TIME))
    tournament = settled(with_all(tournament, PairingOutcome(*D, Decision.PLAYED)), NOON)
    assert tournament.round == 2
    tournament = ended(tournament, 1, 2, PairingOutcome(*L, Decision.ON_TIME))
    assert step_of(tournament) is None


def test_running_games_of_who_left_go_on_and_count() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 6, at_once=2), NOON)
    running = [game.key for game in tournament.of(Seed(1)) if game.running]
    tournament = settled(changes.withdrawn(tournament, user(1), NOON), NOON)
    others = [game for game in tournament.of(Seed(1)) if game.key not in running]
    assert all(tournament.pairing(key).outcome is None for key in running)
    assert all(game.points_of(Seed(1)) == 0 and game.outcome for game in others)
    assert {game.outcome.how for game in others if game.outcome} == {Decision.FORFEIT}


def test_of_two_who_left_neither_has_points() -> None:
    tournament = started(Format.ROUND_ROBIN, 4)
    for number in (1, 2):
        tournament = changes.withdrawn(tournament, user(number), NOON)
    tournament = settled(tournament, NOON)
    assert game_of(tournament, 1, 2).outcome == PairingOutcome(0, 0, Decision.FORFEIT)


def both_left(tournament: Tournament, game: Pairing, now: datetime = NOON) -> Tournament:
    """The tournament without the two of a game."""
    for seed in game.seeds:
        tournament = changes.withdrawn(tournament, user(seed), now)
    return settled(tournament, now)


def others_decided(tournament: Tournament, game: Pairing) -> Tournament:
    """The tournament with all undecided pairings but ``game`` won by the higher seed."""
    rest = (one for one in tournament.in_round(tournament.round) if one.outcome is None and one != game)
    return tournament.changed(*(replace(one, outcome=higher_wins(one)) for one in rest))


@pytest.mark.parametrize("form", Format)
def test_a_game_of_two_who_both_left_holds_up_no_round(form: Format) -> None:
    tournament = settled(a_tournament(form, 8, rounds=3, group_size=4, at_once=9), NOON)
    game = tournament.in_round(1)[-1]
    assert game.running
    tournament = both_left(tournament, game)
    assert tournament.pairing(game.key).outcome is None, "it counts if it ends before the others do"
    tournament = settled(others_decided(tournament, tournament.pairing(game.key)), NOON)
    assert tournament.round == 2
    assert tournament.pairing(game.key).outcome == PairingOutcome(*D, Decision.ADJOURNED)
    tournament = match_ended(tournament, number_of(game.key), PairingOutcome(*W, Decision.PLAYED))
    assert tournament.pairing(game.key).match_ended, "the match itself is played on"


def test_a_game_of_two_who_both_left_counts_if_it_ends_before_the_others() -> None:
    tournament = settled(a_tournament(Format.SWISS, 6), NOON)
    game = game_of(tournament, 2, 5)
    tournament = ended(both_left(tournament, game), 5, 2, PairingOutcome(*W, Decision.PLAYED))
    tournament = settled(higher_seeds_win(tournament), NOON)
    assert tournament.round == 2
    assert tournament.pairing(game.key).points_of(Seed(5)) == 2


def test_a_game_called_off_between_two_who_both_left_holds_up_no_round() -> None:
    tournament = settled(a_tournament(Format.SWISS, 6), NOON)
    game = game_of(tournament, 2, 5)
    tournament = match_ended(both_left(tournament, game), number_of(game.key), None)
    assert settled(others_decided(tournament, tournament.pairing(game.key)), NOON).round == 2


def test_a_game_of_somebody_who_stayed_is_waited_for() -> None:
    tournament = settled(a_tournament(Format.SWISS, 6), NOON)
    game = game_of(tournament, 2, 5)
    tournament = changes.withdrawn(tournament, user(2), NOON)
    assert settled(others_decided(tournament, game), NOON).round == 1


def test_a_substitute_for_one_of_two_who_left_is_waited_for() -> None:
    tournament = settled(a_tournament(Format.SWISS, 6), NOON)
    game = game_of(tournament, 2, 5)
    tournament = changes.replaced(both_left(tournament, game), Seed(2), UserId(1), NOON)
    assert settled(others_decided(tournament, game), NOON).round == 1


# --- round robin ---------------------------------------------------------------------------------


def stage(tournament: Tournament) -> list[list[int]]:
    groups = sorted({one.group for one in tournament.entrants if one.group})
    return [sorted(one.seed for one in tournament.entrants if one.group == group) for group in groups]


def higher_wins(game: Pairing) -> PairingOutcome:
    assert game.first is not None
    assert game.second is not None
    return PairingOutcome(*(W if game.first < game.second else L), Decision.PLAYED)


def higher_seeds_win(tournament: Tournament) -> Tournament:
    games = (game for game in tournament.in_round(tournament.round) if game.outcome is None)
    return tournament.changed(*(replace(game, outcome=higher_wins(game)) for game in games))


def test_the_first_of_each_group_make_the_next_stage() -> None:
    tournament = started(Format.ROUND_ROBIN, 9, group_size=4, promoted=2)
    assert stage(tournament) == [[1, 6, 7], [2, 5, 8], [3, 4, 9]]
    tournament = settled(higher_seeds_win(tournament), NOON)
    # Winners first, then the second ones: 1, 2, 3, then 4, 5, 6, dealt as a snake again.
    assert stage(tournament) == [[1, 4, 5], [2, 3, 6]]
    tournament = settled(higher_seeds_win(tournament), NOON)
    assert stage(tournament) == [[1, 2, 3, 4]]
    tournament = settled(higher_seeds_win(tournament), NOON)
    assert (tournament.state, tournament_winner(tournament)) == (TournamentState.OVER, 1)


def test_points_start_anew_in_each_stage() -> None:
    tournament = settled(higher_seeds_win(started(Format.ROUND_ROBIN, 5, group_size=4, promoted=2)), NOON)
    assert tournament.round == 2
    assert [row.points for row in tables(tournament)[0].rows] == [0, 0, 0, 0]


def test_the_next_one_goes_on_for_a_winner_who_left() -> None:
    tournament = started(Format.ROUND_ROBIN, 8, group_size=4)
    tournament = changes.withdrawn(higher_seeds_win(tournament), user(1), NOON)
    tournament = settled(tournament, NOON)
    assert stage(tournament) == [[2, 4]]


def test_without_a_rival_for_the_final_the_tournament_is_over() -> None:
    tournament = higher_seeds_win(started(Format.ROUND_ROBIN, 8, group_size=4))
    for number in range(2, 9):
        tournament = changes.withdrawn(tournament, user(number), NOON)
    tournament = settled(tournament, NOON)
    assert (tournament.state, tournament_winner(tournament)) == (TournamentState.OVER, 1)


# --- league --------------------------------------------------------------------------------------


def test_a_season_moves_the_last_and_the_first() -> None:
    tournament = started(Format.LEAGUE, 8, group_size=4, rounds=2)
    assert stage(tournament) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    tournament = settled(higher_seeds_win(tournament), NOON)
    assert stage(tournament) == [[1, 2, 3, 5], [4, 6, 7, 8]]
    assert settled(higher_seeds_win(tournament), NOON).state is TournamentState.OVER


def test_new_entries_join_the_lowest_division_of_the_next_season() -> None:
    tournament = started(Format.LEAGUE, 8, group_size=4)
    tournament = changes.entered(tournament, UserId(5), NOON)
    tournament = changes.withdrawn(tournament, user(2), NOON)
    tournament = settled(higher_seeds_win(settled(tournament, NOON, opening=False)), NOON)
    assert tournament.round == 2
    assert stage(tournament) == [[1, 3, 4, 5], [6, 7, 8, 9]]
    newcomer = tournament.entrant_of(UserId(5))
    assert newcomer is not None
    assert (newcomer.seed, newcomer.group) == (9, 2)


def test_who_comes_back_to_a_league_begins_at_the_bottom() -> None:
    tournament = changes.withdrawn(started(Format.LEAGUE, 8, group_size=4), user(1), NOON)
    tournament = settled(higher_seeds_win(settled(tournament, NOON, opening=False)), NOON)
    assert stage(tournament) == [[2, 3, 4, 5], [6, 7, 8]]
    tournament = changes.entered(tournament, user(1), NOON)
    tournament = settled(higher_seeds_win(tournament), NOON)
    assert 1 in stage(tournament)[-1]


# --- Swiss ---------------------------------------------------------------------------------------


def test_a_swiss_round_is_to_be_paired() -> None:
    tournament = apply(a_tournament(Format.SWISS, 4), start(a_tournament(Format.SWISS, 4)))
    assert step_of(tournament) == PairRound(1)


def start(tournament: Tournament) -> Start:
    step = step_of(tournament)
    assert isinstance(step, Start)
    return step


def test_without_legal_pairs_a_swiss_is_over_with_its_table() -> None:
    tournament = settled(a_tournament(Format.SWISS, 4), NOON)
    step = paired(tournament, PairRound(2), None, NOON)
    assert isinstance(step, Finish)
    assert apply(tournament, step).state is TournamentState.OVER


def test_a_swiss_without_pairs_says_so_and_not_that_players_are_missing() -> None:
    tournament = settled(a_tournament(Format.SWISS, 6, rounds=5), NOON)
    assert cut_short(tournament) is None, "it runs"
    over = apply(tournament, paired(tournament, PairRound(2), None, NOON))
    assert cut_short(over) is Shortfall.NO_PAIRS
    assert cut_short(changes.called_off(tournament, NOON)) is None, "an organiser ended it"


@pytest.mark.parametrize("form", [Format.ROUND_ROBIN, Format.SWISS, Format.LEAGUE])
def test_a_tournament_that_too_few_are_left_for_says_so(form: Format) -> None:
    tournament = settled(a_tournament(form, 8, rounds=5, group_size=4), NOON)
    for number in range(2, 9):
        tournament = changes.withdrawn(tournament, user(number), NOON)
    over = settled(higher_seeds_win(settled(tournament, NOON)), NOON)
    assert (over.state, over.round) == (TournamentState.OVER, 1)
    assert cut_short(over) is Shortfall.FEW_LEFT


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("entrants", [3, 8])
def test_a_tournament_that_was_played_to_its_end_was_not_cut_short(form: Format, entrants: int) -> None:
    tournament = settled(a_tournament(form, entrants, rounds=2, group_size=4), NOON)
    while not tournament.state.ended:
        assert cut_short(tournament) is None
        tournament = settled(higher_seeds_win(tournament), NOON)
    assert cut_short(tournament) is None


def test_a_bye_is_a_win_without_a_match() -> None:
    tournament = settled(a_tournament(Format.SWISS, 5), NOON)
    (bye,) = [game for game in tournament.in_round(1) if game.second is None]
    assert (bye.first, bye.outcome, bye.match_id) == (5, PairingOutcome(*W, Decision.BYE), None)


@pytest.mark.parametrize(
    ("entrants", "rounds", "played"),
    [(4, None, 3), (5, None, 3), (9, None, 4), (5, 20, 4), (8, 2, 2), (3, None, 2)],
)
def test_a_swiss_has_fewer_rounds_than_entrants(entrants: int, rounds: int | None, played: int) -> None:
    tournament = settled(a_tournament(Format.SWISS, entrants, rounds=rounds), NOON)
    while not tournament.state.ended:
        tournament = settled(higher_seeds_win(tournament), NOON)
    assert tournament.round == played


def test_who_left_a_swiss_is_paired_no_more() -> None:
    tournament = settled(a_tournament(Format.SWISS, 5), NOON)
    tournament = changes.withdrawn(tournament, user(1), NOON)
    tournament = settled(higher_seeds_win(tournament), NOON)
    assert tournament.round == 2
    assert all(1 not in game.seeds for game in tournament.in_round(2))


# --- steps ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", Format)
def test_a_step_made_twice_changes_nothing(form: Format) -> None:
    tournament = a_tournament(form, 7)
    for _ in range(3):
        step = step_of(tournament)
        if isinstance(step, PairRound | BeginMatches) or step is None:
            break
        tournament = apply(tournament, step)
        assert apply(tournament, step) == tournament
        if isinstance(step, BeginRound):
            assert tournament.round == 1


def test_a_step_comes_too_late_for_a_tournament_that_has_ended() -> None:
    tournament = a_tournament(Format.SWISS, 4)
    over = changes.called_off(tournament, NOON)
    assert apply(over, start(tournament)) == over
    assert step_of(over) is None
    assert next_due(over, ALONE) is None


def test_all_of_a_round_can_be_decided_by_hand() -> None:
    tournament = decided(started(Format.ROUND_ROBIN, 3), (1, 2, *W), (1, 3, *W), (2, 3, *D))
    assert isinstance(step_of(tournament), Finish)
