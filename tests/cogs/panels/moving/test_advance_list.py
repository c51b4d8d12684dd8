"""Moves in advance in words: a line before it is said, and the list of what was said."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from cogs.panels.moving import advance_list
from cogs.panels.moving.advance_list import LINE_LENGTH, MENU_SIZE, PAGE_LENGTH, Listed, listed, pages, told
from cogs.text import advance_texts
from engines.record import History, Record
from matches.advance import ANY_TURN, Advance, ConditionKind
from matches.model import UserId

SAID_AT = datetime(2026, 5, 2, tzinfo=UTC)
PRUDH = "d4-e3 f5-e6 e3>e1 e6>e4 e1>c1 e4>f4"
HELPER = "d13-f8 end b1-d6 c1-e6 d1-f6 e1-e4 f1-d5 end f8xe6 *d13 end *b1 *c1 e4-e5 d5xe6"


def played(game: str, line: str, **more: Any) -> History:
    version = 1 if game == "predation" else None
    return Record(
        game, version or 1, first="dark" if game == "prudh" else None, entries=line.split()
    ).replay()


def said(number: int, *, follows: int = 0, turn: int = 2, **more: Any) -> Advance:
    """A move in advance on ``c1-c2``, answered by ``d1-d2``, unless told otherwise."""
    told: dict[str, Any] = {
        "kind": ConditionKind.POSITION,
        "condition": "a position",
        "after": ("c1-c2",),
        "reply": ("d1-d2",),
        **more,
    }
    return Advance(UserId(1), number, follows, turn, said_at=SAID_AT, **told)


def lines(advances: list[Advance], *, line: str = "", side: str = "light") -> list[str]:
    """The list of ``side`` in a match of Prudh after a line."""
    return [one.line for one in listed(advances, played("prudh", line), side)]


# --- a line in words -----------------------------------------------------------------------------


def test_an_answer_is_told_as_what_happens_if_they_play_so() -> None:
    history = played("prudh", "d4-e3 f5-e6")
    assert told(history, 0, "light") == ["- If dark plays d4-e3, you play f5-e6."]


def test_several_turns_have_a_line_each_set_in_by_turn() -> None:
    assert told(played("prudh", PRUDH), 2, "light") == [
        "- If dark plays e3>e1, you play e6>e4.",
        "  - If dark then plays e1>c1, you play e4>f4.",
    ]


def test_a_line_that_begins_with_ones_own_turn_says_so_first() -> None:
    assert told(played("prudh", PRUDH), 1, "light")[:2] == [
        "First you play f5-e6. Then:",
        "- If dark plays e3>e1, you play e6>e4.",
    ]


def test_a_turn_of_several_actions_is_told_whole() -> None:
    (line,) = told(played("predation", "d13-f8 end b1-d6 end"), 0, "prey")
    assert line == "- If predator plays d13-f8, end, you play b1-d6, end."


def test_whatever_else_they_do_names_the_one_action() -> None:
    history = played("predation", "d13-f8 e13-e12 end b1-d6 end")
    assert told(history, 0, "prey", whatever=1) == [
        "- If predator plays e13-e12, whatever else it does in that turn, you play b1-d6, end."
    ]


@pytest.mark.parametrize(
    ("line", "ply", "able"),
    [
        ("", 0, False),
        ("d4-e3", 0, False),
        ("d4-e3 f5-e6", 0, True),
        ("d4-e3 f5-e6", 1, False),
        ("d4-e3 f5-e6 e3>e1", 0, False),
        ("d4-e3 f5-e6 e3>e1", 1, False),
        (PRUDH, 1, True),
    ],
)
def test_what_can_be_said_ends_with_an_answer_of_ones_own(line: str, ply: int, able: bool) -> None:
    assert advance_list.can_be_said(played("prudh", line), ply, "light") is able


def test_a_turn_that_goes_on_is_no_answer_yet() -> None:
    assert not advance_list.can_be_said(played("predation", "d13-f8 end b1-d6"), 0, "prey")
    assert advance_list.can_be_said(played("predation", "d13-f8 end b1-d6 end"), 0, "prey")


def test_their_last_turn_is_found_with_its_actions() -> None:
    history = played("predation", "d13-f8 e13-e12 end b1-d6 end")
    turn = advance_list.others_last_turn(history, 0, "prey")
    assert list(map(str, advance_list.others_actions(turn, "prey"))) == ["d13-f8", "e13-e12", "end"]
    assert advance_list.others_last_turn(history, 3, "prey") == ()


# --- the list ------------------------------------------------------------------------------------


def test_what_follows_is_set_in_below_it() -> None:
    found = lines(
        [said(3), said(1, after=("a1-a2",)), said(2, follows=1, turn=4), said(4, follows=2, turn=6)]
    )
    assert found == [
        "- on a1-a2: d1-d2",
        "  - on c1-c2: d1-d2",
        "    - on c1-c2: d1-d2",
        "- on c1-c2: d1-d2",
    ]


def test_what_follows_one_that_was_played_stands_by_itself() -> None:
    assert lines([said(2, follows=1)]) == ["- on c1-c2: d1-d2"]


def test_a_later_turn_is_told_with_its_number() -> None:
    assert lines([said(1, turn=4)]) == ["- at move 4, on c1-c2: d1-d2"]
    assert lines([said(1, turn=4)], line="d4-e3") == ["- on c1-c2: d1-d2"], "the reader moves now"
    assert lines([said(1, turn=4)], line="d4-e3 f5-e6") == ["- on c1-c2: d1-d2"]


def test_an_action_whatever_follows_and_a_choice() -> None:
    action = said(1, kind=ConditionKind.ACTION, condition="c1xc3", after=("c1xc3", "end"))
    choice = said(2, kind=ConditionKind.CHOICE, condition="", after=(), reply=("d6", "e5"), turn=ANY_TURN)
    assert lines([action, choice]) == [
        "- if they take one of yours: d6, e5, else the first that can be chosen",
        "- on any turn with c1xc3: d1-d2",
    ]
    assert lines([said(2, kind=ConditionKind.CHOICE, reply=(), turn=ANY_TURN)]) == [
        "- if they take one of yours: any of them"
    ]


def test_what_was_dropped_is_not_listed() -> None:
    assert lines([said(1, dropped=True)]) == []


def test_a_turn_of_fifty_actions_is_cut() -> None:
    (line,) = lines([said(1, reply=tuple(f"a{number}-b{number}" for number in range(90)))])
    assert len(line) <= LINE_LENGTH + 2
    assert line.endswith("…")


def test_a_hundred_moves_fit_into_pages() -> None:
    long = tuple(f"a{number}-b{number}" for number in range(20))
    found = []
    for branch in range(20):
        for depth in range(5):
            number = 5 * branch + depth + 1
            found.append(said(number, follows=number - 1 if depth else 0, turn=2 * depth + 2, reply=long))
    entries = listed(found, played("prudh", ""), "light")
    split = pages(entries)
    assert [one for page in split for one in page] == list(entries)
    assert len(entries) == 100
    for page in split:
        assert len(page) <= MENU_SIZE
        assert len("\n".join(one.line for one in page)) <= PAGE_LENGTH
    assert pages([]) == [()]
    assert pages([Listed(1, 0, "x")]) == [(Listed(1, 0, "x"),)]


def test_who_has_lost_a_move_in_advance_is_told_which() -> None:
    assert advance_texts.dropped([]) == ""
    assert advance_texts.dropped([said(1)]) == (
        "Your move in advance **d1-d2** couldn't be played here, so it was dropped."
    )
    assert "moves in advance **d1-d2** and **a1-a2** couldn't" in advance_texts.dropped(
        [said(1), said(2, reply=("a1-a2",))]
    )
