"""No press is lost while the page draws something again."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tests.demo.browser import DemoPage, wait, window
from tests.demo.conftest import running
from tests.demo.many_buttons import EACH, MESSAGES

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

TALL: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 1700}}
"""A screen with all of the buttons on it."""
ROUNDS: Final = 2
"""Each button is pressed once a round: pressed again while it's under way, it would be the same press."""
PRESSED: Final = re.compile(r"\bp(\d+)\b")
MIDDLE: Final = """at => {
    const place = document.querySelectorAll(".component-button")[at].getBoundingClientRect();
    return [place.x + place.width / 2, place.y + place.height / 2];
}"""
NOTE_PRESSES: Final = """() => {
    window.under = [];
    addEventListener("pointerdown", (event) => {
        const label = event.target.closest("button")?.textContent;
        if (/^b\\d+$/.test(label)) window.under.push(label.slice(1));
    }, true);
}"""


@pytest.fixture
def page(browser: Any, tmp_path: Path, processes: None) -> Iterator[DemoPage]:
    with running("tests.demo.many_buttons", tmp_path) as address:
        yield window(browser, address, TALL, "Ada")


def test_two_hundred_presses_while_the_page_is_drawn_again(page: DemoPage) -> None:
    page.slash("/buttons")
    buttons = page.view.locator(".component-button")
    wait(lambda: buttons.count() == MESSAGES * EACH, "the buttons")
    page.view.evaluate(NOTE_PRESSES)
    chance = random.Random(7)
    for _ in range(ROUNDS):
        for at in chance.sample(range(MESSAGES * EACH), MESSAGES * EACH):
            press(page, at, chance)
        under = Counter(page.view.evaluate("window.under"))
        wait(partial(are_told, page, under), f"{under.total()} presses", partial(missing, page, under))
    assert under.total() > 0.95 * ROUNDS * MESSAGES * EACH, "most presses were on a button"
    assert not page.notice.is_visible()


def press(page: DemoPage, at: int, chance: random.Random) -> None:
    """Press and let go where the button is, whatever is drawn there in between."""
    corner = page.tab.locator("iframe").bounding_box()
    assert corner is not None
    x, y = page.view.evaluate(MIDDLE, at)
    page.tab.mouse.move(corner["x"] + x, corner["y"] + y)
    page.tab.mouse.down()
    page.tab.wait_for_timeout(chance.uniform(0, 80))
    page.tab.mouse.up()
    page.tab.wait_for_timeout(chance.uniform(0, 60))


def told(page: DemoPage) -> Counter[str]:
    """The buttons whose presses the bot has been told of."""
    return Counter(
        label for text in page.messages() for label in PRESSED.findall(text.partition("pressed:")[2])
    )


def are_told(page: DemoPage, under: Counter[str]) -> bool:
    return told(page) == under


def missing(page: DemoPage, under: Counter[str]) -> str:
    return f"lost: {under - told(page)}, too many: {told(page) - under}"
