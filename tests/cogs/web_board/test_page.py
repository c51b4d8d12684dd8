"""The page itself, in Chromium at the demo: turns by finger and by keys, and the other player's page."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.cogs.web_board.tab import board_of
from tests.demo.browser import DESKTOP, PHONE, REACH, DemoPage, wait, window
from tests.demo.conftest import browser, running

__all__ = ["browser"]

pytestmark = pytest.mark.browser


@pytest.fixture
def evening(tmp_path: Path, processes: None) -> Iterator[str]:
    """The address of a demo in the middle of its evening."""
    with running("demo", tmp_path, DEMO_EMPTY="") as address:
        yield address


TARGETS = "[aria-label$='can be gone to'], [aria-label$='can be taken']"
"""The points that the chosen piece can go to."""


def point(tab: Page, at: str) -> Locator:
    """A point of the board."""
    return tab.locator(f"[data-at={at}]")


def middle(cell: Locator) -> tuple[float, float]:
    """The middle of a point, in pixels of the page."""
    box = cell.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def go_by_keys(tab: Page, to: str) -> None:
    """Go to a point by arrows, from the one that has the focus."""
    while (here := str(tab.evaluate("document.activeElement.dataset.at"))) != to:
        (x, y), (wanted_x, wanted_y) = middle(point(tab, here)), middle(point(tab, to))
        if abs(wanted_y - y) > 1:
            tab.keyboard.press("ArrowDown" if wanted_y > y else "ArrowUp")
        else:
            tab.keyboard.press("ArrowRight" if wanted_x > x else "ArrowLeft")


def drag(tab: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with a finger from one place to another; the page must not scroll under it."""
    hand = tab.context.new_cdp_session(tab)
    ways = [
        (start[0] + (end[0] - start[0]) * n / 8, start[1] + (end[1] - start[1]) * n / 8) for n in range(9)
    ]
    for number, (x, y) in enumerate(ways):
        kind = "touchMove" if number else "touchStart"
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert tab.evaluate("scrollY") == 0


def at(cell: Locator) -> str:
    """The name of a point."""
    return str(cell.get_attribute("data-at"))


def board_of_match(page: DemoPage, person: str, *way: str) -> Page:
    """The board of somebody's match of Pjawns."""
    page.tab.bring_to_front()
    page.open_as(person, "Pjawns")
    return board_of(page, *way)


@pytest.mark.gate
def test_turns_by_finger_and_by_keys_are_on_the_card_and_the_others_page(browser: Any, evening: str) -> None:
    page = window(browser, evening, PHONE, "Ada")
    page.tab.get_by_role("button", name="Got it").tap()
    page.go_to("Cannons")
    black = page.whose_turn()
    page.open_as("Ada" if black == "Ben" else "Ben", "Cannons")
    white_tab = board_of(page, "Board", "⋯")
    page.tab.bring_to_front()
    page.open_as(black, "Cannons")
    tab = board_of(page, "Move")
    complaints: list[str] = []
    for each in (tab, white_tab):
        each.on("pageerror", lambda error: complaints.append(str(error)))
        assert each.evaluate(REACH) <= PHONE["viewport"]["width"]
        expect(each.locator(".board")).to_have_count(1)
    expect(tab.locator(".status")).to_have_text("Your turn.")
    expect(white_tab.locator(".status")).to_have_text(f"{black}'s turn.")

    tab.locator(".cells .lively").first.tap()
    there = middle(tab.locator(TARGETS).first)
    drag(tab, middle(tab.locator(".cells .lively").first), there)
    expect(tab.locator(".status")).to_have_text("Send this turn?")
    tab.get_by_role("button", name="Send", exact=True).tap()
    expect(tab.locator(".status")).to_contain_text("'s turn.")
    expect(white_tab.locator(".status")).to_have_text("Your turn.")
    page.go_to("Cannons")
    wait(lambda: page.whose_turn() != black, "the card with the turn", page.newest)

    white_tab.set_viewport_size(DESKTOP["viewport"])
    white_tab.locator(".cells [tabindex='0']").focus()
    go_by_keys(white_tab, at(white_tab.locator(".cells .lively").first))
    white_tab.keyboard.press("Enter")
    go_by_keys(white_tab, at(white_tab.locator(TARGETS).first))
    white_tab.keyboard.press("Enter")
    expect(white_tab.locator(".status")).to_have_text("Send this turn?")
    white_tab.get_by_role("button", name="Take back").press("Enter")
    expect(white_tab.locator(".status")).to_have_text("Your turn.")
    white_tab.locator(".cells [tabindex='0']").focus()
    go_by_keys(white_tab, at(white_tab.locator(".cells .lively").last))
    white_tab.keyboard.press("Enter")
    white_tab.keyboard.press("Escape")
    expect(white_tab.locator(TARGETS)).to_have_count(0)
    white_tab.keyboard.press("Enter")
    go_by_keys(white_tab, at(white_tab.locator(TARGETS).last))
    white_tab.keyboard.press("Enter")
    white_tab.get_by_role("button", name="Send", exact=True).press("Enter")
    expect(tab.locator(".status")).to_have_text("Your turn.")
    assert complaints == []


MOST_TURNS = 400


def test_a_whole_match_by_finger(browser: Any, evening: str) -> None:
    page = window(browser, evening, PHONE, "Ada")
    page.tab.get_by_role("button", name="Got it").tap()
    page.go_to("Pjawns")
    first = page.whose_turn()
    tabs = [board_of_match(page, first, "Move")]
    tabs.append(board_of_match(page, "Ada" if first == "Ben" else "Ben", "Board", "⋯"))
    chance = random.Random(7)
    for turn in range(MOST_TURNS):
        tab = tabs[turn % 2]
        expect(tab.locator(".status")).to_have_text(re.compile(r"Your turn\.|wins|draw"))
        if "Your turn" not in tab.locator(".status").inner_text():
            break
        drop = tab.get_by_role("button", name="New pjawn")
        lively = tab.locator(".cells .lively")
        count = lively.count()
        if not count or (drop.count() and chance.random() < 0.3):
            drop.tap()
        else:
            lively.nth(chance.randrange(count)).tap()
        targets = tab.locator(TARGETS)
        targets.nth(chance.randrange(targets.count())).tap()
        tab.get_by_role("button", name="Send", exact=True).tap()
    for tab in tabs:
        expect(tab.locator(".status")).to_contain_text("wins")
        expect(tab.locator(".won")).to_have_count(1)
