"""Moves in advance in words: a line before it is said, and the list of what was said."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from cogs.advances import texts as advance_texts
from cogs.advances.words import LINE_LENGTH, PAGE, PAGE_LENGTH, Listed, listed, pages, told
from engines.record import History, Record
from matches.advances import ANY_TURN, Advance, ConditionKind
from matches.model import UserId

SAID_AT = datetime(2026, 5, 2, tzinfo=UTC)


def played(line: str) -> History:
    """A match of Prudh after a line; dark starts."""
    return Record("prudh", 1, first="dark", entries=line.split()).replay()


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
    return [one.indented for one in listed(advances, played(line), side)]


# --- a line in words -----------------------------------------------------------------------------


def test_an_answer_is_told_as_what_happens_if_they_play_so() -> None:
    assert told([said(1, after=("d3xf5",), reply=("f6xf5",))], "blue") == [
        "- If blue plays d3xf5, you play f6xf5."
    ]


def test_several_turns_have_a_line_each_set_in_by_turn() -> None:
    assert told([said(1), said(2, follows=1, turn=4, reply=("e1-e2", "end"))], "blue") == [
        "- If blue plays c1-c2, you play d1-d2.",
        "  - If blue then plays c1-c2, you play e1-e2, end.",
    ]


def test_a_line_that_begins_with_ones_own_turn_says_so_first() -> None:
    assert told([said(1)], "blue", ["f5-e6", "end"]) == [
        "First you play f5-e6, end. Then:",
        "- If blue plays c1-c2, you play d1-d2.",
    ]


def test_whatever_else_they_do_names_the_one_action() -> None:
    action = said(1, kind=ConditionKind.ACTION, condition="c1xc3", after=("a1-a2", "c1xc3", "end"))
    assert told([action], "predator") == [
        "- If predator plays c1xc3, whatever else it does in that turn, you play d1-d2."
    ]


def test_a_line_of_long_turns_stays_within_a_message() -> None:
    long = tuple(f"a{number}-b{number}" for number in range(90))
    found = told([said(number, reply=long) for number in range(1, 21)], "predator")
    assert len("\n".join(found)) <= PAGE_LENGTH + 50
    assert found[-1] == "-# … and 13 more turns"


# --- the list ------------------------------------------------------------------------------------


def test_what_follows_is_below_it_with_an_arrow() -> None:
    found = lines(
        [said(1, after=("a1-a2",)), said(3), said(2, follows=1, turn=4), said(4, follows=2, turn=6)]
    )
    assert found == [
        "a1-a2 → d1-d2",
        "↳ c1-c2 → d1-d2",
        "↳↳ c1-c2 → d1-d2",
        "c1-c2 → d1-d2",
    ]


def test_what_follows_one_that_was_played_stands_by_itself() -> None:
    assert lines([said(2, follows=1)]) == ["c1-c2 → d1-d2"]


def test_a_later_turn_is_told_with_its_number() -> None:
    assert lines([said(1, turn=4)]) == ["at move 4, c1-c2 → d1-d2"]
    assert lines([said(1, turn=4)], line="d4-e3") == ["c1-c2 → d1-d2"], "the reader moves now"
    assert lines([said(1, turn=4)], line="d4-e3 f5-e6") == ["c1-c2 → d1-d2"]


def test_an_action_whatever_follows_and_a_choice() -> None:
    action = said(1, kind=ConditionKind.ACTION, condition="c1xc3", after=("c1xc3", "end"))
    choice = said(2, kind=ConditionKind.CHOICE, condition="", after=(), reply=("d6", "e5"), turn=ANY_TURN)
    assert lines([choice, action]) == [
        "if they take one of yours → d6, e5, else the first that can be chosen",
        "any turn with c1xc3 → d1-d2",
    ]
    assert lines([said(2, kind=ConditionKind.CHOICE, reply=(), turn=ANY_TURN)]) == [
        "if they take one of yours → any of them"
    ]


def test_what_was_dropped_is_not_listed() -> None:
    assert lines([said(1, dropped=True)]) == []


def test_a_turn_of_fifty_actions_is_cut() -> None:
    (line,) = lines([said(1, reply=tuple(f"a{number}-b{number}" for number in range(90)))])
    assert len(line) <= LINE_LENGTH
    assert line.endswith("…")


def test_a_hundred_moves_fit_into_pages() -> None:
    long = tuple(f"a{number}-b{number}" for number in range(20))
    found = []
    for branch in range(20):
        for depth in range(5):
            number = 5 * branch + depth + 1
            found.append(said(number, follows=number - 1 if depth else 0, turn=2 * depth + 2, reply=long))
    entries = listed(found, played(""), "light")
    split = pages(entries)
    assert [one for page in split for one in page] == list(entries)
    assert len(entries) == 100
    for page in split:
        assert len(page) <= PAGE
        assert len("\n".join(one.indented for one in page)) <= PAGE_LENGTH
    assert pages([]) == [()]
    assert pages([Listed(1, 0, "x")]) == [(Listed(1, 0, "x"),)]


def test_who_has_lost_a_move_in_advance_is_told_which() -> None:
    assert advance_texts.dropped([]) == ""
    assert advance_texts.dropped([said(1)]) == (
        "Your conditional move **d1-d2** couldn't be played here, so it was dropped."
    )
    assert "conditional moves **d1-d2** and **a1-a2** couldn't" in advance_texts.dropped(
        [said(1), said(2, reply=("a1-a2",))]
    )
