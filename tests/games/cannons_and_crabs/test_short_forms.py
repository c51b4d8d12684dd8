"""Short forms such as ``Nc3``: a piece and where it goes, if one action alone fits that."""

from __future__ import annotations

import pytest

from engines import AmbiguousActionError
from tests.games.cannons_and_crabs.boards import GAME
from tests.games.matches import moments


@pytest.mark.parametrize("seed", range(4))
def test_a_short_form_that_one_action_fits_is_that_action(seed: int) -> None:
    for position, _, _, chance in moments(GAME, seed, 40):
        letters = {piece.at: piece.letter for piece in position.diagram().pieces}
        shorts = [
            (letters[one.path[0]] + one.path[1] + "".join(one.path[2:]), one)
            for one in position.legal_actions()
        ]
        for short, action in chance.sample(shorts, min(8, len(shorts))):
            if len([other for text, other in shorts if text == short]) == 1:
                assert position.parse(short) == action
            else:
                with pytest.raises(AmbiguousActionError):
                    position.parse(short)
