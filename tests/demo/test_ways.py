"""A way into a new demo, on a phone: a board at once, and a match that one tap wins."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.demo.browser import PHONE, DemoPage, wait
from tests.demo.conftest import running

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.fixture
def page(browser: Any, tmp_path: Path, processes: None) -> Iterator[DemoPage]:
    with running("demo", tmp_path, DEMO_EMPTY="false") as address:
        yield DemoPage(browser.new_context(**PHONE).new_page(), address, touch=True).open()


def take(page: DemoPage, way: str) -> None:
    page.tab.get_by_role("button", name=way).tap()
    wait(lambda: not page.tab.locator("#hello").is_visible(), f"{way} to be taken")
    page.wait_for_view()


def test_one_tap_wins(page: DemoPage) -> None:
    assert "#13" in page.tab.locator("#title").inner_text(), "a board is in sight"
    page.wait_for_newest("turn")
    take(page, "Win this one")
    page.wait_for_newest("h7")
    page.click("Send")
    page.wait_for("won")
    assert page.complaints == []
