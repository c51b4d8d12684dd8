"""Standings: each tie-break decides once, with its values worked out by hand beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from matches.tournaments import changes
from matches.tournaments.model import (
    NO_GROUP,
    Decision,
    Format,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    Tournament,
    TournamentState,
)
from matches.tournaments.standings import Row, TieBreak, annulled, tables, tournament_winner
from tests.matches.tournaments.making import NOON, a_tournament, decided, game_of, settled, started, user

W, D, L = (2, 0), (1, 1), (0, 2)
SONNEBORN, BUCHHOLZ, DIRECT, WINS = (
    TieBreak.SONNEBORN_BERGER,
    TieBreak.BUCHHOLZ,
    TieBreak.DIRECT,
    TieBreak.WINS,
)


def by_seed(tournament: Tournament) -> dict[int, Row]:
    """The rows of the only table, in their order."""
    (table,) = tables(tournament)
    return {row.seed: row for row in table.rows}


def group(results: str) -> dict[int, Row]:
    """The table of a group by seed; ``results`` are the rows of a crosstable above its diagonal."""
    rows = results.split()
    tournament = started(Format.ROUND_ROBIN, len(rows) + 1, group_size=10)
    for one, row in enumerate(rows, 1):
        for two, mark in enumerate(row, one + 1):
            points = {"1": W, "=": D, "0": L}[mark]
            tournament = decided(tournament, (one, two, *points))
    return by_seed(tournament)


def test_points_come_first() -> None:
    rows = group("111 11 1")
    assert [(row.seed, row.place, row.points) for row in rows.values()] == [
        (1, 1, 6),
        (2, 2, 4),
        (3, 3, 2),
        (4, 4, 0),
    ]
    assert all(row.decided is None for row in rows.values())


def test_sonneborn_berger_decides_between_equals() -> None:
    # In halves: 1 beat 3 and 4: 4. 2 beat 1 and 4: 4. 3 beat 2 and drew with 4: 3. 4 has 1.
    # In quarters: 1 has 2*3 + 2*1 = 8, 2 has 2*4 + 2*1 = 10.
    rows = group("011 01 =")
    assert [(row.seed, row.points, row.values[SONNEBORN]) for row in rows.values()][:2] == [
        (2, 4, 10),
        (1, 4, 8),
    ]
    assert rows[2].decided is None
    assert rows[1].decided is SONNEBORN
    assert DIRECT not in rows[1].values


def test_wins_decide_last() -> None:
    # 1 beats 2, 2 beats 4, 4 beats 1; all other games are drawn. All five have 4 halves, so that each
    # Sonneborn-Berger is 4*4 = 16 quarters, and the direct encounter of all is the table itself, 4 halves.
    # 1, 2 and 4 have a win, 3 and 5 none.
    rows = group("1=0= =1= == =")
    assert {row.values[SONNEBORN] for row in rows.values()} == {16}
    assert {row.values[DIRECT] for row in rows.values()} == {4}
    assert [(row.seed, row.place, row.shared, row.decided) for row in rows.values()] == [
        (1, 1, True, None),
        (2, 1, True, None),
        (4, 1, True, None),
        (3, 4, True, WINS),
        (5, 4, True, None),
    ]


def test_the_direct_encounter_of_two() -> None:
    # In halves: 1 beats 2 and 5, loses to 3 and 4: 4. 2 beats 3, loses to 1, draws with 4 and 5: 4.
    # 3 beats 1, loses to 2, draws with 4 and 5: 4. 4 beats 1, draws with the rest: 5. 5 has 3.
    # Sonneborn-Berger in quarters: 1: 2*4 + 2*3 = 14; 2: 2*4 + 5 + 3 = 16; 3: 2*4 + 5 + 3 = 16.
    # 2 and 3 are equal, and 2 beat 3.
    rows = group("1001 1== == =")
    assert [row.seed for row in rows.values()] == [4, 2, 3, 1, 5]
    assert (rows[2].values[SONNEBORN], rows[3].values[SONNEBORN], rows[1].values[SONNEBORN]) == (16, 16, 14)
    assert (rows[2].values[DIRECT], rows[3].values[DIRECT]) == (2, 0)
    assert (rows[2].decided, rows[3].decided, rows[1].decided) == (None, DIRECT, SONNEBORN)


def test_who_is_equal_in_all_shares_the_place() -> None:
    rows = group("=1 1")
    assert [(row.seed, row.place, row.shared) for row in rows.values()] == [
        (1, 1, True),
        (2, 1, True),
        (3, 3, False),
    ]
    assert rows[1].values[DIRECT] == rows[2].values[DIRECT] == 1


def test_of_shared_first_places_the_higher_seed_is_champion() -> None:
    tournament = started(Format.ROUND_ROBIN, 3)
    tournament = decided(tournament, (1, 2, *D), (1, 3, *W), (2, 3, *W))
    assert tournament_winner(tournament) is None
    assert tournament_winner(settled(tournament, NOON)) == 1


def test_a_forfeit_in_a_group_counts_like_a_game_but_is_no_win() -> None:
    # 1 has 2 halves by a forfeit of 3, 2 has 2 halves by beating 3, and they drew.
    tournament = decided(started(Format.ROUND_ROBIN, 3), (1, 2, *D), (2, 3, *W))
    tournament = decided(tournament, (1, 3, *W), how=Decision.FORFEIT)
    rows = by_seed(tournament)
    assert rows[1].values[SONNEBORN] == rows[2].values[SONNEBORN] == 3
    assert (rows[1].values[WINS], rows[2].values[WINS]) == (0, 1)
    assert rows[1].decided is WINS


def test_who_has_not_met_the_others_has_no_direct_encounter() -> None:
    # 1 and 2 are blocked: ½ each. Both beat 3.
    tournament = decided(started(Format.ROUND_ROBIN, 3), (1, 2, *D), how=Decision.NOT_PLAYED)
    tournament = decided(tournament, (1, 3, *W), (2, 3, *W))
    rows = tables(tournament)[0].rows
    assert [(row.seed, row.place, row.shared) for row in rows][:2] == [(1, 1, True), (2, 1, True)]
    assert all(DIRECT not in row.values for row in rows)


def test_games_of_who_left_early_are_annulled() -> None:
    # 4 played one game of three, and lost it to 1; 2 and 3 would have forfeits.
    tournament = decided(started(Format.ROUND_ROBIN, 4), (1, 4, *W), (1, 2, *D), (1, 3, *D), (2, 3, *W))
    tournament = settled(changes.withdrawn(tournament, user(4), NOON), NOON)
    games = tournament.in_round(1)
    assert annulled(games, tournament, 1) == {4}
    rows = tables(tournament)[0].rows
    assert [(row.seed, row.points, row.played, row.annulled) for row in rows] == [
        (2, 3, 2, False),
        (1, 2, 2, False),
        (3, 1, 2, False),
        (4, 0, 0, True),
    ]


def test_games_of_who_left_late_count() -> None:
    # 4 played two of three.
    tournament = decided(started(Format.ROUND_ROBIN, 4), (1, 4, *W), (2, 4, *L), (1, 2, *D), (2, 3, *W))
    tournament = settled(changes.withdrawn(tournament, user(4), NOON), NOON, opening=False)
    assert annulled(tournament.in_round(1), tournament, 1) == set()
    assert game_of(tournament, 3, 4).points_of(Seed(3)) == 2


def test_half_of_the_games_are_enough_to_count() -> None:
    tournament = decided(started(Format.ROUND_ROBIN, 3), (1, 3, *W), (1, 2, *D))
    tournament = settled(changes.withdrawn(tournament, user(3), NOON), NOON, opening=False)
    assert annulled(tournament.in_round(1), tournament, 1) == set()


def swiss(entrants: int, *rounds: str, left: tuple[int, ...] = ()) -> dict[int, Row]:
    """The table of a Swiss by seed; rounds are written as ``1-4:1 2-3:= 5-:``, with the first's points."""
    tournament = settled(a_tournament(Format.SWISS, entrants, rounds=len(rounds)), NOON, opening=False)
    tournament = replace(tournament, pairings=(), round=len(rounds))
    for number, text in enumerate(rounds, 1):
        for board, game in enumerate(text.split(), 1):
            tournament = tournament.changed(_game(PairingKey(number, board), game))
    for seed in left:
        entrant = tournament.by_seed[Seed(seed)]
        tournament = tournament.with_entrant(entrant, replace(entrant, left_at=NOON, left_in=1))
    return by_seed(tournament)


def _game(key: PairingKey, text: str) -> Pairing:
    players, mark = text.split(":")
    if players.endswith("-"):
        one = Seed(int(players[:-1]))
        return Pairing(key, NO_GROUP, one, None, NOON, NOON, outcome=PairingOutcome(2, 0, Decision.BYE))
    one, two = (Seed(int(player)) for player in players.split("-"))
    how = Decision.FORFEIT if mark.endswith("f") else Decision.PLAYED
    outcome = PairingOutcome(*{"1": W, "=": D, "0": L}[mark[0]], how)
    return Pairing(key, NO_GROUP, one, two, NOON, NOON, outcome=outcome)


def test_buchholz_is_the_points_of_the_opponents() -> None:
    # Halves: 1: 4, 2: 2, 3: 2, 4: 0. 1 met 3 and 2: 2 + 2. 2 met 4 and 1: 0 + 4. And so on.
    rows = swiss(4, "1-3:1 2-4:1", "1-2:1 3-4:1")
    assert {seed: row.values[BUCHHOLZ] for seed, row in rows.items()} == {1: 4, 2: 4, 3: 4, 4: 4}
    # 2 and 3 each beat 4, who has nothing, have not met, and have one win: they share the place.
    assert [(row.seed, row.place, row.shared) for row in rows.values()] == [
        (1, 1, False),
        (2, 2, True),
        (3, 2, True),
        (4, 4, False),
    ]


def test_buchholz_decides() -> None:
    # Halves: 1: 4, 2: 3, 3: 3, 4: 1, 5: 1, 6: 0. 2 beat 4 and drew with 5: 1 + 1 = 2.
    # 3 beat 6 (0) and drew with 4 (1): 1.
    rows = swiss(6, "1-5:1 2-4:1 3-6:1", "1-6:1 2-5:= 3-4:=")
    assert [row.seed for row in rows.values()][:3] == [1, 2, 3]
    assert (rows[2].values[BUCHHOLZ], rows[3].values[BUCHHOLZ]) == (2, 1)
    assert rows[3].decided is BUCHHOLZ


def test_sonneborn_berger_decides_in_a_swiss() -> None:
    # Halves: 1: 4, 2: 4, 3: 2, 4: 2. 1 met 4, 2 and 3: 2 + 4 + 2 = 8. 2 met 3, 1 and 4: 8.
    # 1 beat 4 and 3: 2*2 + 2*2 = 8 quarters. 2 beat 3 and 1: 2*2 + 2*4 = 12.
    rows = swiss(4, "1-4:1 2-3:1", "2-1:1 3-4:1", "1-3:1 4-2:1")
    assert (rows[1].values[BUCHHOLZ], rows[2].values[BUCHHOLZ]) == (8, 8)
    assert (rows[1].values[SONNEBORN], rows[2].values[SONNEBORN]) == (8, 12)
    assert [row.seed for row in rows.values()][:2] == [2, 1]
    assert rows[1].decided is SONNEBORN


def test_the_direct_encounter_decides_in_a_swiss() -> None:
    # Halves: 1: 2, 2: 2, 3: 3, 4: 2, 5: 2, 6: 1. 2 met 4 and 1: 2 + 2. 4 met 2 and 5: 2 + 2. In quarters:
    # 2 beat 4: 2*2. 4 beat 5: 2*2. And 2 beat 4.
    rows = swiss(6, "5-6:1 2-4:1 3-1:1", "1-2:1 3-6:= 4-5:1")
    assert rows[2].values == {BUCHHOLZ: 4, SONNEBORN: 4, DIRECT: 2, WINS: 1}
    assert rows[4].values == {BUCHHOLZ: 4, SONNEBORN: 4, DIRECT: 0, WINS: 1}
    assert rows[4].decided is DIRECT


def test_wins_decide_in_a_swiss() -> None:
    # Halves: 1: 1, 2: 2, 3: 3, 4: 2, 5: 2, 6: 2. 5 met 4 and 2: 2 + 2. 6 met 1 and 3: 1 + 3. In quarters:
    # 5 beat 4: 2*2. 6 drew with both: 1 + 3. They have not met.
    rows = swiss(6, "3-2:1 5-4:1 6-1:=", "2-5:1 4-1:1 3-6:=")
    assert rows[5].values == {BUCHHOLZ: 4, SONNEBORN: 4, WINS: 1}
    assert rows[6].values == {BUCHHOLZ: 4, SONNEBORN: 4, WINS: 0}
    assert (rows[5].place, rows[6].place, rows[6].decided) == (3, 4, WINS)


def test_a_bye_counts_like_an_opponent_with_ones_own_points() -> None:
    # 3 has a bye and a loss: 2 halves. Buchholz: own 2 + 1's 4 = 6. Sonneborn-Berger: 2*2 = 4.
    rows = swiss(3, "1-2:1 3-:", "1-3:1 2-:")
    assert rows[3].values == {BUCHHOLZ: 6, SONNEBORN: 4, WINS: 0}
    # 2 lost to 1 (4), and has a bye: the same.
    assert rows[2].values == {BUCHHOLZ: 6, SONNEBORN: 4, WINS: 0}


def test_rounds_that_an_opponent_missed_after_leaving_count_half_a_point() -> None:
    # 4 lost to 1 and left before round 2: for 1 they have ½ point, 1 half.
    # 1 met 4 (0 + 1) and 2 (2): 3. 4 has one absence: own points, 0, and 1's 4.
    rows = swiss(4, "1-4:1 2-3:1", "1-2:1 3-:", left=(4,))
    assert rows[1].values[BUCHHOLZ] == 3
    assert rows[4].values[BUCHHOLZ] == 4


def test_a_forfeit_in_a_swiss_is_no_game() -> None:
    # 1 won against 4 by forfeit: instead of 4's points their own count, 2. The rest: 2 beat 3.
    rows = swiss(4, "1-4:1f 2-3:1")
    assert rows[1].values[BUCHHOLZ] == 2
    assert rows[2].values[BUCHHOLZ] == 0
    assert rows[1].values[WINS] == 0


def test_a_season_has_its_own_champion() -> None:
    tournament = started(Format.LEAGUE, 4, rounds=2, group_size=4)
    results = [(one, two, *W) for one in range(1, 5) for two in range(one + 1, 5)]
    tournament = settled(decided(tournament, *results), NOON)
    assert tournament.round == 2
    assert tournament_winner(tournament, 1) == 1
    assert tournament_winner(tournament) is None


@pytest.mark.parametrize("state", [TournamentState.RUNNING, TournamentState.CALLED_OFF])
def test_only_a_tournament_that_is_over_has_a_champion(state: TournamentState) -> None:
    tournament: Tournament = decided(started(Format.ROUND_ROBIN, 3), (1, 2, *W), (1, 3, *W), (2, 3, *W))
    assert tournament_winner(replace(tournament, state=state)) is None
    assert tournament_winner(replace(tournament, state=TournamentState.OVER)) == 1
