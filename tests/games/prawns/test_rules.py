"""One test a sentence of the rules of Prawns, and one for every position worked out in them."""

from __future__ import annotations

import pytest

from engines import OptionError, Outcome, Position
from engines.games.prawns.board import Sea
from engines.grids import Area, Grid
from tests.games.positions import after, legal, part
from tests.games.prawns.boards import FAR_BLUE, FAR_GREEN, GAME, board

PICKS = {"green": ("crab", "lobster"), "blue": ("shrimp", "crab")}


# --- pieces and start ---------------------------------------------------------------------------


def test_the_board_has_five_to_eight_files_and_ranks_eight_by_eight_unless_agreed() -> None:
    sizes = {f"{files}x{ranks}" for files in range(5, 9) for ranks in range(5, 9)}
    option = GAME.options[0]
    assert (option.key, set(option.choices), option.default) == ("board", sizes, "8x8")


@pytest.mark.parametrize("size", GAME.options[0].choices)
def test_green_starts_at_rank_1_and_blue_at_the_last_rank(size: str) -> None:
    position = GAME.start({"board": size}, picks=PICKS)
    files, ranks = map(int, size.split("x"))
    gap = str(files - 2)
    middle = [str(files)] * (ranks - 4)
    rows = ["f" * files, f"s{gap}c", *middle, f"C{gap}L", "F" * files]
    assert position.to_text() == f"{'/'.join(rows)} g a1-{'abcdefgh'[files - 1]}{ranks} K0S2C1L1/K0S1C1L2 -"


def test_a_player_owns_a_krill_a_file_and_two_of_each_evolved_species() -> None:
    diagram = GAME.start({"board": "6x7"}, picks=PICKS).diagram()
    for side in GAME.sides:
        owned = dict.fromkeys(("krill", "shrimp", "crab", "lobster"), 0)
        for piece in diagram.pieces:
            owned[piece.kind] += piece.side == side
        for hand in diagram.hands:
            for kind, _, count in hand.pieces:
                owned[kind] += count if hand.side == side else 0
        assert owned == {"krill": 6, "shrimp": 2, "crab": 2, "lobster": 2}


def test_what_is_not_on_the_board_is_in_the_gene_pool() -> None:
    assert part(GAME.start(picks=PICKS), 3) == "K0S2C1L1/K0S1C1L2"


@pytest.mark.parametrize("size", GAME.options[0].choices)
def test_picks_stand_on_the_ends_of_the_second_rank(size: str) -> None:
    pieces = {
        (one.side, one.at): one.kind for one in GAME.start({"board": size}, picks=PICKS).diagram().pieces
    }
    for side, pick in PICKS.items():
        points = GAME.pick_points({"board": size}, side)
        assert [pieces[side, point] for point in points] == list(pick)


def test_the_same_species_may_be_picked_twice() -> None:
    position = GAME.start(picks={"green": ("crab", "crab"), "blue": ("lobster", "shrimp")})
    assert part(position, 0) == "ffffffff/l6s/8/8/8/8/C6C/FFFFFFFF"
    assert part(position, 3) == "K0S2C0L2/K0S1C2L1"


def test_there_are_nine_ordered_picks() -> None:
    choices = GAME.secret_setup.choices if GAME.secret_setup else ()
    picks = {(one, two) for one in choices for two in choices}
    starts = {GAME.start(picks={"green": pick}).to_text() for pick in picks}
    assert len(picks) == len(starts) == 9


@pytest.mark.parametrize("pick", [("krill", "crab"), ("crab",), ("crab", "crab", "crab"), ()])
def test_a_pick_is_two_evolved_species(pick: tuple[str, ...]) -> None:
    with pytest.raises(OptionError, match="two of shrimp, crab, lobster"):
        GAME.start(picks={"blue": pick})


def test_picks_of_no_side_are_refused() -> None:
    with pytest.raises(OptionError, match="'red'"):
        GAME.start(picks={"red": ("crab", "crab")})


def test_the_picks_are_secret_unless_both_agree() -> None:
    assert GAME.secret_setup is not None
    option = next(option for option in GAME.options if option.key == GAME.secret_setup.option)
    assert (option.key, option.default, len(GAME.secret_setup.slots)) == ("blind_start", "on", 2)


def test_picks_in_the_open_are_made_by_green_first() -> None:
    assert GAME.sides == ("green", "blue")


def test_the_challenger_is_green_and_a_coin_settles_who_starts() -> None:
    assert GAME.challenger_side == "green"
    assert GAME.starter == "toss"
    assert GAME.start(first="blue").to_act == "blue"


def test_the_designers_are_named() -> None:
    assert GAME.credit.designers == "Zachary Barnett and Daniel Sherlock (Prawnsgame)"
    assert GAME.credit.page == "https://prawnsgame.org.uk"


# --- swimming -----------------------------------------------------------------------------------


def test_a_krill_swims_one_step_in_any_direction() -> None:
    assert legal(board(f"Kd4 {FAR_BLUE}")) == {
        "d4-c3", "d4-d3", "d4-e3", "d4-c4", "d4-e4", "d4-c5", "d4-d5", "d4-e5",
    }  # fmt: skip


def test_a_shrimp_hops_like_a_knight_or_one_step_diagonally() -> None:
    assert legal(board(f"Sd4 {FAR_BLUE}")) == {
        "d4-c3", "d4-e3", "d4-c5", "d4-e5",
        "d4-b3", "d4-b5", "d4-c2", "d4-c6", "d4-e2", "d4-e6", "d4-f3", "d4-f5",
    }  # fmt: skip


def test_a_shrimp_hops_over_anything() -> None:
    walled_in = "Kc4 Ke4 Kd3 Kc3 kd5 kc5 ke5 ke3"
    assert {"d4-b3", "d4-c6", "d4-f5", "d4-e2"} <= legal(board(f"Sd4 {walled_in}"))


def test_a_crab_swims_along_rank_and_file() -> None:
    assert legal(board(f"Cd4 {FAR_BLUE}")) == {
        "d4-a4", "d4-b4", "d4-c4", "d4-e4", "d4-f4", "d4-g4", "d4-h4",
        "d4-d1", "d4-d2", "d4-d3", "d4-d5", "d4-d6", "d4-d7", "d4xd8",
    }  # fmt: skip


def test_a_lobster_swims_along_diagonals() -> None:
    assert legal(board(f"Ld4 {FAR_BLUE}")) == {
        "d4-a1", "d4-b2", "d4-c3", "d4-e5", "d4-f6", "d4-g7", "d4xh8",
        "d4-a7", "d4-b6", "d4-c5", "d4-e3", "d4-f2", "d4-g1",
    }  # fmt: skip


@pytest.mark.parametrize(("swimmer", "friend", "enemy"), [("C", "d6", "f4"), ("L", "f6", "f2")])
def test_crab_and_lobster_stop_at_the_first_prawn_in_the_way(swimmer: str, friend: str, enemy: str) -> None:
    found = legal(board(f"{swimmer}d4 K{friend} k{enemy} {FAR_BLUE}"), "d4")
    assert f"d4x{enemy}" in found
    beyond = {"C": {"d4-d6", "d4-d7", "d4xd8", "d4-g4", "d4-h4"}, "L": {"d4-f6", "d4-g7", "d4xh8", "d4-g1"}}
    assert not beyond[swimmer] & found
    assert {"C": {"d4-d5", "d4-e4"}, "L": {"d4-e5", "d4-e3"}}[swimmer] <= found


def test_a_swim_ends_on_an_empty_square_or_on_an_enemy_never_on_its_own_side() -> None:
    assert not any(text.endswith(("d5", "e4")) for text in legal(board(f"Kd4 Kd5 Ke4 {FAR_BLUE}"), "d4"))


def test_an_enemy_swum_onto_is_eaten() -> None:
    position = after(board(f"Kd4 Se1 kd5 {FAR_BLUE}"), "d4xd5")
    assert part(position, 0) == "ffff3f/8/8/3K4/8/8/8/4S3"


# --- jump-start ---------------------------------------------------------------------------------


def test_a_fresh_krill_jump_starts_two_squares_straight_ahead() -> None:
    assert legal(board(f"Fd1 {FAR_BLUE}")) == {"d1-c1", "d1-e1", "d1-c2", "d1-d2", "d1-e2", "d1-d3"}
    assert "e8-e6" in legal(board(f"fe8 {FAR_GREEN}", "b"))


def test_worked_fresh_krill_d1_over_its_own_lobster_d2() -> None:
    assert "d1-d3" in legal(board(f"Fd1 Ld2 {FAR_BLUE}"))


def test_worked_fresh_krill_d1_does_not_jump_start_over_an_enemy_but_eats_it() -> None:
    found = legal(board(f"Fd1 kd2 {FAR_BLUE}"), "d1")
    assert "d1-d3" not in found
    assert "d1xd2" in found


def test_worked_fresh_krill_d1_does_not_jump_start_onto_an_enemy() -> None:
    assert not {"d1-d3", "d1xd3"} & legal(board(f"Fd1 kd3 {FAR_BLUE}"))


def test_a_jump_start_does_not_land_on_its_own_side() -> None:
    assert "d1-d3" not in legal(board(f"Fd1 Kd3 {FAR_BLUE}"))


@pytest.mark.parametrize("way_back", [("d1-d2", "d2-d1"), ("d1-e1", "e1-d1")])
def test_a_krill_that_has_moved_in_any_way_never_jump_starts_again(way_back: tuple[str, str]) -> None:
    position = board(f"Fd1 {FAR_BLUE}")
    there, back = way_back
    position = after(position, there, "a8-a7", back, "a7-a8")
    assert part(position, 0) == "kfff3f/8/8/8/8/8/8/3K4"
    assert "d1-d3" not in legal(position)


def test_only_krill_jump_start() -> None:
    assert "d1-d3" not in legal(board(f"Sd1 {FAR_BLUE}")) | legal(board(f"Ld1 {FAR_BLUE}"))


def test_a_fresh_krill_that_jumps_sideways_has_moved() -> None:
    assert part(after(board(f"Fd1 Fe1 {FAR_BLUE}"), "d1-f1"), 0).endswith("/4FK2")


# --- jumps --------------------------------------------------------------------------------------

EIGHT_WAYS = ["b2", "d2", "f2", "b4", "f4", "b6", "d6", "f6"]


@pytest.mark.parametrize("jumper", "KSCL")
def test_any_prawn_jumps_over_a_neighbour_of_its_own_side_in_eight_directions(jumper: str) -> None:
    friends = "Kc3 Kd3 Ke3 Kc4 Ke4 Kc5 Kd5 Se5"
    found = legal(board(f"{jumper}d4 {friends} {FAR_BLUE}"), "d4")
    assert {f"d4-{landing}" for landing in EIGHT_WAYS} <= found


def test_a_jump_needs_somebody_to_jump_over() -> None:
    assert "d4-d6" not in legal(board(f"Kd4 {FAR_BLUE}"))


def test_worked_no_jump_over_an_empty_square_or_onto_an_enemy() -> None:
    found = legal(board(f"Kf4 Ke5 kd6 {FAR_BLUE}"), "f4")
    assert not {"f4-d6", "f4xd6"} & found


def test_worked_a_crab_jumps_over_a_krill() -> None:
    assert "f4-d6" in legal(board(f"Ke5 Cf4 {FAR_BLUE}"))


def test_nobody_jumps_over_an_enemy() -> None:
    assert "d4-d6" not in legal(board(f"Kd4 kd5 {FAR_BLUE}"))


def test_a_jump_lands_just_beyond() -> None:
    assert not {"d4-d7", "d4-d8"} & legal(board(f"Kd4 Kd5 ke1 {FAR_GREEN}"), "d4")


@pytest.mark.parametrize("jumper", ["K", "C", "L"])
def test_jumps_of_all_kinds_never_eat(jumper: str) -> None:
    found = legal(board(f"{jumper}b4 Kb5 kb6 Ka5 ka6 {FAR_BLUE}"), "b4x")
    assert found == set()


# --- wall-jumps ---------------------------------------------------------------------------------


def test_worked_wall_jump_off_the_side() -> None:
    assert "b4-a6" in legal(board(f"Kb4 Ka5 {FAR_BLUE}"))


def test_worked_wall_jump_off_the_top() -> None:
    assert "d7-f8" in legal(board(f"Kd7 Ke8 ka2 {FAR_GREEN}"))


@pytest.mark.parametrize(
    ("jumper", "friend", "landing"),
    [("b4", "a3", "a2"), ("g4", "h5", "h6"), ("g4", "h3", "h2"), ("d7", "c8", "b8"), ("d2", "e1", "f1"),
     ("d2", "c1", "b1")],
)  # fmt: skip
def test_any_wall_will_do(jumper: str, friend: str, landing: str) -> None:
    assert f"{jumper}-{landing}" in legal(board(f"K{jumper} C{friend} ka7 kb7 kc7 kg7"))


@pytest.mark.parametrize("jumper", "CL")
def test_any_prawn_wall_jumps(jumper: str) -> None:
    assert "b4-a6" in legal(board(f"{jumper}b4 Ka5 {FAR_BLUE}"))


def test_worked_no_wall_jump_straight_at_the_wall() -> None:
    found = legal(board(f"Kb5 Ka5 {FAR_BLUE}"), "b5")
    assert found == {"b5-a4", "b5-a6", "b5-b4", "b5-b6", "b5-c4", "b5-c5", "b5-c6"}


def test_worked_no_reverse_wall_jump() -> None:
    assert "a6-b4" not in legal(board(f"Ka6 Ka5 {FAR_BLUE}"))


def test_worked_no_wall_jump_over_an_enemy() -> None:
    assert "b4-a6" not in legal(board(f"Kb4 ka5 {FAR_BLUE}"))


def test_a_wall_jump_lands_on_an_empty_square() -> None:
    assert not {"b4-a6", "b4xa6"} & legal(board(f"Kb4 Ka5 ka6 {FAR_BLUE}"), "b4")


def test_no_wall_jump_in_a_corner() -> None:
    assert legal(board(f"Kg7 Kh8 Ka1 Fb1 {FAR_BLUE.replace('fh8', '')}"), "g7") == {
        "g7-f6", "g7-f7", "g7-f8", "g7-g6", "g7-g8", "g7-h6", "g7-h7",
    }  # fmt: skip


def test_the_walls_are_those_of_the_present_sea() -> None:
    position = board("Kc3 Kb4 kb6 ke2")
    assert part(position, 2) == "b2-e6"
    assert "c3-b5" in legal(position)


def test_a_shrimp_beside_the_wall_hops_where_a_wall_jump_would_land() -> None:
    assert "b4-a6" in legal(board(f"Sb4 Ka5 {FAR_BLUE}"))
    assert "b4xa6" in legal(board(f"Sb4 Ka5 ka6 {FAR_BLUE}"))


# --- evolution ----------------------------------------------------------------------------------


def test_a_krill_in_its_zone_evolves_into_anything_of_the_gene_pool() -> None:
    position = board(f"Ke8 Ca2 Cb2 {FAR_BLUE}")
    assert legal(position, "e8=") == {"e8=S", "e8=L"}
    assert part(after(position, "e8=L"), 3).startswith("K8S2C0L1/")


def test_the_zone_is_the_last_rank_of_the_sea_from_its_own_side() -> None:
    assert not legal(board(f"Ke7 {FAR_BLUE}"), "e7=")
    assert legal(board(f"ke1 {FAR_GREEN}", "b"), "e1=")
    assert not legal(board(f"ke8 {FAR_GREEN}", "b"), "e8=")
    assert legal(board("Ke5 Kb3 kc2 kd2"), "e5=") == {"e5=S", "e5=C", "e5=L"}


def test_an_evolution_does_not_take_up_the_move() -> None:
    position = after(board(f"Ke8 Kd1 {FAR_BLUE}"), "e8=C")
    assert position.to_act == "green"
    assert part(position, 4) == "e:e8"
    assert {"d1-d2", "e8-e5"} <= legal(position)


def test_any_number_of_krill_evolve_before_the_move_and_after_it() -> None:
    position = after(board(f"Ke8 Kf8 Kg7 {FAR_BLUE}"), "f8=S", "e8=C", "g7-g8")
    assert part(position, 4) == "m:"
    position = after(position, "g8=L", "e8=S")
    assert part(position, 4) == "m:e8,g8"
    assert part(after(position, "end"), 1) == "b"


def test_an_evolved_prawn_in_its_zone_evolves_into_another_species() -> None:
    assert legal(board(f"Ce8 {FAR_BLUE}"), "e8=") == {"e8=S", "e8=L"}


def test_an_evolved_prawn_does_not_evolve_outside_its_zone() -> None:
    assert not legal(board(f"Ce7 {FAR_BLUE}"), "e7=")


def test_re_evolution_needs_six_prawns_on_the_board() -> None:
    assert legal(board(f"Ce8 {FAR_BLUE}"), "e8=")
    assert not legal(board("Ce8 fa8 fb8 fc8 fd8"), "e8=")


def test_a_krill_evolves_with_five_prawns_on_the_board() -> None:
    assert legal(board("Ke8 fa8 fb8 fc8 kd3"), "e8=") == {"e8=S", "e8=C", "e8=L"}


def test_re_evolution_after_the_move_counts_the_prawns_left_by_it() -> None:
    six = board("Ce8 Kd4 kd5 fa8 fb8 fc8")
    assert part(after(six, "d4xd5"), 1) == "b"
    assert part(after(six, "d4-e4"), 4) == "m:"


def test_the_piece_swapped_out_goes_to_the_pool() -> None:
    position = board(f"Ce8 {FAR_BLUE}")
    assert part(position, 3).startswith("K8S2C1L2")
    assert part(after(position, "e8=L"), 3).startswith("K8S2C2L1")


def test_nothing_ever_turns_into_a_krill() -> None:
    assert not {"e8=K", "d8=K"} & legal(board("Ce8 Kd8 fa8 fb8 fc8 kh2"))


def test_before_the_move_an_evolution_must_leave_a_move() -> None:
    position = board("Ka4 Kb4 kc4")
    assert legal(position, "b4") == {"b4=C", "b4xc4"}
    assert legal(position, "a4=") == {"a4=S", "a4=C", "a4=L"}


def test_with_nothing_left_in_the_pool_nothing_evolves() -> None:
    assert not legal(board("Ka8 Sb2 Sc2 Cd2 Ce2 Lf2 Lg2 kh8 kh7"), "a8=")


def test_one_square_evolves_once_before_the_move_and_once_after_it() -> None:
    position = after(board(f"Ke8 Kd1 {FAR_BLUE}"), "e8=C")
    assert not legal(position, "e8=")
    position = after(position, "d1-d2")
    assert legal(position) == {"e8=S", "e8=L", "end"}
    assert part(after(position, "e8=S"), 1) == "b"


def test_end_closes_the_turn_when_evolutions_are_still_possible() -> None:
    position = after(board(f"Ke7 {FAR_BLUE}"), "e7-e8")
    assert position.to_act == "green"
    assert legal(position) == {"e8=S", "e8=C", "e8=L", "end"}
    assert after(position, "end").to_act == "blue"


def test_when_no_evolution_is_possible_the_turn_ends_by_itself() -> None:
    assert after(board(f"Ke6 {FAR_BLUE}"), "e6-e7").to_act == "blue"
    assert after(board(f"Ke7 {FAR_BLUE}"), "e7-e8", "e8=C").to_act == "blue"


def test_exactly_one_move_is_made_a_turn() -> None:
    position = after(board(f"Ke7 Kd1 {FAR_BLUE}"), "e7-e8")
    assert not legal(position, "d1")
    assert "end" not in legal(board(f"Ke8 Kd1 {FAR_BLUE}"))


# --- eating, evaporation, the end ---------------------------------------------------------------


def test_an_eaten_prawn_returns_to_its_owners_pool() -> None:
    assert part(after(board(f"Kd4 Ka2 cd5 {FAR_BLUE}"), "d4xd5"), 3) == "K6S2C2L2/K3S2C2L2"


def test_an_eaten_fresh_krill_returns_as_a_krill() -> None:
    assert part(after(board(f"Ka7 Ke1 {FAR_BLUE}"), "a7xa8", "end"), 3) == "K6S2C2L2/K4S2C2L2"


def test_without_revival_the_eaten_are_gone_for_good() -> None:
    position = board(f"Kd4 Ka2 cd5 {FAR_BLUE}", revival="off", pools="K0S1C2L1/K0S1C1L2")
    assert part(after(position, "d4xd5"), 3) == "K0S1C2L1/K0S1C1L2"


def test_without_revival_what_an_evolution_swaps_out_still_returns() -> None:
    position = board(f"Ke8 Ka2 {FAR_BLUE}", revival="off", pools="K0S1C2L1/K0S1C1L2")
    assert part(after(position, "e8=C"), 3) == "K1S1C1L1/K0S1C1L2"


def test_without_revival_the_dead_on_dry_land_are_gone_for_good() -> None:
    position = board("kc5 Lf5", revival="off", pools="K0S1C2L1/K0S1C1L2")
    assert part(after(position, "f5-dry"), 3) == "K0S1C2L1/K0S1C1L2"


def test_with_five_prawns_the_sea_becomes_the_smallest_rectangle_around_them() -> None:
    position = after(board("Kd4 kd5 Kb3 kf6 ke6 kc7"), "d4xd5")
    assert part(position, 2) == "b3-f7"


def test_with_six_prawns_the_sea_stays_whole() -> None:
    assert part(after(board("Kd4 kd5 Kb3 kf6 ke6 kc7"), "d4-c4"), 2) == "a1-h8"


def test_the_sea_shrinks_by_a_move_alone_and_never_grows() -> None:
    position = board("Kb3 Kc4 kf6 ke6")
    position = after(position, "b3-c3")
    assert part(position, 2) == "c3-f6"
    assert not {"c3-b3", "c4-b4"} & legal(after(position, "f6-f5"))


def test_the_sea_shrinks_at_the_end_of_the_turn_after_the_evolutions() -> None:
    position = board("Ke5 kd6 kb2 Kc6")
    position = after(position, "e5xd6")
    assert (part(position, 2), part(position, 4)) == ("b2-e6", "m:")
    assert "d6=C" in legal(position)
    assert part(after(position, "d6=C", "end"), 2) == "b2-d6"


def test_a_side_wins_when_every_prawn_on_the_board_is_its_own() -> None:
    position = after(board("Kd4 Kb2 kd5"), "d4xd5")
    assert position.outcome() == Outcome("green", "eaten")
    assert position.to_act is None
    assert not position.legal_actions()


def test_when_the_last_enemy_is_eaten_nothing_evolves_and_the_sea_shrinks() -> None:
    position = after(board("Kd7 Kb2 ke8"), "d7xe8")
    assert position.to_text() == "4K3/8/8/8/8/8/1K6/8 b b2-e8 K6S2C2L2/K8S2C2L2 -"
    assert position.outcome() == Outcome("green", "eaten")


def test_the_last_action_is_carried_out_like_any_other() -> None:
    position = after(board("kc5 Lf5"), "f5-dry")
    assert position.to_text() == "8/8/8/2k5/8/8/8/8 b c5-c5 K8S2C2L2/K7S2C2L2 -"


def test_a_death_on_dry_land_loses_when_it_is_the_last_prawn() -> None:
    assert after(board("kc5 Lf5"), "f5-dry").outcome() == Outcome("blue", "dry-land")


def test_worked_lobster_in_a_narrow_sea_must_leave_it() -> None:
    position = board("kc5 Lf5")
    assert part(position, 2) == "c5-f5"
    assert legal(position) == {"f5-dry"}


def test_without_a_move_a_side_chooses_which_prawn_leaves() -> None:
    position = board("La4 Lb4 kc4")
    assert legal(position) == {"a4-dry", "b4-dry"}


def test_a_death_on_dry_land_counts_as_being_eaten_and_ends_the_turn() -> None:
    position = after(board("La4 Lb4 kc4"), "a4-dry")
    assert position.to_text() == "8/8/8/8/1Lk5/8/8/8 b b4-c4 K8S2C2L1/K7S2C2L2 -"


def test_leaving_the_sea_is_legal_in_no_other_case() -> None:
    for position in (GAME.start(), board("Kb3 Kc4 kf6 ke6"), board("Ka4 Kb4 kc4")):
        assert not any(text.endswith("dry") for text in legal(position))


def test_worked_ending() -> None:
    position = board("ke8 ke6 Kd7 Kg7 Cf4 Ld3", "b")
    seas = []
    for text in ("e8xd7", "g7-f6", "d7-f5", "d3xf5", "end", "e6-e5", "f6xe5"):
        position = after(position, text)
        seas.append(part(position, 2))
    assert seas == ["d3-g7", "d3-f7", "d3-f6", "d3-f6", "e4-f6", "e4-f6", "e4-f5"]
    assert position.outcome() == Outcome("green", "eaten")


def test_worked_ending_without_evolved_prawns_in_the_pool_needs_no_end() -> None:
    position = board("ke8 ke6 Kd7 Kg7 Cf4 Ld3", "b", revival="off", pools="K4S0C0L0/K0S2C1L1")
    assert part(after(position, "e8xd7", "g7-f6", "d7-f5", "d3xf5"), 2) == "e4-f6"


def test_two_seas_of_the_same_rectangle_are_equal() -> None:
    area, other = Area(Grid(8, 8), 1, 1, 4, 4), Area(Grid(8, 8), 1, 1, 4, 5)
    assert Sea(area) == Sea(area)
    assert hash(Sea(area)) == hash(Sea(area))
    assert Sea(area) != Sea(other)
    assert Sea(area) != area


# --- what the hosts need to know ----------------------------------------------------------------


PROGRESS = board("Ce8 Kf8 Kd4 Fb1 kd5 fa8 fb8 fc8")


@pytest.mark.parametrize(
    ("position", "text", "progress"),
    [
        pytest.param(PROGRESS, "d4xd5", True, id="capture"),
        pytest.param(PROGRESS, "f8=S", True, id="evolution of a krill"),
        pytest.param(PROGRESS, "e8=S", False, id="re-evolution"),
        pytest.param(PROGRESS, "b1-b2", True, id="first step of a krill"),
        pytest.param(PROGRESS, "b1-b3", True, id="jump-start"),
        pytest.param(PROGRESS, "d4-d3", False, id="later step of a krill"),
        pytest.param(PROGRESS, "e8-e4", False, id="move of an evolved prawn"),
        pytest.param(board("kc5 Lf5"), "f5-dry", True, id="death on dry land"),
        pytest.param(board("Kd4 ka8 Lh1"), "d4-d3", False, id="move that leaves the sea as it is"),
        pytest.param(board("Kd4 ka8 Lh1"), "h1-g2", True, id="move that shrinks the sea"),
        pytest.param(after(board(f"Ke7 {FAR_BLUE}"), "e7-e8"), "end", False, id="end"),
    ],
)
def test_what_counts_as_progress(position: Position, text: str, progress: bool) -> None:
    assert position.is_irreversible(position.parse(text)) == progress


def test_an_end_that_shrinks_the_sea_counts_as_progress() -> None:
    moved = after(board("Ke7 ka8 Lh1"), "e7-e8")
    assert not moved.is_irreversible(moved.parse("end"))
    moved = after(board("Kh7 ka8 Lc3"), "h7-g8")
    assert moved.is_irreversible(moved.parse("end"))


@pytest.mark.parametrize(
    ("prawns", "text", "words"),
    [
        (f"Fd1 {FAR_BLUE}", "d1-d2", "krill d1 to d2"),
        (f"Fd1 {FAR_BLUE}", "d1-d3", "krill d1 to d3, jump-start"),
        (f"Fd1 Ld2 {FAR_BLUE}", "d1-d3", "krill d1 to d3, jump-start"),
        (f"Kb4 Ka5 {FAR_BLUE}", "b4-a6", "krill b4 to a6, wall-jump"),
        (f"Sb4 Ka5 {FAR_BLUE}", "b4-a6", "shrimp b4 to a6"),
        (f"Cf4 Ke5 {FAR_BLUE}", "f4-d6", "crab f4 to d6, jump"),
        (f"Cf4 Ke5 {FAR_BLUE}", "f4-d4", "crab f4 to d4"),
        (f"Lf4 Ke1 {FAR_BLUE}", "f4-d6", "lobster f4 to d6"),
        (f"Ca5 ka7 {FAR_BLUE}", "a5xa7", "crab a5 eats krill a7"),
        (f"Ke8 {FAR_BLUE}", "e8=C", "krill e8 evolves into a crab"),
        (f"Se8 {FAR_BLUE}", "e8=L", "shrimp e8 re-evolves into a lobster"),
        ("kc5 Lf5", "f5-dry", "lobster f5 leaves the sea"),
    ],
)
def test_actions_in_words(prawns: str, text: str, words: str) -> None:
    position = board(prawns)
    assert position.describe(position.parse(text)) == words


def test_the_end_of_a_turn_in_words() -> None:
    position = after(board(f"Ke7 {FAR_BLUE}"), "e7-e8")
    assert position.describe(position.parse("end")) == "end of turn"


@pytest.mark.parametrize(
    ("prawns", "text", "path"),
    [
        (f"Fd1 {FAR_BLUE}", "d1-d2", ("d1", "d2")),
        (f"Ke8 {FAR_BLUE}", "e8=C", ("e8", "=C")),
        ("kc5 Lf5", "f5-dry", ("f5", "dry")),
    ],
)
def test_paths_single_actions_out(prawns: str, text: str, path: tuple[str, ...]) -> None:
    assert board(prawns).parse(text).path == path
