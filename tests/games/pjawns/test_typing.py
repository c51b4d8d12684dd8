"""What people write for an action of Pjawns, and what they are told when it cannot be played."""

from __future__ import annotations

import random

import pytest

from engines import ActionError, IllegalActionError, Position, UnreadableActionError
from tests.engines.choosing import eager
from tests.games.pjawns.boards import GAME, board, turned
from tests.games.positions import after, reason

START = GAME.start()
BUSY = board("a1 a4 e4 e6 h2", "d5 d6 h3 b7", "w", "d7")


@pytest.mark.parametrize(
    ("position", "written", "meant"),
    [
        *(
            (START, written, "@e1")
            for written in (
                *("@e1", "e1", "E1", "@E1", "@ e1", " @e1 ", "P@e1", "p@e1", "place e1", "Place E1"),
                *("place at e1", "place on e1", "place @e1", "put e1", "drop e1"),
            )
        ),
        *(
            (BUSY, written, "a1-a3")
            for written in (
                *("a1-a3", "a1a3", "A1-A3", " a1 - a3 ", "a1 a3", "a1>a3", "a1->a3", "a1→a3", "a1–a3"),
                *("a1 to a3", "a1xa3"),
            )
        ),
        *(
            (BUSY, written, "e4xd5")
            for written in (
                *("e4xd5", "e4-d5", "e4d5", "E4 X D5", "e4×d5", "e4:d5", "e4 d5", "e4 takes d5", "e4>d5"),
            )
        ),
        *((BUSY, written, "e6xd7") for written in ("e6xd7", "e6d7", "e6xd7 e.p.", "e6xd7ep", "E6-D7 ep")),
        (after(START, "@e1"), "e8", "@e8"),
    ],
)
def test_an_action_may_be_written_in_many_ways(position: Position, written: str, meant: str) -> None:
    assert str(position.parse(written)) == meant
    assert [str(action) for action in position.parse_line(written)] == [meant]


def test_several_actions_in_one_line() -> None:
    line = "e1, e8; e1-e3 e8 e6 @a1"
    assert [str(action) for action in START.parse_line(line)] == ["@e1", "@e8", "e1-e3", "e8-e6", "@a1"]


def test_no_text_fits_two_actions() -> None:
    chance = random.Random(3)
    position: Position = START
    while actions := position.legal_actions():
        squares = ["".join(action.path).removeprefix("place") for action in actions]
        assert len(set(squares)) == len(squares)
        assert [position.parse(text) for text in squares] == list(actions)
        position = position.apply(eager(position, actions, chance))


@pytest.mark.parametrize(
    "text",
    ["", "   ", "@", "e", "place", "e1-", "-", "hello", "e1-e2-e3", "1e-2e", "e1=Q", "exd5", "end", "0-0"],
)
def test_what_is_no_action_at_all_is_unreadable(text: str) -> None:
    for read in (START.parse, START.parse_line):
        with pytest.raises(UnreadableActionError) as refused:
            read(text)
        assert "isn't a move in Pjawns: type a placement like @e1" in refused.value.reason


def test_a_long_text_is_not_repeated_in_full() -> None:
    with pytest.raises(UnreadableActionError) as refused:
        START.parse("nonsense" * 500)
    assert len(refused.value.reason) < 200
    assert refused.value.text == "nonsense" * 500


SHUT_IN = "8/8/1p2p1p1/pP1pPpPp/P1pP1P1P/8/2P5/8 w 0/0 -"
AHEAD_ONLY = "straight ahead a pjawn goes onto empty squares only"
STEPS = "a pjawn goes one square straight ahead (two from its first rank), or captures one square diagonally"
ALONE = "to go on to the fifth, another one must stand on the fourth as well"


@pytest.mark.parametrize(
    ("position", "text", "told"),
    [
        # Placing.
        (START, "@e2", "white can only place pjawns on rank 1; to move one, type both squares: e2-e3"),
        (START, "@e8", "white can only place pjawns on rank 1; to move one, type both squares: e2-e3"),
        (after(START, "@e1"), "e7",
         "black can only place pjawns on rank 8; to move one, type both squares: e7-e6"),
        (START, "@e9", "e9 isn't on the board"),
        (START, "@j1", "j1 isn't on the board"),
        (board("e4", "h7"), "@e1", "e4 is white's: to place on e1, e1 to e4 must all be empty"),
        (board("e6", "e3"), "@e1", "e3 is black's: to place on e1, e1 to e4 must all be empty"),
        (board("a2 e1", "e5", "b"), "@e8", "e5 is black's: to place on e8, e8 to e5 must all be empty"),
        (board("a5 a6 b5 b6 c5 c6 d5 d6", "h7"), "@e1", "all 8 of white's pjawns are on the board"),
        # Whose it is and where it is.
        (BUSY, "c2-c3", "c2 is empty"),
        (BUSY, "d5-d4", "d5 is black's, and it's white's turn"),
        (BUSY, "e4-j4", "j4 isn't on the board"),
        (BUSY, "e0-e1", "e0 isn't on the board"),
        (BUSY, "e4-e4", "e4 to e4 isn't a move"),
        # Advancing.
        (BUSY, "h2-h3", f"h3 is black's: {AHEAD_ONLY}"),
        (board("h2 h3", "a7"), "h2-h3", f"h3 is white's: {AHEAD_ONLY}"),
        (BUSY, "h2-h4", "h2 isn't on white's first rank: only from there a pjawn goes two squares"),
        (board("e1", "e2"), "e1-e3", f"e2 is black's: {AHEAD_ONLY}"),
        (board("e1 e3", "a7"), "e1-e3", f"e3 is white's: {AHEAD_ONLY}"),
        (board("a2", "e8 e6", "b"), "e8-e6", f"e6 is black's: {AHEAD_ONLY}"),
        (BUSY, "a1-a4", f"a1 to a4 is too far: {STEPS}"),
        (BUSY, "a1-c3", f"a1 to c3 is too far: {STEPS}"),
        (BUSY, "a4-a3", "a4 to a3 isn't ahead: white's pjawns only go up the board"),
        (BUSY, "a4-b4", "a4 to b4 isn't ahead: white's pjawns only go up the board"),
        (board("a2", "e6", "b"), "e6-e7", "e6 to e7 isn't ahead: black's pjawns only go down the board"),
        # Capturing.
        (BUSY, "e4xf5", "f5 is empty: diagonally a pjawn only captures"),
        (board("e4 f5", "a7"), "e4xf5", "f5 is taken by white\'s own pjawn"),
        (board("e6", "d6 h7"), "e6xd7",
         "d7 is empty, and d6 hasn't passed it on the turn before, as en passant needs"),
        (board("d3 h2", "e3 h5", "b"), "e3xd2",
         "d2 is empty, and d3 hasn't passed it on the turn before, as en passant needs"),
        (board("e6", "h7"), "e6xd7", "d7 is empty: diagonally a pjawn only captures"),
        # From rank 4 to rank 5.
        (board("e4", "d5"), "e4-e5", f"e4 is white's only pjawn on its fourth rank: {ALONE}"),
        (board("e4", "d5"), "e4xd5", f"e4 is white's only pjawn on its fourth rank: {ALONE}"),
        (board("d4", "e5", "b"), "e5-e4", f"e5 is black's only pjawn on its fourth rank: {ALONE}"),
        (board("d4", "e5", "b"), "e5xd4", f"e5 is black's only pjawn on its fourth rank: {ALONE}"),
        (board("e4", "e5"), "e4-e5", f"e5 is black's: {AHEAD_ONLY}"),
        # Over.
        (after(board("e7", "h6"), "e7-e8"), "h6-h5",
         "the match is over, white has won: its pjawn e8 has crossed the board"),
        (after(GAME.from_text(SHUT_IN), "c2-c3"), "@a8",
         "the match is over, white has won: black can neither place nor move a pjawn"),
        (after(GAME.from_text(turned(SHUT_IN)), "c7-c6"), "@a1",
         "the match is over, black has won: white can neither place nor move a pjawn"),
    ],
)  # fmt: skip
def test_a_player_is_told_why_an_action_cannot_be_played(position: Position, text: str, told: str) -> None:
    assert reason(position, text) == told


def test_an_action_of_another_moment_is_refused_with_its_reason() -> None:
    action = START.parse("@e1")
    with pytest.raises(IllegalActionError, match="black can only place pjawns on rank 8"):
        START.play(action).play(action)


@pytest.mark.parametrize("seed", range(2))
def test_everything_that_is_not_legal_has_a_reason(seed: int) -> None:
    chance = random.Random(seed)
    squares = [f"{file}{rank}" for file in "abcdefghi" for rank in range(10)]
    position: Position = START
    while actions := position.legal_actions():
        position = position.apply(eager(position, actions, chance))
        legal = {str(action) for action in position.legal_actions()}
        for start in chance.sample(squares, 12):
            for text in (f"@{start}", *(f"{start}-{target}" for target in squares)):
                if not {text, text.replace("-", "x")} & legal:
                    error = position.why_not(text)
                    assert isinstance(error, IllegalActionError)
                    assert error.reason


SIGNS = "@abcdefgh123456789-x >PE."


@pytest.mark.parametrize("seed", range(2))
def test_a_changed_action_is_played_or_refused_with_a_reason(seed: int) -> None:
    chance = random.Random(seed)
    read = refused = 0
    position: Position = START
    while actions := position.legal_actions():
        for action in actions:
            here = chance.randrange(len(action.text) + 1)
            text = action.text[:here] + chance.choice(SIGNS) + action.text[here + chance.randrange(2) :]
            try:
                assert position.parse(text) in actions
                read += 1
            except ActionError as error:
                assert error.reason
                refused += 1
        position = position.apply(eager(position, actions, chance))
    assert read > 20
    assert refused > 20
