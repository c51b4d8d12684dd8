"""A way into a new demo, on a phone: a board at once, and a match that one tap wins."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.demo.browser import DESKTOP, PHONE, DemoPage, wait
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
    assert "#14" in page.tab.locator("#title").inner_text(), "a board is in sight"
    page.wait_for_newest("turn")
    take(page, "Win this one")
    page.wait_for_newest("h7")
    page.click("Send")
    page.wait_for("won")
    assert page.complaints == []


def test_the_apps_menu_of_a_message_and_of_a_name(browser: Any, tmp_path: Path, processes: None) -> None:
    with running("demo", tmp_path, DEMO_EMPTY="false") as address:
        page = DemoPage(browser.new_context(**DESKTOP).new_page(), address).open()
        message = page.view.locator(".channel-message").last
        message.hover()
        message.get_by_role("button", name="Apps").click()
        items = page.view.get_by_role("menuitem")
        wait(lambda: items.count() == 2, "the commands on a message")
        items.first.click()
        page.wait_for("Only you can see this")
        page.view.locator(".mention", has_text="@Ben").last.click(button="right")
        wait(lambda: items.count() == 3, "the commands on a name")
        items.nth(1).click()
        page.wait_for_newest("Ben")
