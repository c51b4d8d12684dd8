"""What a picture of Cannons and Crabs shows, and what is said instead of it."""

from __future__ import annotations

import pytest

from engines import Action, Hand, Mark, Piece, Position, Squares
from tests.games.cannons_and_crabs.boards import GAME, START, board
from tests.games.positions import after, marks, played

CASTLING = board("Kd1 Ra1 Rg1 kd6 ra6 rg6", "w", "AGag", clock=10)


def test_the_board_is_as_large_as_agreed() -> None:
    assert START.diagram().shape == Squares(files=7, ranks=6)
    assert GAME.start({"board": "7x7"}).diagram().shape == Squares(files=7, ranks=7)


def test_pieces_have_their_side_kind_and_letter() -> None:
    pieces = START.diagram().pieces
    assert len(pieces) == 28
    assert {
        Piece("d1", "white", "king", "K"),
        Piece("a1", "white", "rook", "R"),
        Piece("b1", "white", "knight", "N"),
        Piece("c1", "white", "cannon", "C"),
        Piece("a2", "white", "pawn", "P"),
        Piece("b5", "black", "crab", "A"),
    } <= set(pieces)
    promoted = set(board("Ka1 Md3 dg3 kg6").diagram().pieces)
    assert {Piece("d3", "white", "marshall", "M"), Piece("g3", "black", "cardinal", "D")} <= promoted


def test_nothing_is_in_hand() -> None:
    assert START.diagram().hands == (Hand("white", "White", ()), Hand("black", "Black", ()))


@pytest.mark.parametrize(
    ("position", "text", "shown"),
    [
        (START, "b1-c3", {("last-from", "b1"), ("last-to", "c3")}),
        (board("Pa5 Kc1 ke4"), "a5-a6=M", {("last-from", "a5"), ("last-to", "a6")}),
        (CASTLING, "d1-b1", {("last-from", "d1"), ("last-to", "b1")}),
    ],
)
def test_the_last_turn_is_marked(position: Position, text: str, shown: set[tuple[str, str]]) -> None:
    later, actions = played(position, text)
    assert marks(later.diagram(actions), "last-from", "last-to") == shown
    assert not marks(later.diagram(), "last-from", "last-to")


def test_a_king_in_check_is_marked_and_in_checkmate_too() -> None:
    assert Mark("check", "d1", "white") in board("Kd1 cd3 kg6").diagram().marks
    mate = after(board("Kd4 Ra1 kd6"), "a1-a6").diagram()
    assert Mark("check", "d6", "black") in mate.marks
    assert not marks(START.diagram(), "check")
    assert not marks(board("Kd1 Nd2 cd3 kg6").diagram(), "check")


def test_what_is_chosen_is_marked_with_where_it_can_go() -> None:
    diagram = board("Rd3 Pb3 nd5 Ka1 kg6").diagram(chosen=["d3"])
    assert marks(diagram, "chosen") == {("chosen", "d3")}
    assert marks(diagram, "capture") == {("capture", "d5")}
    assert marks(diagram, "target") == {("target", at) for at in ("c3", "e3", "f3", "g3", "d1", "d2", "d4")}


def test_a_promotion_is_one_target_and_then_no_square() -> None:
    position = board("Pa5 nb6 Kc1 ke4")
    first = [mark for mark in position.diagram(chosen=["a5"]).marks if mark.kind in ("target", "capture")]
    assert first == [Mark("target", "a6"), Mark("capture", "b6")]
    second = marks(position.diagram(chosen=["a5", "a6"]), "chosen", "target", "capture")
    assert second == {("chosen", "a5"), ("chosen", "a6")}


def test_castling_is_a_target_of_the_king() -> None:
    assert {("target", "b1"), ("target", "f1")} <= marks(CASTLING.diagram(chosen=["d1"]), "target")


def test_the_paths_of_actions_are_squares_and_what_a_pawn_becomes() -> None:
    paths = {action.path for action in board("Pa5 Kc1 ke4").legal_actions()}
    assert {("a5", "a6", "M"), ("a5", "a6", "D"), ("c1", "c2")} <= paths


def test_the_side_to_act_is_at_the_bottom_after_the_end_the_winner_or_white() -> None:
    assert START.diagram().bottom == "white"
    assert after(START, "b1-c3").diagram().bottom == "black"
    assert START.diagram(bottom="black").bottom == "black"
    mate = after(board("kd3 ra6 Kd1", "b"), "a6-a1").diagram()
    assert (mate.bottom, mate.to_act) == ("black", None)
    assert after(board("Kb4 Ne3 ka6"), "e3-c4").diagram().bottom == "white"


@pytest.mark.parametrize(
    ("position", "text", "words"),
    [
        (START, "b1-c3", "knight b1 to c3"),
        (board("Nb1 Kd1 ac3 kd6"), "b1xc3", "knight b1 takes crab c3"),
        (board("Pa5 nb6 Kc1 ke4"), "a5-a6=M", "pawn a5 to a6 and becomes a marshall"),
        (board("Aa5 nb6 Kc1 ke4"), "a5xb6=D", "crab a5 takes knight b6 and becomes a cardinal"),
        (CASTLING, "d1-b1", "king d1 castles to b1, on the a-side"),
        (CASTLING, "d1-f1", "king d1 castles to f1, on the g-side"),
    ],
)
def test_an_action_in_words(position: Position, text: str, words: str) -> None:
    assert position.describe(position.parse(text)) == words


def test_the_start_in_words() -> None:
    assert START.diagram().alt == (
        "Cannons and Crabs on 7 by 6 squares. "
        "White: king d1; rooks a1 g1; knights b1 f1; cannons c1 e1; pawns a2 c2 e2 g2; crabs b2 d2 f2. "
        "Black: king d6; rooks a6 g6; knights b6 f6; cannons c6 e6; pawns a5 c5 e5 g5; crabs b5 d5 f5. "
        "White has castling rights: a-side and g-side. Black has castling rights: a-side and g-side. "
        "White to move."
    )


def test_check_rights_clock_and_the_last_turn_in_words() -> None:
    position, actions = played(board("Kd1 Ra1 ce4 kd6", "b", "A", clock=7), "e4-d3")
    assert position.diagram(actions).alt == (
        "Cannons and Crabs on 7 by 6 squares. White: king d1; rook a1. Black: king d6; cannon d3. "
        "White has castling rights: a-side. Black has no castling right. "
        "No capture, nor a move of a pawn or crab, for 8 turns. "
        "Last turn: e4-d3. White to move. White is in check from cannon d3."
    )


@pytest.mark.parametrize(
    ("position", "text", "words"),
    [
        (board("Kd4 Ra1 kd6"), "a1-a6",
         "White has won: black is checkmated. Black is in check from rook a6."),
        (board("Kb4 Ne3 ka6"), "e3-c4", "A draw: stalemate, black has no move and isn't in check."),
        (board("Ka1 Rg1 ka6", clock=99), "g1-g2",
         "A draw: fifty moves by each side without a capture or a move of a pawn or crab."),
    ],
)  # fmt: skip
def test_the_end_in_words(position: Position, text: str, words: str) -> None:
    assert after(position, text).diagram().alt.endswith(words)


def test_the_longest_words_fit_into_an_alt_text() -> None:
    crowded = board("Kd1 Ra1 Rg1 Nb1 Nf1 Cc1 Ce1 Ma2 Mb2 Mc2 De2 Df2 Dg2 Md2 "
                    "kd6 ra6 rg6 nb6 nf6 cc6 ce6 pa5 ab5 pc5 ad5 pe5 af5 pg5",
                    "w", "AGag", clock=99, number=123_456_789)  # fmt: skip
    alt = crowded.diagram((Action("a5xb6=M", ("a5", "b6", "M")),)).alt
    assert 300 < len(alt) <= 1024
