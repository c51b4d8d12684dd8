"""Photographs the newcomer's path in README.md at the demo page, on a phone: `python -m tests.demo.pictures`.

It plays a whole match of Pjawns on both sides and writes docs/images/first-match. It needs Chromium, and
takes two or three minutes. Look at the pictures before you keep them.
"""

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from cogs.panels.moving.move_steps import walk
from cogs.pjawns import Pjawns
from engines import Action, Position
from tests.cogs.stories import story
from tests.demo.browser import CHROMIUM, DemoPage, chromium, wait
from tests.demo.conftest import ROOT, running
from tests.demo.test_story import window
from tests.demo.test_taps import tap

FOLDER = ROOT / "docs" / "images" / "first-match"
PHONE: dict[str, Any] = {
    "viewport": {"width": 400, "height": 1000},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1.5,
}
COLOURS = 128
LARGEST = 150_000
SHOWN_MOVE = 12
"""The action that is photographed while it is chosen: by then there is something on the board."""
FILMED = 3.0
"""Seconds into the film after which something has happened in it."""


def main() -> int:
    """Write all pictures; returns 1 where there is no browser to take them with."""
    if CHROMIUM is None:
        print("Chromium is not installed, so there are no pictures (Debian: apt install chromium).")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running("demo", Path(folder)) as address,
        chromium() as browser,
    ):
        you, friend = (window(browser, address, PHONE, who) for who in ("You", "Your friend"))
        _walk_the_path(you, friend)
    return 0


def _walk_the_path(you: DemoPage, friend: DemoPage) -> None:
    you.slash("/help")
    _take(you, "1-help")
    you.click("Which game should I try?")
    you.click("Pjawns")
    _take(you, "2-tour")
    you.slash("/pjawns challenge", opponent="Your friend", side="white")
    friend.wait_for("challenges")
    _take(friend, "3-challenge")
    friend.click("Accept")
    for page in (you, friend):
        page.go_to("#1")
        page.wait_for("'s turn")
    _play({"white": you, "black": friend})
    you.wait_for_newest("wins.")
    _take(you, "5-end")
    you.click("Film")
    you.wait_for_newest("Step through")
    you.tab.wait_for_timeout(FILMED * 1000)
    _take(you, "6-film")


def _play(players: dict[str, DemoPage]) -> None:
    """A whole match by taps; one move is photographed while it is chosen."""
    position = Pjawns.game.start({}, first="white")
    for number, text in enumerate(story("pjawns-rank-8").actions):
        side, action = position.to_act, position.parse(text)
        assert side is not None
        page = players[side]
        page.wait_for_newest(f"{side.capitalize()}'s turn")
        if number == SHOWN_MOVE:
            _show(page, position, action)
        else:
            tap(page, Pjawns, position, action, has_panel=False)
        position = position.play(action)


def _show(page: DemoPage, position: Position, action: Action) -> None:
    """Choose an action by taps, and take the picture before it is sent."""
    page.click("Move")
    page.wait_for_newest("your move")
    taken: tuple[int, ...] = ()
    while (steps := walk(position, Pjawns.words, taken)).action is None:
        part = action.path[len(steps.prefix)]
        page.take(steps.label(part))
        taken = (*taken, steps.parts.index(part))
    page.wait_for_newest("Send")
    _take(page, "4-move")
    page.click("Send")


def _take(page: DemoPage, name: str) -> None:
    """Photograph the newest card, in few enough colours to be small."""
    card = page.view.locator(".component-container").last
    pictures = card.locator("img").all()
    wait(
        lambda: all(picture.evaluate("e => e.complete && e.naturalWidth > 0") for picture in pictures),
        "the card's pictures to be there",
    )
    page.wait_for_bottom()
    with Image.open(io.BytesIO(card.screenshot())) as taken:
        few = taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    path = FOLDER / f"{name}.png"
    few.save(path, optimize=True)
    size = path.stat().st_size
    assert size < LARGEST, f"{path.name} has {size} bytes"
    print(f"{path.relative_to(ROOT)}: {few.width}x{few.height}, {size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main())
