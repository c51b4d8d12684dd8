"""Matches at the demo page, on two phones, from the challenge to their end, by taps alone."""

import pytest

from cogs.pjawns import Pjawns
from cogs.text.en import challenge as challenge_texts
from tests.cogs.turn_taps import FIVE_PIECES, MOST, MOST_AT_ONCE, MOST_FOR_FIVE
from tests.demo.browser import wait
from tests.demo.conftest import Opens
from tests.demo.taps import COGS, Phone, play_one, seat_of, tap

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800)]


@pytest.mark.parametrize("name", COGS)
def test_a_match_by_taps_alone(phone: Opens, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    turns = play_one(phone("Ada"), phone("Ben"), name)
    with capsys.disabled():
        for line in turns.told():
            print(f"\n{name}: {line}", end="")
    if name == "predation":
        whole = [one for one in turns.asked if one.actions <= FIVE_PIECES]
        assert all(one.taken - one.menus <= MOST_FOR_FIVE for one in whole), whole
    else:
        # Where its pieces don't fit on a phone, its moves are in a menu, which is opened first.
        menus = name == "cannons"
        assert all(one.taken <= MOST + menus for one in turns.asked if one.actions == 1), turns.asked
        assert all(one.taken <= MOST_AT_ONCE + menus for one in turns.unasked if one.actions == 1)


@pytest.mark.gate
def test_a_move_by_taps_alone(phone: Opens) -> None:
    """The page opens, a challenge is accepted, a move is made, and the other sees whose turn it is."""
    ada, ben = phone("Ada"), phone("Ben")
    ada.slash("/play", game="Pjawns", opponent="Ben")
    seat_of(ada, challenge_texts.seat(Pjawns.game, "white", None))
    ben.wait_for("challenges")
    ben.click("Accept")
    ada.go_to("#1")
    ada.wait_for_newest("White's turn")
    position = Pjawns.game.start()
    action = position.legal_actions()[0]
    assert tap(Phone(ada), Pjawns, position, action, begun=False).taps <= MOST
    ada.wait_for_newest(position.describe(action).removeprefix("white "), "Black's turn")
    for page in (ada, ben):
        wait(lambda page=page: page.is_to_move("Ben"), "the mark at Ben's face")  # type: ignore[misc]
