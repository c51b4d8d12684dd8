"""What the demo page tells one while one waits, and those who read it with a keyboard or by ear."""

import re

import pytest

from tests.demo.browser import DemoPage, wait
from tests.demo.conftest import Opens

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


def test_the_signs(desk: Opens, phone: Opens) -> None:
    """In one match, since it takes longer to begin one than to look."""
    page = desk("Ada")
    a_command_on_its_way_is_sent_once(page)
    a_menu_at_rest_has_an_arrow(page)
    page.open_as("Ben").click("Accept")
    page.open_as("Ada", "#1").wait_for_newest("White's turn")
    a_picture_says_what_is_in_it(page)
    a_toolbar_is_one_stop_of_the_tab_key(page)
    times_follow_the_clock(page)
    a_stop_leads_to_its_message(phone("Ben"))
    finished_threads_are_folded(page)


def a_command_on_its_way_is_sent_once(page: DemoPage) -> None:
    """However long it takes, and however often Enter is pressed."""
    sending = page.view.locator(".sending")
    assert sending.inner_text() == ""
    page.begin("/pjawns challenge")
    page._fill("opponent", "Ben")
    with page.holding(lambda: page.tab.keyboard.press("Enter"), "run_command") as held:
        wait(lambda: sending.inner_text() == "Sending …", "a sign that it's being sent")
        for _ in range(3):
            page.tab.keyboard.press("Enter")
        held[0].continue_()
        page.wait_until_sent()
    page.wait_for_newest("@Ada challenges @Ben")
    assert sending.inner_text() == ""
    assert len(held) == 1
    assert sum("challenges" in message for message in page.messages()) == 1


def a_menu_at_rest_has_an_arrow(page: DemoPage) -> None:
    """Not the ring of a press on its way."""
    page.slash("/ranking")
    page.wait_for_newest("Pjawns · ")
    menu = page.view.locator(".select-trigger").last
    assert menu.evaluate("e => getComputedStyle(e, '::after').borderRadius") == "0px"


def a_picture_says_what_is_in_it(page: DemoPage) -> None:
    """Its button is what a screen reader stops at."""
    picture = page.view.locator(".channel-message").last.get_by_role("button", name="Enlarge: Pjawns")
    wait(lambda: picture.count() == 1, "the picture's button", page.told)
    assert "White to move" in (picture.get_attribute("aria-label") or "")


def a_toolbar_is_one_stop_of_the_tab_key(page: DemoPage) -> None:
    """The arrow keys lead on within it."""
    page.say("A message of my own.")
    bar = page.view.locator(".channel-message").last.get_by_role("toolbar")
    buttons = bar.get_by_role("button").all()
    assert len(buttons) > 2
    assert [button.get_attribute("tabindex") for button in buttons] == ["0"] + ["-1"] * (len(buttons) - 1)
    names = [button.get_attribute("aria-label") for button in buttons]
    bar.get_by_role("button").first.focus()
    focused = "document.activeElement.getAttribute('aria-label')"
    for key, at in (("ArrowRight", 1), ("End", -1), ("ArrowRight", 0), ("ArrowLeft", -1), ("Home", 0)):
        page.tab.keyboard.press(key)
        assert page.view.evaluate(focused) == names[at], key


def times_follow_the_clock(page: DemoPage) -> None:
    """What is due in three days is due in two, a day on."""
    card = page.view.locator(".channel-message", has_text="White's turn")
    time = card.locator(".discord-timestamp[data-relative]").first
    assert time.inner_text() == "in 3 days"
    page.skip_a_day()
    wait(lambda: time.inner_text() == "in 2 days", "a day less", time.inner_text)


def a_stop_leads_to_its_message(phone: DemoPage) -> None:
    """Two days on there is a reminder; the sidebar is out of its way by then."""
    link = phone.tab.locator("#notice-link")
    for _ in range(3):
        if not link.is_visible():
            phone.skip_a_day()
    wait(link.is_visible, "a stop", phone.now)
    assert not phone.tab.locator("#sidebar").is_visible()
    assert re.fullmatch(r"Stopped at \d\d:\d\d:", phone.tab.locator("#notice-text").inner_text())
    waits, other = ("Ada", "Ben") if link.inner_text().startswith("Ada") else ("Ben", "Ada")
    assert link.inner_text().startswith(f"{waits}: Your turn in Pjawns #1 against {other}"), link.inner_text()
    link.tap()
    title = phone.tab.locator("#title")
    wait(lambda: "#1" in title.inner_text(), "to be in the thread", title.inner_text)
    phone.wait_for_view()
    phone.wait_for("Your turn in Pjawns #1")


def finished_threads_are_folded(page: DemoPage) -> None:
    """Once the bot has archived them, a day after the end."""
    page.resign("White's turn")
    page.wait_for_newest("Rematch")
    page.go_to("board-games")
    page.skip_a_day()
    fold = page.tab.get_by_role("button", name="Finished (1)")
    wait(fold.is_visible, "the fold", lambda: str(page.places()))
    assert page.places() == ["board-games"]
    fold.click()
    wait(lambda: len(page.places()) == 2, "the thread", lambda: str(page.places()))
    page.go_to("#1")
    fold.click()
    wait(lambda: fold.get_attribute("aria-expanded") == "false", "the fold to be closed")
    assert len(page.places()) == 2, "the place that one looks at stays"
