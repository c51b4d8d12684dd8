"""A newcomer alone at the demo page, by taps: a tour, a whole match against the computer, and its review."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from functools import partial

from tests.demo.browser import DemoPage, wait

LEVEL = "1 · just learned the rules"
OFFER = "Play the computer"
SIDEWAYS = ("Stop", "Back", "Rules")
"""Buttons of a tour that lead out of it."""
MOST_TAPS = 30
"""Taps after which a tour should have been over."""
MOST_TURNS = 80
SHOWN_TURN = 4
"""The turn that is photographed before it is sent: by then there is something on the board."""

Photograph = Callable[[DemoPage, str], None]
"""Takes a picture of the newest card, by a name for it."""


def take_nothing(page: DemoPage, name: str) -> None:
    """Take no picture."""


def tour_of(page: DemoPage, game: str, photograph: Photograph = take_nothing) -> None:
    """From ``/help`` through the whole tour of a game; a wrong answer is followed by another one."""
    page.slash("/help")
    photograph(page, "1-help")
    page.click("Try a game")
    page.click(game)
    page.wait_for_newest("turn 1 of 3")
    photograph(page, "2-tour")
    chance = random.Random(1)
    for _ in range(MOST_TAPS):
        if page.offers(OFFER):
            return
        before = page.newest()
        page.click(chance.choice([label for label in page.open_buttons() if label not in SIDEWAYS]))
        wait(partial(_is_other, page, before), "the tour to go on", page.newest)
    raise AssertionError(f"The tour of {game} did not end:\n{page.newest()}")


def _is_other(page: DemoPage, before: str) -> bool:
    return page.newest() != before


def beat_the_computer(
    page: DemoPage, place: str, photograph: Photograph = take_nothing, *, slips: Collection[int] = ()
) -> int:
    """Win against the lowest level, each turn as the hint says; returns how many turns it took.

    In the turns of ``slips`` the piece of the hint goes anywhere: then there is something to look back at.

    Begins where the computer is offered. The hints are those of the highest level, so a match is lost once in
    a blue moon: then there is a rematch.
    """
    page.click(OFFER)
    page.wait_for_newest("How strong")
    photograph(page, "3-computer")
    page.click(LEVEL)
    page.wait_for("Your match against the computer (level 1)")
    page.go_to(place)
    turns = 0
    while True:
        turns += _to_the_end(page, photograph, slips)
        if "@Ada won" in page.newest():
            photograph(page, "5-end")
            return turns
        page.click("Rematch")
        page.wait_for_newest("Hint")


def _to_the_end(page: DemoPage, photograph: Photograph, slips: Collection[int]) -> int:
    wait(lambda: page.offers("Hint"), "the first turn", page.newest)
    for turn in range(1, MOST_TURNS):
        page.click("Hint")
        # Where one piece alone can move, its move is shown at once.
        wait(lambda: page.offers("Show me the move") or page.offers("Send"), "the hint", page.newest)
        if page.offers("Show me the move"):
            page.click(page.open_buttons()[0] if turn in slips else "Show me the move")
        page.wait_for_newest("Send")
        if turn == SHOWN_TURN:
            photograph(page, "4-hint")
        page.click("Send")
        wait(lambda: page.offers("Hint") or page.offers("Rematch"), "the answer", page.newest)
        if page.offers("Rematch"):
            return turn
    raise AssertionError(f"No end after {MOST_TURNS} turns:\n{page.newest()}")


def look_back(page: DemoPage, photograph: Photograph = take_nothing) -> None:
    """Open the review of the match that has just ended, and the worst turn in it if there was any."""
    page.click("Review")
    wait(
        lambda: "Looking at your match" not in page.newest() and "review" in page.newest(),
        "the review",
        page.told,
    )
    photograph(page, "6-review")
    worst = next((label for label in page.open_buttons() if label.startswith("1 · move ")), None)
    if worst is not None:
        page.click(worst)
        page.wait_for_newest("Played:", "Better:")
        photograph(page, "7-turn")
