"""What a picture of Prudh shows, and what is said instead of it."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from engines import Diagram, Hand, Mark, Piece, Squares
from engines.diagrams import board_in_letters, sides_in_letters
from tests.games.positions import after, marks, played
from tests.games.prudh.boards import GAME, board

START = GAME.start()
BUSY = board("c3:3 d3 e5 b3:3 f1:2")
OVER = after(board("a1 c3 f1:2", edge="tomio", points=(12, 14), pit=6), "a1-c3")


def titles(diagram: Diagram) -> list[str]:
    return [hand.title for hand in diagram.hands]


def test_the_board_is_six_by_six() -> None:
    assert START.diagram().shape == Squares(files=6, ranks=6)
    assert START.diagram().sides == ("dark", "light")


def test_a_stack_is_one_piece_with_its_height_as_letter_and_count() -> None:
    assert BUSY.diagram().pieces == (
        Piece("f1", "light", "stack", "2", 2),
        Piece("b3", "light", "stack", "3", 3),
        Piece("c3", "dark", "stack", "3", 3),
        Piece("d3", "light", "stack", "1", 1),
        Piece("e5", "dark", "stack", "1", 1),
    )


def test_the_board_in_letters_says_whose_each_stack_is() -> None:
    diagram = board("a1:10 b1 b2").diagram()
    assert board_in_letters(diagram).splitlines()[-3:] == [
        " 2   .  1D   .   .   .   .",
        " 1 10D  1L   .   .   .   .",
        "     a   b   c   d   e   f",
    ]
    assert sides_in_letters(diagram) == "D is dark, L is light."


def test_the_points_are_beside_the_board() -> None:
    diagram = board("a1 c3 f1:2", points=(1, 31)).diagram()
    assert diagram.hands == (Hand("dark", "Dark: 1 point", ()), Hand("light", "Light: 31 points", ()))
    assert titles(START.diagram()) == ["Dark: 0 points", "Light: 0 points"]


def test_the_pit_is_shown_where_there_can_be_one() -> None:
    diagram = board("a1 c3 f1:2", edge="tomio", points=(10, 17), pit=5).diagram()
    assert titles(diagram) == ["Dark: 10 points · 5 in the pit", "Light: 17 points"]
    assert titles(GAME.start({"edge": "tomio"}).diagram())[0] == "Dark: 0 points · 0 in the pit"


def test_after_the_end_the_titles_are_the_final_scores() -> None:
    assert titles(OVER.diagram()) == ["Dark: 20 points", "Light: 14 points"]


def test_the_last_turn_is_marked() -> None:
    position, actions = played(START, "a1-b2")
    assert marks(position.diagram(actions), "last-from", "last-to") == {
        ("last-from", "a1"),
        ("last-to", "b2"),
    }
    assert not position.diagram().marks


def test_a_run_has_arrived_on_every_space_it_entered() -> None:
    position, actions = played(BUSY, "c3>f3")
    assert marks(position.diagram(actions), "last-from", "last-to") == {
        ("last-from", "c3"), ("last-to", "d3"), ("last-to", "e3"), ("last-to", "f3"),
    }  # fmt: skip


def test_what_is_chosen_is_marked_with_where_it_can_go_and_what_it_would_capture() -> None:
    diagram = BUSY.diagram(chosen=["c3"])
    assert set(diagram.marks) == {
        Mark("chosen", "c3"), Mark("target", "e5"), Mark("target", "f3"), Mark("capture", "d3"),
    }  # fmt: skip


def test_a_capture_on_the_last_space_is_marked_as_a_capture() -> None:
    assert set(board("e3:2 f3").diagram(chosen=["e3"]).marks) == {Mark("chosen", "e3"), Mark("capture", "f3")}


def test_an_action_chosen_in_full_goes_no_further() -> None:
    assert set(BUSY.diagram(chosen=["c3", "f3"]).marks) == {Mark("chosen", "c3"), Mark("chosen", "f3")}


def test_what_is_no_space_is_not_marked() -> None:
    assert not BUSY.diagram(chosen=["nowhere"]).marks
    assert not BUSY.diagram().marks


def test_the_side_to_act_is_at_the_bottom_and_after_the_end_the_winner() -> None:
    assert START.diagram().bottom == "dark"
    assert after(START, "a1-b2").diagram().bottom == "light"
    assert START.diagram(bottom="light").bottom == "light"
    assert (OVER.diagram().bottom, OVER.diagram().to_act) == ("dark", None)
    lost = after(board("a1 c3 f1:2", points=(10, 22)), "a1-c3")
    assert lost.diagram().bottom == "light"


def test_the_start_in_words() -> None:
    assert START.diagram().alt == (
        "Prudh on 6 by 6 spaces, ordinary edge. "
        "Dark: 1 on a1 c1 e1 b2 d2 f2 a3 c3 e3 b4 d4 f4 a5 c5 e5 b6 d6 f6. "
        "Light: 1 on b1 d1 f1 a2 c2 e2 b3 d3 f3 a4 c4 e4 b5 d5 f5 a6 c6 e6. "
        "Dark has 0 points, light 0. Dark moved first. Dark to move."
    )


def test_stacks_points_and_the_last_turn_in_words() -> None:
    position, actions = played(board("c3:3 d3 e5 b3:3 f1:2", points=(5, 21), first="light"), "c3>f3")
    assert position.diagram(actions).alt == (
        "Prudh on 6 by 6 spaces, ordinary edge. Dark: 1 on e3 e5. Light: 3 on b3; 2 on f1; 1 on f3. "
        "Dark has 7 points, light 21. Light moved first. Last turn: c3>f3. Light to move."
    )


def test_the_pit_in_words() -> None:
    assert "Dark has 1 point, light 17. 5 in the pit. Dark moved first." in (
        board("a1 c3 f1:11", edge="tomio", points=(1, 17), pit=5).diagram().alt
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"points": (16, 16)},
            "Light can do nothing, so dark, which moved last, gets 2 for its tallest stack. "
            "Dark has won 18 to 16.",
        ),
        (
            {"points": (10, 22)},
            "Light can do nothing, so dark, which moved last, gets 2 for its tallest stack. "
            "Light has won 22 to 12.",
        ),
        (
            {"points": (10, 17), "edge": "tomio", "pit": 5},
            "Light can do nothing, so dark, which moved last, gets 2 for its tallest stack "
            "and 5 from the pit. Light has won: at 17 to 17 a tie goes to the side that moved second.",
        ),
    ],
)
def test_the_end_in_words(options: Mapping[str, object], said: str) -> None:
    over = after(board("a1 c3 f1:2", **options), "a1-c3")  # type: ignore[arg-type]
    assert over.diagram().alt.endswith(said)


def test_a_side_without_a_stack_in_words() -> None:
    assert "Dark: no stack. Light: 2 on f1." in board("f1:2", "light").diagram().alt


@pytest.mark.parametrize("edge", GAME.options[0].choices)
def test_the_position_can_be_set_up_again_from_the_words(edge: str) -> None:
    position = GAME.start({"edge": edge}, first="light")
    while actions := position.legal_actions():
        assert set_up(position.diagram().alt) == position.to_text()
        position = position.play(actions[len(actions) // 2])


def set_up(alt: str) -> str:
    """The position text of a match under way, from what a listener hears."""
    heights = {
        space: height
        for height, spaces in re.findall(r"(\d+) on ((?:[a-f][1-6] ?)+)", alt)
        for space in spaces.split()
    }
    ranks = "/".join(",".join(heights.get(f"{file}{rank}", "0") for file in "abcdef") for rank in "654321")
    points = re.search(r"Dark has (\d+) points?, light (\d+)\.", alt)
    to_act = re.search(r"(\w)\w+ to move", alt)
    first = re.search(r"(\w)\w+ moved first", alt)
    pit = re.search(r"(\d+) in the pit", alt)
    assert points and to_act and first
    sides = f"{to_act[1]} {first[1]}".lower()
    return f"{ranks} {sides} {points[1]}:{points[2]} {pit[1] if pit else 0}"


def test_the_longest_words_fit_into_an_alt_text() -> None:
    """Many stacks of many heights; the end of a match adds less than is left."""
    crowded = "a1:3 b2 c3:2 f1:4 d1:2 e2:2 f3 b3 a4 c4 e4 b5 d5 f5"
    position, actions = played(board(crowded, edge="traditional", points=(7, 7)), "c3>a3")
    assert len(position.diagram(actions).alt) < 500
    assert len(OVER.diagram().alt) < 500
