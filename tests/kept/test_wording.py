"""Comparing recorded answers with today's holds everything but wording."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tests.kept.stated import Difference, compared
from tests.kept.wording import against, told

CARD = (
    "flags 32768",
    "pings Ben",
    json.dumps({"type": 17, "accent_color": 1}),
    "  "
    + json.dumps({"type": 10, "content": "**white to move:** <@1>, lapses <t:5:R>. `/match list` shows it."}),
    "  " + json.dumps({"type": 12}),
    "    " + json.dumps({"description": "White: king e1.", "media": "board.png 0a"}),
    "  " + json.dumps({"type": 2, "custom_id": "move:4:1", "label": "Turn round"}),
    "  " + json.dumps({"type": 3, "custom_id": "act:4:1", "placeholder": "Which piece?"}),
    "    0: d1",
    '    1: White {"emoji": "x"}',
)


def _same(
    now: Sequence[str], line: str = "new in “board-games” for Ann: b", before: Sequence[str] = CARD
) -> bool:
    places = frozenset({"board-games"})
    recorded = told(["new in “board-games” for Ann: a"], {"a": before}, places)
    came = told([line], {"b": now}, places)
    return against(recorded, recorded) == against(came, recorded)


def _with(old: str, new: str) -> list[str]:
    assert any(old in line for line in CARD)
    return [line.replace(old, new) for line in CARD]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "**white to move:** <@1>, lapses <t:5:R>. `/match list` shows it.",
            "<@1>: `/help`, by <t:5:f>, c4!",
        ),
        ("Turn round", "Flip board"),
        ("Which piece?", "Pick a piece"),
        ("White: king e1.", "King on E1, for white."),
        ("0: d1", "0: king (d1)"),
        ("1: White", "1: You"),
    ],
)
def test_wording_may_differ(old: str, new: str) -> None:
    assert _same(_with(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("flags 32768", "flags 32832"),
        ("pings Ben", "pings Ann"),
        ("<@1>", "they"),
        ("<t:5:R>", "soon"),
        ("`/match list`", "The list"),
        ("king e1", "king"),
        ("0a", "0b"),
        ("move:4:1", "move:4:2"),
        ("0: d1", "0: d2"),
        ("1: White", "2: White"),
        ('{"emoji": "x"}', ""),
        ('"type": 10', '"type": 11'),
    ],
)
def test_what_is_no_wording_may_not(old: str, new: str) -> None:
    assert not _same(_with(old, new))


def test_nothing_of_a_message_may_be_missing() -> None:
    for number in range(len(CARD)):
        assert not _same([*CARD[:number], *CARD[number + 1 :]]), CARD[number]


def test_a_message_comes_where_it_came_to_whom_it_came() -> None:
    assert _same(CARD)
    assert not _same(CARD, "new in “board-games”: b")
    assert not _same(CARD, "new in “results” for Ann: b")
    assert not _same(CARD, "failed")


def test_a_new_thread_may_have_another_name() -> None:
    came = [
        told([f"new in “{name}”: a"], {"a": CARD}) for name in ("Prudh · match 4", "Ann – Ben · Prudh #4")
    ]
    assert came[0] == came[1]


def test_a_board_in_letters_is_no_wording() -> None:
    boards = ["  " + json.dumps({"type": 10, "content": f"```\n1 {piece}\n  a\n```\n"}) for piece in "kK"]
    assert not _same([boards[0]], before=[boards[1]])


def test_two_messages_at_once_are_told_apart_without_their_wording() -> None:
    lines, (first, second) = (
        ["new in “x”: a", "new in “x”: b"],
        ({"a": CARD, "b": CARD[:3]}, {"a": CARD[:3], "b": CARD}),
    )
    assert told(lines, first) == told(lines, second)


def test_a_stated_difference_is_about_its_controls_alone() -> None:
    stated = [Difference("Buttons for menus.", lambda parts: parts[1:], frozenset({"move"}))]
    assert compared("move", ["menu", "text"], stated) == ["text"]
    assert compared("look", ["menu", "text"], stated) == ["menu", "text"]
