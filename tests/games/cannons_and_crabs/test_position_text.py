"""The position text of Cannons and Crabs: written one way, and refused where no position would write it."""

from __future__ import annotations

import random

import pytest

from engines import Position, PositionTextError
from tests.engines.choosing import eager
from tests.games.cannons_and_crabs.boards import GAME, START, board
from tests.games.positions import after, refusal

TEXT = "rnckcnr/papapap/7/7/PAPAPAP/RNCKCNR w AGag 0 1"


def test_the_start_is_written_as_the_rules_write_it() -> None:
    assert START.to_text() == TEXT
    assert GAME.from_text(TEXT) == START


@pytest.mark.parametrize(
    "text",
    [
        "rnckcnr/papapap/7/7/PAPAPAP/RNCKCNR b AGag 0 1",
        "rnckcnr/papapap/7/2N4/PAPAPAP/R1CKCNR b AGag 1 1",
        "r2k2r/7/7/7/7/R2K2R w Ga 10 60",
        "r2k2r/7/7/7/7/R2K2R b - 100 51",
        "k6/7/1K5/2N4/7/7 b - 0 60",
        "3k2M/7/3K3/7/7/7 b - 100 123456",
        "4MDM/5D1/k6/7/1K5/ddd4 w - 0 90",
    ],
)
def test_read_and_written_back_a_text_is_the_same(text: str) -> None:
    assert GAME.from_text(text).to_text() == text


def test_the_board_is_told_to_the_reader() -> None:
    text = "rnckcnr/papapap/7/7/7/PAPAPAP/RNCKCNR w AGag 0 1"
    assert GAME.from_text(text, {"board": "7x7"}).to_text() == text
    assert "a board of 6 ranks is written with 7" in refusal(GAME, text)
    assert "a board of 7 ranks is written with 6" in refusal(GAME, TEXT, board="7x7")


def test_ply_is_not_compared() -> None:
    there = after(START, "b1-c3", "b6-c4")
    again = GAME.from_text(there.to_text())
    assert (there.ply, again.ply) == (2, 0)
    assert again == there


@pytest.mark.parametrize("changed", [" b ", " w G", " w AGag 1 2"])
def test_side_rights_and_clock_make_another_position(changed: str) -> None:
    whole = "rnckcnr/papapap/7/7/PAPAPAP/RNCKCNR w AGag 0 2"
    other = {
        " b ": whole.replace(" w ", " b "),
        " w G": whole.replace("AGag", "Gag"),
        " w AGag 1 2": whole.replace(" 0 2", " 1 2"),
    }[changed]
    assert GAME.from_text(other) != GAME.from_text(whole)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "five parts"),
        (TEXT + " -", "five parts"),
        (TEXT + " ", "five parts"),
        (TEXT.replace(" w ", "  w "), "five parts"),
        (TEXT.replace(" w ", " W "), "w or b, not 'W'"),
        (TEXT.replace("7/7/", "7/"), "a board of 6 ranks is written with 5"),
        (TEXT.replace("7/7/", "7/6/"), "rank '6' has 6 squares"),
        (TEXT.replace("7/7/", "7/34/"), "side by side are one number, not as in '34'"),
        (TEXT.replace("7/7/", "7/8/"), "'8' is no piece"),
        (TEXT.replace("7/7/", "7/0/"), "'0' is no piece"),
        (TEXT.replace("7/7/", "7/3Q3/"), "'Q' is no piece"),
        (TEXT.replace("7/7/", "7/³4/"), "is no piece"),
        (TEXT.replace("AGag", "GAag"), "letters of AGag in this order"),
        (TEXT.replace("AGag", "KQkq"), "letters of AGag in this order"),
        (TEXT.replace("AGag", "AA"), "letters of AGag in this order"),
        (TEXT.replace("AGag", "A-"), "letters of AGag in this order"),
        (TEXT.replace("AGag", ""), "letters of AGag in this order"),
        (TEXT.replace(" 0 1", " x 1"), "the half-move clock is a number"),
        (TEXT.replace(" 0 1", " -1 1"), "the half-move clock is a number"),
        (TEXT.replace(" 0 1", " 00 1"), "the half-move clock is a number"),
        (TEXT.replace(" 0 1", " ١ 1"), "the half-move clock is a number"),
        (TEXT.replace(" 0 1", " 0 01"), "the move number is a number"),
        (TEXT.replace(" 0 1", " 0 "), "the move number is a number"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(text: str, reason: str) -> None:
    assert reason in refusal(GAME, text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # What is on the board.
        ("7/7/7/7/7/3K3 w - 0 60", "black has no king"),
        ("3k3/7/3k3/7/7/3K3 w - 0 60", "black has 2 kings"),
        ("3k3/7/7/7/7/R1RK2R w - 0 60", "white started with 2 rooks, and 3 are on the board"),
        ("3k3/ppppp2/7/7/7/3K3 w - 0 60", "black started with 4 pawns, and 5 are on the board"),
        ("3k3/7/7/AAAA3/7/3K3 w - 0 60", "white started with 3 crabs, and 4 are on the board"),
        ("k6/7/7/PPPP3/AAA4/2MK3 w - 0 60", "white has more marshalls and cardinals"),
        ("3k3/7/7/7/7/P2K3 w - 0 60", "a pawn cannot stand on a1"),
        ("P2k3/7/7/7/7/3K3 w - 0 60", "a pawn cannot stand on a6"),
        ("3k2a/7/7/7/7/3K3 w - 0 60", "a crab cannot stand on g6"),
        # Castling rights.
        ("r2k2r/7/7/7/7/R2K3 w G 0 60", "castling right G needs white's rook on g1"),
        ("r3k1r/7/7/7/7/R2K2R w a 0 60", "castling right a needs black's king on d6"),
        ("N2k2r/7/7/7/7/R2K2R w a 0 60", "castling right a needs black's rook on a6"),
        # The count of moves.
        (TEXT.replace(" 0 1", " 0 0"), "the move number counts from 1"),
        (TEXT.replace(" 0 1", " 1 1"), "by the move number 0 plies were played"),
        (TEXT.replace(" w AGag 0 1", " b AGag 2 1"), "by the move number 1 plies were played"),
        ("r2k2r/7/7/7/7/R2K2R w - 101 90", "over when the half-move clock had come to 100"),
        # Check.
        ("3k3/7/7/3R3/7/3K3 w - 0 60", "black has moved and left its king attacked by rook d3"),
        ("3k3/7/3C3/7/7/3K3 w - 0 60", "left its king attacked by cannon d4"),
        ("3k3/3K3/7/7/7/7 w - 0 60", "left its king attacked by king d5"),
        ("3k3/7/7/r2KC2/1n3n1/3r3 w - 0 60", "no single move attacks a king with three pieces"),
    ],
)
def test_a_text_that_contradicts_itself_is_refused(text: str, reason: str) -> None:
    assert reason in refusal(GAME, text)


def test_a_cannon_over_a_piece_attacks_no_king_so_the_text_is_read() -> None:
    assert board("Cd4 Nd5 kd6 Ka1").to_text().startswith("3k3/3N3/3C3/")


SIGNS = "/KRNCPAMDkrncpamd0123456789wb AGag-"


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_position_text_is_refused_or_written_back_as_it_is(seed: int) -> None:
    chance = random.Random(seed)
    position: Position = GAME.start()
    read = refused = 0
    while (actions := position.legal_actions()) and position.ply < 80:
        for _ in range(5):
            signs = list(position.to_text())
            here, there = chance.randrange(len(signs)), chance.randrange(len(signs))
            if chance.random() < 0.5:
                signs[here] = chance.choice(SIGNS)
            else:
                signs[here], signs[there] = signs[there], signs[here]
            text = "".join(signs)
            try:
                found = GAME.from_text(text)
            except PositionTextError:
                refused += 1
            else:
                read += 1
                assert found.to_text() == text
                assert bool(found.legal_actions()) == (found.outcome() is None)
                assert len(found.diagram().alt) <= 1024
        position = position.apply(eager(position, actions, chance))
    assert read > 3
    assert refused > 50
