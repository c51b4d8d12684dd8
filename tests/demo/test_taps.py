"""Matches at the demo page, on two phones, from the challenge to their end, by taps alone."""

from typing import Any

import pytest

from cogs.pjawns import Pjawns
from tests.demo.browser import wait
from tests.demo.taps import COGS, Phone, phones, play_one, tap

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800)]

MOST, MOST_AT_ONCE = 3, 2
"""Taps of a turn of one action: of a player who is asked before it is sent, and of one who isn't."""
FIVE_PIECES, MOST_FOR_FIVE = 6, 12
"""Actions of a turn of Predation in which five pieces move, the last of which ends it; and its taps."""


@pytest.mark.parametrize("name", COGS)
def test_a_match_by_taps_alone(
    browser: Any, demo_address: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    turns = play_one(browser, demo_address, name)
    with capsys.disabled():
        for line in turns.told():
            print(f"\n{name}: {line}", end="")
    if name == "predation":
        assert all(taps <= MOST_FOR_FIVE for actions, taps in turns.asked if actions <= FIVE_PIECES)
    else:
        assert all(taps <= MOST for actions, taps in turns.asked if actions == 1)
        assert all(taps <= MOST_AT_ONCE for actions, taps in turns.unasked if actions == 1)


@pytest.mark.gate
def test_a_move_by_taps_alone(browser: Any, demo_address: str) -> None:
    """The page opens, a challenge is accepted, a move is made, and the other sees whose turn it is."""
    ada, ben = phones(browser, demo_address)
    ada.slash("/pjawns challenge", opponent="Ben", side="white")
    ben.wait_for("challenges")
    ben.click("Accept")
    ada.go_to("#1")
    ada.wait_for_newest("White's turn")
    position = Pjawns.game.start()
    action = position.legal_actions()[0]
    assert tap(Phone(ada), Pjawns, position, action, begun=False) <= MOST
    ada.wait_for_newest(position.describe(action).removeprefix("white "), "Black's turn")
    for page in (ada, ben):
        wait(lambda page=page: page.is_to_move("Ben"), "the mark at Ben's face")  # type: ignore[misc]
        assert page.complaints == []
