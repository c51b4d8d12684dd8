"""Photographs the newcomer's path in README.md at the demo page, on a phone: `python -m tests.demo.pictures`.

It films one turn of the evening's match of Cannons and Crabs, wins a match of Pjawns against the computer,
and writes docs/images/turn.gif, docs/images/board.png and docs/images/first-match. It needs Chromium, and
takes some minutes. With ``turn`` it makes the first two alone. Look at the pictures before you keep them.
"""

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from tests.cogs.web_board.tab import board_of
from tests.demo.alone import beat_the_computer, look_back, tour_of
from tests.demo.browser import DemoPage, chromium, wait, window
from tests.demo.conftest import ROOT, running
from tests.needs import CHROMIUM

FOLDER = ROOT / "docs" / "images" / "first-match"
FILM = ROOT / "docs" / "images" / "turn.gif"
PHONE: dict[str, Any] = {
    "viewport": {"width": 400, "height": 1300},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1.5,
}
BOARD = ROOT / "docs" / "images" / "board.png"
BOARD_SIZE: Any = {"width": 400, "height": 700}
CHOSEN = 5
"""The piece, among those that can move, that is chosen on it."""
COLOURS = 128
LARGEST = 150_000
SLIPS = (10, 13, 16)
"""The turns in which something else is played than the computer says, for the review to tell of."""
FILMED = 4.0
"""Seconds into a film after which something has happened in it."""
HOLD = 2200
"""Milliseconds for which each picture of the film of a turn stands."""
BEHIND = (0x31, 0x33, 0x38)
"""The colour around a card: the page's."""


def main() -> int:
    """Write all pictures; returns 1 where there is no browser to take them with."""
    if CHROMIUM.find() is None:
        print(f"There are no pictures without {CHROMIUM}.")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        with (
            tempfile.TemporaryDirectory() as folder,
            running("demo", Path(folder), DEMO_EMPTY="", PIECE_EMOJIS="") as address,
        ):
            _film_a_turn(window(browser, address, PHONE, "Ada"))
            _take_the_board(window(browser, address, PHONE, "Ada"))
        if sys.argv[1:] == ["turn"]:
            return 0
        with tempfile.TemporaryDirectory() as folder, running("demo", Path(folder)) as address:
            _walk_the_path(window(browser, address, PHONE, "Ada"))
    return 0


def _take_the_board(page: DemoPage) -> None:
    """Photograph the board in a browser, a piece chosen on it."""
    page.go_to("Prawns")
    page.open_as(page.whose_turn(), "Prawns")
    tab = board_of(page, "Move")
    tab.set_viewport_size(BOARD_SIZE)
    tab.locator(".cells .lively").nth(CHOSEN).tap()
    tab.wait_for_timeout(1000)
    with Image.open(io.BytesIO(tab.screenshot())) as taken:
        taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(BOARD, optimize=True)
    print(f"{BOARD.relative_to(ROOT)}: {BOARD.stat().st_size // 1000} kB")


def _film_a_turn(page: DemoPage) -> None:
    """Film a turn from one card to the next: a piece, its destination, *Send*."""
    page.tab.get_by_role("button", name="Got it").tap()
    page.go_to("Cannons")
    mover = page.whose_turn()
    page.open_as(mover, "Cannons")
    shown = [_card(page)]
    page.click("Move")
    wait(page.is_panel_open, "the panel for moving", page.newest)
    while not page.offers("Send"):
        shown.append(_card(page))
        before = page.newest()
        # Not by its name: a picture of the piece is part of that.
        page.view.locator(".channel-message").last.locator("button.component-button").first.tap()
        wait(lambda before=before: page.newest() != before, "the next choice", page.newest)  # type: ignore[misc]
    shown.append(_card(page))
    page.click("Send")
    wait(lambda: not page.is_panel_open() and page.whose_turn() != mover, "the next card", page.newest)
    shown.append(_card(page))
    _keep_film(shown)


def _keep_film(shown: list[Image.Image]) -> None:
    """Write pictures of cards, one below another's place, as a film that goes round."""
    size = max(one.width for one in shown), max(one.height for one in shown)
    frames = []
    for one in shown:
        frame = Image.new("RGB", size, BEHIND)
        frame.paste(one, (0, 0))
        frames.append(frame.quantize(COLOURS, dither=Image.Dither.NONE))
    frames[0].save(
        FILM, save_all=True, append_images=frames[1:], duration=HOLD, loop=0, optimize=True, disposal=1
    )
    length = FILM.stat().st_size
    assert length < LARGEST * 2, f"{FILM.name} has {length} bytes"
    print(f"{FILM.relative_to(ROOT)}: {size[0]}x{size[1]}, {len(frames)} pictures, {length // 1000} kB")


def _walk_the_path(ada: DemoPage) -> None:
    ada.tab.get_by_role("button", name="Got it").tap()
    tour_of(ada, "Pjawns", _take)
    beat_the_computer(ada, "#1", _take, slips=SLIPS)
    look_back(ada, _take)


def _take(page: DemoPage, name: str) -> None:
    """Keep a photograph of the newest card, in few enough colours to be small."""
    few = _card(page, FILMED if name in ("6-review", "7-turn") else 0).quantize(
        COLOURS, dither=Image.Dither.NONE
    )
    path = FOLDER / f"{name}.png"
    few.save(path, optimize=True)
    size = path.stat().st_size
    assert size < LARGEST, f"{path.name} has {size} bytes"
    print(f"{path.relative_to(ROOT)}: {few.width}x{few.height}, {size // 1000} kB")


def _card(page: DemoPage, after: float = 0) -> Image.Image:
    """A photograph of the newest card, so many seconds after all of it is there."""
    card = page.view.locator(".component-container").last
    pictures = card.locator("img").all()
    wait(
        lambda: all(picture.evaluate("e => e.complete && e.naturalWidth > 0") for picture in pictures),
        "the card's pictures to be there",
    )
    page.wait_for_bottom()
    page.tab.wait_for_timeout(after * 1000)
    with Image.open(io.BytesIO(card.screenshot())) as taken:
        return taken.convert("RGB")


if __name__ == "__main__":
    sys.exit(main())
