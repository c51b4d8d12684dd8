"""One test a sentence of the rules of Predation, and one for every ruling on them."""

from __future__ import annotations

import pytest

from engines import GAMES, Hexes, OptionError, Outcome, Position
from engines.games.predation.board import BOARD, FAR_EDGE, HEXES, PRESENT, around, names_of
from tests.games.positions import after, legal, part
from tests.games.predation.boards import GAME, START_TEXT, board, prey_to_move, rows, targets

START = GAME.start()


def neighbours(name: str) -> set[str]:
    return set(names_of(around(HEXES[name])))


# --- board and start ----------------------------------------------------------------------------


def test_thirteen_rows_of_nine_and_eight_hexes_in_turn() -> None:
    lengths = [sum(name[1:] == str(row) for name in HEXES) for row in range(1, 14)]
    assert lengths == [9, 8] * 6 + [9]
    assert len(HEXES) == BOARD.bit_count() == 111
    assert START.diagram().shape == Hexes(files=9, rows=13)


def test_neighbours_from_an_odd_and_from_an_even_row() -> None:
    assert neighbours("e7") == {"d7", "f7", "d8", "e8", "d6", "e6"}
    assert neighbours("e8") == {"d8", "f8", "e9", "f9", "e7", "f7"}


@pytest.mark.parametrize(
    ("name", "beside"),
    [
        ("a1", {"b1", "a2"}),
        ("i1", {"h1", "h2"}),
        ("a13", {"b13", "a12"}),
        ("i13", {"h13", "h12"}),
        ("a7", {"b7", "a8", "a6"}),
        ("i7", {"h7", "h8", "h6"}),
        ("a8", {"b8", "a9", "b9", "a7", "b7"}),
        ("h8", {"g8", "h9", "i9", "h7", "i7"}),
    ],
)
def test_nothing_is_next_to_anything_over_an_edge(name: str, beside: set[str]) -> None:
    assert neighbours(name) == beside


def test_being_next_to_each_other_is_mutual() -> None:
    for name in HEXES:
        assert all(name in neighbours(other) for other in neighbours(name))


def test_lair_warren_and_far_edge() -> None:
    assert names_of(PRESENT.lair) == [f"{file}13" for file in "cdefg"]
    assert names_of(PRESENT.warren) == [f"{file}1" for file in "abcdefghi"]
    assert names_of(FAR_EDGE) == [f"{file}13" for file in "abcdefghi"]


def test_a_predator_on_every_lair_hex_and_a_prey_on_every_warren_hex() -> None:
    assert START.to_text() == START_TEXT


def test_predator_plays_first() -> None:
    assert (GAME.starter, GAME.challenger_side, GAME.sides) == ("first-named", None, ("predator", "prey"))
    assert START.to_act == "predator"


def test_prey_can_be_made_to_start() -> None:
    assert GAME.start(first="prey").to_text() == START_TEXT.replace(" p ", " y ")


def test_nothing_is_picked_before_the_start() -> None:
    assert GAME.secret_setup is None
    with pytest.raises(OptionError, match="nothing is picked"):
        GAME.start(picks={"prey": ("carrot",)})


def test_the_designer_is_named() -> None:
    assert "Quentin Long" in (GAME.credit.designers or "")
    assert GAME.credit.page == "https://www.anthrozine.com/misc/predation.boardgame.html"


def test_what_is_not_on_the_board_is_in_one_bank() -> None:
    assert START.diagram().hands[0].title == "Predator · 50 in the bank"


# --- a wider Lair --------------------------------------------------------------------------------

WIDE = {"lair": "7"}
WIDE_START = START_TEXT.replace("2PPPPP2", "1PPPPPPP1")


def test_with_a_lair_of_seven_seven_predators_start_against_nine_prey() -> None:
    start = GAME.start(WIDE)
    assert start.to_text() == WIDE_START
    assert start == GAME.from_text(WIDE_START, WIDE) != GAME.from_text(WIDE_START)
    assert start.diagram().hands[0].title == "Predator · 48 in the bank"
    lair = [mark.at for mark in start.diagram().marks if (mark.kind, mark.side) == ("zone", "predator")]
    assert lair == [f"{file}13" for file in "bcdefgh"]
    assert GAME.start(WIDE, first="prey").to_text() == WIDE_START.replace(" p ", " y ")


def test_new_predators_come_to_the_whole_of_a_wide_lair() -> None:
    text = "9/8/9/8/9/8/9/8/9/8/9/3P4/1yyyy4 p move - 0"
    spawning = {lair: after(GAME.from_text(text, {"lair": lair}), "d2xd1+c1") for lair in ("5", "7")}
    spawned = {lair: {str(one) for one in position.legal_actions()} for lair, position in spawning.items()}
    assert spawned["7"] - spawned["5"] == {"*b13", "*h13"}


@pytest.mark.parametrize("options", [{}, {"lair": "5"}])
def test_without_the_option_the_lair_is_that_of_five(options: dict[str, str]) -> None:
    assert GAME.start(options) == START


@pytest.mark.parametrize("lair", ["6", "", "8"])
def test_no_other_lair_can_be_chosen(lair: str) -> None:
    with pytest.raises(OptionError, match="isn't one of 5, 7"):
        GAME.start({"lair": lair})


def test_the_first_version_knows_no_such_option_and_stays_as_it_was() -> None:
    first = GAME.at(1)
    assert first.options == () and first.complete_options() == {}
    assert first.start().to_text().startswith("1PPPPPPP1/") and first.start().to_text().count("y") == 7
    with pytest.raises(OptionError, match="no option 'lair'"):
        first.start(WIDE)


def test_only_the_usual_lair_can_be_rated() -> None:
    assert GAME.can_be_rated({"lair": "5"}) and not GAME.can_be_rated(WIDE)
    assert GAME.at(1).can_be_rated({})


# --- what goes for both sides -------------------------------------------------------------------


def test_a_turn_is_any_number_of_actions_and_end() -> None:
    several = after(START, "d13-d12", "c13-b12", "g13-g12")
    assert several.to_act == "predator"
    assert after(several, "end").to_act == "prey"


def test_doing_nothing_is_allowed() -> None:
    assert after(START, "end", "end") == START


def test_each_piece_moves_at_most_once_a_turn() -> None:
    moved = after(START, "d13-e10")
    assert not legal(moved, "e10")
    assert part(moved, 3) == "e10"
    assert legal(after(moved, "end", "end"), "e10")


def test_a_move_is_not_split_in_two() -> None:
    moved = after(START, "end", "c1-c2")
    assert not legal(moved, "c2")


def test_a_piece_moves_up_to_five_spaces() -> None:
    along = targets(board("a1", "h12 i11"), "a1")
    assert "f1" in along
    assert "g1" not in along
    far = targets(prey_to_move("i13", "a1 i1"), "a1")
    assert {"f1", "a6"} <= far
    assert not {"g1", "a7"} & far


def test_a_move_passes_through_its_own_kind() -> None:
    assert "f1" in targets(board("a1 b1 c1 d1 e1", "h12 i11"), "a1")
    assert "a4" in targets(prey_to_move("i13", "a1 b1 a2"), "a1")


def test_a_predator_does_not_pass_through_prey() -> None:
    found = legal(board("a1", "c1 i11"), "a1")
    assert {"a1-b1", "a1xc1"} <= found
    assert not {"a1-d1", "a1-c1"} & found


def test_prey_does_not_pass_through_predators() -> None:
    assert targets(prey_to_move("a2 b1", "a1 h10"), "a1") == set()


def test_a_move_ends_on_no_piece_of_its_own_kind() -> None:
    assert "b1" not in targets(board("a1 b1", "h12 i11"), "a1")
    assert "b1" not in targets(prey_to_move("i13", "a1 b1"), "a1")


def test_a_piece_does_not_move_to_where_it_stands() -> None:
    assert "a1" not in targets(prey_to_move("i13", "a1 b1"), "a1")


# --- predator's turn ----------------------------------------------------------------------------


def test_a_predator_moves_in_a_straight_line_in_six_directions() -> None:
    assert targets(board("e7", "a1 i1"), "e7") == {
        "d7", "c7", "b7", "a7", "f7", "g7", "h7", "i7",
        "e8", "f9", "f10", "g11", "g12", "d8", "d9", "c10", "c11", "b12",
        "e6", "f5", "f4", "g3", "g2", "d6", "d5", "c4", "c3", "b2",
    }  # fmt: skip


def test_d13_d12_e11_e10_is_a_line() -> None:
    assert {"d12", "e11", "e10", "f9", "f8"} <= targets(START, "d13")
    assert "f7" not in targets(START, "d13")


CHASE = board("d13", "f9 f8 a1 b1 a2")
"""Prey f9 has f8 next to it."""


def test_a_predator_captures_the_prey_it_lands_on() -> None:
    assert part(after(CHASE, "d13xf9"), 0) == rows("f9", "f8 a1 b1 a2")


def test_it_may_take_one_neighbour_of_that_prey_as_well() -> None:
    assert legal(CHASE, "d13x") == {"d13xf9", "d13xf9+f8"}
    assert part(after(CHASE, "d13xf9+f8"), 0) == rows("f9", "a1 b1 a2")


def test_any_one_neighbour_but_never_two() -> None:
    crowded = board("d13", "f9 e9 g9 f10 e8 a1 b1")
    assert legal(crowded, "d13x") == {"d13xf9", "d13xf9+e9", "d13xf9+g9", "d13xf9+f10", "d13xf9+e8"}


def test_the_neighbour_is_next_to_the_prey_landed_on() -> None:
    assert legal(board("e7", "f7 d7 a1"), "e7x") == {"e7xf7", "e7xd7"}


def test_a_capture_is_the_move_of_that_predator() -> None:
    assert not legal(after(CHASE, "d13xf9"), "f9")


def test_right_after_a_capture_predator_spawns_one_for_each_prey_captured() -> None:
    assert part(after(CHASE, "d13xf9"), 2) == "spawn:1"
    assert part(after(CHASE, "d13xf9+f8"), 2) == "spawn:2"
    assert after(CHASE, "d13xf9+f8", "*c13", "*d13").to_text() == (
        f"{rows('f9 c13 d13', 'a1 b1 a2')} p move f9,c13,d13 0"
    )


def test_predators_are_spawned_on_empty_lair_hexes() -> None:
    captured = after(board("d13 g13", "f9 f8 a1 b1 a2"), "d13xf9")
    assert legal(captured, "*") == {f"*{file}13" for file in "cdef"}


def test_no_predator_is_spawned_into_a_full_lair() -> None:
    full = after(board("c13 d13 e13 f13 g13 b8", "c8 d8 a1 b1"), "b8xc8+d8")
    assert part(full, 2) == "move"
    room_for_one = after(board("c13 d13 e13 f13 b8", "c8 d8 a1 b1"), "b8xc8+d8")
    assert part(room_for_one, 2) == "spawn:1"


def test_spawning_is_optional() -> None:
    captured = after(CHASE, "d13xf9+f8")
    assert part(after(captured, "end"), 1) == "y"
    assert part(after(captured, "*c13", "end"), 0) == rows("f9 c13", "a1 b1 a2")


def test_any_other_action_gives_up_what_is_left_to_spawn() -> None:
    both = board("d13 h13", "f9 f8 a1 b1 a2")
    assert part(after(both, "d13xf9+f8", "*c13", "h13-h12"), 2) == "move"


def test_a_capture_gives_up_what_an_earlier_one_left_to_spawn() -> None:
    both = board("d13 a3", "f9 f8 c3 a1 b1")
    assert part(after(both, "d13xf9+f8", "a3xc3"), 2) == "spawn:1"


def test_a_new_predator_does_not_move_this_turn() -> None:
    spawned = after(CHASE, "d13xf9", "*c13")
    assert not legal(spawned, "c13")
    assert legal(after(spawned, "end", "end"), "c13")


def test_a_capture_after_spawning_lets_predator_spawn_again() -> None:
    both = board("d13 a3", "f9 c3 a1 b1 a2")
    assert part(after(both, "d13xf9", "*c13", "a3xc3"), 2) == "spawn:1"


# --- prey's turn: spawning ----------------------------------------------------------------------


def prey_turn(predators: str, prey: str) -> Position:
    return after(board(predators, prey), "end")


@pytest.mark.parametrize(
    ("prey", "stage"), [("a9 b9", 1), ("a9 b9 c9", 1), ("a9 b9 c9 d9", 2), ("a9 b9 c9 d9 e9", 2)]
)
def test_prey_spawns_up_to_half_its_number_rounded_down(prey: str, stage: int) -> None:
    position = prey_turn("i13", prey)
    assert part(position, 2) == f"spawn:{stage}"
    assert legal(position, "*") == {f"*{file}1" for file in "abcdefghi"}


def test_prey_spawns_on_empty_warren_hexes_only() -> None:
    assert legal(prey_turn("b1", "c1 a9 b9 c9"), "*") == {f"*{file}1" for file in "adefghi"}
    assert part(prey_turn("b1", "a1 c1 d1 e1 f1 g1 h1 h5 h6"), 2) == "spawn:1"
    assert part(after(START, "end"), 2) == "move"


CROWD = " ".join(f"{file}{row}" for row in (5, 6, 7, 8) for file in "abcdefgh")


def test_prey_spawns_no_more_than_the_bank_holds() -> None:
    pack = " ".join(f"{file}{row}" for row in (10, 11, 12) for file in "abcdefgh")
    assert part(prey_turn(f"{pack} b13 c13 d13 e13 f13", CROWD), 2) == "spawn:3"
    none_left = prey_turn(f"{pack} a13 b13 c13 d13 e13 f13 g13 h13", CROWD)
    assert part(none_left, 2) == "move"
    assert not legal(none_left, "*")


def test_half_of_the_prey_wherever_it_stands_when_the_turn_begins() -> None:
    position = prey_turn("i1", "a12 b9 c9 d9")
    assert part(after(position, "*b1"), 2) == "spawn:1"
    assert part(after(position, "*b1", "*c1"), 2) == "move"
    assert not legal(after(position, "*b1", "*c1"), "*")


def test_new_prey_may_move_this_turn() -> None:
    assert "d1" in targets(after(prey_turn("i13", "a9 b9"), "*b1"), "b1")


def test_the_first_move_ends_the_spawning() -> None:
    assert part(after(prey_turn("i13", "a9 b9 c9 d9"), "*b1", "a9-a10"), 2) == "move"


def test_spawning_is_optional_for_prey_too() -> None:
    assert after(prey_turn("i13", "a9 b9"), "end").to_act == "predator"


# --- prey's turn: moves -------------------------------------------------------------------------


def test_prey_moves_along_any_path_of_up_to_five_steps() -> None:
    found = targets(prey_to_move("i13", "a1 i1"), "a1")
    assert {"c2", "d3", "b5", "a5", "c4"} <= found
    assert found == {name for name in HEXES if name not in ("a1", "c1", "i1") and steps("a1", name) <= 5}


def steps(start: str, target: str) -> int:
    reached, count = {start}, 0
    while target not in reached:
        reached |= {other for name in reached for other in neighbours(name)}
        count += 1
    return count


def test_prey_goes_around_what_is_in_its_way() -> None:
    # d5 is four steps from e9; past the predator on e7 and its zone it is five.
    assert steps("e9", "d5") == 4
    assert "d5" in targets(prey_to_move("e7", "e9 i1"), "e9")


def test_the_zone_is_the_six_hexes_around_a_predator() -> None:
    # e5 is four steps from e9, and six around the zone of e7.
    assert steps("e9", "e5") == 4
    assert "e5" in targets(prey_to_move("i13", "e9 i1"), "e9")
    found = targets(prey_to_move("e7", "e9 i1"), "e9")
    assert "e5" not in found
    assert neighbours("e7") <= found


def test_prey_that_steps_onto_an_empty_hex_in_a_zone_stops_there() -> None:
    # a2 is next to predator b3, b1 to predator c1: there is no other way out of the corner.
    assert targets(board("b3 c1", "a1 h1", "y", moved="h1"), "a1") == {"a2", "b1"}


def test_passing_through_prey_in_a_zone_does_not_stop_a_piece() -> None:
    assert targets(board("b3 c1", "a1 a2 h1", "y", moved="h1"), "a1") == {"b1", "a3", "b2"}


def test_starting_in_a_zone_does_not_hold_a_piece() -> None:
    assert {"d9", "c8", "b8"} <= targets(prey_to_move("e7", "d8 i1"), "d8")


def test_a_piece_in_a_zone_may_step_to_another_hex_of_it() -> None:
    assert "e8" in targets(prey_to_move("e7", "d8 i1"), "d8")


# --- prey's turn: captures ----------------------------------------------------------------------


def test_two_helpers_and_one_capturer() -> None:
    assert legal(prey_to_move("d6", "c6 e6 d7"), "d7x") == {"d7xd6"}
    assert not legal(prey_to_move("d6", "c6 d7 i1"), "d7x")


def test_a_capturer_beside_the_predator_is_not_its_own_helper() -> None:
    position = prey_to_move("d6", "c6 e6 a9")
    assert not legal(position, "c6x")
    assert not legal(position, "e6x")


def test_a_capturer_from_further_off_steps_over_another_prey() -> None:
    position = prey_to_move("d6", "c6 e6 b6 i1")
    assert legal(position, "b6x") == {"b6xd6"}
    assert not legal(position, "i1x")


def test_an_empty_hex_of_the_zone_is_no_way_to_a_capture() -> None:
    # Three steps from e9 to d6, but the second is onto d7 or e7, which prey has to hold.
    assert not legal(prey_to_move("d6", "d5 e5 e9"), "e9x")
    assert legal(prey_to_move("d6", "d5 e5 e9 d7"), "e9x") == {"e9xd6"}


def test_the_predator_and_the_capturing_prey_leave_the_board() -> None:
    position = after(prey_to_move("d6 i13", "c6 e6 d7"), "d7xd6")
    assert part(position, 0) == rows("i13", "c6 e6 c1")


def test_then_the_predator_player_removes_one_of_the_helpers() -> None:
    position = after(prey_to_move("d6 i13", "c6 e6 d7"), "d7xd6")
    assert part(position, 1) == "y"
    assert part(position, 2) == "helper:d6"
    assert position.to_act == "predator"
    assert legal(position) == {"!c6", "!e6"}
    assert part(after(position, "!c6"), 0) == rows("i13", "e6 c1")


def test_prey_goes_on_after_that_choice() -> None:
    position = after(prey_to_move("d6 i13", "c6 e6 d7"), "d7xd6", "!c6")
    assert position.to_act == "prey"
    assert "e6-f6" in legal(position)
    assert "end" in legal(position)


def test_with_more_than_two_in_the_zone_any_of_them_may_be_removed() -> None:
    position = after(prey_to_move("d6 i13", "c6 e6 d7 e7 d5"), "d7xd6")
    assert legal(position) == {"!c6", "!e6", "!e7", "!d5"}


def test_prey_that_has_moved_helps_and_may_be_removed() -> None:
    position = after(prey_to_move("d6 i13", "c6 f6 d7"), "f6-e6", "d7xd6", "!e6")
    assert part(position, 3) == "c1"


def test_a_first_capture_gives_up_the_spawning() -> None:
    position = after(board("d6 i13", "c6 e6 d7 a9"), "end")
    assert part(position, 2) == "spawn:2"
    assert part(after(position, "d7xd6", "!c6"), 2) == "move"


# --- the end ------------------------------------------------------------------------------------


def test_predator_wins_the_moment_fewer_than_two_prey_are_left() -> None:
    position = after(board("d13", "f9 a1"), "d13xf9")
    assert position.outcome() == Outcome("predator", "extinction")
    assert position.to_act is None
    assert not position.legal_actions()
    assert position.to_text() == f"{rows('f9', 'a1')} p spawn:1 f9 0"
    none_left = after(board("d13", "f9 f8"), "d13xf9+f8")
    assert none_left.outcome() == Outcome("predator", "extinction")


def test_prey_wins_the_moment_a_second_prey_lands() -> None:
    once = after(prey_to_move("i1", "a12 h12"), "a12-a13")
    assert once.outcome() is None
    assert part(once, 4) == "1:a13"
    twice = after(once, "h12-i13")
    assert twice.outcome() == Outcome("prey", "migration")
    assert part(twice, 4) == "2:a13,i13"


def test_the_whole_of_row_13_is_the_far_edge() -> None:
    for file in "abcdefghi":
        neighbour = f"{'a' if file == 'a' else chr(ord(file) - 1)}12"
        assert part(after(prey_to_move("i1", f"{neighbour} h2"), f"{neighbour}-{file}13"), 4) == f"1:{file}13"


def test_a_landed_piece_stays_counted_when_captured() -> None:
    position = after(board("d13", "b13 h2 a2", landed="1:b13"), "d13xb13")
    assert part(position, 4) == "1"
    assert part(after(position, "end", "*c1", "end"), 4) == "1"


def test_a_landed_piece_stays_counted_when_it_moves_on_and_counts_once() -> None:
    away = after(prey_to_move("i1", "b13 h2", landed="1:b13"), "b13-b12")
    assert part(away, 4) == "1:b12"
    back = after(away, "end", "end", "b12-a13")
    assert part(back, 4) == "1:a13"
    assert back.outcome() is None


def test_a_landed_piece_that_captures_or_is_removed_stays_counted() -> None:
    position = prey_to_move("b11 i1", "a13 a12 b12", landed="1:a13")
    assert part(after(position, "a13xb11"), 4) == "1"
    helper = prey_to_move("b12 i1", "b13 a12 b11", landed="1:b13")
    assert part(after(helper, "b11xb12", "!b13"), 4) == "1"


def test_passing_through_the_far_edge_is_no_landing() -> None:
    # b12 is in the zone of b11, and so is a12: from a12 the way to c12 is over the far edge.
    position = board("b11", "a12 c1", "y", moved="c1")
    assert part(after(position, "a12-c12"), 4) == "0"


def test_a_prey_that_captures_on_the_far_edge_has_not_landed() -> None:
    position = after(prey_to_move("c13 i1", "b12 c12 b11"), "b11xc13")
    assert part(position, 4) == "0"
    assert part(position, 0) == rows("i1", "b12 c12 c1")


def test_prey_may_make_a_capture_that_leaves_it_with_one_piece_and_loses() -> None:
    position = after(board("d6", "c6 e6 d7"), "end", "d7xd6")
    assert position.outcome() is None
    over = after(position, "!c6")
    assert over.outcome() == Outcome("predator", "extinction")
    assert over.to_text() == f"{rows('', 'e6')} y move - 0"


def test_there_are_no_draws() -> None:
    assert not GAMES["predation"].draws


def test_with_no_predator_left_its_only_action_is_end() -> None:
    position = board("", "a1 b1 c1")
    assert legal(position) == {"end"}
    assert after(position, "end").to_act == "prey"


def test_no_limit_is_set_to_a_match() -> None:
    position = START
    for _ in range(200):
        position = after(position, "end")
    assert position.outcome() is None


def test_all_64_pieces_may_be_on_the_board_and_a_capture_then_lets_predator_spawn() -> None:
    crowd = f"{CROWD} a3 b3 c3 d3 e3 f3 g3 h3"
    pack = " ".join(f"{file}{row}" for row in (9, 10, 11) for file in "abcdefgh")
    full = board(pack, crowd)
    assert full.diagram().hands[0].title == "Predator · 0 in the bank"
    spawned = after(full, "a9xa8+b8", "*c13", "*d13")
    assert spawned.diagram().hands[0].title == "Predator · 0 in the bank"


# --- what counts as progress --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "text", "progress"),
    [
        pytest.param(START, "d13-e10", False, id="move of a predator"),
        pytest.param(START, "end", False, id="end"),
        pytest.param(CHASE, "d13xf9", True, id="capture of a prey"),
        pytest.param(CHASE, "d13xf9+f8", True, id="capture of two prey"),
        pytest.param(after(CHASE, "d13xf9"), "*c13", True, id="spawn of a predator"),
        pytest.param(prey_turn("i13", "a9 b9"), "*c1", True, id="spawn of a prey"),
        pytest.param(prey_to_move("i1", "a12 h2"), "a12-a13", True, id="landing"),
        pytest.param(prey_to_move("i1", "a12 h2"), "a12-a11", False, id="move of a prey"),
        pytest.param(
            prey_to_move("i1", "a13 h2", landed="1:a13"), "a13-b13", False, id="move of a landed prey"
        ),
        pytest.param(prey_to_move("d6 i13", "c6 e6 d7"), "d7xd6", True, id="capture of a predator"),
        pytest.param(
            after(prey_to_move("d6 i13", "c6 e6 d7"), "d7xd6"), "!c6", True, id="removal of a helper"
        ),
    ],
)
def test_what_counts_as_progress(position: Position, text: str, progress: bool) -> None:
    assert position.is_irreversible(position.parse(text)) == progress


# --- whose turn it is ---------------------------------------------------------------------------


def test_it_stays_preys_turn_while_the_predator_player_chooses_a_helper() -> None:
    before = prey_to_move("d6 i13", "c6 e6 d7")
    choosing = after(before, "d7xd6")
    chosen = after(choosing, "!c6")
    assert [(there.to_act, there.turn_of) for there in (before, choosing, chosen)] == [
        ("prey", "prey"),
        ("predator", "prey"),
        ("prey", "prey"),
    ]
    assert after(chosen, "end").turn_of == "predator"


def test_it_is_nobodys_turn_once_the_match_is_over() -> None:
    over = after(prey_to_move("i1", "a13 b12", landed="1:a13"), "b12-b13")
    assert (over.outcome(), over.turn_of) == (Outcome("prey", "migration"), None)


# --- the choices of an action -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "text", "path"),
    [
        (START, "d13-e10", ("d13", "e10")),
        (START, "end", ("end",)),
        (CHASE, "d13xf9", ("d13", "f9", "-")),
        (CHASE, "d13xf9+f8", ("d13", "f9", "f8")),
        (board("d13", "f9 a1 b1"), "d13xf9", ("d13", "f9")),
        (after(CHASE, "d13xf9"), "*c13", ("spawn", "c13")),
        (prey_to_move("d6 i13", "c6 e6 d7"), "d7xd6", ("d7", "d6")),
        (after(prey_to_move("d6 i13", "c6 e6 d7"), "d7xd6"), "!c6", ("c6",)),
    ],
)
def test_the_choices_that_single_an_action_out(position: Position, text: str, path: tuple[str, ...]) -> None:
    assert position.parse(text).path == path


@pytest.mark.parametrize(
    ("position", "text", "words"),
    [
        (START, "d13-e10", "predator d13 to e10"),
        (START, "end", "end of turn"),
        (CHASE, "d13xf9", "predator d13 takes prey f9"),
        (CHASE, "d13xf9+f8", "predator d13 takes prey f9 and f8"),
        (after(CHASE, "d13xf9"), "*c13", "new predator on c13"),
        (prey_turn("i13", "a9 b9"), "*c1", "new prey on c1"),
        (prey_to_move("i13", "b7 b6"), "b7-c9", "prey b7 to c9"),
        (prey_to_move("d6 i13", "c6 e6 d7"), "d7xd6", "prey d7 takes predator d6"),
        (after(prey_to_move("d6 i13", "c6 e6 d7"), "d7xd6"), "!c6", "helper c6 is removed"),
    ],
)
def test_an_action_in_words(position: Position, text: str, words: str) -> None:
    assert position.describe(position.parse(text)) == words
