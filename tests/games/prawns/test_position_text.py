"""The position text of Prawns: written one way, and refused where its parts contradict each other."""

from __future__ import annotations

import pytest

from engines import PositionTextError
from tests.games.positions import after, refusal
from tests.games.prawns.boards import FAR_BLUE, FAR_GREEN, GAME, board

START = "ffffffff/s6c/8/8/8/8/C6L/FFFFFFFF g a1-h8 K0S2C1L1/K0S1C1L2 -"


def test_the_start_is_written_as_the_rules_write_it() -> None:
    picks = {"green": ("crab", "lobster"), "blue": ("shrimp", "crab")}
    assert GAME.start(picks=picks).to_text() == START
    assert GAME.from_text(START) == GAME.start(picks=picks)


@pytest.mark.parametrize(
    "text",
    [
        "8/8/8/8/2k2L2/8/8/8 g c4-f4 K8S2C2L1/K7S2C2L2 -",
        "ffff3f/4C3/8/8/8/8/8/3K4 g a1-h8 K7S2C1L2/K3S2C2L2 -",
        "ffff3f/4C3/8/8/8/8/8/3K4 b a1-h8 K7S2C1L2/K3S2C2L2 -",
        "ff2Kf1C/8/8/8/8/8/8/3K4 g a1-h8 K6S2C1L2/K5S2C2L2 e:h8",
        "ff2SfKC/8/8/8/8/8/8/3K4 g a1-h8 K6S1C1L2/K5S2C2L2 e:e8,h8",
        "ff2Kf1C/8/8/8/8/8/8/3K4 g a1-h8 K6S2C1L2/K5S2C2L2 m:",
        "ff2Kf1C/8/8/8/8/8/8/3K4 g a1-h8 K6S2C1L2/K5S2C2L2 m:h8",
        "8/8/3K4/2K5/8/8/1k6/8 g b2-e6 K6S2C2L2/K7S2C2L2 m:",
        "8/8/3K4/2K5/8/8/1k6/8 b b2-d6 K6S2C2L2/K7S2C2L2 -",
    ],
)
def test_read_and_written_back_a_text_is_the_same(text: str) -> None:
    assert GAME.from_text(text).to_text() == text


def test_revival_off_is_told_to_the_reader_and_not_written() -> None:
    text = "8/8/8/8/2k2L2/8/8/8 g c4-f4 K0S1C2L1/K1S1C1L1 -"
    off = GAME.from_text(text, {"revival": "off"})
    assert off.to_text() == text
    with pytest.raises(PositionTextError):
        GAME.from_text(text)


def test_the_same_board_under_other_rules_is_another_position() -> None:
    on, off = GAME.start(), GAME.start({"revival": "off"})
    assert on.to_text() == off.to_text()
    assert on != off


def test_ply_is_not_compared() -> None:
    # d1-d2-d1 loses the first move of d1, so the way there matters to the text and the count does not.
    there = after(board(f"Kd1 {FAR_BLUE}"), "d1-d2", "a8-a7", "d2-d1", "a7-a8")
    assert there.ply == 4
    again = GAME.from_text(there.to_text())
    assert (again.ply, again) == (0, there)


REST = "g a1-h8 K0S2C1L1/K0S1C1L2 -"
SPARSE = "ffff3f/4C3/8/8/8/8/8/3K4"
"""Green crab e7 and krill d1, five fresh blue krill."""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "five parts"),
        (START + " -", "five parts"),
        (START.replace(" g ", "  g "), "five parts"),
        (START.replace(" g ", " G "), "g or b, not 'G'"),
        (START.replace("ffffffff/", "", 1), "a board of 8 ranks is written with 7"),
        (START.replace("/8/8/8/8/", "/8/8/8/7/"), "rank '7' has 7 squares"),
        (START.replace("/8/8/8/8/", "/8/8/8/44/"), "side by side are one number, not as in '44'"),
        (START.replace("/8/8/8/8/", "/8/8/8/9/"), "'9' is no prawn"),
        (START.replace("/8/8/8/8/", "/8/8/8/0/"), "'0' is no prawn"),
        (START.replace("/8/8/8/8/", "/8/8/8/3X4/"), "'X' is no prawn"),
        (START.replace("/8/8/8/8/", "/8/8/8/³5/"), "is no prawn"),
        (START.replace("a1-h8", "h8-a1"), "bottom left corner first"),
        (START.replace("a1-h8", "a8-h1"), "bottom left corner first"),
        (START.replace("a1-h8", "a1-i8"), "'i8' is not a square"),
        (START.replace("a1-h8", "a1"), "two corners"),
        (START.replace("a1-h8", "a1-d4-h8"), "two corners"),
        (START.replace("a1-h8", ""), "not a square"),
        (START.replace("K0S2C1L1/", ""), "gene pools are written like"),
        (START.replace("K0S2C1L1/K0", "S2K0C1L1/K0"), "gene pools are written like"),
        (START.replace("K0S2C1L1/K0", "K0S2C1L١/K0"), "gene pools are written like"),
        (START[:-1], "the stage is"),
        (START[:-1] + "e:", "the stage is"),
        (START[:-1] + "x:a8", "the stage is"),
        (START[:-1] + "m", "the stage is"),
        (START[:-1] + "e:z9", "'z9' is not a square"),
        (START[:-1] + "e:a8,", "'' is not a square"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(text: str, reason: str) -> None:
    assert reason in refusal(GAME, text)


def test_a_board_of_another_size_is_refused() -> None:
    assert "a board of 7 ranks is written with 8" in refusal(GAME, START, board="8x7")
    assert "8 squares and not 7" in refusal(GAME, START, board="7x8")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("8/8/8/8/8/8/8/8 g a1-h8 K8S2C2L2/K8S2C2L2 -", "no prawn"),
        # Fresh krill stand where they started.
        ("ffffffff/s6c/8/8/8/F7/C6L/1FFFFFFF " + REST, "krill a3 has left its home rank"),
        ("1fffffff/s6c/8/f7/8/8/C6L/FFFFFFFF " + REST, "krill a5 has left its home rank"),
        ("Fffffff1/s6c/8/8/8/8/C6L/1FFFFFFF g a1-h8 K0S2C1L1/K1S1C1L2 -", "krill a8 has left its home rank"),
        # Pools and board.
        (START.replace("K0S2C1L1/", "K1S2C1L1/"), "green owns 8 krill"),
        (START.replace("K0S2C1L1/", "K0S1C1L1/"), "green owns 2 shrimp"),
        (START.replace("/K0S1C1L2", "/K0S1C1L9"), "blue owns 2 lobster"),
        ("ffffffff/s6c/8/8/8/8/C6L/FFFFFFF1 " + REST, "green owns 8 krill, and 7"),
        ("ffffffff/s6c/8/3S4/8/8/C6L/FFFFFFFF g a1-h8 K0S1C1L1/K0S1C1L2 -", "more evolved prawns"),
        # The sea.
        (START.replace("a1-h8", "a1-h7"), "krill a8 is outside the sea"),
        (f"{SPARSE} g a1-h8 K7S2C1L2/K3S2C2L2 -".replace("a1-h8", "a1-g8"), "krill h8 is outside the sea"),
        ("2Kk4/2Kk4/2Kk4/8/8/8/8/8 g c6-d8 K5S2C2L2/K5S2C2L2 -", "with 6 prawns the sea is still a1-h8"),
        ("8/8/8/8/2k2L2/8/8/8 g a1-h8 K8S2C2L1/K7S2C2L2 -", "with 2 prawns the sea has shrunk to c4-f4"),
        ("8/8/8/8/2k2L2/8/8/8 g c3-f4 K8S2C2L1/K7S2C2L2 -", "with 2 prawns the sea has shrunk to c4-f4"),
        ("8/8/8/8/2k5/8/8/8 b a1-h8 K8S2C2L2/K7S2C2L2 -", "the sea has shrunk to c4-c4"),
    ],
)
def test_a_text_that_contradicts_itself_is_refused(text: str, reason: str) -> None:
    assert reason in refusal(GAME, text)


def test_without_revival_the_pools_must_add_up_in_their_own_way() -> None:
    off = {"revival": "off"}
    assert "green owns 8 krill, and 9" in refusal(GAME, START.replace("K0S2C1L1/", "K1S2C1L0/"), **off)
    assert "started with 4" in refusal(GAME, START.replace("K0S2C1L1/", "K0S2C1L0/"), **off)
    eaten = START.replace("/FFFFFFFF", "/FFFFFFF1")
    assert GAME.from_text(eaten, off).to_text() == eaten


EVOLVED = "ff2Kf1C/8/8/8/8/8/8/3K4 g a1-h8 K6S2C1L2/K5S2C2L2"
"""Green krill d1, e8 and crab h8; green's zone is rank 8."""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{EVOLVED} e:h8,h8", "once each, sorted by file"),
        ("ff2SfKC/8/8/8/8/8/8/3K4 g a1-h8 K6S1C1L2/K5S2C2L2 e:h8,e8", "once each, sorted by file"),
        (f"{EVOLVED} e:c8", "c8 is not an evolved prawn in green's evolution zone"),
        (f"{EVOLVED} e:e8", "e8 is not an evolved prawn in green's evolution zone"),
        (f"{EVOLVED} e:d1", "d1 is not an evolved prawn in green's evolution zone"),
        (f"{EVOLVED} m:a8", "a8 is not an evolved prawn in green's evolution zone"),
        (f"{EVOLVED} e:h8".replace(" g ", " b "), "h8 is not an evolved prawn in blue's evolution zone"),
        (f"{SPARSE} g a1-h8 K7S2C1L2/K3S2C2L2 e:e7", "e7 is not an evolved prawn"),
        # After the move a turn goes on only while something can evolve.
        (f"{SPARSE} g a1-h8 K7S2C1L2/K3S2C2L2 m:", "nothing can evolve any more"),
        ("4K3/8/8/8/8/8/1K6/8 b b2-e8 K6S2C2L2/K8S2C2L2 m:", "the match is over"),
        ("4C3/8/8/8/8/8/1K6/8 g b2-e8 K7S2C1L2/K8S2C2L2 e:e8", "the match is over"),
    ],
)
def test_a_stage_that_makes_no_sense_is_refused(text: str, reason: str) -> None:
    assert reason in refusal(GAME, text)


@pytest.mark.parametrize(
    "text",
    [
        # Green's only prawn is shut in on e8: there is no square it can have come from.
        "3kKk2/3kkk2/8/8/8/8/8/8 g a1-h8 K7S2C2L2/K3S2C2L2 m:",
        # Five prawns in a whole sea, half a turn: the sixth was eaten by this very move, or never was.
        "4K3/8/8/8/8/kkk5/8/K7 g a1-h8 K6S2C2L2/K5S2C2L2 m:",
        "4K3/8/8/8/8/kk6/8/K7 g a1-h8 K6S2C2L2/K6S2C2L2 m:",
        # The sea around half a turn is the one it began in, which held more than what is there now.
        "8/8/3K4/2K5/8/8/1k6/8 g b2-h6 K6S2C2L2/K7S2C2L2 m:",
    ],
)
def test_how_a_stage_came_about_is_not_asked(text: str) -> None:
    position = GAME.from_text(text)
    assert position.to_text() == text
    assert position.legal_actions()


def test_a_prawn_evolved_before_the_move_has_left_something_in_the_pool() -> None:
    position = after(board(f"Ke8 Kd1 {FAR_BLUE}"), "e8=C")
    text = position.to_text()
    assert GAME.from_text(text) == position
    other_side = after(board(f"ke1 kd8 {FAR_GREEN}", "b"), "e1=C")
    assert GAME.from_text(other_side.to_text()) == other_side
