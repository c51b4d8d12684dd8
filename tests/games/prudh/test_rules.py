"""One test a sentence of the rules of Prudh, and one for every ruling."""

from __future__ import annotations

import pytest

from engines import OptionError, Outcome
from tests.games.positions import after, legal
from tests.games.prudh.boards import GAME, START, board, gained, pit, points, stacks

EDGES = GAME.options[0].choices
SPACES = [f"{file}{rank}" for rank in range(1, 7) for file in "abcdef"]


# --- the board and the start --------------------------------------------------------------------


def test_one_piece_stands_on_each_of_the_36_spaces() -> None:
    assert stacks(GAME.start()) == dict.fromkeys(SPACES, 1)


def test_a1_is_dark_and_the_colours_alternate() -> None:
    sides = {piece.at: piece.side for piece in GAME.start().diagram().pieces}
    assert [sides[space] for space in ("a1", "b1", "a2", "b2", "f1", "f6")] == [
        "dark", "light", "light", "dark", "light", "dark",
    ]  # fmt: skip
    assert sum(side == "dark" for side in sides.values()) == 18


def test_a_side_controls_whatever_stands_on_its_colour() -> None:
    """The piece that dark drops on d3 is light's from then on."""
    joined = after(board("a3:3 b3 d3:5 f1"), "a3>d3")
    assert (joined.to_act, stacks(joined)["d3"]) == ("light", 6)
    assert "d3-f1" in legal(joined)


def test_a_random_side_starts_the_first_match() -> None:
    assert GAME.starter == "drawn"
    assert GAME.challenger_side is None
    assert [GAME.start(first=side).to_act for side in GAME.sides] == ["dark", "light"]
    assert GAME.start().to_act == "dark"


def test_players_keep_their_colours_and_either_can_start() -> None:
    """Who started is part of the position: a tie asks for it at the end."""
    assert GAME.start(first="light") != GAME.start(first="dark")
    assert GAME.start(first="light").to_text() == START.replace(" d d ", " l l ")


def test_sides_act_in_turn_one_action_each() -> None:
    position = GAME.start()
    for side, text in [("dark", "a1-b2"), ("light", "b1-a2"), ("dark", "c1-d2"), ("light", "d1-e2")]:
        assert position.to_act == side
        position = after(position, text)


def test_nothing_is_picked_before_the_start() -> None:
    assert GAME.secret_setup is None
    with pytest.raises(OptionError, match="nothing is picked"):
        GAME.start(picks={"dark": ("a1",)})


def test_the_designers_are_named() -> None:
    assert GAME.credit.designers == "James Ernest, Rick Fish and Greg Whitehead (Crab Fragment Labs)"
    assert GAME.credit.page == "https://crabfragmentlabs.com/prudh"


def test_the_edge_is_ordinary_unless_agreed() -> None:
    option = GAME.options[0]
    assert (option.key, option.choices, option.default) == (
        "edge", ("ordinary", "traditional", "tika", "tomio"), "ordinary",
    )  # fmt: skip


# --- slides -------------------------------------------------------------------------------------


def test_a_slide_goes_diagonally_onto_the_first_stack() -> None:
    assert legal(board("c3 e5 f6 a1 e1 b4 c4 d3")) == {
        "c3-e5", "c3-a1", "c3-e1", "c3-b4",
        "e5-f6", "e5-c3", "f6-e5", "a1-c3", "e1-c3", "b4-c3",
    }  # fmt: skip


def test_the_whole_stack_slides_and_joins_the_one_it_meets() -> None:
    slid = after(board("c3:3 e5:2 b1"), "c3-e5")
    assert stacks(slid) == {"e5": 5, "b1": 1}


def test_a_slide_passes_over_empty_spaces() -> None:
    assert "a1-f6" in legal(board("a1 f6"))


def test_a_slide_must_meet_a_stack() -> None:
    assert legal(board("a1 b1 a2")) == set()


def test_a_slide_does_not_pass_a_stack() -> None:
    assert legal(board("a1 c3 f6"), "a1") == {"a1-c3"}


def test_a_slide_brings_no_points() -> None:
    position = board("c3:3 e5:2 b1")
    assert gained(position, "c3-e5") == 0


def test_every_action_of_the_start_is_a_slide_to_a_neighbour() -> None:
    actions = legal(GAME.start())
    assert len(actions) == 50
    assert all("-" in text for text in actions)


# --- runs ---------------------------------------------------------------------------------------


def test_a_run_goes_along_a_rank_or_file_and_drops_a_piece_on_every_space() -> None:
    ran = after(board("c3:3 d3 f1"), "c3>f3")
    assert stacks(ran) == {"e3": 1, "f3": 1, "f1": 1}


@pytest.mark.parametrize("run", ["c3>c5", "c3>e3", "c3>c1", "c3>a3"])
def test_a_run_goes_in_all_four_directions(run: str) -> None:
    assert legal(board("c3:2 c4 d3 c2 b3")) == {"c3>c5", "c3>e3", "c3>c1", "c3>a3"}
    assert gained(board("c3:2 c4 d3 c2 b3"), run) == 2


def test_a_run_needs_a_stack_of_two() -> None:
    assert legal(board("c3 d3")) == set()
    assert legal(board("c3:2 d3")) == {"c3>e3"}


def test_a_piece_stays_on_an_empty_space_of_either_colour() -> None:
    ran = after(board("a1:4 b1 f2"), "a1>e1")
    assert stacks(ran) == {"c1": 1, "d1": 1, "e1": 1, "f2": 1}
    assert {piece.at: piece.side for piece in ran.diagram().pieces}["d1"] == "light"


def test_a_piece_joins_a_stack_of_its_own_side() -> None:
    assert stacks(after(board("a1:2 b1 c1:3 f2"), "a1>c1")) == {"c1": 4, "f2": 1}


@pytest.mark.parametrize("height", [1, 2])
def test_a_smaller_enemy_stack_is_captured_and_the_dropped_piece_leaves_with_it(height: int) -> None:
    position = board(f"a1:3 b1:{height} f2")
    assert stacks(after(position, "a1>d1")) == {"c1": 1, "d1": 1, "f2": 1}
    assert gained(position, "a1>d1") == height + 1


@pytest.mark.parametrize("height", [3, 4])
def test_a_piece_joins_an_enemy_stack_as_high_or_higher(height: int) -> None:
    ran = after(board(f"a1:3 b1 d1:{height} f2"), "a1>d1")
    assert stacks(ran) == {"c1": 1, "d1": height + 1, "f2": 1}


def test_smaller_is_measured_by_the_size_before_the_run() -> None:
    """On f1 the last of five pieces captures a stack of four."""
    position = board("a1:5 b1 f1:4 f2")
    assert stacks(after(position, "a1>f1")) == {"c1": 1, "d1": 1, "e1": 1, "f2": 1}
    assert gained(position, "a1>f1") == 2 + 5


def test_several_captures_in_one_run() -> None:
    position = board("a1:6 b1:2 d1 f1:5 f3", edge="tika")
    assert gained(position, "a1>f1") == 3 + 2 + 6
    assert stacks(after(position, "a1>f1")) == {"c1": 1, "e1": 1, "f1": 1, "f3": 1}


def test_a_run_must_capture() -> None:
    assert legal(board("c3:2 d3:2 c4:3 e5 a1 b3"), "c3") == {"c3>a3", "c3-a1", "c3-e5"}


def test_a_run_cannot_stop_early() -> None:
    assert legal(board("a1:4 b1"), "a1>") == {"a1>e1"}


def test_a_run_as_long_as_the_way_to_the_edge_leaves_nothing_over() -> None:
    for edge in EDGES:
        ran = after(board("d2:2 e2 b2 c2", edge=edge), "d2>f2")
        assert stacks(ran) == {"f2": 1, "b2": 1, "c2": 1}
        assert pit(ran) == 0


def test_a_run_is_named_by_its_start_and_the_last_space_entered() -> None:
    run = board("c3:2 c4").parse("c3>c5")
    assert (str(run), run.path) == ("c3>c5", ("c3", "c5"))


def test_a_slide_is_named_by_where_it_begins_and_ends() -> None:
    slide = board("b2 d4").parse("b2-d4")
    assert (str(slide), slide.path) == ("b2-d4", ("b2", "d4"))


# --- the edge -----------------------------------------------------------------------------------

CAPTURES_ON_EDGE = "e3:5 f3:4 b1"
"""One space from the edge, where light has four: e3>f3 has four pieces left over."""

CAPTURES_BEFORE_EDGE = "c3:5 d3 b1"
"""Three spaces from an empty edge space, with an enemy between: c3>f3 has two pieces left over."""

JOINS_ON_EDGE = "c3:5 d3 f3:5 b1"
"""The same, and the enemy on the edge is as high as the runner."""


@pytest.mark.parametrize(
    ("edge", "left", "won", "fell"),
    [
        ("ordinary", {"e3": 4}, 5, 0),
        ("traditional", {}, 5 + 4, 0),
        ("tika", {"f3": 4}, 5, 0),
        ("tomio", {}, 5, 4),
    ],
)
def test_what_is_left_over_after_a_capture_on_the_edge(
    edge: str, left: dict[str, int], won: int, fell: int
) -> None:
    """It goes back, is captured too and scores, stays as an enemy stack, or falls into the pit."""
    position = board(CAPTURES_ON_EDGE, edge=edge)
    ran = after(position, "e3>f3")
    assert (stacks(ran), gained(position, "e3>f3"), pit(ran)) == ({"b1": 1, **left}, won, fell)


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize(("there", "on_edge"), [(CAPTURES_BEFORE_EDGE, 1), (JOINS_ON_EDGE, 6)])
def test_what_is_left_over_without_a_capture_on_the_edge(edge: str, there: str, on_edge: int) -> None:
    """It goes back, and with the tomio edge it falls into the pit all the same."""
    position = board(there, edge=edge)
    ran = after(position, "c3>f3")
    back = {} if edge == "tomio" else {"c3": 2}
    assert stacks(ran) == {"b1": 1, "e3": 1, "f3": on_edge, **back}
    assert gained(position, "c3>f3") == 2
    assert pit(ran) == (2 if edge == "tomio" else 0)


def test_what_stays_on_the_edge_is_the_enemys() -> None:
    ran = after(board("e3:5 f3:4 d1", edge="tika"), "e3>f3")
    assert ran.to_act == "light"
    assert "d1-f3" in legal(ran)


def test_a_run_that_stops_short_of_the_edge_leaves_nothing_over() -> None:
    for edge in EDGES:
        ran = after(board("a1:2 b1 f1", edge=edge), "a1>c1")
        assert (stacks(ran), pit(ran)) == ({"c1": 1, "f1": 1}, 0)


def test_pieces_left_behind_or_returned_are_one_action() -> None:
    assert legal(board(CAPTURES_ON_EDGE)) == {"e3>f3"}


def test_the_pit_keeps_what_fell_into_it() -> None:
    assert pit(after(board(CAPTURES_ON_EDGE, edge="tomio", pit=3), "e3>f3")) == 7


# --- score and end ------------------------------------------------------------------------------


def test_only_the_side_that_runs_scores() -> None:
    position = board("a1:3 b1:2 f2", points=(10, 20))
    assert points(after(position, "a1>d1")) == (13, 20)
    light = board("b1:3 a1:2 f2", "light", points=(20, 10))
    assert points(after(light, "b1>a1")) == (20, 13)


def test_the_match_ends_when_the_side_to_act_can_do_nothing() -> None:
    """Light has pieces left, but none to join and nothing to capture."""
    over = after(board("a1 c3 f1:2"), "a1-c3")
    assert over.legal_actions() == ()
    assert over.to_act is None
    assert over.outcome() is not None


def test_the_match_goes_on_while_there_is_one_action() -> None:
    assert after(board("a1 c3 f1:2 d3"), "a1-c3").outcome() is None
    assert after(board("a1 c3 c2:2 b1"), "a1-c3").outcome() is None


@pytest.mark.parametrize(
    ("before", "winner", "scores"),
    [((16, 16), "dark", (18, 16)), ((10, 22), "light", (12, 22)), ((30, 2), "dark", (32, 2))],
)
def test_whoever_moved_last_gets_its_tallest_stack_and_the_higher_score_wins(
    before: tuple[int, int], winner: str, scores: tuple[int, int]
) -> None:
    over = after(board("a1 c3 f1:2", points=before), "a1-c3")
    assert over.outcome() == Outcome(winner, "higher-score", dict(zip(GAME.sides, scores, strict=True)))


def test_only_the_tallest_stack_counts() -> None:
    over = after(board("a1:2 c3 f4:4 f1:2", points=(11, 16)), "c3-a1")
    outcome = over.outcome()
    assert outcome is not None
    assert outcome.scores == {"dark": 11 + 4, "light": 16}


@pytest.mark.parametrize(("first", "winner"), [("dark", "light"), ("light", "dark")])
def test_a_tie_goes_to_the_side_that_moved_second(first: str, winner: str) -> None:
    over = after(board("a1 c3 f1:2", points=(15, 17), first=first), "a1-c3")
    assert over.outcome() == Outcome(winner, "tie-second-mover", {"dark": 17, "light": 17})


def test_without_a_stack_left_nothing_is_awarded_for_one() -> None:
    over = after(board("e3:2 f3", edge="traditional", points=(13, 20)), "e3>f3")
    assert stacks(over) == {}
    assert over.outcome() == Outcome("light", "higher-score", {"dark": 13 + 3, "light": 20})


def test_the_pit_goes_to_whoever_moved_last() -> None:
    over = after(board("a1 c3 f1:2", edge="tomio", points=(10, 17), pit=5), "a1-c3")
    assert over.outcome() == Outcome("light", "tie-second-mover", {"dark": 17, "light": 17})
    over = after(board("a1 c3 f1:2", edge="tomio", points=(12, 14), pit=6), "a1-c3")
    assert over.outcome() == Outcome("dark", "higher-score", {"dark": 20, "light": 14})


def test_what_is_awarded_at_the_end_shows_in_the_outcome_only() -> None:
    over = after(board("a1 c3 f1:2", edge="tomio", points=(12, 14), pit=6), "a1-c3")
    assert (points(over), pit(over)) == ((12, 14), 6)


def test_there_are_no_draws() -> None:
    assert GAME.draws is False


def test_no_position_ever_comes_again() -> None:
    """A slide leaves fewer stacks, and only a run, which takes pieces, makes more of them."""
    position = board("a1:3 b1 c3")
    assert all(position.is_irreversible(action) for action in position.legal_actions())


@pytest.mark.parametrize("text", [pytest.param("a1-c3", id="slide"), pytest.param("a1>d1", id="run")])
def test_what_counts_as_progress(text: str) -> None:
    position = board("a1:3 b1 c3")
    assert position.is_irreversible(position.parse(text))
