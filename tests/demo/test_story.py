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
TURN = re.compile(r"turn(?: continues)?:\s*@(Ben|Ada)\b")
"""The player to move, as a card says it."""


def window(browser: Any, address: str, screen: dict[str, Any], person: str) -> DemoPage:
    tab = browser.new_context(**screen).new_page()
    return DemoPage(tab, address, touch="has_touch" in screen).open().open_as(person)


def whose_turn(page: DemoPage) -> str:
    """The person named in the newest board's "Green's turn: @Ada"."""
    found = TURN.findall("\n".join(page.messages()))
    assert found, page.messages()
    return found[-1]


def test_a_match_from_the_challenge_to_the_resignation(browser: Any, demo_address: str) -> None:
    ada = window(browser, demo_address, DESKTOP, "Ada")
    ben = window(browser, demo_address, PHONE, "Ben")
    players = {"Ada": ada, "Ben": ben}

    ada.slash("/prawns challenge", opponent="Ben")
    ben.wait_for("challenges")
    ben.click("Accept: heads")

    for page, picks in (
        (ada, {"Left corner (a2)": "crab", "Right corner (h2)": "lobster"}),
        (ben, {"Right corner (a7)": "shrimp", "Left corner (h7)": "crab"}),
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

    ada.restart_bot(ben)
    type_a_move(players)
    tap_a_move(players)

    loser = players[whose_turn(ada)]
    loser.click("More")
    loser.click("Resign")
    loser.click("Resign", within="can't be undone")
    for page in players.values():
        page.wait_for("resigned")
        assert page.complaints == []


def type_a_move(players: dict[str, DemoPage]) -> None:
    """Whoever is to move plays the first legal action the list offers; the other sees it."""
    mover = whose_turn(players["Ada"])
    players[mover].slash("/prawns move", action="krill")
    see_the_turn_pass(players, mover)


def tap_a_move(players: dict[str, DemoPage]) -> None:
    """Whoever is to move plays the first action the buttons lead to; the other sees it."""
    mover = whose_turn(players["Ada"])
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
    page = window(browser, demo_address, DESKTOP, "Ada")
    assert page.places() == ["board-games"]
    assert page.tab.locator("text=simcord").count() == 0

    page.say("Anybody here?")
    wait(lambda: page.is_waited_for("Ben"), "a dot at Ben's name")
    page.open_as("Ben")
    page.wait_for("Anybody here?")
    wait(lambda: not page.is_waited_for("Ben"), "Ben's dot to go")
    page.say("Yes.")
    page.open_as("Ada").wait_for("Yes.")

    today = page.now()[:10]
    page.skip_a_day()
    assert page.now()[:10] > today
    page.restart_bot()
    page.slash("/help")
    assert page.complaints == []


def test_unread_marks_follow_the_person(browser: Any, demo_address: str) -> None:
    ada = window(browser, demo_address, DESKTOP, "Ada")
    cleo = window(browser, demo_address, PHONE, "Cleo")
    ada.slash("/prawns challenge")
    cleo.wait_for("anyone")
    cleo.click("Accept: tails")
    ada.wait_for_place("Tidepool")
    assert ada.has_unread("Tidepool")
    ada.open_as("Ben")
    assert "Tidepool" not in ada.places(), "somebody else's direct messages are shown"
