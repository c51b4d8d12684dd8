"""On a phone at the demo page: from /help to a match against the computer by taps alone, and by typing."""

from typing import Any

import pytest

from tests.demo.alone import LEVEL, beat_the_computer, look_back, tour_of
from tests.demo.browser import DemoPage
from tests.demo.test_story import PHONE, window

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.fixture
def page(browser: Any, demo_address: str) -> DemoPage:
    return window(browser, demo_address, PHONE, "Ada")


def test_the_way_to_the_computer(page: DemoPage) -> None:
    page.slash("/help")
    page.click("Play the computer")
    page.wait_for_newest("against the computer", "How strong")
    assert page.width() <= PHONE["viewport"]["width"]
    page.click(LEVEL)
    page.wait_for("Your match against the computer (level 1) is in #Ada – Computer 1 · Pjawns #1.")
    page.slash("/prudh challenge", computer=LEVEL)
    page.wait_for("Your match against the computer (level 1) is in #Ada – Computer 1 · Prudh #2.")
    page.slash("/match list")
    page.wait_for_newest("Pjawns #1 vs the computer (level 1)", "Prudh #2 vs the computer (level 1)")
    assert page.complaints == []


def test_the_first_ten_minutes_alone(page: DemoPage) -> None:
    tour_of(page, "Prudh")
    assert beat_the_computer(page, "#1") >= 5
    assert page.width() <= PHONE["viewport"]["width"]
    assert "Hints used" in page.newest()
    look_back(page)
    assert page.width() <= PHONE["viewport"]["width"]
    assert page.complaints == []
