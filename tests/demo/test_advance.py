"""A move in advance on a phone: tried on the private board, said, and played with the other's move."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from cogs.panels.moving.move_steps import walk
from cogs.panels.moving.step_buttons import MENU_SIZE
from cogs.prudh import Prudh
from cogs.text.en.phrases import sentence
from engines import Position
from tests.demo.browser import DemoPage
from tests.demo.conftest import Opens
from tests.demo.taps import Phone, begin, take_way, tap

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800)]


def photograph(page: DemoPage, name: str) -> None:
    """Keep a picture of the phone, if the variable ``PHOTOGRAPHS`` names a folder for it."""
    if folder := os.environ.get("PHOTOGRAPHS"):
        page.wait_for_bottom()
        page.tab.screenshot(path=str(Path(folder) / f"{name}.png"))


def try_line(page: DemoPage, position: Position, actions: Sequence[str]) -> None:
    """Try actions one after the other on the private board."""
    for text in actions:
        action, steps = position.parse(text), walk(position, Prudh.words)
        while steps.action is None:
            ways = steps.ways(MENU_SIZE)
            way = next(way for way in ways if action.path[: len(way.after.prefix)] == way.after.prefix)
            steps = take_way(page, way, action).steps
        position = position.play(action)
        page.wait_for_newest("analysis board", f"{sentence(position.to_act or '')} to move")


def test_a_move_in_advance_by_taps_alone(phone: Opens) -> None:
    ada, ben = phone("Ada"), phone("Ben")
    position = begin(ada, ben, Prudh)
    ben.click("⋯")
    ben.click("Analysis board")
    ben.wait_for_newest("analysis board")
    try_line(ben, position, ["d4-e3", "f5-e6"])
    photograph(ben, "board")
    ben.check_width()
    ben.click("Save: if d4-e3, f5-e6")
    ben.wait_for_newest("Saved.", "d4-e3 → f5-e6")
    ben.check_width()
    photograph(ben, "list")
    tap(Phone(ada), Prudh, position, position.parse("d4-e3"), begun=False)
    for page in (ada, ben):
        page.wait_for_newest("(planned)", "Dark's turn")
        page.check_width()
    photograph(ada, "card")
