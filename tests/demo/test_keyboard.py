"""The first ten minutes of README.md at the demo page, by the keyboard alone: no mouse, no finger."""

import re
from typing import Any

import pytest

from tests.cogs.stories import story
from tests.demo.browser import DemoPage, wait
from tests.demo.test_story import DESKTOP, window

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.timeout(300)]

FAST = 60
"""Milliseconds between two keys of somebody who types fast."""
FAR = 60
"""Presses of Shift+Tab after which a button cannot be reached."""


class Typist:
    """Somebody at the keyboard of a page."""

    def __init__(self, page: DemoPage) -> None:
        self.page = page
        self._keys = page.tab.keyboard

    def press(self, *keys: str) -> None:
        for key in keys:
            self._keys.press(key)

    def type(self, text: str) -> None:
        self._keys.type(text, delay=FAST)

    def has_focus(self) -> str:
        """What has the focus in the messages and the box."""
        found: str = self.page.view.evaluate(
            "document.activeElement === document.body ? '' : "
            "document.activeElement.innerText || document.activeElement.id || document.activeElement.className"
        )
        return found.strip()

    def command(self, text: str) -> None:
        """Type a command and send it, without waiting for anything."""
        self.type(text)
        self._keys.press("Enter", delay=FAST)
        self._keys.press("Enter", delay=FAST)

    def reach(self, label: str) -> None:
        """Go back from the box to the newest button with this label."""
        self.type("x")
        self.press("Backspace")
        for _ in range(FAR):
            self.press("Shift+Tab")
            if self.has_focus() == label:
                return
        raise AssertionError(f"{label!r} is not reached by Tab")

    def push(self, label: str) -> None:
        """Press the newest button with this label."""
        wait(
            lambda: self.page.view.get_by_role("button", name=label, exact=True).count() > 0,
            f"a button {label!r}",
            lambda: "\n---\n".join(self.page.messages()),
        )
        self.page.settled()
        self.reach(label)
        self.press("Enter")
        self.page.settled()

    def become(self, person: str) -> None:
        """Leave the messages for the faces, and go through them to this one."""
        self.press("Escape")
        faces = self.page.tab.locator('[role="radio"][aria-checked="true"]')
        for _ in range(4):
            if re.match(rf"{person}\b", faces.inner_text()):
                break
            before = faces.inner_text()
            self.press("ArrowRight")
            wait(lambda before=before: faces.inner_text() != before, "another face")  # type: ignore[misc]
        self.page.settled()
        self.press("Tab")
        assert self.has_focus() == "channel-composer-input"

    def go_to(self, place: str) -> None:
        """Follow the newest link to a place."""
        self.reach(place)
        self.press("Enter")
        wait(lambda: place.lstrip("#") in self.page.tab.title(), f"to be at {place!r}")
        self.page.settled()


@pytest.fixture
def typist(browser: Any, demo_address: str) -> Typist:
    return Typist(window(browser, demo_address, DESKTOP, "You"))


def test_the_first_ten_minutes(typist: Typist) -> None:
    page = typist.page
    typist.command("/help")
    typist.push("Which game should I try?")
    typist.push("Pjawns")
    page.wait_for_newest("Pjawns", "1 of 3")

    # Enter takes the command, the friend and the side, and then sends: at no time does one have to wait.
    typist.type("/pjawns challenge")
    typist.press("Enter")
    typist.type("fri")
    typist.press("Enter", "Enter")
    page.wait_for_newest("@You challenges @Your friend")
    assert len(page.messages()) == 2, "nothing was sent twice, and nobody else was challenged"
