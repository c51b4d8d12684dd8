"""The position text of Prudh: written one way, and refused where its parts contradict each other."""

from __future__ import annotations

import random

import pytest

from engines import Position, PositionTextError
from tests.engines.choosing import every_choice, random_setup
from tests.games.positions import after, mutated, refusal
from tests.games.prudh.boards import GAME, START

SIGNS = "0123456789,/dl: -"


def test_the_start_is_written_as_the_rules_write_it() -> None:
    assert GAME.start().to_text() == START
    assert GAME.from_text(START) == GAME.start()
    assert GAME.start(first="light").to_text() == START.replace(" d d ", " l l ")


@pytest.mark.parametrize(
    ("edge", "text"),
    [
        ("ordinary", "1,0,2,0,0,1/1,1,0,0,1,1/1,1,0,0,0,1/1,3,0,0,4,0/0,0,2,0,0,0/1,0,1,0,1,2 l l 6:4 0"),
        ("traditional", "0,0,0,0,0,1/0,0,0,0,1,0/0,0,0,0,0,0/1,2,0,0,0,0/1,2,0,0,0,2/0,0,0,1,1,1 d d 17:6 0"),
        ("tika", "1,1,0,0,0,0/0,3,0,0,2,0/0,0,0,0,3,0/0,0,0,0,4,0/1,0,0,0,0,0/1,0,2,0,0,1 l l 9:8 0"),
        ("tomio", "0,0,0,0,0,2/0,0,0,0,0,0/0,0,0,0,0,0/0,0,7,0,0,0/0,1,1,0,1,0/0,0,2,0,0,8 l l 4:7 3"),
        # The same after the end.
        ("tomio", "0,0,0,0,0,0/0,0,0,0,0,0/0,0,0,0,0,0/0,3,0,7,0,0/0,0,0,0,0,2/3,0,5,0,0,0 l d 6:5 5"),
    ],
)
def test_read_and_written_back_a_text_is_the_same(edge: str, text: str) -> None:
    assert GAME.from_text(text, {"edge": edge}).to_text() == text


def test_the_edge_is_told_to_the_reader_and_not_written() -> None:
    texts = {GAME.start(options).to_text() for options in every_choice(GAME)}
    assert texts == {START}
    assert GAME.start() != GAME.start({"edge": "tika"})


def test_ply_is_not_compared() -> None:
    there = after(GAME.start(), "a1-b2", "b1-a2", "c1-d2")
    assert there.ply == 3
    again = GAME.from_text(there.to_text())
    assert (again.ply, again) == (0, there)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "five parts"),
        (START + " -", "five parts"),
        (START.replace(" d d ", "  d d "), "five parts"),
        (START.replace(" 0:0 0", " 0:0"), "five parts"),
        (START.replace(" d d ", " D d "), "a side is d or l, not 'D'"),
        (START.replace(" d d ", " d g "), "a side is d or l, not 'g'"),
        (START.replace("1,1,1,1,1,1/", "", 1), "a board of 6 ranks is written with 5"),
        (START.replace("/", ",", 1), "a board of 6 ranks is written with 5"),
        (START.replace("1,1,", "1,", 1), "rank '1,1,1,1,1' has 5 spaces and not 6"),
        (START.replace("1,1,", "1,1,1,", 1), "has 7 spaces and not 6"),
        (START.replace("1,1,", "1,,", 1), "'' is not a number of pieces"),
        (START.replace("1,1,", "1,x,", 1), "'x' is not a number of pieces from 0 to 36"),
        (START.replace("1,1,", "1,37,", 1), "'37' is not a number of pieces"),
        (START.replace("1,1,", "1,100,", 1), "'100' is not a number of pieces"),
        (START.replace("1,1,", "1,01,", 1), "'01' is not a number of pieces"),
        (START.replace("1,1,", "1,-1,", 1), "'-1' is not a number of pieces"),
        (START.replace("1,1,", "1,١,", 1), "is not a number of pieces"),
        (START.replace("1,1,", "1,²,", 1), "is not a number of pieces"),
        (START.replace("0:0", "0"), "the points are dark's and light's such as 5:3, not '0'"),
        (START.replace("0:0", "0:0:0"), "the points are"),
        (START.replace("0:0", "0:"), "'' is not a number of pieces"),
        (START.replace("0:0 0", "0:0 00"), "'00' is not a number of pieces"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(text: str, reason: str) -> None:
    assert reason in refusal(GAME, text)


def text(stacks: str, rest: str) -> str:
    """A position text with ``stacks`` such as ``"c3:4 d3"``; ``rest`` is all after the board."""
    there = dict((stack + ":1").split(":")[:2] for stack in stacks.split())
    ranks = "/".join(",".join(there.get(f"{file}{rank}", "0") for file in "abcdef") for rank in "654321")
    return f"{ranks} {rest}"


@pytest.mark.parametrize(
    ("board", "edge", "reason"),
    [
        (START.replace("1,1,", "1,2,", 1), "ordinary",
         "36 pieces are on the board, captured or in the pit, and not 37"),
        (START.replace("0:0", "2:0"), "ordinary", "and not 38"),
        (text("a1:2 c3:5", "d d 14:14 0"), "ordinary", "and not 35"),
        (text("a1:2 c3:5", "d d 28:1 0"), "ordinary",
         "a capture is worth at least 2 points, so light cannot have 1"),
        (text("a1:2 c3:5", "d d 1:28 0"), "ordinary", "so dark cannot have 1"),
        (text("a1:2 c3:5", "d d 14:13 2"), "traditional", "with the edge traditional there is no pit"),
        (text("a1:18 b1:15", "d d 0:0 3"), "tomio", "pieces come into the pit by a run, and a run scores"),
    ],
)  # fmt: skip
def test_a_count_that_contradicts_itself_is_refused(board: str, edge: str, reason: str) -> None:
    assert reason in refusal(GAME, board, edge=edge)


@pytest.mark.parametrize(
    ("stacks", "rest"),
    [
        # Light moved last, and has no stack.
        ("c3", "d d 33:2 0"),
        # Dark moved last, and has the points for no capture.
        ("e3", "l d 0:35 0"),
        # Before the first capture, yet dark's pieces are on light's spaces.
        ("b1:36", "l d 0:0 0"),
    ],
)
def test_how_a_position_came_about_is_not_asked(stacks: str, rest: str) -> None:
    """The pieces are all there, so it can be looked at and played on."""
    written = text(stacks, rest)
    assert GAME.from_text(written).to_text() == written


# --- texts nobody would write -------------------------------------------------------------------


def positions(seed: int) -> list[tuple[Position, dict[str, str]]]:
    chance = random.Random(seed)
    options = chance.choice(list(every_choice(GAME)))
    position = random_setup(GAME, options, chance).start(GAME)
    found = [(position, options)]
    while actions := position.legal_actions():
        runs = [action for action in actions if ">" in action.text]
        position = position.apply(chance.choice(runs if runs and chance.random() < 0.4 else actions))
        found.append((position, options))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_a_changed_position_text_is_refused_or_written_back_as_it_is(seed: int) -> None:
    chance = random.Random(seed)
    read = refused = 0
    for position, options in positions(seed):
        for _ in range(15):
            changed = mutated(position.to_text(), chance, SIGNS)
            try:
                found = GAME.from_text(changed, options)
            except PositionTextError:
                refused += 1
            else:
                read += 1
                assert found.to_text() == changed
                assert bool(found.legal_actions()) == (found.outcome() is None)
    assert read > 3
    assert refused > 50


@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_a_match_can_be_read(seed: int) -> None:
    """No action that was played is ever held to be impossible."""
    for match in range(150):
        for position, options in positions(1000 * seed + match):
            assert GAME.from_text(position.to_text(), options) == position
