"""What a picture of Predation shows, and what is said instead of it."""

from __future__ import annotations

import pytest

from engines import Action, Hand, Hexes, Mark, Piece, Position
from engines.diagrams import board_in_letters
from engines.games.predation.board import BY_ROW, NAMES
from tests.games.positions import after, marks, played
from tests.games.predation.boards import GAME, board, prey_to_move

START = GAME.start()
CHASE = board("d13 b13", "f9 f8 a1 b1 a2")
BESET = prey_to_move("d6 i13", "c6 e6 d7")
CHOOSING = after(BESET, "d7xd6")


def test_thirteen_rows_of_hexes() -> None:
    diagram = START.diagram()
    assert (diagram.game, diagram.shape) == ("predation", Hexes(files=9, rows=13))
    assert diagram.sides == ("predator", "prey")


def test_its_points_are_named_row_by_row() -> None:
    assert START.diagram().shape.points == tuple(NAMES[place] for row in BY_ROW for place in row)


def test_pieces_have_their_side_kind_and_letter() -> None:
    pieces = START.diagram().pieces
    assert len(pieces) == 14
    assert {Piece("c13", "predator", "predator", "P"), Piece("i1", "prey", "prey", "Y")} <= set(pieces)


def test_the_board_in_letters() -> None:
    lines = board_in_letters(START.diagram()).splitlines()
    assert lines[0] == "13 . . P P P P P . ."
    assert lines[1] == "12  . . . . . . . ."
    assert lines[12] == " 1 y y y y y y y y y"


def test_bank_and_landings_are_beside_the_board() -> None:
    assert START.diagram().hands == (
        Hand("predator", "Predator · 50 in the bank", ()),
        Hand("prey", "Prey · 0 of 2 landed", ()),
    )
    assert board("i1", "a13 c3", landed="1:a13").diagram().hands[1].title == "Prey · 1 of 2 landed"


def test_lair_warren_and_far_edge_are_marked() -> None:
    found = {mark for mark in START.diagram().marks if mark.kind in ("zone", "goal")}
    assert found == {
        *(Mark("zone", f"{file}13", "predator") for file in "cdefg"),
        *(Mark("zone", f"{file}1", "prey") for file in "abcdefghi"),
        *(Mark("goal", f"{file}13", "prey") for file in "abcdefghi"),
    }


def test_what_has_moved_this_turn_is_marked() -> None:
    position = after(CHASE, "d13xf9", "*c13")
    assert marks(position.diagram(), "moved") == {("moved", "f9"), ("moved", "c13")}
    assert not marks(after(position, "end").diagram(), "moved")


@pytest.mark.parametrize(
    ("position", "texts", "shown"),
    [
        (START, ["d13-e10", "end"], {("last-from", "d13"), ("last-to", "e10")}),
        (
            START,
            ["d13-e10", "c13-b12", "end"],
            {("last-from", "d13"), ("last-to", "e10"), ("last-from", "c13"), ("last-to", "b12")},
        ),
        (CHASE, ["d13xf9", "end"], {("last-from", "d13"), ("last-to", "f9")}),
        (CHASE, ["d13xf9+f8", "end"], {("last-from", "d13"), ("last-to", "f9"), ("last-from", "f8")}),
        (CHASE, ["d13xf9", "*d13"], {("last-to", "d13"), ("last-to", "f9")}),
        (BESET, ["d7xd6"], {("last-from", "d7"), ("last-to", "d6")}),
        (BESET, ["d7xd6", "!c6"], {("last-from", "d7"), ("last-to", "d6"), ("last-from", "c6")}),
        (START, ["end"], set()),
    ],
)
def test_the_last_turn_is_marked(position: Position, texts: list[str], shown: set[tuple[str, str]]) -> None:
    later, actions = played(position, *texts)
    assert marks(later.diagram(actions), "last-from", "last-to") == shown
    assert not marks(later.diagram(), "last-from", "last-to")


def test_what_is_chosen_is_marked_with_where_it_can_go() -> None:
    diagram = CHASE.diagram(chosen=["d13"])
    assert marks(diagram, "chosen") == {("chosen", "d13")}
    assert marks(diagram, "capture") == {("capture", "f9")}
    assert {("target", "e10"), ("target", "d12"), ("target", "c12")} <= marks(diagram, "target")
    assert not marks(diagram, "target") & {("target", "f9"), ("target", "f8")}


def test_a_second_prey_to_take_is_marked_after_the_first_is_chosen() -> None:
    diagram = CHASE.diagram(chosen=["d13", "f9"])
    assert marks(diagram, "chosen", "target", "capture") == {
        ("chosen", "d13"),
        ("chosen", "f9"),
        ("capture", "f8"),
    }


def test_places_to_spawn_are_marked() -> None:
    diagram = after(CHASE, "d13xf9").diagram(chosen=["spawn"])
    assert marks(diagram, "chosen", "target", "capture") == {("target", f"{file}13") for file in "cdefg"}


def test_helpers_to_choose_from_are_marked_without_being_asked_for() -> None:
    assert marks(CHOOSING.diagram(), "chosen", "target", "capture") == {("capture", "c6"), ("capture", "e6")}
    assert ("chosen", "c6") in marks(CHOOSING.diagram(chosen=["c6"]), "chosen")


def test_without_a_choice_nothing_is_marked_as_a_target() -> None:
    assert not marks(START.diagram(), "chosen", "target", "capture")


def test_an_action_chosen_in_full_goes_no_further() -> None:
    shown = marks(START.diagram(chosen=["d13", "e10"]), "chosen", "target", "capture")
    assert shown == {("chosen", "d13"), ("chosen", "e10")}


def test_the_side_to_act_is_at_the_bottom_and_after_the_end_the_winner() -> None:
    assert START.diagram().bottom == "predator"
    assert after(START, "end").diagram().bottom == "prey"
    assert START.diagram(bottom="prey").bottom == "prey"
    assert (CHOOSING.diagram().bottom, CHOOSING.diagram().to_act) == ("predator", "predator")
    over = after(board("d13", "f9 a1"), "d13xf9").diagram()
    assert (over.bottom, over.to_act) == ("predator", None)


def test_the_start_in_words() -> None:
    assert START.diagram().alt == (
        "Predation. Predators: c13 d13 e13 f13 g13. Prey: a1 b1 c1 d1 e1 f1 g1 h1 i1. "
        "In the bank: 50. No prey has landed. Predator to move."
    )


def test_a_turn_on_the_way_in_words() -> None:
    position, actions = played(CHASE, "d13xf9+f8", "*c13")
    assert position.diagram(actions).alt == (
        "Predation. Predators: b13; done this turn: f9 c13. Prey: a1 b1 a2. In the bank: 58. "
        "No prey has landed. Last turn: d13xf9+f8 *c13. Predator to move, and can spawn 1 first."
    )


@pytest.mark.parametrize(("line", "told"), [(["d13-f8", "end"], "d13-f8"), (["end"], "end")])
def test_the_end_of_a_turn_is_told_only_if_nothing_else_was_done(line: list[str], told: str) -> None:
    position, actions = played(START, *line)
    assert position.diagram(actions).alt.endswith(f"No prey has landed. Last turn: {told}. Prey to move.")


@pytest.mark.parametrize(
    ("position", "state"),
    [
        (after(board("i13", "a9 b9 c9 d9"), "end"), "Prey to move, and can spawn 2 first."),
        (
            CHOOSING,
            "A predator was captured on d6: predator must remove c6 or e6, then prey's turn goes on.",
        ),
        (
            after(board("d13", "f9 a1"), "d13xf9"),
            "Predator has won: fewer than two prey are left. It was predator's turn, 1 still to spawn.",
        ),
        (
            after(board("d6", "c6 e6 d7"), "end", "d7xd6", "!c6"),
            "Predators: none. Prey: e6. In the bank: 63. No prey has landed. "
            "Predator has won: fewer than two prey are left. It was prey's turn.",
        ),
        (
            after(prey_to_move("i1", "a13 h12", landed="1:a13"), "h12-i13"),
            "Landed: 2 of 2, now on a13 and i13. "
            "Prey has won: a second prey has landed on the far edge. It was prey's turn.",
        ),
        (board("i1", "b3 c3", landed="1"), "Landed: 1 of 2, now gone. Predator to move."),
        (board("i1", "b3 c3", landed="1:c3"), "Landed: 1 of 2, now on c3. Predator to move."),
    ],
)
def test_how_far_the_match_has_come_in_words(position: Position, state: str) -> None:
    assert position.diagram().alt.endswith(state)


def test_the_longest_words_fit_into_an_alt_text() -> None:
    """All 64 pieces on hexes with long names, after a turn as long as one can be."""
    predators = [f"{file}{row}" for row in (13, 11) for file in "abcdefghi"] + [
        f"{file}12" for file in "abcdefgh"
    ]
    prey = [f"{file}{row}" for row in (8, 10) for file in "abcdefgh"] + [f"{file}9" for file in "abcdefghi"]
    prey += [f"{file}7" for file in "abcdefghi"] + ["a6", "b6", "c6", "d6"]
    full = board(" ".join(predators), " ".join(prey))
    last = [Action(f"{name}xa10+b10", (name, "a10", "b10")) for name in (*predators, *prey)]
    alt = full.diagram(last).alt
    assert 900 < len(alt) <= 1024
    assert " more. Predator to move." in alt
    for name in (*predators, *prey):
        assert f" {name}" in alt
