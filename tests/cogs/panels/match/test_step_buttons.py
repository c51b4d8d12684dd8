"""The buttons and menus for the next step of an action fill a panel up to the limit of Discord."""

from __future__ import annotations

import math

import pytest

from cogs.panels.moving.step_buttons import with_buttons
from tests.cases import case


@pytest.mark.parametrize("controls", [1, 2])
def test_a_panel_is_filled_up_to_the_limit_of_discord(controls: int) -> None:
    for found in (26, 28, 29, 30, 53, 54, 76, 99, 123):
        with case(found):

            def parts(buttons: int, found: int = found) -> int:
                menus = math.ceil((found - buttons) / 25)
                return 3 + buttons + controls + math.ceil((buttons + controls) / 5) + 2 * menus

            buttons = with_buttons(found, controls)
            assert parts(buttons) <= 40
            assert buttons == found or parts(buttons + 1) > 40
