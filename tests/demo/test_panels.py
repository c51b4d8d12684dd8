"""On a phone at the demo page: the private panels, forms, and what is seen when something is refused."""

from contextlib import AbstractContextManager
from typing import Any

import pytest
from playwright.sync_api import Route

from cogs.pjawns import Pjawns
from tests.demo.browser import DemoPage, wait
from tests.demo.conftest import Opens
from tests.demo.taps import begin

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]


@pytest.fixture
def players(phone: Opens) -> dict[str, DemoPage]:
    """The two sides of a match of Pjawns that has just begun."""
    ada, ben = phone("Ada"), phone("Ben")
    begin(ada, ben, Pjawns)
    for page in (ada, ben):
        page.wait_for_bottom()
    return {"white": ada, "black": ben}


def test_the_private_panels(players: dict[str, DemoPage]) -> None:
    """In one match, since it takes longer to begin one than to look."""
    for look in (
        a_notice_is_in_nobodys_way,
        a_note_is_written_and_found_again,
        lines_are_tried_on_a_board_of_ones_own,
        a_choice_is_taken_and_taken_back,
        what_is_sent_waits_for_what_is_on_its_way,
        what_the_bot_refuses_it_answers_alone,
    ):
        look(players)


def lines_are_tried_on_a_board_of_ones_own(players: dict[str, DemoPage]) -> None:
    page = players["white"]
    page.click("⋯")
    page.click("Analysis board")
    page.wait_for_newest("analysis board", "The start", "White to move")
    page.click("c1")
    page.wait_for_newest("1. white: pjawn placed on c1", "Black to move")
    page.check_width()
    page.click("⋯")
    page.write("Name…", "The wing")
    page.wait_for_newest("“The wing”")
    page.click("◀")
    page.wait_for_newest("The start")
    page.click("▶")
    page.wait_for_newest("“The wing”")
    page.click("⋯")
    page.click("Film")
    page.wait_for_newest("Back to the board")
    page.click("Back to the board")
    page.click("⋯")
    page.click("All lines")
    page.wait_for_newest("all your lines")
    page.check_width()
    assert not any("analysis board" in message for message in players["black"].messages())


def a_note_is_written_and_found_again(players: dict[str, DemoPage]) -> None:
    page = players["black"]
    page.click("⋯")
    page.open_form("My notes")
    page.check_width()
    page.form.get_by_role("textbox").fill("Mind the h-file.\nThen castle.")
    page.leave_form("Submit")
    page.wait_for_newest("Mind the h-file.", "Then castle.")
    page.open_form("My notes")
    assert page.form.get_by_role("textbox").input_value() == "Mind the h-file.\nThen castle."
    page.form.get_by_role("textbox").fill("Something else")
    page.leave_form("Cancel")
    page.click("⋯", within="White's turn")
    page.wait_for_newest("Mind the h-file.")
    assert not any("Mind the h-file" in message for message in players["white"].messages())


def a_choice_is_taken_and_taken_back(players: dict[str, DemoPage]) -> None:
    page = players["white"]
    page.click("Move")
    for _ in range(2):
        page.wait_for_newest("New pjawn")
        page.take("a1")
        page.wait_for_newest("Back")
        assert page.offers("Send"), "the first one could be chosen"
        page.click("Back")


def what_the_bot_refuses_it_answers_alone(players: dict[str, DemoPage]) -> None:
    refused = {
        "white": ("a1-b7", "suggests what's possible"),
        "black": ("@a8", "It's @Ada's turn (white). You're next."),
    }
    for side, (action, answer) in refused.items():
        page = players[side]
        page.begin("/pjawns move")
        page.fill("action", action)
        page.check_width()
        page.send()
        page.wait_for_newest(answer)
        assert [page.newest()] == [message for message in page.messages() if answer in message]
        assert not page.notice.is_visible()
        page.say(f"{side} can type again.")
        page.check_width()


def what_is_sent_waits_for_what_is_on_its_way(players: dict[str, DemoPage]) -> None:
    page = players["black"]
    with suggestions_on_their_way(page) as held:
        page.press_send()
        held[0].continue_()
        page.wait_until_sent()
        page.wait_for_newest("You're next.")
    with suggestions_on_their_way(page) as held:
        page.view.get_by_role("button", name="Exit command mode").tap()
        box = page.view.locator("#channel-composer-input")
        box.fill("I rather say this.")
        box.press("Enter")
        held[0].continue_()
        page.wait_for("I rather say this.")
        wait(lambda: box.input_value() == "", "an empty box")


def suggestions_on_their_way(page: DemoPage) -> AbstractContextManager[list[Route]]:
    """A command whose suggestions were asked for and do not come before they are let go."""
    page.begin("/pjawns move")
    # The empty field has asked too, at some time or other.
    return page.holding(lambda: page.type_option("action", "@c3"), "autocomplete_command", value="@c3")


def a_notice_is_in_nobodys_way(players: dict[str, DemoPage]) -> None:
    """As after a tap on what somebody else has just changed."""
    page = players["white"]
    refused = {"rejected": True, "dispatched": False, "settlement": "rejected", "diagnostics": []}

    def refuse(route: Any) -> None:
        sent = route.request.post_data_json
        receipt = {"requestId": sent["request_id"], "sequence": sent["sequence"], **refused}
        route.fulfill(json=receipt | {"expectedSequence": sent["sequence"] - 1, "revision": 0})

    page.tab.route("**/api/action", refuse)
    page.view.locator(".channel-message").get_by_role("button", name="Board", exact=True).tap()
    wait(page.notice.is_visible, "a notice")
    page.tab.unroute("**/api/action")
    page.say("It lets me type.")
    wait(lambda: not page.notice.is_visible(), "the notice to go")
