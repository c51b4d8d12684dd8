"""A tournament at the demo page, on a phone: created, joined, played and won by taps alone."""

import re
from collections.abc import Callable

import pytest

from tests.demo.browser import DemoPage, wait
from tests.demo.conftest import Opens

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1500)]

PEOPLE = ("Ada", "Ben", "Cleo", "Dan")
"""In the order of their entries, which is that of their strength here: the later ones resign."""
PLAYERS = re.compile(r"#\d+ · @(.+?) – @(.+)")
GAMES = len(PEOPLE) * (len(PEOPLE) - 1) // 2

Look = Callable[[DemoPage, str], None]
"""Looks at a screen, by its name."""


def test_a_round_robin_of_four_by_taps_alone(phone: Opens) -> None:
    play(phone("Ada"), lambda page, _: page.check_width())


def play(page: DemoPage, look: Look) -> None:
    """One person with one phone, who is all four in turn."""
    look(page, "hello")
    page.tab.get_by_role("button", name="Got it").tap()
    page.slash("/tournaments")
    page.click("New…")
    page.wait_for("New tournament")
    page.choose("Entries for 7 days", "Entries until 4 players are in")
    page.wait_for_newest("Starts when 4 are in.")
    look(page, "create")
    page.click("Create")
    page.wait_for("is open for entries")
    look(page, "created")
    for name in PEOPLE:
        page.open_as(name, "board-games").click("Join")
        page.wait_for_newest("You're in")
        look(page, f"joined {name}")
    page.open_as("Ada", "board-games")
    page.browse_threads()
    wait(lambda: len(page.places()) == 1 + GAMES, "the threads of all games", lambda: str(page.places()))
    look(page, "started")
    for number in range(1, GAMES + 1):
        page.go_to(f"#{number}")
        loser = max(players(page), key=PEOPLE.index)
        if number == 1:
            look(page, "board")
        page.open_as(loser, f"#{number}").resign()
        page.wait_for("resigned")
        page.open_as("Ada", "board-games")
        if number == 3:
            page.click("Table")
            page.wait_for_newest("Stage 1")
            page.wait_for_bottom()
            look(page, "table")
    page.wait_for("Ada wins!")
    look(page, "champion")
    page.click("Table")
    page.wait_for_newest("3 from 3")
    page.wait_for_bottom()
    look(page, "last table")


def players(page: DemoPage) -> tuple[str, str]:
    """The two people whom the board names."""
    wait(lambda: PLAYERS.search(page.newest()), "a board", page.told)
    found = PLAYERS.search(page.newest())
    assert found is not None
    return found[1], found[2]
