"""The tree of lines on a match's record: tried, deleted, followed, taken back; and how it is stored."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import GAMES
from engines.record import History
from matches import lines
from matches.errors import Problem, Refused
from matches.lines import LONGEST_NAME, MOST_NODES, LineNode, LineSpot, LineTree
from tests.matches import lines_naive

NOW = LineSpot(0, 0)


def tried(tree: LineTree, line: str, record: str = "", *, at: int = 0) -> LineTree:
    """The tree with the actions of ``line``, a letter each, tried one after the other."""
    spot = LineSpot(0, at)
    for action in line:
        tree, spot = tree.added(spot, action, record)
    return tree


def sequences(tree: LineTree) -> set[str]:
    """The actions from the start of the match to each node."""
    found = set()
    for node in tree.nodes:
        path = tree.path(node.number)
        found.add("".join(tree.base[: path[0].ply]) + "".join(one.action for one in path))
    return found


def test_what_was_tried_there_before_is_not_tried_again() -> None:
    tree, spot = LineTree().added(NOW, "a", "")
    again, same = tree.added(NOW, "a", "")
    assert (again, same) == (tree, spot) and again is tree
    tree, below = tree.added(spot, "a", "")
    assert below == LineSpot(2, 2) and tree.after(spot) == (LineNode(2, 1, 1, "a"),)


def test_what_was_played_there_is_no_line_of_its_own() -> None:
    assert LineTree().added(LineSpot(0, 1), "b", "abc") == (LineTree(), LineSpot(0, 2))


def test_back_from_a_line_leads_through_the_record() -> None:
    tree = tried(LineTree(), "xy", "abc", at=2)
    spot: LineSpot | None = LineSpot(2, 4)
    way = []
    while spot is not None:
        way.append(spot)
        spot = tree.before(spot)
    assert way == [LineSpot(2, 4), LineSpot(1, 3), LineSpot(0, 2), LineSpot(0, 1), LineSpot(0, 0)]
    assert tree.left_at(2) == 2


def test_the_ends_of_all_lines_by_where_they_leave_the_record() -> None:
    tree = tried(tried(tried(LineTree(), "x", "abc", at=3), "yz", "abc", at=1), "yw", "abc", at=1)
    assert [node.action for node in tree.ends()] == ["z", "w", "x"]


def test_a_line_is_deleted_with_all_below_and_its_numbers_are_not_used_again() -> None:
    tree = tried(tried(LineTree(), "xyz"), "xw")
    assert {node.action for node in tree.with_all_below(1)} == set("xyzw")
    gone = tree.without(1)
    assert gone.nodes == () and gone.without(1) is gone
    assert gone.added(NOW, "v", "")[1] == LineSpot(5, 1)


def test_a_name_is_one_short_line() -> None:
    tree = tried(LineTree(), "xy").named(2, "  the\n long way ")
    assert tree.path(2)[-1].name == "the long way"
    assert len(tree.named(2, "n" * 99).path(2)[-1].name) == LONGEST_NAME
    assert tree.named(2, "").path(2)[-1].name == ""


def test_a_tree_is_full() -> None:
    tree = LineTree()
    for _ in range(MOST_NODES):
        tree, spot = tree.added(LineSpot(tree.last, tree.last), "a", "")
    with pytest.raises(Refused) as refused:
        tree.added(spot, "a", "")
    assert refused.value.problem is Problem.LINES_FULL
    assert tree.added(NOW, "a", "")[1] == LineSpot(1, 1), "what is there can still be gone through"


# --- the match goes on ----------------------------------------------------------------------------


def test_a_line_slides_along_as_it_is_played() -> None:
    tree = tried(tried(LineTree(), "xyz", "a", at=1), "xw", "a", at=1).named(3, "mine")
    assert tree.followed("a") == tree
    after = tree.followed("axy")
    assert {(node.action, node.parent, node.ply) for node in after.nodes} == {("z", 0, 3), ("w", 0, 2)}
    assert sequences(after) == {"axyz", "axw"}
    assert [node.name for node in after.nodes if node.action == "z"] == ["mine"]


def test_what_was_taken_back_is_the_stem_of_the_lines_tried_from_it() -> None:
    tree = tried(LineTree(), "x", "abc", at=3)
    after = tree.followed("a")
    assert sequences(after) == {"ab", "abc", "abcx"}
    assert after.followed("abc") == LineTree((LineNode(1, 0, 3, "x"),), ("a", "b", "c"), 3)


def test_another_action_in_place_of_it_keeps_the_line_too() -> None:
    after = tried(LineTree(), "x", "abc", at=3).followed("add")
    assert sequences(after) == {"ab", "abc", "abcx"} and after.left_at(1) == 1


def test_a_stem_for_which_there_is_no_room_takes_its_lines_along() -> None:
    record = "a" * 150
    tree = tried(LineTree(), "b" * 80, record, at=150)
    tree = tried(tree, "c", record, at=10)
    assert sequences(tree.followed("a" * 20)) == {"a" * 10 + "c"}


RECORD = st.text("ab", max_size=6)
STEP = st.one_of(
    st.tuples(st.just("try"), st.integers(0, 9), st.sampled_from("ab")),
    st.tuples(st.just("delete"), st.integers(0, 9), st.just("")),
    st.tuples(st.just("follow"), st.just(0), RECORD),
)


@given(RECORD, st.lists(STEP, max_size=25))
def test_it_is_what_a_set_of_whole_sequences_would_be(record: str, steps: list[tuple[str, int, str]]) -> None:
    """Against the same thing written as a set of all tried sequences of actions from the start."""
    tree, naive = LineTree(), lines_naive.Tried(record)
    for what, number, text in steps:
        if what == "follow":
            record = text
            tree = tree.followed(record)
            naive.follow(record)
        elif what == "try":
            spots = [LineSpot(0, ply) for ply in range(len(record) + 1)]
            spots += [LineSpot(node.number, node.ply + 1) for node in tree.nodes]
            spot = spots[number % len(spots)]
            naive.add(_to(tree, record, spot) + text)
            tree, after = tree.added(spot, text, record)
            assert _to(tree, record, after) == _to(tree, record, spot) + text
        elif tree.nodes:
            node = tree.nodes[number % len(tree.nodes)]
            naive.delete(_to(tree, record, LineSpot(node.number, node.ply + 1)))
            tree = tree.without(node.number)
        assert sequences(tree) == naive.tried
        assert len(tree.nodes) == len(naive.tried)
        assert lines.read(lines.written(tree)) == tree


def _to(tree: LineTree, record: str, spot: LineSpot) -> str:
    """The actions from the start of the match to a position."""
    if not spot.node:
        return record[: spot.ply]
    path = tree.path(spot.node)
    return record[: path[0].ply] + "".join(node.action for node in path)


# --- on a board -----------------------------------------------------------------------------------


def pjawns(*actions: str) -> History:
    history = History(GAMES["pjawns"].start())
    for action in actions:
        history = history.then(action)
    return history


def test_the_board_of_a_line_is_that_of_a_match_which_went_so() -> None:
    history = pjawns("@e1", "@d8")
    tree, spot = LineTree().added(LineSpot(0, 1), "@a8", ["@e1", "@d8"])
    tree, spot = tree.added(spot, "e1-e3", ["@e1", "@d8"])
    there = lines.line_history(history, tree, spot)
    assert there.position == pjawns("@e1", "@a8", "e1-e3").position
    assert lines.line_history(history, tree, LineSpot(0, 1)).position == pjawns("@e1").position


def test_a_tap_on_a_position_that_is_gone_leads_nowhere() -> None:
    history = pjawns("@e1")
    tree, spot = LineTree().added(LineSpot(0, 1), "@a8", ["@e1"])
    mark = lines.mark_of(pjawns("@e1", "@a8").position)
    assert lines.current_spot(history, tree, spot, mark) == spot
    assert lines.current_spot(history, tree.without(1), spot, mark) is None
    played = pjawns("@e1", "@a8")
    followed = tree.followed(lines.record_of(played))
    assert lines.current_spot(played, followed, spot, mark) == LineSpot(0, 2), "it was played"
    assert lines.current_spot(pjawns("@d1"), LineTree(), LineSpot(0, 1), mark) is None


def test_what_the_rules_do_not_allow_any_more_is_dropped() -> None:
    tree = LineTree((LineNode(1, 0, 0, "@e1"), LineNode(2, 1, 1, "@e1"), LineNode(3, 2, 2, "@a1")), (), 3)
    assert lines.playable(pjawns(), tree).nodes == (LineNode(1, 0, 0, "@e1"),)


# --- stored ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "Expecting"),
        ("[]", "no tree"),
        ('{"form":1,"last":0,"base":[]}', "no tree"),
        ('{"form":2,"last":0,"base":[],"nodes":[]}', "unknown"),
        ('{"form":1,"last":true,"base":[],"nodes":[]}', "nodes"),
        ('{"form":1,"last":0,"base":[1],"nodes":[]}', "record"),
        ('{"form":1,"last":1,"base":[],"nodes":[[1,0,0,"a"]]}', "no node"),
        ('{"form":1,"last":1,"base":[],"nodes":[[1,0,1,"a",""]]}', "no position"),
        ('{"form":1,"last":1,"base":[],"nodes":[[1,1,0,"a",""]]}', "below none"),
        ('{"form":1,"last":1,"base":[],"nodes":[[2,0,0,"a",""]]}', "numbered"),
        ('{"form":1,"last":2,"base":[],"nodes":[[1,0,0,"a",""],[2,0,0,"a",""]]}', "twice"),
        ('{"form":1,"last":1,"base":[],"nodes":[[1,0,0,"a","' + "n" * 41 + '"]]}', "too long"),
        ("[" * 100_000, "deep"),
    ],
)
def test_what_is_no_tree_is_not_read(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        lines.read(text)


def test_more_nodes_than_a_tree_may_have_are_not_read() -> None:
    nodes = [[number, 0, 0, str(number), ""] for number in range(1, MOST_NODES + 2)]
    with pytest.raises(ValueError, match="201 nodes"):
        lines.read(json.dumps({"form": 1, "last": 201, "base": [], "nodes": nodes}))
