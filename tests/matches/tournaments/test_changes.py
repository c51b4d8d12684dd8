"""What people and matches change in a tournament, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engines import GAMES
from matches import ChallengeTerms, Match, Phase
from matches.lifecycle.challenge import Opponent
from matches.model import MatchId, UserId
from matches.time.pace import Pace
from matches.tournaments import changes
from matches.tournaments.errors import TournamentError, TournamentProblem
from matches.tournaments.games import ended_game
from matches.tournaments.model import (
    Decision,
    Format,
    PairingKey,
    PairingOutcome,
    Seed,
    Tournament,
    TournamentState,
)
from matches.tournaments.progress import Dismiss, Leave, Start, apply, next_step, unsure
from tests.matches.table import CHALLENGER, GUILD, OPPONENT, PLACE, Table
from tests.matches.tournaments.making import (
    ALONE,
    DAY,
    NOON,
    ORGANISER,
    a_draw,
    a_tournament,
    game_of,
    match_ended,
    match_opened,
    number_of,
    settled,
    started,
    user,
)

W, D, L = (2, 0), (1, 1), (0, 2)
NEW, ADMIN = UserId(5000), UserId(9001)


def refused(change: Callable[..., Tournament], *given: Any) -> TournamentProblem:
    with pytest.raises(TournamentError) as caught:
        change(*given)
    return caught.value.problem


# --- entries -------------------------------------------------------------------------------------


def test_who_enters_has_no_seed_yet() -> None:
    tournament = changes.entered(a_tournament(Format.SWISS), NEW, NOON)
    entrant = tournament.entrant_of(NEW)
    assert entrant is not None
    assert (entrant.seed, entrant.entered_at, entrant.active) == (0, NOON, True)


def test_a_league_that_began_full_takes_more_for_the_next_season() -> None:
    league = settled(a_tournament(Format.LEAGUE, 4, most=4), NOON)
    later = changes.entered(league, NEW, NOON)
    assert [one.user_id for one in later.active][-1] == NEW


def test_nobody_enters_a_league_in_its_last_season() -> None:
    league = settled(a_tournament(Format.LEAGUE, 4, rounds=1), NOON)
    assert refused(changes.entered, league, NEW, NOON) is TournamentProblem.ENTRIES_OVER
    assert changes.entered(settled(a_tournament(Format.LEAGUE, 4, rounds=2), NOON), NEW, NOON)


def test_an_entry_is_refused_twice_and_when_it_is_full_and_later() -> None:
    tournament = a_tournament(Format.SWISS, 3, most=4)
    assert refused(changes.entered, tournament, user(1), NOON) is TournamentProblem.ENTERED
    full = changes.entered(tournament, NEW, NOON)
    assert refused(changes.entered, full, UserId(5001), NOON) is TournamentProblem.ENTRIES_OVER
    running = settled(tournament, NOON)
    assert refused(changes.entered, running, NEW, NOON) is TournamentProblem.ENTRIES_OVER
    over = changes.called_off(started(Format.LEAGUE, 4), NOON)
    assert refused(changes.entered, over, NEW, NOON) is TournamentProblem.ENTRIES_OVER


def test_an_entry_can_be_taken_back_before_the_start() -> None:
    tournament = changes.withdrawn(a_tournament(Format.SWISS, 3), user(2), NOON)
    assert [one.user_id for one in tournament.entrants] == [user(1), user(3)]
    assert refused(changes.withdrawn, tournament, user(2), NOON) is TournamentProblem.NOT_IN_IT


def test_who_leaves_later_keeps_their_line() -> None:
    tournament = changes.withdrawn(started(Format.SWISS, 4), user(2), NOON)
    entrant = tournament.by_seed[Seed(2)]
    assert (entrant.left_at, entrant.left_in, entrant.active) == (NOON, 1, False)
    assert refused(changes.withdrawn, tournament, user(2), NOON) is TournamentProblem.NOT_IN_IT
    over = changes.called_off(started(Format.SWISS, 4), NOON)
    assert refused(changes.withdrawn, over, user(2), NOON) is TournamentProblem.ENDED


# --- matches -------------------------------------------------------------------------------------


def test_a_match_is_the_one_of_its_pairing_from_its_beginning() -> None:
    tournament = started(Format.ROUND_ROBIN, 3)
    key = game_of(tournament, 1, 2).key
    tournament = match_opened(tournament, key, MatchId(1))
    assert tournament.pairing(key).match_id == 1
    assert match_opened(tournament, key, MatchId(2)) == tournament
    with pytest.raises(KeyError):
        match_opened(tournament, PairingKey(9, 9), MatchId(3))


def test_a_match_of_something_else_changes_nothing() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 3), NOON)
    assert match_ended(tournament, MatchId(1), PairingOutcome(*W, Decision.PLAYED)) == tournament


def test_an_end_told_twice_counts_once() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 3), NOON)
    number = number_of(game_of(tournament, 1, 2).key)
    ended = match_ended(tournament, number, PairingOutcome(*W, Decision.PLAYED))
    assert match_ended(ended, number, PairingOutcome(*L, Decision.PLAYED)) == ended


async def begun(table: Table) -> Match:
    """A match whose challenger has the game's first side."""
    wishes = ChallengeTerms("prudh", {}, side=GAMES["prudh"].sides[0], pace=Pace.read("3d"))
    made = await table.matches.challenges.challenge(CHALLENGER, Opponent(OPPONENT), wishes, PLACE)
    table.id = made.id
    return await table.accept(by=OPPONENT)


def outcome_of(before: Match, after: Match) -> PairingOutcome | None:
    """The outcome of a match, as if it were one of a tournament."""
    before, after = (replace(one, terms=replace(one.terms, tournament=7)) for one in (before, after))
    ended = ended_game(before, after)
    return None if ended is None else ended.outcome


async def test_the_outcome_of_a_match_is_from_the_view_of_the_first_side(table: Table) -> None:
    before = await begun(table)
    assert outcome_of(before, before) is None
    after = await table.matches.play.resign(table.id, CHALLENGER)
    # It has not begun: leaving it is a loss all the same.
    assert outcome_of(before, after) == PairingOutcome(*L, Decision.PLAYED)
    before = await begun(table)
    after = await table.matches.play.resign(table.id, OPPONENT)
    assert outcome_of(before, after) == PairingOutcome(*W, Decision.PLAYED)


async def test_who_never_came_forfeits(table: Table) -> None:
    before = await begun(table)
    await table.live(days=20)
    after = await table.match()
    assert before.clocks is not None
    assert before.clocks.running is not None
    late = before.player_of(before.clocks.running)
    expected = L if late == before.challenger else W
    assert outcome_of(before, after) == PairingOutcome(*expected, Decision.FORFEIT)


@pytest.mark.parametrize(
    ("winner", "reason", "expected"),
    [
        ("challenger", "time", PairingOutcome(*W, Decision.ON_TIME)),
        ("opponent", "time", PairingOutcome(*L, Decision.ON_TIME)),
        ("challenger", "ended-by-admin", PairingOutcome(*W, Decision.PLAYED)),
        (None, "agreed", PairingOutcome(*D, Decision.PLAYED)),
        (None, "no-result", PairingOutcome(*D, Decision.PLAYED)),
        (None, "idle", PairingOutcome(*D, Decision.PLAYED)),
    ],
)
async def test_each_end_has_its_outcome(
    table: Table, winner: str | None, reason: str, expected: PairingOutcome
) -> None:
    before = await begun(table)
    resigned = await table.matches.play.resign(table.id, OPPONENT)
    sides = {"challenger": before.side_of(CHALLENGER), "opponent": before.side_of(OPPONENT)}
    assert resigned.result is not None
    after = replace(resigned, result=replace(resigned.result, winner=winner and sides[winner], reason=reason))
    assert outcome_of(before, after) == expected


async def test_a_match_called_off_has_no_outcome(table: Table) -> None:
    before = await begun(table)
    after = await table.matches.admin.abort(table.id, ADMIN, GUILD)
    assert after.phase is Phase.FINISHED
    assert outcome_of(before, after) is None


# --- organisers ----------------------------------------------------------------------------------


def test_an_organiser_sets_a_result_and_the_match_goes_on() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 3), NOON)
    key = game_of(tournament, 1, 2).key
    tournament = changes.result_set(tournament, key, ORGANISER, 0, 2)
    game = tournament.pairing(key)
    assert game.outcome == PairingOutcome(0, 2, Decision.ORGANISER)
    assert not game.match_ended
    # It may be corrected.
    assert changes.result_set(tournament, key, ORGANISER, 1, 1).pairing(key).outcome == PairingOutcome(
        1, 1, Decision.ORGANISER
    )


def test_no_organiser_sets_their_own_result() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 3), NOON)
    key = game_of(tournament, 1, 2).key
    assert refused(changes.result_set, tournament, key, user(1), 2, 0) is TournamentProblem.OWN_PAIRING
    assert changes.result_set(tournament, key, user(3), 2, 0) != tournament


def test_results_that_cannot_be_set() -> None:
    tournament = settled(a_tournament(Format.SWISS, 5, round_days=10, rounds=3), NOON)
    (bye,) = [game.key for game in tournament.in_round(1) if game.second is None]
    assert refused(changes.result_set, tournament, bye, ORGANISER, 1, 1) is TournamentProblem.NO_PAIRING
    missing = PairingKey(1, 9)
    assert refused(changes.result_set, tournament, missing, ORGANISER, 1, 1) is TournamentProblem.NO_PAIRING
    with pytest.raises(ValueError):
        changes.result_set(tournament, game_of(tournament, 1, 3).key, ORGANISER, 2, 2)
    later = settled(tournament, NOON + 10 * DAY)
    assert later.round == 2
    past = game_of(tournament, 1, 3).key
    assert refused(changes.result_set, later, past, ORGANISER, 1, 1) is TournamentProblem.PAST
    opened = a_tournament(Format.SWISS, 5)
    assert refused(changes.result_set, opened, past, ORGANISER, 1, 1) is TournamentProblem.NOT_RUNNING


def test_a_game_that_led_to_a_decider_stays_as_it_is() -> None:
    tournament = settled(started(Format.KNOCKOUT, 4), NOON)
    for number in (1, 2):
        tournament = match_ended(
            tournament, number_of(game_of(tournament, 1, 4, number).key), PairingOutcome(*W, Decision.PLAYED)
        )
    tournament = settled(tournament, NOON)
    first, third = game_of(tournament, 1, 4, 1).key, game_of(tournament, 1, 4, 3).key
    assert refused(changes.result_set, tournament, first, ORGANISER, 1, 1) is TournamentProblem.PAST
    assert changes.result_set(tournament, third, ORGANISER, 2, 0) != tournament


def test_a_substitute_takes_the_seed_the_points_and_the_games_not_begun() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 5, at_once=2), NOON)
    running = [game for game in tournament.of(Seed(1)) if game.running]
    tournament = match_ended(tournament, number_of(running[0].key), PairingOutcome(*W, Decision.PLAYED))
    left = settled(changes.withdrawn(tournament, user(1), NOON), NOON)
    assert len([game for game in left.of(Seed(1)) if game.outcome]) == 3
    tournament = changes.replaced(left, Seed(1), NEW, NOON)
    assert [game.outcome is None for game in tournament.of(Seed(1))].count(True) == 3
    entrant = tournament.entrant_of(NEW)
    assert entrant is not None
    assert (entrant.seed, entrant.active, entrant.group) == (1, True, 1)
    assert tournament.entrant_of(user(1)) is None
    assert tournament.pairing(running[0].key) == left.pairing(running[0].key)


def test_what_a_predecessor_failed_is_not_held_against_a_substitute() -> None:
    tournament = settled(started(Format.ROUND_ROBIN, 5, at_once=4), NOON)
    for rival in (2, 3):
        game = game_of(tournament, 1, rival)
        points = L if game.first == 1 else W
        tournament = match_ended(tournament, number_of(game.key), PairingOutcome(*points, Decision.ON_TIME))
    step = next_step(tournament, NOON, ALONE, a_draw)
    assert isinstance(step, Leave)
    tournament = changes.replaced(apply(tournament, step), Seed(1), NEW, NOON)
    assert next_step(tournament, NOON, ALONE, a_draw) is None


def test_substitutes_that_cannot_be() -> None:
    tournament = started(Format.ROUND_ROBIN, 4)
    assert refused(changes.replaced, tournament, Seed(1), user(2), NOON) is TournamentProblem.ENTERED
    assert refused(changes.replaced, tournament, Seed(9), NEW, NOON) is TournamentProblem.NOT_IN_IT
    opened = a_tournament(Format.ROUND_ROBIN, 4)
    assert refused(changes.replaced, opened, Seed(1), NEW, NOON) is TournamentProblem.NOT_RUNNING


def test_a_pause_is_begun_and_ended_once() -> None:
    tournament = started(Format.ROUND_ROBIN, 4)
    assert refused(changes.resumed, tournament, NOON) is TournamentProblem.NOT_PAUSED
    paused = changes.paused(tournament, NOON)
    assert refused(changes.paused, paused, NOON) is TournamentProblem.NOT_RUNNING
    resumed = changes.resumed(paused, NOON + DAY)
    assert resumed.state is TournamentState.RUNNING
    assert resumed.pairings[0].ends_at == tournament.pairings[0].ends_at + DAY
    opened = a_tournament(Format.ROUND_ROBIN, 4)
    assert refused(changes.paused, opened, NOON) is TournamentProblem.NOT_RUNNING


def test_matches_end_during_a_pause() -> None:
    tournament = changes.paused(settled(started(Format.ROUND_ROBIN, 3), NOON), NOON)
    key = game_of(tournament, 1, 2).key
    tournament = match_ended(tournament, number_of(key), PairingOutcome(*W, Decision.PLAYED))
    assert tournament.pairing(key).outcome == PairingOutcome(*W, Decision.PLAYED)


def test_a_tournament_is_called_off_once() -> None:
    tournament = changes.called_off(a_tournament(Format.SWISS, 4), NOON)
    assert (tournament.state, tournament.ended_at) == (TournamentState.CALLED_OFF, NOON)
    assert refused(changes.called_off, tournament, NOON) is TournamentProblem.ENDED


# --- before the start ----------------------------------------------------------------------------


def test_a_start_now_takes_as_many_as_any_other_and_ends_entries() -> None:
    found = a_tournament(Format.SWISS, 2)
    assert refused(changes.started_now, found, NOON) is TournamentProblem.FEW
    found = a_tournament(Format.SWISS, 3)
    begun = changes.started_now(found, NOON - DAY)
    assert begun.entries_over(NOON - DAY) and not found.entries_over(NOON - DAY)
    assert changes.started_now(begun, NOON) == begun, "twice is once"
    assert refused(changes.started_now, started(Format.SWISS, 3), NOON) is TournamentProblem.NOT_OPEN


@pytest.mark.parametrize(
    ("change", "weighty"), [({"most": 9}, False), ({"news": True}, False), ({"rated": False}, True)]
)
def test_only_what_matters_to_a_match_is_agreed_to(change: dict[str, Any], weighty: bool) -> None:
    found = a_tournament(Format.SWISS, 3)
    after = replace(found.terms, **change)
    assert after.needs_consent(found.terms) is weighty
    changed = changes.terms_changed(found, user(1), "Another", after, NOON + DAY)
    assert (changed.name, changed.terms) == ("Another", after)
    out = unsure(changed, NOON + DAY if weighty else None)
    assert {one.user_id for one in out} == ({user(2), user(3)} if weighty else set())


def test_terms_leave_room_for_those_who_are_in() -> None:
    found = a_tournament(Format.SWISS, 4)
    fewer = replace(found.terms, most=3)
    assert refused(changes.terms_changed, found, user(1), "Cup", fewer, NOON) is TournamentProblem.PLACES


def test_who_has_not_agreed_by_the_start_is_out_as_if_never_in() -> None:
    found = changes.started_now(a_tournament(Format.SWISS, 4), NOON + DAY)
    around = replace(ALONE, changed_at=NOON + DAY)
    agreed = found
    for number in (1, 2, 3):
        agreed = changes.agreed(agreed, user(number), NOON + DAY)
    full = replace(agreed, terms=replace(agreed.terms, most=4, entries_until=None))
    assert next_step(full, NOON + DAY, around, a_draw) is None, "a full one waits for the last answer"
    step = next_step(agreed, NOON + DAY, around, a_draw)
    assert isinstance(step, Dismiss)
    left = apply(agreed, step)
    assert [one.user_id for one in left.entrants] == [user(1), user(2), user(3)]
    assert apply(left, step) == left, "twice is once"
    assert isinstance(next_step(left, NOON + DAY, around, a_draw), Start)
    assert refused(changes.agreed, left, user(4), NOON) is TournamentProblem.NOT_IN_IT
