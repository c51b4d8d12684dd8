"""The position text of Prudh: written one way, and refused where no position would write it."""

from __future__ import annotations

import random

import pytest

from engines import Position, PositionTextError
from tests.engines.choosing import every_choice, random_setup
from tests.engines.prudh_boards import GAME, START, after

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


def refusal(text: str, edge: str = "ordinary") -> str:
    with pytest.raises(PositionTextError) as refused:
        GAME.from_text(text, {"edge": edge})
    assert refused.value.text == text
    assert refused.value.reason in str(refused.value)
    return refused.value.reason


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
    assert reason in refusal(text)


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
    assert reason in refusal(board, edge)


def test_before_the_first_capture_the_slides_tell_who_started_and_who_is_to_act() -> None:
    slid = after(GAME.start(), "a1-b2").to_text()
    assert slid.endswith(" l d 0:0 0")
    told = "before the first capture every slide has emptied a space: dark made 1, light 0, so "
    assert refusal(slid.replace(" l d ", " d d ")) == told + "dark did not start or dark is not to act"
    assert refusal(slid.replace(" l d ", " l l ")) == told + "light did not start or light is not to act"
    assert refusal(slid.replace(" l d ", " d l ")) == told + "light did not start or dark is not to act"
    assert "dark made 0, light 0" in refusal(START.replace(" d d ", " l d "))


def test_before_the_first_capture_pieces_keep_to_their_colour() -> None:
    """A piece of a1 cannot have got to b1."""
    assert "on the colour that it started on" in refusal(
        START[: START.rindex("/")] + "/0,2,1,1,1,1 l d 0:0 0"
    )


NO_WAY = "no action of {}'s can have led here"


def test_a_slide_must_have_been_possible() -> None:
    """After one slide the emptied space and the stack of two are neighbours."""
    assert GAME.from_text(START.replace("/1,1,1,1,1,1 d", "/0,1,1,1,1,1 d").replace(
        "/1,1,1,1,1,1/0", "/1,2,1,1,1,1/0").replace(" d d ", " l d "))  # fmt: skip
    far = START.replace("1,1,1,1,1,1/", "1,1,1,1,1,2/", 1).replace("/1,1,1,1,1,1 d d", "/0,1,1,1,1,1 l d")
    assert refusal(far) == NO_WAY.format("dark")


# All pieces but those given were captured, most of them by the side that is to act.
@pytest.mark.parametrize(
    ("stacks", "rest", "edge"),
    [
        # A run of two from c3 over d3, captured, to e3.
        ("e3", "l d 2:33 0", "ordinary"),
        # A run of five from e3 over the edge, with the four left over in each of their places.
        ("e3:4", "l d 5:27 0", "ordinary"),
        ("", "l d 9:27 0", "traditional"),
        ("f3:4", "l d 5:27 0", "tika"),
        ("", "l d 5:27 4", "tomio"),
        # From c3 without a capture on the edge: the left over go back, but into the pit with tomio.
        ("c3:2 e3 f3", "l d 2:30 0", "ordinary"),
        ("c3:2 e3 f3", "l d 2:30 0", "traditional"),
        ("c3:2 e3 f3", "l d 2:30 0", "tika"),
        ("e3 f3", "l d 2:30 2", "tomio"),
        # A stack on f3 that was too high to be captured.
        ("e3 f3:4", "l d 2:29 0", "ordinary"),
    ],
)
def test_a_run_can_be_what_led_to_a_position(stacks: str, rest: str, edge: str) -> None:
    written = text(stacks, rest)
    assert GAME.from_text(written, {"edge": edge}).to_text() == written


@pytest.mark.parametrize(
    ("stacks", "rest", "edge"),
    [
        # Dark moved last, and with the ordinary edge that leaves it a stack.
        ("f3", "l d 2:33 0", "ordinary"),
        ("", "l d 9:27 0", "ordinary"),
        # Dark has the points for no capture of its own.
        ("e3", "l d 0:35 0", "ordinary"),
        # What was left over at the edge is neither in the pit nor on the edge.
        ("", "l d 9:27 0", "tomio"),
        ("", "l d 9:27 0", "tika"),
        # What captured on the edge with four left over scored five at least.
        ("f3:4", "l d 0:32 0", "tika"),
        # Light moved last, and has no stack.
        ("c3", "d d 33:2 0", "ordinary"),
    ],
)
def test_a_position_to_which_no_action_leads_is_refused(stacks: str, rest: str, edge: str) -> None:
    side = "dark" if rest[0] == "l" else "light"
    assert refusal(text(stacks, rest), edge) == NO_WAY.format(side)


# --- texts nobody would write -------------------------------------------------------------------


def mutated(text: str, chance: random.Random) -> str:
    """The text with a few signs left out, put in, changed or swapped."""
    signs = list(text)
    for _ in range(chance.choice((1, 1, 2, 2, 3))):
        here, there = chance.randrange(len(signs)), chance.randrange(len(signs))
        change = chance.randrange(4)
        if change == 0:
            del signs[here]
        elif change == 1:
            signs.insert(here, chance.choice(SIGNS))
        elif change == 2:
            signs[here] = chance.choice(SIGNS)
        else:
            signs[here], signs[there] = signs[there], signs[here]
    return "".join(signs)


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
            changed = mutated(position.to_text(), chance)
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


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_every_position_of_a_match_can_be_read(seed: int) -> None:
    """No action that was played is ever held to be impossible."""
    for match in range(150):
        for position, options in positions(1000 * seed + match):
            assert GAME.from_text(position.to_text(), options) == position
