"""The first ten minutes of README.md at the demo page, by the keyboard alone: no mouse, no finger."""

import re
from collections.abc import Callable
from functools import partial

import pytest

from tests.demo.browser import DemoPage, wait
from tests.demo.conftest import Opens

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

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
            "(e => e === document.body ? '' : e.innerText || e.id || e.className)(document.activeElement)"
        )
        return found.strip()

    def is_at_the_faces(self) -> bool:
        """Whether a face has the focus."""
        return bool(self.page.tab.evaluate("document.activeElement.matches('#people *')"))

    def command(self, text: str) -> None:
        """Type a command and send it, without waiting for anything."""
        self.type(text)
        self._keys.press("Enter", delay=FAST)
        self._keys.press("Enter", delay=FAST)

    def reach(self, label: str) -> None:
        """Go back from the box to the newest button with this label."""
        self.reach_one(lambda: self.has_focus() == label, label)

    def reach_one(self, is_it: Callable[[], bool], what: str = "a link") -> None:
        """Go back from the box until this holds of what has the focus."""
        self.type("x")
        self.press("Backspace")
        for _ in range(FAR):
            self.press("Shift+Tab")
            if is_it():
                return
        raise AssertionError(f"{what!r} is not reached by Tab")

    def push(self, label: str) -> None:
        """Press the newest button with this label."""
        button = self.page.view.get_by_role("button", name=label, exact=True)
        self.page.wait(lambda: button.count() > 0, f"a button {label!r}")
        self.page.settled()
        self.reach(label)
        self.press("Enter")
        self.page.settled()

    def become(self, person: str) -> None:
        """Leave the messages for the faces, and go through them to this one."""
        faces = self.page.tab.locator('[role="radio"][aria-checked="true"]')
        self.press("Escape")
        while not re.match(rf"{person}\b", before := faces.inner_text()):
            self.press("ArrowRight")
            wait(lambda before=before: faces.inner_text() != before, "another face")  # type: ignore[misc]
        self.page.wait_for_view()
        self.press("Tab")
        assert self.has_focus() == "channel-composer-input"

    def follow_the_link(self) -> None:
        """Go to the newest place that is named in the messages."""
        before = self.page.tab.title()
        self.reach_one(
            lambda: bool(self.page.view.evaluate("document.activeElement.matches('.thread-summary')"))
        )
        self.press("Enter")
        wait(lambda: self.page.tab.title() != before, "to be somewhere else")
        self.page.wait_for_view()

    def turn_on_following(self) -> None:
        """Have the page follow the turn."""
        self.press("Escape", "Shift+Tab", "Enter")
        switch = self.page.tab.locator("#follow")
        wait(lambda: switch.get_attribute("aria-pressed") == "true", "the turn to be followed")

    def whose_turn(self) -> str:
        """The person who is to move in this place, by the mark at their face."""
        marked = self.page.tab.locator(".person", has=self.page.tab.locator(".turn:not(.elsewhere)"))
        wait(lambda: marked.count() == 1, "one person to be marked")
        key: str = marked.get_attribute("data-person") or ""
        return {"ada": "Ada", "ben": "Ben"}[key]

    def see_the_turn_pass(self, before: str) -> None:
        """See that the page has become the other one, whose turn it is."""
        wait(lambda: self.whose_turn() != before, "the turn to pass")
        wait(lambda: self.page.is_person(self.whose_turn()), "the page to follow the turn")
        self.page.wait_for_view()

    def is_a_choice(self) -> bool:
        """Whether what has the focus is a menu, or a button that is a part of a move."""
        is_menu = self.page.view.evaluate("document.activeElement.getAttribute('role') === 'combobox'")
        return bool(is_menu) or re.fullmatch(r"[a-l]\d{1,2}", self.has_focus()) is not None

    def suggested(self) -> list[str]:
        """What the command box suggests."""
        return self.page.view.locator(".command-popup .command-suggestion-label").all_inner_texts()


@pytest.fixture
def typist(desk: Opens) -> Typist:
    return Typist(desk("Ada"))


def test_the_first_ten_minutes(typist: Typist) -> None:
    page = typist.page
    typist.command("/help")
    typist.push("Try a game")
    typist.push("Pjawns")
    page.wait_for_newest("Pjawns", "1 of 3")

    # Enter takes the command, the opponent and the side, and then sends: at no time does one have to wait.
    typist.type("/pjawns challenge")
    typist.press("Enter")
    typist.type("be")
    typist.press("Enter", "Enter")
    page.wait_for_newest("@Ada challenges @Ben")
    assert len(page.messages()) == 2, "nothing was sent twice, and nobody else was challenged"

    typist.become("Ben")
    typist.push("Accept")
    typist.follow_the_link()
    page.wait_for_newest("'s turn")
    typist.turn_on_following()

    mover = typist.whose_turn()
    typist.become(mover)
    typist.type("/pjawns move")
    typist.press("Enter")
    wait(lambda: typist.suggested() != [], "moves to choose from before a letter is typed")
    typist.press("Enter", "Enter")
    typist.see_the_turn_pass(mover)
    mover = typist.whose_turn()
    tap_a_move(typist)
    typist.see_the_turn_pass(mover)

    typist.push("⋯")
    typist.push("Resign")
    page.wait_for_newest("can't be undone")
    typist.push("Resign")
    page.wait_for("resigned")
    typist.push("Film")
    page.wait_for_newest("Record")


def test_no_key_is_lost_on_the_way_to_the_faces(typist: Typist) -> None:
    a_command_is_left_while_it_is_sent(typist)
    a_redraw_fetches_nobody_back(typist)


def a_command_is_left_while_it_is_sent(typist: Typist) -> None:
    """Its answer may be read before the page knows that the command was taken."""
    page = typist.page
    with page.holding(partial(typist.command, "/help"), "run_command") as held:
        typist.press("Escape")
        assert typist.is_at_the_faces()
        held[0].continue_()
        page.wait_until_sent()
    assert typist.is_at_the_faces(), "the box has not taken the focus back"
    typist.press("ArrowRight")
    wait(lambda: page.is_person("Ben"), "another face")


def a_redraw_fetches_nobody_back(typist: Typist) -> None:
    """A page that is busy finishes its drawing some time after it has looked where the focus is."""
    page = typist.page
    typist.become("Ada")
    page.view.evaluate("() => { held = []; requestAnimationFrame = frame => held.push(frame); }")
    typist.type("hello")
    typist.press("Enter")
    page.wait_for("hello")
    typist.press("Escape")
    page.view.evaluate("() => held.forEach(frame => frame(performance.now()))")
    assert typist.is_at_the_faces()


def tap_a_move(typist: Typist) -> None:
    """Make the first move that *Move* leads to, whether it offers menus or buttons."""
    page = typist.page
    typist.push("Move")
    page.wait_for_newest("your move")
    while not page.offers("Send"):
        before = page.newest()
        typist.reach_one(typist.is_a_choice, "a choice")
        typist.press("Enter")
        if page.newest() == before:  # a menu, which has opened
            typist.press("Enter")
        wait(lambda before=before: page.newest() != before, "the next step")  # type: ignore[misc]
        page.settled()
    typist.push("Send")
