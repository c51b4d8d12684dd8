"""A match of each game at the demo page, on two phones, from the challenge to its end, by taps alone.

What there is to tap is known from the rules and the words of the menus, as a person would read them.
"""

import time
from collections.abc import Callable
from statistics import mean
from typing import Any

import pytest

from cogs.cannons_and_crabs import CannonsAndCrabs
from cogs.game import GameCog
from cogs.panels.match.match_card import few
from cogs.panels.moving.move_steps import END, walk
from cogs.pjawns import Pjawns
from cogs.prawns import Prawns
from cogs.predation import Predation
from cogs.prudh import Prudh
from engines import Action, Picks, Position, Side
from tests.cogs.games import DRY
from tests.cogs.stories import story
from tests.demo.browser import DemoPage
from tests.demo.test_story import PHONE, window
from tools.bench.taps import on_card

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(900)]

WIDTH = PHONE["viewport"]["width"]
MOST = 5
"""Taps that an action may take at most, from the card on; to open a menu is one."""

COGS: dict[str, type[GameCog]] = {
    cog.command: cog for cog in (CannonsAndCrabs, Pjawns, Prawns, Predation, Prudh)
}
CORNERS = {
    "green": ("Left corner (a2)", "Right corner (e2)"),
    "blue": ("Right corner (a4)", "Left corner (e4)"),
}
PICKS: Picks = {"green": ("crab", "lobster"), "blue": ("shrimp", "crab")}

Tell = Callable[[str], None]


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Tell:
    """Print for whoever runs the tests."""

    def printed(text: str) -> None:
        with capsys.disabled():
            print(f"\n{text}")

    return printed


@pytest.mark.parametrize(
    "name",
    [
        "cannons-7x7-checkmate",
        "pjawns-en-passant",
        "predation-migration",
        "prudh-tie",
    ],
)
def test_a_match_by_taps_alone(browser: Any, demo_address: str, name: str, tell: Tell) -> None:
    told = story(name)
    cog = COGS[told.command]
    you, friend = phones(browser, demo_address)
    side = told.options.get("side", cog.game.sides[0])
    you.slash(f"/{told.command} challenge", **{"opponent": "Your friend", "side": side, **told.options})
    friend.wait_for("challenges")
    friend.click("Accept")

    options = {
        option.key: told.options[option.key] for option in cog.game.options if option.key in told.options
    }
    position = cog.game.start(options, first=side)
    players = {side: you, cog.game.other(side): friend}
    tell(f"{name}: {play(cog, position, players, told.actions)}")


@pytest.mark.gate
def test_a_move_by_taps_alone(browser: Any, demo_address: str) -> None:
    """The page opens, a challenge is accepted, and the first move is made."""
    you, friend = phones(browser, demo_address)
    you.slash("/pjawns challenge", opponent="Your friend", side="white")
    friend.wait_for("challenges")
    friend.click("Accept")
    position = Pjawns.game.start()
    action = position.legal_actions()[0]
    for page in (you, friend):
        page.go_to("#1")
        page.wait_for_newest("White's turn")
    assert tap(you, Pjawns, position, action, has_panel=False) <= MOST
    for page in (you, friend):
        page.wait_for_newest(position.describe(action).removeprefix("white "), "Black's turn")
        assert page.complaints == []


def test_a_match_of_prawns_by_taps_alone(browser: Any, demo_without_luck: str, tell: Tell) -> None:
    you, friend = phones(browser, demo_without_luck)
    players = {"green": you, "blue": friend}
    you.slash("/prawns challenge", opponent="Your friend", board="5x5")
    friend.wait_for("challenges")
    friend.click("Accept: heads")
    for side, page in players.items():
        page.wait_for_place("Tidepool")
        page.go_to("Tidepool")
        page.wait_for("your pick")
        for corner, choice in zip(CORNERS[side], PICKS[side], strict=True):
            page.choose(corner, choice)
        page.click("Confirm")
        page.wait_for("your pick is in")

    position = Prawns.game.start({"board": "5x5"}, picks=PICKS)
    actions = [action for action in DRY.split() if action != "/"]
    tell(f"prawns 5x5: {play(Prawns, position, players, actions)}")


def phones(browser: Any, address: str) -> tuple[DemoPage, DemoPage]:
    return window(browser, address, PHONE, "You"), window(browser, address, PHONE, "Your friend")


def play(cog: type[GameCog], position: Position, players: dict[Side, DemoPage], actions: list[str]) -> str:
    """Play a match to its end; returns how many taps it took."""
    for page in players.values():
        page.go_to("#1")
        page.wait_for_newest("'s turn")
    taps, has_panel, said = [], False, ""
    began = time.perf_counter()
    for text in actions:
        side, action = position.to_act, position.parse(text)
        assert side is not None
        page = players[side]
        if not has_panel:
            told = " chooses" if few(position.legal_actions()) else "'s turn"
            page.wait_for_newest(said, f"{side.capitalize()}{told}")
        taps.append(tap(page, cog, position, action, has_panel=has_panel))
        assert taps[-1] <= MOST, text
        assert page.width() <= WIDTH
        # The card names the side once, before what it did.
        said, position = position.describe(action).removeprefix(f"{side} "), position.play(action)
        has_panel = position.to_act == side
    took = time.perf_counter() - began
    outcome = position.outcome()
    assert outcome is not None
    for page in players.values():
        page.wait_for_newest(said, "wins." if outcome.winner else "A draw.", "Rematch")
        assert page.width() <= WIDTH
        assert page.complaints == []
    return f"{len(taps)} actions, {mean(taps):.2f} taps, at worst {max(taps)}; {took / len(taps):.1f} s each"


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
    while (steps := walk(position, cog.words, taken)).action is None:
        part = action.path[len(steps.prefix)]
        if part == END:
            page.click("End turn")
            return taps + 1
        label = steps.label(part)
        taps += 1 if page.offers(label) else 2
        page.take(label)
        taken = (*taken, steps.parts.index(part))
        page.wait_for_newest(walk(position, cog.words, taken).said)
    page.click("Send")
    return taps + 1
