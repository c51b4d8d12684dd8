"""One test a sentence of the rules of Pjawns, and one for every ruling."""

from __future__ import annotations

import pytest

from engines import OptionError, Outcome, Position, perft
from tests.games.pjawns.boards import FILES, GAME, board, turned, turned_action
from tests.games.positions import after, legal

START = GAME.start()


# --- board and start ----------------------------------------------------------------------------


def test_the_board_starts_empty_and_each_side_holds_eight_pjawns() -> None:
    diagram = START.diagram()
    assert (diagram.shape.files, diagram.pieces) == (8, ())
    assert [(hand.side, hand.pieces) for hand in diagram.hands] == [
        ("white", (("pjawn", "P", 8),)),
        ("black", (("pjawn", "P", 8),)),
    ]


def test_white_starts_and_the_sides_are_drawn() -> None:
    assert START.to_act == "white"
    assert GAME.start(first="white") == START
    assert (GAME.sides, GAME.starter, GAME.challenger_side) == (("white", "black"), "first-named", None)


def test_black_cannot_start() -> None:
    with pytest.raises(OptionError, match="white starts, not 'black'"):
        GAME.start(first="black")


def test_there_are_no_options_no_picks_and_no_draws() -> None:
    assert (GAME.options, GAME.secret_setup, GAME.draws) == ((), None, False)
    with pytest.raises(OptionError, match="nothing to pick"):
        GAME.start(picks={"white": ("crab",)})


def test_it_is_nobodys_by_name() -> None:
    assert (GAME.credit.designers, GAME.credit.page) == (None, None)


def test_white_and_black_act_in_turn_one_action_each() -> None:
    position, sides = START, []
    for text in ("@e1", "@e8", "e1-e2"):
        sides.append(position.to_act)
        position = after(position, text)
    assert sides == ["white", "black", "white"]


def test_leaves_from_the_start() -> None:
    assert [perft(START, depth) for depth in range(1, 5)] == [8, 64, 576, 5184]


@pytest.mark.parametrize(
    "position",
    [
        board("a4 b4 c1 e6 g3", "b5 d6 d5 f4 h8", "w", "d7"),
        board("d1 e4 h7", "d5 f5 g8", "w"),
        board("e4 h1 h2", "d5 f5 h3 h6", "w"),
    ],
)
def test_both_sides_have_the_same_rules_each_from_its_own_side(position: Position) -> None:
    text = position.to_text()
    ours, theirs = GAME.from_text(text), GAME.from_text(turned(text))
    assert {turned_action(action) for action in legal(ours)} == legal(theirs)
    for action in legal(ours):
        assert turned(after(ours, action).to_text()) == after(theirs, turned_action(action)).to_text()


# --- placing ------------------------------------------------------------------------------------


def test_a_pjawn_is_placed_from_the_hand_on_rank_1() -> None:
    assert legal(START) == {f"@{file}1" for file in FILES}
    assert after(START, "@e1").to_text() == "8/8/8/8/8/8/8/4P3 b 7/8 -"
    assert legal(after(START, "@e1")) == {f"@{file}8" for file in FILES}


@pytest.mark.parametrize(
    ("white", "black"),
    [*((f"e{rank}", "h6") for rank in (1, 2, 3, 4)), *(("d5", f"e{rank} h6") for rank in (2, 3, 4))],
)
def test_a_file_with_a_pjawn_of_either_side_on_ranks_1_to_4_is_closed(white: str, black: str) -> None:
    assert legal(board(white, black), "@") == {f"@{file}1" for file in FILES if file != "e"}


def test_a_pjawn_on_rank_5_does_not_close_a_file() -> None:
    assert "@e1" in legal(board("e5", "h7"))
    assert "@e1" in legal(board("d4", "e5 h7"))


def test_with_an_empty_hand_nothing_is_placed() -> None:
    position = board("a5 a6 b5 b6 c5 c6 d5 d6", "h7")
    assert legal(position, "@") == set()
    assert legal(board("a5 a6 b5 b6 c5 c6 d5", "h7"), "@") == {f"@{file}1" for file in FILES}


# --- advancing ----------------------------------------------------------------------------------


def test_a_pjawn_advances_one_square_to_an_empty_square() -> None:
    assert legal(board("e2", "h6"), "e") == {"e2-e3"}
    assert after(board("e2", "h6"), "e2-e3").to_text() == "8/8/7p/8/8/4P3/8/8 b 7/7 -"
    assert legal(board("e2", "e3 h6"), "e") == set()
    assert legal(board("e2 e3", "h6"), "e2") == set()


def test_from_rank_1_it_may_go_two_squares() -> None:
    assert legal(board("e1", "h6"), "e") == {"e1-e2", "e1-e3"}


def test_both_squares_of_a_double_step_must_be_empty() -> None:
    assert legal(board("e1", "e2 h6"), "e") == set()
    assert legal(board("e1", "e3 h6"), "e") == {"e1-e2"}
    assert legal(board("e1 e3", "h6"), "e1") == {"e1-e2"}


def test_from_no_other_rank_it_goes_two_squares() -> None:
    for rank in (2, 3, 4, 5, 6):
        assert f"e{rank}-e{rank + 2}" not in legal(board(f"e{rank} a4", "h6"))


def test_a_double_step_may_pass_squares_that_are_attacked_and_end_on_them() -> None:
    assert "e1-e3" in legal(board("e1", "d3 f4"))


# --- capturing ----------------------------------------------------------------------------------


def test_a_pjawn_captures_one_square_diagonally_ahead() -> None:
    assert legal(board("e5", "d6 e6 f6 d4 f4 e4"), "e5") == {"e5xd6", "e5xf6"}


def test_it_captures_only_enemies_and_only_on_the_next_files() -> None:
    assert legal(board("a5 b6 h5 g6", "c7 h7"), "a5") == {"a5-a6"}
    # The squares beside the edge, in the bits, are those of the other edge a rank up or level.
    assert "x" not in "".join(legal(board("a5 h5", "h6 a7 h4 a6")))


def test_what_is_captured_returns_to_its_owners_hand() -> None:
    position = after(board("e5", "d6"), "e5xd6")
    assert position.to_text() == "8/8/3P4/8/8/8/8/8 b 7/8 -"
    assert after(position, "@h8").to_text() == "7p/8/3P4/8/8/8/8/8 w 7/7 -"


def test_a_pjawn_on_rank_1_captures_on_rank_2() -> None:
    assert legal(board("e1", "d2 f2"), "e1x") == {"e1xd2", "e1xf2"}


# --- en passant ---------------------------------------------------------------------------------


def test_the_square_passed_is_written_after_every_double_step() -> None:
    for file in FILES:
        position = after(board(f"{file}1", "d5", "w"), f"{file}1-{file}3")
        assert position.to_text().endswith(f"{file}2")


def test_a_double_step_can_be_captured_on_the_square_it_passed() -> None:
    position = after(board("e6 c6", "d8", "b"), "d8-d6")
    assert legal(position, "e6") == {"e6-e7", "e6xd7"}
    assert "c6xd7" in legal(position)
    assert after(position, "e6xd7").to_text() == "8/3P4/2P5/8/8/8/8/8 b 6/8 -"


def test_black_captures_en_passant_as_white_does() -> None:
    position = after(board("d1", "e3 h6", "w"), "d1-d3")
    assert after(position, "e3xd2").to_text() == "8/8/7p/8/8/8/3p4/8 w 8/6 -"


def test_en_passant_is_for_the_very_next_turn_only() -> None:
    position = after(board("e6 a2", "d8 h6", "b"), "d8-d6", "a2-a3", "h6-h5")
    assert "e6xd7" not in legal(position)


def test_no_capture_en_passant_after_single_steps() -> None:
    assert "e6xd7" not in legal(after(board("e6", "d7", "b"), "d7-d6"))


def test_en_passant_is_only_for_pjawns_that_could_have_captured_on_the_square_passed() -> None:
    position = after(board("c5 d5 f6 e7", "d8", "b"), "d8-d6")
    assert {text for text in legal(position) if "x" in text} == {"c5xd6"}


# --- rank 4 to rank 5 ---------------------------------------------------------------------------


def test_alone_on_rank_4_a_pjawn_stays_there() -> None:
    assert legal(board("e4", "d5 f5 h6"), "e4") == set()


def test_with_another_of_its_side_on_rank_4_it_advances_or_captures() -> None:
    assert legal(board("e4 a4", "d5 f5 h6"), "e4") == {"e4-e5", "e4xd5", "e4xf5"}
    assert "a4-a5" in legal(board("e4 a4", "d5 f5 h6"))


def test_an_enemy_on_rank_4_does_not_count_nor_does_a_pjawn_on_another_rank() -> None:
    assert legal(board("e4 a5 a3", "h4 h5 g4"), "e4") == set()


def test_the_other_must_stand_there_before_the_move() -> None:
    position = board("e4 a3", "h6 h7")
    assert legal(position, "e4") == set()
    assert "e4-e5" in legal(after(position, "a3-a4", "h6-h5"))


def test_black_counts_its_ranks_from_rank_8() -> None:
    assert legal(board("a2", "e5 h6", "b"), "e5") == set()
    assert legal(board("a2 d4", "e5 h5", "b"), "e5") == {"e5-e4", "e5xd4"}


def test_no_other_rank_needs_company() -> None:
    for rank in (1, 2, 3, 5, 6, 7):
        assert f"e{rank}-e{rank + 1}" in legal(board(f"e{rank}", "h6"))


# --- the end ------------------------------------------------------------------------------------


def test_a_pjawn_on_rank_8_wins_at_once() -> None:
    position = after(board("e7", "h6"), "e7-e8")
    assert position.outcome() == Outcome("white", "rank-8")
    assert position.to_act is None
    assert not position.legal_actions()


def test_a_black_pjawn_on_the_rank_written_1_wins() -> None:
    assert after(board("h6", "e2", "b"), "e2-e1").outcome() == Outcome("black", "rank-8")


def test_a_capture_onto_the_enemys_rank_1_wins() -> None:
    position = after(board("e7", "d8 h6"), "e7xd8")
    assert position.outcome() == Outcome("white", "rank-8")
    assert position.to_text() == "3P4/8/7p/8/8/8/8/8 b 7/7 -"


def test_a_side_without_a_legal_action_loses() -> None:
    position = after(GAME.from_text("8/8/1p2p1p1/pP1pPpPp/P1pP1P1P/8/2P5/8 w 0/0 -"), "c2-c3")
    assert position.outcome() == Outcome("white", "no-action")
    assert position.to_act is None
    assert not position.legal_actions()
    black = after(GAME.from_text(turned("8/8/1p2p1p1/pP1pPpPp/P1pP1P1P/8/2P5/8 w 0/0 -")), "c7-c6")
    assert black.outcome() == Outcome("black", "no-action")


def test_no_pjawn_that_can_move_is_no_loss_while_one_can_be_placed() -> None:
    position = board("e4", "e5 h6", "w")
    assert not legal(position, "e4")
    assert position.outcome() is None
    assert len(position.legal_actions()) == 7


def test_a_position_may_come_back_as_often_as_it_likes() -> None:
    position = there = board("e3 a4", "d4 c5 h5")
    for _ in range(3):
        position = after(position, "e3xd4", "c5xd4", "@e1", "@c8", "e1-e2", "c8-c6", "e2-e3", "c6-c5")
        assert position == there
        assert position.outcome() is None
    assert position.ply == 24


# --- what the hosts need to know ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "text"),
    [
        pytest.param(board(""), "@e1", id="placement"),
        pytest.param(board("e2", "a8"), "e2-e3", id="step"),
        pytest.param(board("e1", "a8"), "e1-e3", id="double step"),
        pytest.param(board("e3", "d4 a8"), "e3xd4", id="capture"),
        pytest.param(board("e6", "d6", passed="d7"), "e6xd7", id="capture en passant"),
        pytest.param(board("e7", "a8"), "e7-e8", id="arrival"),
    ],
)
def test_what_counts_as_progress(position: Position, text: str) -> None:
    assert position.is_irreversible(position.parse(text))


def test_there_is_no_action_that_is_not_progress() -> None:
    position = board("e7 a2 c6 f4", "d8 b3 h8", "w")
    assert all(position.is_irreversible(action) for action in position.legal_actions())


@pytest.mark.parametrize(
    ("text", "words", "path"),
    [
        ("@h1", "pjawn placed on h1", ("place", "h1")),
        ("a1-a2", "pjawn a1 to a2", ("a1", "a2")),
        ("a1-a3", "pjawn a1 to a3, double step", ("a1", "a3")),
        ("e4xd5", "pjawn e4 takes pjawn d5", ("e4", "d5")),
        ("e6xf7", "pjawn e6 takes pjawn f6 en passant, on f7", ("e6", "f7")),
        ("e6xd7", "pjawn e6 takes pjawn d7", ("e6", "d7")),
    ],
)
def test_actions_in_words_and_as_a_path(text: str, words: str, path: tuple[str, ...]) -> None:
    position = board("a1 e4 c4 e6", "d5 d7 f6", "w", "f7")
    action = position.parse(text)
    assert (position.describe(action), action.path) == (words, path)


def test_black_actions_in_words() -> None:
    position = board("d3 h6", "a8 e3", "b", "d2")
    words = [position.describe(action) for action in position.legal_actions()]
    assert "pjawn e3 takes pjawn d3 en passant, on d2" in words
    assert "pjawn a8 to a6, double step" in words
    assert "pjawn placed on b8" in words


def test_the_order_of_actions_is_placements_advances_double_steps_captures() -> None:
    position = board("a1 c3 b1 e6", "b4 d4 d6 h2", "w", "d7")
    assert " ".join(map(str, position.legal_actions())) == (
        "@e1 @f1 @g1 a1-a2 b1-b2 c3-c4 e6-e7 a1-a3 b1-b3 c3xb4 e6xd7 c3xd4"
    )
