"""Two people play at the demo page, each in a window of their own, against the real bot."""

import re
from functools import partial

import pytest

from cogs.prawns import Prawns
from tests.demo.browser import TURN, DemoPage, wait
from tests.demo.conftest import Opens
from tests.demo.taps import begin

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

CHOICE = re.compile(r"(?:\w+ )?[a-h]\d(?: to [a-h]\d)?")
"""The label of a piece, or of where it goes."""


def test_a_match_from_the_challenge_to_the_resignation(desk: Opens, phone: Opens) -> None:
    ada, ben = desk("Ada"), phone("Ben")
    players = {"Ada": ada, "Ben": ben}
    begin(ada, ben, Prawns)
    for page in players.values():
        page.wait_for_bottom()

    type_a_move(players)
    for _ in range(2):
        tap_a_move(players)

    ada.restart_bot(ben)
    type_a_move(players)
    tap_a_move(players)

    players[ada.whose_turn()].resign()
    for page in players.values():
        page.wait_for("resigned")


def type_a_move(players: dict[str, DemoPage]) -> None:
    """Whoever is to move plays the first legal action the list offers; the other sees it."""
    mover = players["Ada"].whose_turn()
    players[mover].slash("/prawns move", action="krill")
    see_the_turn_pass(players, mover)


def tap_a_move(players: dict[str, DemoPage]) -> None:
    """Whoever is to move plays the first action the buttons lead to; the other sees it."""
    mover = players["Ada"].whose_turn()
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


def test_the_page_itself(desk: Opens) -> None:
    page = desk("Ada")
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


def test_unread_marks_follow_the_person(desk: Opens, phone: Opens) -> None:
    ada, cleo = desk("Ada"), phone("Cleo")
    ada.slash("/prawns challenge")
    cleo.wait_for("anyone")
    cleo.click("Accept: tails")
    ada.wait_for_place("Tidepool")
    assert ada.has_unread("Tidepool")
    ada.open_as("Ben")
    assert "Tidepool" not in ada.places(), "somebody else's direct messages are shown"
