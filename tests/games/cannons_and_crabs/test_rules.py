"""One test a sentence of the rules of Cannons and Crabs, and one for every ruling."""

from __future__ import annotations

import pytest

from engines import OptionError, Outcome
from tests.games.cannons_and_crabs.boards import GAME, START, board
from tests.games.positions import after, legal, part

KINGS = "Ka1 kg6"
CASTLING = "Kd1 Ra1 Rg1 kd6 ra6 rg6"


# --- board and start ----------------------------------------------------------------------------


def test_the_board_has_seven_files_and_six_ranks_unless_seven_are_agreed() -> None:
    (option,) = GAME.options
    assert (option.key, option.choices, option.default) == ("board", ("7x6", "7x7"), "7x6")


def test_the_start() -> None:
    assert START.to_text() == "rnckcnr/papapap/7/7/PAPAPAP/RNCKCNR w AGag 0 1"


def test_on_seven_ranks_one_more_is_empty() -> None:
    start = GAME.start({"board": "7x7"})
    assert start.to_text() == "rnckcnr/papapap/7/7/7/PAPAPAP/RNCKCNR w AGag 0 1"


def test_white_moves_first_and_nobody_has_a_side_by_right() -> None:
    assert START.to_act == "white"
    assert (GAME.starter, GAME.challenger_side, GAME.sides) == ("first-named", None, ("white", "black"))


def test_black_starts_when_told_to() -> None:
    assert GAME.start(first="black").to_text().split()[1:] == ["b", "AGag", "0", "1"]


def test_nothing_is_picked_before_the_start() -> None:
    assert GAME.secret_setup is None
    with pytest.raises(OptionError, match="nothing is picked"):
        GAME.start(picks={"white": ("rook",)})


def test_the_designer_is_named() -> None:
    assert GAME.credit.designers == "David Short"
    assert "chessvariants.com/42.dir/cannons-and-crabs.html" in str(GAME.credit.page)


# --- moves --------------------------------------------------------------------------------------


def test_a_king_goes_one_square_in_any_direction() -> None:
    assert legal(board("Kd3 ka6"), "d3") == {
        "d3-c2", "d3-d2", "d3-e2", "d3-c3", "d3-e3", "d3-c4", "d3-d4", "d3-e4",
    }  # fmt: skip


def test_a_rook_goes_along_ranks_and_files_up_to_the_first_piece() -> None:
    assert legal(board(f"Rd3 Pb3 nd5 {KINGS}"), "d3") == {
        "d3-c3", "d3-e3", "d3-f3", "d3-g3", "d3-d1", "d3-d2", "d3-d4", "d3xd5",
    }  # fmt: skip


def test_a_knight_leaps_over_anything() -> None:
    assert legal(board(f"Nd3 Pd4 Pc3 pe3 pd5 nc5 {KINGS}"), "d3") == {
        "d3-b2", "d3-b4", "d3-f2", "d3-f4", "d3-c1", "d3-e1", "d3xc5", "d3-e5",
    }  # fmt: skip


def test_a_marshall_moves_as_rook_or_knight() -> None:
    knight = legal(board(f"Nd3 {KINGS}"), "d3")
    rook = legal(board(f"Rd3 {KINGS}"), "d3")
    assert legal(board(f"Md3 {KINGS}"), "d3") == knight | rook


def test_a_cardinal_moves_as_bishop_or_knight() -> None:
    bishop = {"d3-c2", "d3-b1", "d3-e4", "d3-f5", "d3xg6", "d3-e2", "d3-f1", "d3-c4", "d3-b5", "d3-a6"}
    found = legal(board("Dd3 Ka1 kg5 ng6"), "d3")
    assert found == bishop | legal(board("Nd3 Ka1 kg5"), "d3")


CANNON = {
    "d3-c2", "d3-d2", "d3-e2", "d3-c3", "d3-e3", "d3-c4", "d3-d4", "d3-e4",
    "d3-b1", "d3-d1", "d3-f1", "d3-b3", "d3-f3", "d3-b5", "d3-d5", "d3-f5",
}  # fmt: skip


def test_a_cannon_goes_exactly_one_or_two_squares_in_any_direction() -> None:
    assert legal(board(f"Cd3 {KINGS}"), "d3") == CANNON


def test_a_cannon_leaps_over_whatever_stands_between() -> None:
    found = legal(board(f"Cd3 Pd4 Pc3 pe3 ne4 {KINGS}"), "d3")
    assert {"d3-d5", "d3-b3", "d3-f3", "d3-f5", "d3xe3", "d3xe4"} <= found


def test_what_a_cannon_leaps_over_stays() -> None:
    assert part(after(board(f"Cd3 Pd4 {KINGS}"), "d3-d5"), 0) == "6k/3C3/3P3/7/7/K6"


def test_a_cannon_takes_as_it_moves_over_pieces_too() -> None:
    assert {"d3xd5", "d3xf3"} <= legal(board(f"Cd3 Pd4 nd5 af3 {KINGS}"), "d3")


def test_a_cannon_does_not_attack_a_king_two_squares_away_over_a_piece() -> None:
    assert board("Kd1 Nd2 cd3 ka6").diagram().alt.endswith("White to move.")
    assert not any(text.startswith("d4x") for text in legal(board("Ka1 Cd4 Nd5 kd6")))


@pytest.mark.parametrize("cannon", ["b3", "d3", "f3", "b1", "f1", "c2", "d2", "e2", "c1", "e1"])
def test_a_cannon_attacks_a_king_one_or_two_squares_away(cannon: str) -> None:
    assert board(f"Kd1 c{cannon} ka6").diagram().alt.endswith(f"White is in check from cannon {cannon}.")


def test_a_cannons_check_can_be_blocked_by_interposing() -> None:
    position = board("Kd1 cd3 Ra2 kg6")
    assert "a2-d2" in legal(position)
    assert legal(position, "a2") == {"a2-d2"}


def test_a_piece_that_shields_its_king_from_a_cannon_may_only_take_it() -> None:
    assert legal(board("Kd1 Nd2 cd3 ka6"), "d2") == set()
    assert legal(board("Kd1 Rd2 cd3 ka6"), "d2") == {"d2xd3"}
    assert legal(board("Kd1 Cd2 cd3 ka6"), "d2") == {"d2xd3"}


def test_a_pawn_goes_one_square_straight_ahead_to_an_empty_square() -> None:
    assert legal(board(f"Pd2 {KINGS}"), "d2") == {"d2-d3"}
    assert legal(board(f"pd5 {KINGS}", "b"), "d5") == {"d5-d4"}
    assert legal(board(f"Pd2 nd3 {KINGS}"), "d2") == set()


def test_a_pawn_takes_one_square_diagonally_ahead() -> None:
    assert legal(board(f"Pd3 nc4 ne4 rc2 rd4 {KINGS}"), "d3") == {"d3xc4", "d3xe4"}


def test_a_crab_goes_one_square_straight_or_diagonally_ahead_to_an_empty_square() -> None:
    assert legal(board(f"Ad2 {KINGS}"), "d2") == {"d2-c3", "d2-d3", "d2-e3"}
    assert legal(board(f"ad5 {KINGS}", "b"), "d5") == {"d5-c4", "d5-d4", "d5-e4"}


def test_a_crab_takes_one_square_diagonally_ahead_only() -> None:
    assert legal(board(f"Ad2 nc3 nd3 Pe3 {KINGS}"), "d2") == {"d2xc3"}


def test_there_are_no_double_steps() -> None:
    assert not any(text[1] == "2" and text[-1] == "4" and text[0] == text[3] for text in legal(START, "a2"))


def test_there_is_no_taking_in_passing() -> None:
    position = after(board("Pb3 pa5 Ka1 kg6", "b"), "a5-a4")
    assert legal(position, "b3") == {"b3xa4", "b3-b4"}
    assert legal(after(board("Pb4 pa5 Ka1 kg6", "b"), "a5-a4"), "b4") == {"b4-b5"}


@pytest.mark.parametrize("foot", "PA")
def test_on_the_last_rank_a_pawn_or_crab_must_become_a_marshall_or_a_cardinal(foot: str) -> None:
    found = legal(board(f"{foot}a5 nb6 Kc1 ke4"), "a5")
    straight = {"a5-a6=M", "a5-a6=D"}
    assert found == straight | {"a5xb6=M", "a5xb6=D"}
    assert part(after(board(f"{foot}a5 nb6 Kc1 ke4"), "a5xb6=D"), 0).startswith("1D5/")
    assert part(after(board(f"{foot.lower()}a2 Kc4 ke6", "b"), "a2-a1=M"), 0).endswith("/m6")


def test_a_crab_also_steps_diagonally_into_its_promotion() -> None:
    assert "a5-b6=M" in legal(board("Aa5 Kc1 ke4"), "a5")


def test_on_seven_ranks_the_last_rank_is_the_seventh() -> None:
    assert legal(board("Pa5 Kc1 ke4", size="7x7"), "a5") == {"a5-a6"}
    assert legal(board("Pa6 Kc1 ke4", size="7x7"), "a6") == {"a6-a7=M", "a6-a7=D"}


# --- castling -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "move", "ranks"),
    [
        ("w", "d1-b1", "r2k2r/7/7/7/7/1KR3R"),
        ("w", "d1-f1", "r2k2r/7/7/7/7/R3RK1"),
        ("b", "d6-b6", "1kr3r/7/7/7/7/R2K2R"),
        ("b", "d6-f6", "r3rk1/7/7/7/7/R2K2R"),
    ],
)
def test_the_king_goes_two_squares_towards_a_rook_which_lands_on_its_other_side(
    side: str, move: str, ranks: str
) -> None:
    position = after(board(CASTLING, side, "AGag"), move)
    assert part(position, 0) == ranks
    assert part(position, 2) == ("ag" if side == "w" else "AG")


def test_black_castles_on_the_last_rank_of_seven() -> None:
    position = board("Kd1 ra7 kd7 rg7", "b", "ag", size="7x7")
    assert {"d7-b7", "d7-f7"} <= legal(position, "d7")


@pytest.mark.parametrize(
    ("moves", "rights"),
    [
        (("d1-d2", "g6-f6"), "a"),
        (("a1-a2",), "Gag"),
        (("g1-g3", "d6-e6"), "A"),
        (("a1-a2", "g6-g5", "a2-a1"), "Ga"),
        (("a1xa6",), "Gg"),
    ],
)
def test_neither_king_nor_rook_may_have_moved_and_a_rook_taken_takes_its_right_along(
    moves: tuple[str, ...], rights: str
) -> None:
    assert part(after(board(CASTLING, "w", "AGag"), *moves), 2) == rights


@pytest.mark.parametrize("between", ["Nb1", "nb1", "Cc1"])
def test_all_squares_between_king_and_rook_are_empty(between: str) -> None:
    assert "d1-b1" not in legal(board(f"Kd1 Ra1 {between} kg6", "w", "A"))


@pytest.mark.parametrize(
    ("enemy", "allowed"),
    [
        ("rd4", False),  # in check
        ("rc4", False),  # crosses
        ("rb4", False),  # lands
        ("ra4", True),  # only the rook is attacked
        ("cb3", False),
        ("cc3", False),
        ("ca3", False),  # two squares from c1
        ("ac2", False),
    ],
)
def test_the_king_is_not_in_check_and_neither_crosses_nor_lands_on_an_attacked_square(
    enemy: str, allowed: bool
) -> None:
    position = board(f"Kd1 Ra1 {enemy} kg6", "w", "A")
    assert ("d1-b1" in legal(position)) == allowed


def test_a_cannon_with_a_piece_between_does_not_hinder_castling() -> None:
    assert "d1-b1" in legal(board("Kd1 Ra1 Pb2 Pc2 cb3 cc3 kg6", "w", "A"))


# --- check and the end --------------------------------------------------------------------------


def test_a_move_may_not_leave_ones_own_king_attacked() -> None:
    assert legal(board("Kd1 Re2 rd5 kg6"), "e2") == {"e2-d2"}
    assert legal(board("Kd1 Rd2 rd5 kg6"), "d2") == {"d2-d3", "d2-d4", "d2xd5"}
    assert "d1-c2" not in legal(board("Kd1 rc5 kg6"))


def test_against_two_attackers_only_the_king_moves() -> None:
    position = board("Kd1 Ra2 rd5 nc3 kg6")
    assert all(text.startswith("d1") for text in legal(position))


def test_a_king_does_not_step_back_along_the_line_it_is_attacked_on() -> None:
    assert "d2-d1" not in legal(board("Kd2 rd5 kg6"))


def test_a_cannon_attacks_a_square_as_if_the_king_stood_there_after_the_move() -> None:
    # The king itself stood between: once it has moved, nothing does.
    assert "d2-d1" not in legal(board("Kd2 cd3 kg6"))


def test_a_king_may_take_a_piece_guarded_only_by_a_cannon_over_another() -> None:
    assert "d1xd2" in legal(board("Kd1 nd2 pd3 cd4 kg6"))
    assert "d1xd2" not in legal(board("Kd1 nd2 cd4 kg6"))


MATE = board("Kd4 Ra1 kd6")
STALE = board("Kb4 Ne3 ka6")


def test_checkmate_wins() -> None:
    over = after(MATE, "a1-a6")
    assert over.outcome() == Outcome("white", "checkmate")
    assert (over.to_act, over.legal_actions()) == (None, ())


def test_stalemate_is_a_draw() -> None:
    over = after(STALE, "e3-c4")
    assert over.outcome() == Outcome(None, "stalemate")
    assert over.to_act is None


def test_a_hundred_plies_without_a_capture_or_a_move_of_a_pawn_or_crab_are_a_draw() -> None:
    before = board("Ka1 Rg1 ka6", clock=98)
    assert after(before, "g1-g2").outcome() is None
    over = after(before, "g1-g2", "a6-b6")
    assert over.outcome() == Outcome(None, "fifty-moves")
    assert (over.to_act, list(over.legal_actions())) == (None, [])


@pytest.mark.parametrize("move", ["g1xg3", "c2-c3", "e2-f3"])
def test_a_capture_and_a_move_of_a_pawn_or_crab_start_the_count_again(move: str) -> None:
    position = after(board("Ka1 Rg1 Pc2 Ae2 ng3 ka6", clock=99), move)
    assert part(position, 3) == "0"
    assert position.outcome() is None


def test_mate_and_stalemate_come_before_the_hundredth_ply() -> None:
    mate = after(board("Kd4 Ra1 kd6", clock=99), "a1-a6")
    stale = after(board("Kb4 Ne3 ka6", clock=99), "e3-c4")
    assert (mate.outcome(), part(mate, 3)) == (Outcome("white", "checkmate"), "100")
    assert (stale.outcome(), part(stale, 3)) == (Outcome(None, "stalemate"), "100")


def test_there_is_no_repetition_rule() -> None:
    position = START
    for _ in range(20):
        position = after(position, "b1-c3", "b6-c4", "c3-b1", "c4-b6")
    assert position.outcome() is None


def test_the_players_may_agree_on_a_draw() -> None:
    assert GAME.draws


def test_moves_count_from_1_and_go_up_after_blacks() -> None:
    one = after(START, "b1-c3")
    assert (part(one, 4), part(after(one, "b6-c4"), 4)) == ("1", "2")


@pytest.mark.parametrize(
    ("move", "progress"),
    [
        pytest.param("a1xa6", True, id="capture"),
        pytest.param("c2-c3", True, id="step of a pawn"),
        pytest.param("e2-d3", True, id="step of a crab"),
        pytest.param("g5-g6=M", True, id="promotion"),
        pytest.param("d1-f1", False, id="castling"),
        pytest.param("d1-d2", False, id="move that loses the right to castle"),
        pytest.param("b1-c3", False, id="move of a piece"),
    ],
)
def test_what_counts_as_progress(move: str, progress: bool) -> None:
    position = board("Kd1 Ra1 Rg1 Nb1 Pc2 Ae2 Pg5 kc6 ra6", "w", "AG")
    assert position.is_irreversible(position.parse(move)) == progress
