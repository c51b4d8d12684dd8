"""What a card is made of, and what is wrong with one that is too full or has two main buttons."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.kit.card import BLUE, MOST_PARTS, ROW_SIZE, Accent, Card, card, row, rule, section
from cogs.kit.controls import AnyControl
from cogs.kit.controls import button as plain_button
from cogs.panels.challenge.new_match_panel import open_panel
from tests.cards import cards_in, faults


def button(*args: Any) -> AnyControl:
    """A button of a control of the bot's."""
    return open_panel.about(0, plain_button(*args))


def sent(shown: Card) -> list[Any]:
    return list(shown.view.to_components())


def test_a_section_has_its_button_at_the_right() -> None:
    (box,) = sent(card("### Head", rule(), section("**Pjawns**", button("Move", BLUE)), accent=Accent.YOURS))
    assert box["accent_color"] == Accent.YOURS.value
    assert [part["type"] for part in box["components"]] == [10, 14, 9]
    assert box["components"][2]["accessory"]["label"] == "Move"
    assert faults([box]) == []


def test_every_accent_is_a_colour_of_its_own() -> None:
    assert len({accent.value for accent in Accent}) == len(Accent) == 5


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ([section("a", button("Move", BLUE)), row(button("Next", BLUE))], "several blue buttons"),
        (["text"] * MOST_PARTS, "components"),
        (["x" * 2001] * 2, "characters"),
    ],
    ids=["blue", "parts", "text"],
)
def test_a_card_that_breaks_a_rule_is_found(parts: list[Any], fault: str) -> None:
    box = {"type": 17, "components": [_data(part) for part in parts]}
    (found,) = faults([box])
    assert fault in found


def test_a_row_that_is_too_wide_is_found() -> None:
    wide = {"type": 1, "components": [_data(button(str(number))) for number in range(ROW_SIZE + 1)]}
    (found,) = faults([{"type": 17, "components": [wide]}])
    assert found.startswith("a row that is too wide")


def test_cards_are_found_in_every_kind_of_request() -> None:
    shown = sent(card("Hello"))
    assert list(cards_in({"components": shown})) == [shown]
    assert list(cards_in({"type": 4, "data": {"components": shown}})) == [shown]
    assert list(cards_in({"content": "no card"})) == list(cards_in(None)) == []


def _data(part: Any) -> Any:
    return {"type": 10, "content": part} if isinstance(part, str) else part.to_component_dict()
