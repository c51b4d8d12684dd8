"""The command box and the head of the demo page, in a browser: what one types, presses and looks for."""

import pytest

from tests.demo.browser import PATIENCE, DemoPage, wait
from tests.demo.conftest import Opens

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


def test_the_box_and_the_head(desk: Opens, phone: Opens) -> None:
    """In one demo, since it takes longer to start one than to look."""
    page = desk("Ada")
    who_one_is_is_said_on_arrival(page)
    options_say_what_they_are(page)
    leaving_a_command_leaves_no_text(page)
    a_command_in_a_message_fills_the_box(page)
    the_faces_answer_to_the_arrow_keys(page)
    a_scripted_scroll_stays(page)
    starting_over_asks_first(page)
    assert page.view.title() == "Messages"
    on_a_phone_a_thread_has_a_sign_of_its_own(phone("Ada"))


def who_one_is_is_said_on_arrival(page: DemoPage) -> None:
    hello = page.tab.locator("#hello")
    assert "You play all four people here" in hello.inner_text()
    hello.get_by_role("button", name="Got it").click()
    page.tab.reload()
    page.wait_for_view()
    assert not hello.is_visible()


def options_say_what_they_are(page: DemoPage) -> None:
    page.begin("/pjawns challenge")
    wait(lambda: page.view.locator(".command-popup .command-suggestion").count() > 2, "the options")
    offered = page.view.locator('.command-popup .command-suggestion[data-value="opponent"]')
    assert "challenge" in offered.inner_text()
    assert "…" not in offered.inner_text()


def leaving_a_command_leaves_no_text(page: DemoPage) -> None:
    page.view.get_by_role("button", name="Exit command mode").click()
    assert page.view.locator("#channel-composer-input").input_value() == ""


def a_command_in_a_message_fills_the_box(page: DemoPage) -> None:
    page.begin("/help")
    command = page.view.evaluate("window.simcordPreview.commandPicker.draft.commandId")
    page.view.get_by_role("button", name="Exit command mode").click()
    box = page.view.locator("#channel-composer-input")
    box.fill(f"Try </help:{command}>")
    box.press("Enter")
    page.wait_for("Try /help")
    page.view.locator("#channel-message-list .command-mention").last.click()
    assert page.view.locator(".command-chip").inner_text() == "/help"
    page.send()
    page.wait_for("Try a game")


def the_faces_answer_to_the_arrow_keys(page: DemoPage) -> None:
    page.tab.get_by_role("radio", name="Ada", exact=True).focus()
    for person in ("Ben", "Cleo", "Dan", "Ada"):
        page.tab.keyboard.press("ArrowRight")
        wait(lambda person=person: page.is_person(person), f"to be {person}")  # type: ignore[misc]
    assert page.tab.locator('[role="radio"][tabindex="0"]').count() == 1, "one tab stop for all four"
    page.wait_for_view()


def a_scripted_scroll_stays(page: DemoPage) -> None:
    for number in range(4):
        page.say(f"{number}: " + " ".join(["a long story"] * 100))
    page.wait_for_bottom()
    page.tab.wait_for_timeout(1500)
    timeline = page.view.locator("#channel-timeline")
    timeline.evaluate("e => { e.scrollTop = 0; }")
    page.tab.wait_for_timeout(1000)
    assert timeline.evaluate("e => e.scrollTop") == 0, "find in page and screen readers scroll like this"


def starting_over_asks_first(page: DemoPage) -> None:
    answers = page.tab.get_by_role("dialog")
    page.tab.get_by_role("button", name="Start over", exact=True).click()
    answers.get_by_role("button", name="Keep them").click()
    page.tab.wait_for_timeout(1000)
    assert page.messages() != []
    page.tab.get_by_role("button", name="Start over", exact=True).click()
    # Until the demo has answered, all of the page looks as before.
    with page.tab.expect_response(lambda reply: reply.request.method == "POST", timeout=PATIENCE * 1000):
        answers.get_by_role("button", name="Delete and start over").click()
    wait(lambda: page.tab.locator('[data-post="restart"]').is_enabled(), "the bot to be back")
    page.wait_for_view()
    assert page.messages() == []


def on_a_phone_a_thread_has_a_sign_of_its_own(phone: DemoPage) -> None:
    phone.slash("/pjawns challenge", opponent="Ben")
    phone.open_as("Ben")
    phone.click("Accept")
    phone.wait_for("started a thread")
    phone.view.locator(".thread-summary").last.tap()
    wait(lambda: phone.tab.locator("#title .sign svg").count() == 1, "a thread's sign")
    assert phone.tab.locator("#title .sign").inner_text() == ""
    assert phone.tab.locator(".turn").count() == 1, "the mark of whose turn it is"
    phone.check_width()
