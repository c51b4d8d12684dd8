"""On a phone at the demo page: from /help to a match against the computer by taps alone, and by typing."""

import pytest

from tests.demo.alone import LEVEL, beat_the_computer, look_back, tour_of
from tests.demo.browser import DemoPage
from tests.demo.conftest import Opens

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.fixture
def page(phone: Opens) -> DemoPage:
    return phone("Ada")


def test_the_way_to_the_computer(page: DemoPage) -> None:
    page.slash("/help")
    page.click("Play the computer")
    page.wait_for_newest("against the computer", "How strong")
    page.check_width()
    page.click(LEVEL)
    page.wait_for("Your match against the computer (level 1) is in ##1 Pjawns · Ada – Computer 1.")
    page.slash("/prudh challenge", computer=LEVEL)
    page.wait_for("Your match against the computer (level 1) is in ##2 Prudh · Ada – Computer 1.")
    page.slash("/matches")
    page.wait_for_newest("Pjawns #1 vs the computer (level 1)", "Prudh #2 vs the computer (level 1)")


def test_the_first_ten_minutes_alone(page: DemoPage) -> None:
    tour_of(page, "Prudh")
    assert beat_the_computer(page, "#1") >= 5
    page.check_width()
    assert "Hints used" in page.newest()
    look_back(page)
    page.check_width()
