"""A match at the demo page, on two phones, from the challenge to its end, by taps alone.

What there is to tap is known from the rules and the words of the menus, as a person would read them. The same
code leads through every game: ``tests/cogs/panels/match/test_taps.py`` plays the others.
"""

from typing import Any

import pytest

from cogs.game import GameCog
from cogs.panels.match.match_card import few
from cogs.panels.moving.move_panel import MENU_SIZE
from cogs.panels.moving.move_steps import END, walk
from cogs.pjawns import Pjawns
from cogs.predation import Predation
from engines import Action, Position, Side
from tests.cogs.card_taps import leads, on_card
from tests.cogs.stories import story
from tests.demo.browser import DemoPage
from tests.demo.test_story import PHONE, window

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

WIDTH = PHONE["viewport"]["width"]
MOST = 5
"""Taps that an action may take at most, from the card on; to open a menu is one."""


def test_a_match_by_taps_alone(browser: Any, demo_address: str) -> None:
    """Of Predation, whose turns are of several actions on one panel."""
    game, told = Predation.game, story("predation-migration")
    ada, ben = phones(browser, demo_address)
    side = game.sides[0]
    ada.slash("/predation challenge", opponent="Ben", side=side)
    ben.wait_for("challenges")
    ben.click("Accept")
    players = {side: ada, game.other(side): ben}
    play(Predation, game.start(first=side), players, told.actions)


@pytest.mark.gate
def test_a_move_by_taps_alone(browser: Any, demo_address: str) -> None:
    """The page opens, a challenge is accepted, and the first move is made."""
    ada, ben = phones(browser, demo_address)
    ada.slash("/pjawns challenge", opponent="Ben", side="white")
    ben.wait_for("challenges")
    ben.click("Accept")
    position = Pjawns.game.start()
    action = position.legal_actions()[0]
    for page in (ada, ben):
        page.go_to("#1")
        page.wait_for_newest("White's turn")
    assert tap(ada, Pjawns, position, action, has_panel=False) <= MOST
    for page in (ada, ben):
        page.wait_for_newest(position.describe(action).removeprefix("white "), "Black's turn")
        assert page.complaints == []


def phones(browser: Any, address: str) -> tuple[DemoPage, DemoPage]:
    return window(browser, address, PHONE, "Ada"), window(browser, address, PHONE, "Ben")


def play(cog: type[GameCog], position: Position, players: dict[Side, DemoPage], actions: list[str]) -> None:
    """Play a match to its end."""
    for page in players.values():
        page.go_to("#1")
        page.wait_for_newest("'s turn")
    has_panel, said = False, ""
    for text in actions:
        side, action = position.to_act, position.parse(text)
        assert side is not None
        page = players[side]
        if not has_panel:
            told = " chooses" if few(position.legal_actions()) else "'s turn"
            page.wait_for_newest(said, f"{side.capitalize()}{told}")
        assert tap(page, cog, position, action, has_panel=has_panel) <= MOST, text
        assert page.width() <= WIDTH
        # The card names the side once, before what it did.
        said, position = position.describe(action).removeprefix(f"{side} "), position.play(action)
        has_panel = position.to_act == side
    outcome = position.outcome()
    assert outcome is not None
    for page in players.values():
        page.wait_for_newest(said, "won" if outcome.winner else "A draw", "Rematch")
        assert page.width() <= WIDTH
        assert page.complaints == []


def tap(page: DemoPage, cog: type[GameCog], position: Position, action: Action, *, has_panel: bool) -> int:
    """Make one action, from the card or on the panel that is open; returns the number of taps."""
    taps = 0
    taken: tuple[int, ...] = ()
    if not has_panel:
        taps += 1
        if few(position.legal_actions()):
            page.click(position.describe(action))
            return taps
        if action.path == (END,) and page.offers("End turn"):
            page.click("End turn")
            return taps
        piece = on_card(cog, position, action)
        page.click("Move" if piece is None else piece.label)
        taken = () if piece is None else piece.taken
        page.wait_for_newest("your move")
    goes_on = position.apply(action).to_act == position.to_act
    while (steps := walk(position, cog.words, taken)).action is None:
        if action.path[len(steps.prefix)] == END:
            page.click("End turn")
            return taps + 1
        way = next(way for way in steps.ways(MENU_SIZE) if leads(cog, position, action, way.taken))
        taps += 1 if page.offers(way.label()) else 2
        page.take(way.label())
        taken = way.taken
        if goes_on and way.after.action is not None:
            page.wait_for_newest("End turn", "take back")
            return taps
        page.wait_for_newest(way.after.said)
    page.click("Send")
    return taps + 1
