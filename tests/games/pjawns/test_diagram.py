"""What a picture of Pjawns shows, and what is said instead of it."""

from __future__ import annotations

import re

import pytest

from engines import Hand, Piece, Position, Squares
from engines.diagrams import board_in_letters
from tests.games.pjawns.boards import FILES, GAME, board
from tests.games.positions import after, marks

START = GAME.start()
BUSY = board("a1 a4 e4 e6 h2", "d5 d6 h3 b7", "w", "d7")


def test_the_board_has_eight_by_eight_squares() -> None:
    diagram = START.diagram()
    assert (diagram.game, diagram.shape, diagram.sides) == ("pjawns", Squares(8, 8), ("white", "black"))


def test_pieces_have_their_side_kind_and_letter() -> None:
    assert board("e4", "d5").diagram().pieces == (
        Piece("e4", "white", "pjawn", "P"),
        Piece("d5", "black", "pjawn", "P"),
    )


def test_the_hands_are_beside_the_board() -> None:
    assert board("e4 a1", "d5").diagram().hands == (
        Hand("white", "White's hand", (("pjawn", "P", 6),)),
        Hand("black", "Black's hand", (("pjawn", "P", 7),)),
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("@c1", {("last-to", "c1")}),
        ("a1-a3", {("last-from", "a1"), ("last-to", "a3")}),
        ("e4xd5", {("last-from", "e4"), ("last-to", "d5")}),
        ("e6xd7", {("last-from", "e6"), ("last-to", "d7")}),
    ],
)
def test_the_last_turn_is_marked(text: str, shown: set[tuple[str, str]]) -> None:
    action = BUSY.parse(text)
    position = BUSY.play(action)
    assert marks(position.diagram((action,))) == shown
    assert not marks(position.diagram())


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        (["a1"], {("chosen", "a1"), ("target", "a2"), ("target", "a3")}),
        (["e4"], {("chosen", "e4"), ("target", "e5"), ("capture", "d5")}),
        # En passant goes to d7 and takes what stands on d6.
        (["e6"], {("chosen", "e6"), ("target", "e7"), ("target", "d7"), ("capture", "d6")}),
        (["h2"], {("chosen", "h2")}),
        (["place"], {("target", f"{file}1") for file in "bcdfg"}),
        (["place", "c1"], {("chosen", "c1")}),
        (["e4", "d5"], {("chosen", "e4"), ("chosen", "d5")}),
        ([], set()),
    ],
)
def test_what_is_chosen_is_marked_with_where_it_can_go(
    chosen: list[str], shown: set[tuple[str, str]]
) -> None:
    assert marks(BUSY.diagram(chosen=chosen)) == shown


def test_for_black_en_passant_takes_what_stands_on_rank_3() -> None:
    shown = marks(board("d3 h6", "e3", "b", "d2").diagram(chosen=["e3"]))
    assert shown == {("chosen", "e3"), ("target", "e2"), ("target", "d2"), ("capture", "d3")}


def test_the_side_to_act_is_at_the_bottom_and_after_the_end_the_winner() -> None:
    assert START.diagram().bottom == "white"
    assert after(START, "@e1").diagram().bottom == "black"
    assert START.diagram(bottom="black").bottom == "black"
    over = after(board("e7", "h6"), "e7-e8").diagram()
    assert (over.bottom, over.to_act) == ("white", None)


def test_the_board_in_letters() -> None:
    lines = board_in_letters(board("e4", "d5").diagram()).splitlines()
    assert lines[3:5] == [" 5 . . . p . . . .", " 4 . . . . P . . ."]


def test_the_start_in_words() -> None:
    assert START.diagram().alt == (
        "Pjawns on 8 by 8 squares. White: no pjawn. Black: no pjawn. "
        "White's hand: 8 pjawns. Black's hand: 8 pjawns. White to move."
    )


def test_a_double_step_in_words() -> None:
    before = board("e6 a2 b5 b6 c5 c6 d4", "d8", "b")
    action = before.parse("d8-d6")
    assert before.play(action).diagram((action,)).alt == (
        "Pjawns on 8 by 8 squares. White: a2 d4 b5 c5 b6 c6 e6. Black: d6. "
        "White's hand: 1 pjawn. Black's hand: 7 pjawns. "
        "Last turn: d8-d6. Just passed over: d7. White to move."
    )


def test_the_end_in_words() -> None:
    crossed = after(board("e7", "d8 h6"), "e7xd8").diagram().alt
    assert crossed.endswith("White has won: its pjawn d8 has crossed the board.")
    shut_in = after(GAME.from_text("8/8/1p2p1p1/pP1pPpPp/P1pP1P1P/8/2P5/8 w 0/0 -"), "c2-c3").diagram().alt
    assert shut_in.endswith("White has won: black can neither place nor move a pjawn.")


@pytest.mark.parametrize(
    "position", [BUSY, START, board("d3 h6", "e3", "b", "d2"), after(board("e7", "d8 h6"), "e7xd8")]
)
def test_the_words_are_enough_to_set_the_position_up_again(position: Position) -> None:
    alt = position.diagram().alt
    standing = re.search(r"White: ([^.]*)\. Black: ([^.]*)\.", alt)
    assert standing is not None
    white, black = (squares.replace("no pjawn", "") for squares in standing.groups())
    passed = re.search(r"passed over: (\w\d)", alt)
    to_act = "w" if "White to move" in alt or "Black has won" in alt else "b"
    again = board(white, black, to_act, passed[1] if passed else "-")
    assert again == position


def test_the_longest_words_fit_into_an_alt_text() -> None:
    white = " ".join(f"{file}3" for file in FILES)
    black = " ".join(f"{file}6" for file in FILES)
    position = board(white, black, "w", "d7")
    action = board(white.replace("a3", "a2"), black).parse("a2-a3")
    assert len(position.diagram((action,)).alt) < 300
