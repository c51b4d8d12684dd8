"""What people write for an action of Prudh, and what they are told when it cannot be played."""

from __future__ import annotations

from itertools import product

import pytest

from engines import ActionError, IllegalActionError, Position, UnreadableActionError
from tests.games.positions import after
from tests.games.prudh.boards import GAME, board

START = GAME.start()
BUSY = board("c3:3 d3 e5 b3:3 f1:2")
"""Dark's c3 can slide to e5 and run to f3; b3 is too high to be captured."""

OVER = after(board("a1 c3 f1:2", points=(16, 16)), "a1-c3")
TIED = after(board("a1 c3 f1:2", points=(15, 17)), "a1-c3")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("c3-e5", "c3-e5"),
        ("c3e5", "c3-e5"),
        ("C3-E5", "c3-e5"),
        (" c3 - e5 ", "c3-e5"),
        ("c3 e5", "c3-e5"),
        ("c3>e5", "c3-e5"),
        ("c3–e5", "c3-e5"),
        ("c3->e5", "c3-e5"),
        ("c3→e5", "c3-e5"),
        ("c3 to e5", "c3-e5"),
        ("c3>f3", "c3>f3"),
        ("c3f3", "c3>f3"),
        ("C3F3", "c3>f3"),
        ("c3 > f3", "c3>f3"),
        ("c3-f3", "c3>f3"),
        ("c3xf3", "c3>f3"),
        ("c3 x f3", "c3>f3"),
        ("c3>>f3", "c3>f3"),
        ("c3 to f3", "c3>f3"),
    ],
)
def test_an_action_may_be_written_in_many_ways(written: str, meant: str) -> None:
    assert str(BUSY.parse(written)) == meant
    assert [str(action) for action in BUSY.parse_line(written)] == [meant]


def test_several_actions_in_one_line() -> None:
    """An analysis may be typed in one go; in a match a turn is one action."""
    assert [str(action) for action in START.parse_line("a1b2 b1-a2, c1 d2")] == ["a1-b2", "b1-a2", "c1-d2"]


def test_two_spaces_leave_no_doubt_between_slide_and_run() -> None:
    position, seen = START, 0
    while (actions := position.legal_actions()) and seen < 200:
        assert len({action.path for action in actions}) == len(actions)
        assert all(position.parse("".join(action.path)) == action for action in actions)
        seen += len(actions)
        position = position.play(actions[-1])


@pytest.mark.parametrize(
    "text", ["", "   ", "c3", "c3-", ">", "hello", "c3-d4-e5", "3c-5e", "c3>ff", "slide", "end", "c3=2"]
)
def test_what_is_no_action_at_all_is_unreadable(text: str) -> None:
    for read in (START.parse, START.parse_line):
        with pytest.raises(UnreadableActionError) as refused:
            read(text)
        assert "isn't a move in Prudh: type a slide like b2-d4, a run like c3>c5" in refused.value.reason


def test_a_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(UnreadableActionError) as refused:
        START.parse("nonsense" * 500)
    assert len(refused.value.reason) < 250
    assert refused.value.text == "nonsense" * 500


@pytest.mark.parametrize(
    ("position", "text", "told"),
    [
        # Whose it is and where it is.
        (START, "g1-f2", "g1 isn't on the board"),
        (START, "a1-a7", "a7 isn't on the board"),
        (START, "b1-a2", "b1 is light's space, and it's dark's turn"),
        (after(START, "a1-b2"), "c1-d2", "c1 is dark's space, and it's light's turn"),
        (BUSY, "f3-e5", "f3 is light's space, and it's dark's turn"),
        (BUSY, "a1-b2", "a1 is empty"),
        (BUSY, "c3-c3", "c3 to c3 isn't a move"),
        (BUSY, "c3-d5", "c3 to d5 is neither a diagonal, as slides take, nor a rank or file, as runs take"),
        # Slides.
        (BUSY, "c3-f6", "e5 is in the way: a slide ends on the first stack it meets"),
        (BUSY, "c3-d4", "d4 is empty: a slide goes on to the first stack it meets, here e5"),
        (BUSY, "c3-a1", "a slide must end on a stack, and there is none that way from c3"),
        # Runs.
        (START, "a1>b1", "a1 is a single piece: a run needs a stack of two or more"),
        (BUSY, "c3>d3", "a run drops a piece a space, to the last piece or the edge: c3>f3"),
        (BUSY, "c3>a3", "a run must capture: c3>a3 meets no stack of light's smaller than 3"),
        (BUSY, "c3>c6", "a run must capture: c3>c6 meets no stack of light's smaller than 3"),
        (BUSY, "c3>c4", "a run must capture: c3>c6 meets no stack of light's smaller than 3"),
        # Over.
        (OVER, "f1-e2", "the match is over, dark has won 18 to 16"),
        (TIED, "f1-e2",
         "the match is over, light has won: at 17 to 17 a tie goes to the side that moved second"),
    ],
)  # fmt: skip
def test_a_player_is_told_why_an_action_cannot_be_played(position: Position, text: str, told: str) -> None:
    with pytest.raises(IllegalActionError) as refused:
        position.parse(text)
    assert isinstance(refused.value, ActionError)
    assert (refused.value.text, refused.value.reason) == (text, told)


def test_an_action_of_another_moment_is_refused_with_its_reason() -> None:
    action = START.parse("a1-b2")
    later = START.play(action)
    with pytest.raises(IllegalActionError, match="a1 is dark's space, and it's light's turn"):
        later.play(action)


def test_every_action_that_is_not_legal_has_a_reason() -> None:
    spaces = [f"{file}{rank}" for file, rank in product("abcdefg", range(1, 8))]
    for position in (START, BUSY, OVER, after(START, "a1-b2", "b1-a2")):
        legal = {action.path for action in position.legal_actions()}
        for start, target in product(spaces, spaces):
            if (start, target) not in legal:
                assert position.why_not(f"{start}-{target}").reason


@pytest.mark.parametrize(
    ("stacks", "edge", "text", "said"),
    [
        ("b2 d4:2", "ordinary", "b2-d4", "1 on b2 slides onto d4 (2): a stack of 3"),
        ("b2:3 d4", "ordinary", "b2-d4", "3 on b2 slide onto d4 (1): a stack of 4"),
        ("c3:3 d3:2", "ordinary", "c3>f3", "3 on c3 run to f3, capture d3 (2): 3 points"),
        ("a1:6 b1:2 d1 f1:5", "ordinary", "a1>f1",
         "6 on a1 run to f1, capture b1 (2), d1 (1) and f1 (5): 11 points; 1 left over goes back"),
        ("e3:5 f3:4", "ordinary", "e3>f3",
         "5 on e3 run to f3, capture f3 (4): 5 points; 4 left over go back"),
        ("e3:5 f3:4", "traditional", "e3>f3",
         "5 on e3 run to f3, capture f3 (4): 9 points; 4 left over are captured too"),
        ("e3:2 f3", "traditional", "e3>f3",
         "2 on e3 run to f3, capture f3 (1): 3 points; 1 left over is captured too"),
        ("e3:5 f3:4", "tika", "e3>f3", "5 on e3 run to f3, capture f3 (4): 5 points; 4 left over stay there"),
        ("e3:2 f3", "tika", "e3>f3", "2 on e3 run to f3, capture f3 (1): 2 points; 1 left over stays there"),
        ("c3:5 d3", "tika", "c3>f3", "5 on c3 run to f3, capture d3 (1): 2 points; 2 left over go back"),
        ("e3:5 f3:4", "tomio", "e3>f3",
         "5 on e3 run to f3, capture f3 (4): 5 points; 4 left over go into the pit"),
        ("e3:2 f3", "tomio", "e3>f3",
         "2 on e3 run to f3, capture f3 (1): 2 points; 1 left over goes into the pit"),
    ],
)  # fmt: skip
def test_an_action_in_words(stacks: str, edge: str, text: str, said: str) -> None:
    position = board(stacks, edge=edge)
    assert position.describe(position.parse(text)) == said
