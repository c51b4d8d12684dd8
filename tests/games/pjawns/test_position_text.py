"""The position text of Pjawns: written one way, and refused where its parts contradict each other."""

from __future__ import annotations

import random

import pytest

from engines import PositionTextError
from tests.engines.choosing import eager
from tests.games.pjawns.boards import GAME, board, turned
from tests.games.positions import after, refusal

START = "8/8/8/8/8/8/8/8 w 8/8 -"


def test_the_start_is_written_as_the_rules_write_it() -> None:
    assert GAME.start().to_text() == START
    assert GAME.from_text(START) == GAME.start()


@pytest.mark.parametrize(
    "text",
    [
        "8/8/3p4/8/8/4P3/8/8 w 7/7 d7",
        "8/8/3p4/8/8/4P3/8/8 w 7/7 -",
        "8/8/8/8/8/4P3/8/7p w 7/7 -",
        "3P4/8/7p/8/8/8/8/8 b 7/7 -",
        "8/8/3P4/8/8/8/8/8 b 7/8 -",
        "8/8/1p2p1p1/pP1pPpPp/P1pP1P1P/2P5/8/8 b 0/0 -",
    ],
)
def test_read_and_written_back_a_text_is_the_same(text: str) -> None:
    for either in (text, turned(text)):
        assert GAME.from_text(either).to_text() == either


def test_positions_with_and_without_a_square_passed_differ() -> None:
    text = "8/8/3p4/8/8/4P3/8/8 w 7/7 d7"
    assert GAME.from_text(text) != GAME.from_text(text.replace("d7", "-"))


def test_ply_is_not_compared() -> None:
    there = after(GAME.start(), "@e1", "@d8")
    again = GAME.from_text(there.to_text())
    assert (there.ply, again.ply) == (2, 0)
    assert again == there


GOOD = "8/8/3p4/8/8/4P3/8/8 w 7/7 d7"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "four parts"),
        (f"{START} -", "four parts"),
        (START.replace(" w", "  w"), "four parts"),
        (START.replace("w", "W"), "w or b, not 'W'"),
        (START.replace("8/", "", 1), "a board of 8 ranks is written with 7"),
        (START.replace("8/", "7/", 1), "rank '7' has 7 squares and not 8"),
        (START.replace("8/", "P8/", 1), "rank 'P8' has 9 squares and not 8"),
        (START.replace("8/", "44/", 1), "side by side are one number, not as in '44'"),
        (START.replace("8/", "9/", 1), "'9' is no pjawn"),
        (START.replace("8/", "0/", 1), "'0' is no pjawn"),
        (START.replace("8/", "3X4/", 1), "'X' is no pjawn"),
        (START.replace("8/", "3.4/", 1), "'.' is no pjawn"),
        (START.replace("8/8 -", "8 -"), "hands are written like 8/7, white's first, not '8'"),
        (START.replace("8/8 -", "9/8 -"), "hands are written like"),
        (START.replace("8/8 -", "8/8/8 -"), "hands are written like"),
        (START.replace("8/8 -", "8/٨ -"), "hands are written like"),
        (START[:-1], "a square of the board or -, not ''"),
        (START[:-1] + "e9", "a square of the board or -, not 'e9'"),
        (START[:-1] + "D7", "a square of the board or -, not 'D7'"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(text: str, reason: str) -> None:
    assert reason in refusal(GAME, text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        # Each side owns eight.
        (START.replace("8/8 -", "8/7 -"), "black owns 8 pjawns, and 7 are on the board and in its hand"),
        (GOOD.replace("7/7", "8/7"), "white owns 8 pjawns, and 9 are on the board and in its hand"),
        ("8/8/PPPPPPPP/P7/8/8/8/p7 b 0/7 -", "white owns 8 pjawns, and 9"),
        # What has crossed the board.
        ("P7/8/7p/8/8/8/8/8 w 7/7 -", "a pjawn of white's has crossed the board, so it is not white's turn"),
        ("8/8/7P/8/8/8/8/p7 b 7/7 -", "a pjawn of black's has crossed the board, so it is not black's turn"),
        ("P7/8/8/8/8/8/8/p7 w 7/7 -", "so it is not white's turn"),
        ("P1P5/8/7p/8/8/8/8/8 b 6/7 -", "the first pjawn that crosses the board wins"),
        # The square passed over.
        (GOOD.replace("d7", "e7"), "the square passed over lies between an empty first rank and"),
        (GOOD.replace("d7", "d6"), "the square passed over lies between"),
        (GOOD.replace("d7", "d5"), "the square passed over lies between"),
        (GOOD.replace("d7", "e2"), "the square passed over lies between"),
        ("3p4/8/3p4/8/8/4P3/8/8 w 7/6 d7", "the square passed over lies between"),
        ("3P4/8/3p4/8/8/4P3/8/8 w 6/7 d7", "so it is not white's turn"),
        ("8/3P4/3p4/8/8/4P3/8/8 w 6/7 d7", "the square passed over lies between"),
    ],
)  # fmt: skip
def test_a_text_that_contradicts_itself_is_refused(text: str, reason: str) -> None:
    assert reason in refusal(GAME, text)


@pytest.mark.parametrize(
    "text",
    [
        # Black is to act on an empty board.
        "8/8/8/8/8/8/8/8 b 8/8 -",
        # White is alone on the board and on its first rank, with an enemy on the file.
        "8/8/8/8/3p4/8/8/3P4 b 7/7 -",
        # Come to rank 5, it has left none on rank 4.
        "8/8/7p/3P4/8/8/8/8 b 7/7 -",
    ],
)
def test_how_a_position_came_about_is_not_asked(text: str) -> None:
    assert GAME.from_text(text).to_text() == text


@pytest.mark.parametrize("seed", range(12))
def test_every_position_of_a_match_is_read(seed: int) -> None:
    chance = random.Random(seed)
    position = GAME.start()
    while actions := position.legal_actions():
        position = position.apply(eager(position, actions, chance))
        assert GAME.from_text(position.to_text()) == position


SIGNS = "/Pp0123456789wb abcdefgh-"


def mutated(text: str, chance: random.Random) -> str:
    """The text with a few signs left out, put in or changed."""
    signs = list(text)
    for _ in range(chance.choice((1, 1, 2, 3))):
        here = chance.randrange(len(signs))
        signs[here : here + chance.randrange(2)] = chance.choice(SIGNS) * chance.randrange(2)
    return "".join(signs)


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_position_text_is_refused_or_written_back_as_it_is(seed: int) -> None:
    chance = random.Random(seed)
    read = refused = 0
    position = GAME.start()
    while actions := position.legal_actions():
        position = position.apply(chance.choice(actions))
        for _ in range(8):
            text = mutated(position.to_text(), chance)
            try:
                found = GAME.from_text(text)
            except PositionTextError as error:
                assert error.reason
                refused += 1
            else:
                assert found.to_text() == text
                assert bool(found.legal_actions()) == (found.outcome() is None)
                read += 1
    assert read > 5
    assert refused > 50


def test_hands_hold_what_is_not_on_the_board() -> None:
    assert board("a2 b3", "c6").to_text() == "8/8/2p5/8/8/1P6/P7/8 w 6/7 -"
