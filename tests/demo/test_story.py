"""Two people play at the demo page, each in a window of their own, against the real bot."""

import re
from functools import partial
from typing import Any

import pytest

from tests.demo.browser import DemoPage, wait

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


CHOICE = re.compile(r"(?:\w+ )?[a-h]\d(?: to [a-h]\d)?")
"""The label of a piece, or of where it goes."""
TURN = re.compile(r"turn(?: continues)?:\s*@(Your friend|You)\b")
"""The player to move, as a card says it."""


def window(browser: Any, address: str, screen: dict[str, Any], person: str) -> DemoPage:
    tab = browser.new_context(**screen).new_page()
    return DemoPage(tab, address, touch="has_touch" in screen).open().open_as(person)


def whose_turn(page: DemoPage) -> str:
    """The person named in the newest board's "Green's turn: @You"."""
    found = TURN.findall("\n".join(page.messages()))
    assert found, page.messages()
    return found[-1]


def test_a_match_from_the_challenge_to_the_resignation(browser: Any, demo_address: str) -> None:
    you = window(browser, demo_address, DESKTOP, "You")
    friend = window(browser, demo_address, PHONE, "Your friend")
    players = {"You": you, "Your friend": friend}

    you.slash("/prawns challenge", opponent="Your friend")
    friend.wait_for("challenges")
    friend.click("Accept: heads")

    for page, picks in (
        (you, {"Left corner (a2)": "crab", "Right corner (h2)": "lobster"}),
        (friend, {"Right corner (a7)": "shrimp", "Left corner (h7)": "crab"}),
    ):
        page.wait_for_place("Tidepool")
        assert page.has_unread("Tidepool")
        page.go_to("Tidepool")
        page.wait_for("your pick")
        for corner, choice in picks.items():
            page.choose(corner, choice)
        page.click("Confirm")
        page.wait_for("your pick is in")
    for page in players.values():
        page.go_to("#1")
        page.wait_for("'s turn")
        page.wait_for_bottom()

    type_a_move(players)
    for _ in range(2):
        tap_a_move(players)

    you.restart_bot(friend)
    type_a_move(players)
    tap_a_move(players)

    loser = players[whose_turn(you)]
    loser.click("More")
    loser.click("Resign")
    loser.click("Resign", within="can't be undone")
    for page in players.values():
        page.wait_for("resigned")
        assert page.complaints == []


def type_a_move(players: dict[str, DemoPage]) -> None:
    """Whoever is to move plays the first legal action the list offers; the other sees it."""
    mover = whose_turn(players["You"])
    players[mover].slash("/prawns move", action="krill")
    see_the_turn_pass(players, mover)


def tap_a_move(players: dict[str, DemoPage]) -> None:
    """Whoever is to move plays the first action the buttons lead to; the other sees it."""
    mover = whose_turn(players["You"])
    page = players[mover]
    page.click("Move")
    page.wait_for_newest("your move")
    while not page.offers("Send"):
        page.take(next(label for label in page.buttons() if CHOICE.fullmatch(label)))
    page.click("Send")
    see_the_turn_pass(players, mover)


def is_the_turn_of(name: str, page: DemoPage) -> bool:
    """True if the newest card says so: by the whole name, since one of them begins like the other."""
    return TURN.findall(page.newest()) == [name]


def see_the_turn_pass(players: dict[str, DemoPage], mover: str) -> None:
    """Both see on the newest card that the other one is to move."""
    other = next(name for name in players if name != mover)
    for page in players.values():
        wait(partial(is_the_turn_of, other, page), f"the turn of {other}", page.told)
        page.wait_for_bottom()


def test_the_page_itself(browser: Any, demo_address: str) -> None:
    page = window(browser, demo_address, DESKTOP, "You")
    assert page.places() == ["board-games"]
    assert page.tab.locator("text=simcord").count() == 0

    page.say("Anybody here?")
    wait(lambda: page.is_waited_for("Your friend"), "a dot at the friend's name")
    page.open_as("Your friend")
    page.wait_for("Anybody here?")
    wait(lambda: not page.is_waited_for("Your friend"), "the friend's dot to go")
    page.say("Yes.")
    page.open_as("You").wait_for("Yes.")

    today = page.now()[:10]
    page.skip_a_day()
    assert page.now()[:10] > today
    page.restart_bot()
    page.slash("/help")
    assert page.complaints == []


def test_unread_marks_follow_the_person(browser: Any, demo_address: str) -> None:
    you = window(browser, demo_address, DESKTOP, "You")
    visitor = window(browser, demo_address, PHONE, "A visitor")
    you.slash("/prawns challenge")
    visitor.wait_for("anyone")
    visitor.click("Accept: tails")
    you.wait_for_place("Tidepool")
    assert you.has_unread("Tidepool")
    you.open_as("Your friend")
    assert "Tidepool" not in you.places(), "somebody else's direct messages are shown"
