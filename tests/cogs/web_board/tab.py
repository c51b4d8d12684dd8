"""The board's page in a tab beside the demo."""

from __future__ import annotations

from playwright.sync_api import Page

from cogs.web_board import texts
from tests.demo.browser import DemoPage


def board_of(page: DemoPage, *way: str) -> Page:
    """The board of the match that is looked at, in another tab, by these buttons from its card."""
    page.tab.bring_to_front()  # one behind others is slowed down
    for label in (*way, texts.OPEN):
        page.click(label)
    link = page.view.get_by_role("link", name=texts.GO).last
    tab = page.tab.context.new_page()
    tab.goto(link.get_attribute("href") or "")
    tab.get_by_role("button", name="Continue").click()
    tab.locator(".men image").first.wait_for()
    return tab
