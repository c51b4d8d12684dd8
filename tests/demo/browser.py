"""A person at the demo page, for browser tests: what one does and sees there, in the page's own words."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Self

from playwright.sync_api import Error, Frame, Locator, Page, Request, Route, TimeoutError, sync_playwright

from tests.needs import CHROMIUM

OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
]
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
TURN = re.compile(r"turn(?: continues)?:\s*@(Ben|Ada)\b")
"""The player to move, as a card says it."""
PATIENCE = 90.0
ATTEMPTS = 4
LOOKS_AT_REST = 40
"""As often a view is found at rest, with no action to tell of, before a press counts as dropped."""
AT_REST = """(told => Boolean(told?.ready) && told.awaitingRevision === null
    && !("held" in document.documentElement.dataset))(window.simcordPreview)"""
REACH = """Math.max(
    document.documentElement.scrollWidth,
    ...[...document.querySelectorAll("button, input, textarea, img")]
        .filter(part => part.checkVisibility())
        .map(part => part.getBoundingClientRect().right)
)"""
"""How far to the right a page goes. What is beyond the edge counts even where it does not scroll to it."""


class DemoPage:
    """One tab of the demo. Everything waits until it is possible, and fails with what was seen instead."""

    def __init__(self, tab: Page, address: str, *, touch: bool = False) -> None:
        self.tab = tab
        self.address = address
        # On a screen that is touched, everything is done by taps.
        self._press = Locator.tap if touch else Locator.click
        self.complaints: list[str] = []
        tab.set_default_timeout(PATIENCE * 1000)
        tab.on("pageerror", lambda error: self.complaints.append(str(error)))
        tab.on("console", self._console)

    def _console(self, message: Any) -> None:
        # A view that is left asks to be closed while its server may be busy: the browser may report it.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)

    def open(self) -> Self:
        """Open the start page."""
        self.tab.goto(self.address)
        self.wait_for_view()
        return self

    # --- where one is ----------------------------------------------------------------------------

    def open_as(self, person: str, place: str | None = None) -> Self:
        """Become this person, and go to a place by its title in the sidebar (or a part of it)."""
        if not self.tab.url.startswith(self.address):
            self.open()
        if not self.is_person(person):
            self._press(self._face(person))
            wait(lambda: self.is_person(person), f"to be {person}")
        if place is not None:
            self.go_to(place)
        self.wait_for_view()
        return self

    def _face(self, person: str) -> Locator:
        """The button of a person in the switch at the top."""
        return self.tab.get_by_role("radio", name=re.compile(rf"^{re.escape(person)}\b"))

    def is_person(self, person: str) -> bool:
        """Whether one is this person."""
        return self._face(person).get_attribute("aria-checked") == "true"

    def is_waited_for(self, person: str) -> bool:
        """Whether the switch at the top marks unread messages for this person."""
        return self._face(person).locator(".dot").count() > 0

    def is_to_move(self, person: str) -> bool:
        """Whether the switch at the top says that it is this person's turn, here or elsewhere."""
        return self._face(person).locator(".turn").count() > 0

    def go_to(self, place: str) -> None:
        """Go to a place in the sidebar: a channel, a thread, or "Tidepool" for the direct messages."""
        entry = self._entry(place)
        wait(lambda: entry.count() == 1, f"{place!r} in the sidebar", lambda: str(self.places()))
        if entry.get_attribute("aria-current") != "page":
            if not entry.is_visible():
                self._press(self.tab.get_by_role("button", name="Channels"))
            self._press(entry)
            wait(lambda: entry.get_attribute("aria-current") == "page", f"to be at {place!r}")
        self.wait_for_view()

    def places(self) -> list[str]:
        """What the sidebar lists."""
        return [text.strip() for text in self.tab.locator(".place .name").all_text_contents()]

    def browse_threads(self) -> None:
        """Unfold the threads of others, once there are any."""
        fold = self.tab.locator('[data-fold="others"]')
        wait(lambda: fold.count() == 1, "threads of others", lambda: str(self.places()))
        if fold.get_attribute("aria-expanded") == "true":
            return
        if not fold.is_visible():
            self._press(self.tab.get_by_role("button", name="Channels"))
        self._press(fold)
        wait(lambda: fold.get_attribute("aria-expanded") == "true", "the threads to be listed")
        self.tab.keyboard.press("Escape")
        if self.tab.get_by_role("button", name="Channels").is_visible():
            wait(lambda: not fold.is_visible(), "the sidebar to be out of the way")

    def _entry(self, place: str) -> Locator:
        return self.tab.locator(".place", has_text=place).last

    def has_unread(self, place: str) -> bool:
        """Whether the sidebar marks a place."""
        return "unread" in (self._entry(place).get_attribute("class") or "").split()

    @property
    def view(self) -> Frame:
        frame = self.tab.frame(name="view")
        assert frame is not None, "there is no view on the page"
        return frame

    def wait_for_view(self) -> None:
        """Wait until the messages of the place are there, and at rest."""
        wait(lambda: self.tab.locator("iframe").count() == 1, "one view on the page")
        wait(lambda: self.tab.locator("iframe.loading").count() == 0, "the view to be drawn")
        self.settled()

    def settled(self) -> None:
        """Wait until nothing is on its way."""
        wait(self._is_ready, "the view to be at rest", self._unrest)

    def _is_ready(self) -> bool:
        # The page's policy forbids evaluated code, and Playwright's own way of waiting with it.
        # What it asks for goes nowhere while it waits for what it was just told of.
        # Asked first, since Playwright hears of another frame only while it is asked something.
        if self.tab.locator("iframe").count() == 0 or self.tab.frame(name="view") is None:
            return False
        try:
            return bool(self.view.evaluate(AT_REST))
        except Error as error:
            if "detached" not in str(error):
                raise
            return False  # the page goes to another place, as it follows the turn

    def _unrest(self) -> str:
        """What the view says about itself: what it draws, loads and waits for."""
        return self.view.evaluate("JSON.stringify(window.simcordPreview ?? null, null, 1)")

    # --- what one reads --------------------------------------------------------------------------

    def wait_for_place(self, place: str) -> None:
        """Wait until the sidebar lists a place."""
        wait(lambda: place in self.places(), f"{place!r} in the sidebar", lambda: str(self.places()))

    def messages(self) -> list[str]:
        """The texts of all messages shown, oldest first."""
        return self.view.locator(".channel-message").all_inner_texts()

    def newest(self) -> str:
        """The text of the newest message."""
        return self._newest.inner_text() if self._newest.count() else ""

    def told(self) -> str:
        """All messages shown, and what became of the last action: for whoever waits in vain."""
        return "\n---\n".join([*self.messages(), str(self._last_action()), self._unrest()])

    def wait(self, holds: Callable[[], Any], what: str) -> None:
        """Wait until something holds of the messages; fail with all of them."""
        wait(holds, what, lambda: "\n---\n".join(self.messages()))

    def whose_turn(self) -> str:
        """The person named in the newest board's "Green's turn: @Ada"."""
        found: list[str] = TURN.findall("\n".join(self.messages()))
        assert found, self.messages()
        return found[-1]

    @property
    def _newest(self) -> Locator:
        return self.view.locator(".channel-message").last

    def wait_for_newest(self, *texts: str) -> None:
        """Wait until the newest message says all of this."""
        self.wait(lambda: all(text in self.newest() for text in texts), f"the newest message to say {texts}")

    def check_width(self) -> None:
        """Nothing that one can press is beyond the edge of the screen."""
        reach = max(round(where.evaluate(REACH)) for where in (self.tab, self.view))
        assert reach <= self._screen["width"], f"it goes to {reach}:\n{self.newest()}"

    def check_size(self) -> None:
        """The newest message is within the screen, too."""
        self.check_width()
        box = self._newest.bounding_box()
        assert box is not None
        assert box["height"] <= self._screen["height"], self.newest()

    @property
    def _screen(self) -> Any:
        return self.tab.viewport_size

    def wait_for(self, text: str) -> Locator:
        """The newest message with this text, once it is there."""
        found = self.view.locator(".channel-message", has_text=text)
        self.wait(lambda: found.count() > 0, f"a message with {text!r}")
        return found.last

    def now(self) -> str:
        """The simulated time, as in 2026-01-31T12:00."""
        return (self.tab.locator("#now").get_attribute("datetime") or "")[:16]

    def wait_for_bottom(self) -> None:
        """Wait until the newest message is in sight."""
        timeline = self.view.locator("#channel-timeline")
        rest = "e => e.scrollHeight - e.scrollTop - e.clientHeight"
        wait(
            lambda: timeline.evaluate(rest) < 2,
            "the newest message to be in sight",
            lambda: str(timeline.evaluate(rest)),
        )

    # --- what one does ---------------------------------------------------------------------------

    def slash(self, command: str, **options: str) -> None:
        """Type a command ("/prawns challenge") with its options.

        For each the suggestion is taken that is called so, else the first.
        """
        self.begin(command)
        for name, value in options.items():
            self._fill(name, value)
        self.send()

    def begin(self, command: str) -> None:
        """Type a command and choose it, so that its options can be filled in."""
        entry = self.view.locator(".command-entry").filter(
            has=self.view.locator("strong", has_text=re.compile(rf"^{re.escape(command)}$"))
        )
        box = self.view.locator("#channel-composer-input")

        def offered() -> bool:
            # A view empties its box when the bot has been restarted, perhaps while one types.
            if box.input_value() != command:
                box.fill("")
                box.press_sequentially(command)
            return entry.count() == 1

        for _ in range(ATTEMPTS):
            wait(offered, f"{command!r} among the commands", self._command_row)
            try:
                self._press(entry, timeout=5_000)
                return
            except TimeoutError:
                continue  # the list was drawn anew under the finger, or the box was emptied
        raise AssertionError(f"{command!r} could not be chosen.\nThere was:\n{self._command_row()}")

    def fill(self, name: str, value: str) -> None:
        """Type an option, without taking any suggestion."""
        self.type_option(name, value)
        self.settled()

    def type_option(self, name: str, value: str) -> None:
        """Type an option, without waiting for anything."""
        self._field(name).fill(value)

    def send(self) -> None:
        """Send the command that was typed; once more if the press was dropped, as in `_act`."""
        for _ in range(ATTEMPTS):
            before = self._last_action()
            self.press_send()
            if self._was_taken(before, "the command"):
                break
        self.wait_until_sent()

    def press_send(self) -> None:
        """Press Send, without waiting for anything."""
        self._press(self.view.locator("#send-message"))

    def wait_until_sent(self) -> None:
        """Wait until the command that was typed is gone from the box."""
        wait(
            lambda: self.view.locator(".command-row").count() == 0,
            "the command to be sent",
            self._command_row,
        )
        self.settled()

    @property
    def notice(self) -> Locator:
        """What the page itself says when something did not work."""
        return self.view.locator(".trouble")

    def _fill(self, name: str, value: str) -> None:
        field = self._field(name)
        field.fill(value)
        if field.get_attribute("role") != "combobox":
            return
        offered = self.view.locator(".command-popup .command-suggestion")
        wait(lambda: offered.count() > 0, f"a suggestion for {name}={value!r}", self._command_row)
        # At first those are offered that fit nothing yet: the one that is called so must be among them.
        named = offered.filter(has_text=value)
        self._press((named if named.count() else offered).first)

    def _field(self, name: str) -> Locator:
        """The field of an option, brought up if it is an optional one."""
        field = self.view.locator(f'.command-option-input[data-option="{name}"]')
        if field.count() == 0:
            self._press(self.view.locator(".command-ghost"))
            self._press(self.view.locator(f'.command-popup [role="option"][data-value="{name}"]'))
        self._press(field)
        return field

    def _command_row(self) -> str:
        return self.view.locator("#channel-composer").inner_text()

    def say(self, text: str) -> None:
        box = self.view.locator("#channel-composer-input")
        box.fill(text)
        box.press("Enter")
        self.wait_for(text)

    def click(self, label: str, *, within: str | None = None) -> None:
        """Click the newest button with this label, in the newest message with this text if one is given."""
        where = self.view.locator(".channel-message") if within is None else self.wait_for(within)
        button = where.get_by_role("button", name=label, exact=True)
        self.wait(lambda: button.count() > 0, f"a button {label!r}")
        self._act(lambda: self._press(button.last), f"a click on {label!r}")

    def resign(self, card: str | None = None) -> None:
        """Give up the match of the newest card, or of the one with this text, and be asked about it."""
        self.click("⋯", within=card)
        self.click("Resign")
        self.click("Resign", within="can't be undone")

    @contextmanager
    def holding(self, send: Callable[[], None], kind: str, **said: str) -> Iterator[list[Route]]:
        """While the action of this kind that the page sends is held back: those that have come so far."""
        held: list[Route] = []

        def is_meant(request: Request) -> bool:
            # What else the page asks for at some time or other goes on.
            sent = request.post_data_json if request.url.endswith("/api/action") else {}
            return {"kind": kind, **said}.items() <= (sent or {}).items()

        def hold(route: Route) -> None:
            (held.append if is_meant(route.request) else Route.continue_)(route)

        self.tab.route("**/api/action", hold)
        with self.tab.expect_request(is_meant, timeout=PATIENCE * 1000):
            send()
        yield held
        self.tab.unroute("**/api/action")

    def offers(self, label: str) -> bool:
        """Whether the newest message has a button with this label."""
        return self._newest.get_by_role("button", name=label, exact=True).count() > 0

    def has_menu(self) -> bool:
        """Whether the newest message has a menu."""
        return self._newest.get_by_role("combobox").count() > 0

    def has_entry(self, label: str) -> bool:
        """Whether a menu of the newest message has an entry with exactly this label."""
        named = self.view.get_by_text(label, exact=True)
        return self._newest.locator(".select-option").filter(has=named).count() > 0

    def is_panel_open(self) -> bool:
        """Whether the newest message is one that only its reader sees."""
        return self._newest.locator(".message-ephemeral-note").count() > 0

    def buttons(self) -> list[str]:
        """The labels of the buttons of the newest message."""
        return [button.inner_text() for button in self._newest.get_by_role("button").all()]

    def open_buttons(self) -> list[str]:
        """The labels of its own buttons in the newest message that can be pressed, but for nameless ones.

        Discord's, such as Apps, are at every message.
        """
        found = self._newest.get_by_role("button", disabled=False).all()
        own = [one for one in found if not one.evaluate("e => e.matches('.message-action-button')")]
        return [label for button in own if (label := button.inner_text())]

    def take(self, label: str) -> None:
        """Choose what is called so from the newest message: by a button, else from one of its menus."""
        if self.offers(label):
            self.click(label)
            return
        option = self.view.get_by_role("option", name=label, exact=True)

        def taken() -> bool:
            for menu in self._newest.get_by_role("combobox").all():
                self._press(menu)
                self.settled()
                if option.count():
                    self._act(lambda: self._press(option.first), f"choosing {label!r}")
                    return True
                if menu.get_attribute("aria-expanded") == "true":
                    self._press(menu)
                    self.settled()
            return False

        self.wait(taken, f"{label!r} in a menu")

    def _act(self, press: Callable[[], None], what: str) -> None:
        """Press, and see that it was taken. As a person does, press again if the message has just changed."""
        for _ in range(ATTEMPTS):
            self.settled()
            before = self._last_action()
            press()
            if self._was_taken(before, what) and not self._last_action()["rejected"]:
                self.settled()
                return
        raise AssertionError(f"{what} was not taken: {self._last_action()}")

    def _was_taken(self, before: dict[str, Any], what: str) -> bool:
        """Whether a press was taken: a view that draws something new drops it, and says nothing."""
        at_rest = 0

        def is_told_or_dropped() -> bool:
            nonlocal at_rest
            if self._is_after(before):
                return True
            at_rest = at_rest + 1 if self._is_ready() else 0
            return at_rest == LOOKS_AT_REST

        wait(is_told_or_dropped, f"{what} to be taken", self.told)
        return self._is_after(before)

    def _is_after(self, before: dict[str, Any]) -> bool:
        # What became of the action before, a computer's answer say, may be told only now.
        return self._last_action()["requestId"] not in (None, before["requestId"])

    def _last_action(self) -> dict[str, Any]:
        told = self.view.evaluate("window.simcordPreview.lastAction") or {}
        return {key: told.get(key) for key in ("requestId", "rejected", "settlement", "diagnostics")}

    def _menu(self, text: str) -> Locator:
        """The newest menu that shows this text (its placeholder, or what is chosen), once it is there."""
        box = self.view.locator(".channel-message [role=combobox], .channel-message [aria-haspopup=listbox]")
        found = box.filter(has_text=text)
        self.wait(lambda: found.count() > 0, f"a menu {text!r}")
        return found.last

    def choose(self, menu: str, label: str) -> None:
        """Choose an option of the newest menu that shows this text (its placeholder, or what is chosen)."""
        self._press(self._menu(menu))
        option = self.view.get_by_role("option", name=re.compile(rf"^{re.escape(label)}\b")).last
        wait(option.is_visible, f"an option {label!r}")
        self._act(lambda: self._press(option), f"choosing {label!r}")

    def pick(self, menu: str, label: str) -> None:
        """Choose a channel or a role in the newest menu with this text: it asks for them when opened."""
        found = self._menu(menu)
        option = self.view.get_by_role("option", name=re.compile(rf"^{re.escape(label)}\b"))
        before = self._last_action()
        self._press(found)
        wait(lambda: self._is_after(before), f"the entries of {menu!r}")
        self.settled()
        wait(lambda: option.count() == 1, f"an option {label!r}")
        self._act(lambda: self._press(option), f"choosing {label!r}")

    # --- forms -----------------------------------------------------------------------------------

    @property
    def form(self) -> Locator:
        """The form that is open."""
        return self.view.locator(".modal-dialog")

    def open_form(self, label: str) -> None:
        """Press a button that opens a form."""
        self.click(label)
        self.wait(self.form.is_visible, f"a form after {label!r}")

    def write(self, label: str, text: str) -> None:
        """Send a form of one text."""
        self.open_form(label)
        self.form.get_by_role("textbox").fill(text)
        self.leave_form("Submit")

    def leave_form(self, label: str) -> None:
        """Press "Submit" or "Cancel", and see the form go."""
        self._press(self.form.get_by_role("button", name=label))
        wait(lambda: self.form.count() == 0, "the form to go")
        self.settled()

    def restart_bot(self, *others: "DemoPage") -> None:
        """Press "Restart the bot" and wait until this page and the others have noticed."""
        before = [(page, page.bot_generation()) for page in (self, *others)]
        self._press_and_wait("Restart the bot")
        for page, generation in before:
            page.wait_for_generation(generation + 1)

    def wait_for_generation(self, generation: int) -> None:
        """Wait until the view knows that the bot has been restarted."""
        wait(lambda: self.bot_generation() >= generation, "the restart to be noticed")
        self.settled()

    def bot_generation(self) -> int:
        return int(self.view.evaluate("window.simcordPreview.botGeneration"))

    def skip_a_day(self) -> None:
        """Press "+1 day" and wait until the day has gone by."""
        self._press_and_wait("+1 day", patience=180.0)

    def _press_and_wait(self, label: str, patience: float = PATIENCE) -> None:
        # On a phone the press itself puts the sidebar away, with the button in it.
        button = self.tab.get_by_role("button", name=label, include_hidden=True)
        if not button.is_visible():
            self._press(self.tab.get_by_role("button", name="Channels"))
        with self.tab.expect_response(lambda reply: reply.request.method == "POST", timeout=patience * 1000):
            self._press(button)
        wait(button.is_enabled, f"{label!r} to be done", seconds=patience)
        self.wait_for_view()


def wait(
    holds: Callable[[], Any], what: str, otherwise: Callable[[], str] | None = None, seconds: float = PATIENCE
) -> None:
    """Wait until something holds; fail with its name and what was there instead."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            seen = f"\nThere was:\n{otherwise()}" if otherwise else ""
            raise AssertionError(f"Waited {seconds:g} s for {what}.{seen}")
        time.sleep(0.05)


def window(browser: Any, address: str, screen: dict[str, Any], person: str) -> DemoPage:
    """A window of this person's, with a screen such as ``PHONE``."""
    tab = browser.new_context(**screen).new_page()
    return DemoPage(tab, address, touch="has_touch" in screen).open().open_as(person)


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser with nothing in it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM.find(), args=OPTIONS)
        try:
            yield browser
        finally:
            browser.close()
