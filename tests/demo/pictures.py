"""Photographs the newcomer's path in README.md at the demo page, on a phone: `python -m tests.demo.pictures`.

It wins a match of Pjawns against the computer and writes docs/images/first-match. It needs Chromium, and
takes some minutes. Look at the pictures before you keep them.
"""

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from tests.demo.alone import beat_the_computer, look_back, tour_of
from tests.demo.browser import DemoPage, chromium, wait, window
from tests.demo.conftest import ROOT, running
from tests.needs import CHROMIUM

FOLDER = ROOT / "docs" / "images" / "first-match"
PHONE: dict[str, Any] = {
    "viewport": {"width": 400, "height": 1300},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1.5,
}
COLOURS = 128
LARGEST = 150_000
SLIPS = (10, 13, 16)
"""The turns in which something else is played than the computer says, for the review to tell of."""
FILMED = 4.0
"""Seconds into a film after which something has happened in it."""


def main() -> int:
    """Write all pictures; returns 1 where there is no browser to take them with."""
    if CHROMIUM.find() is None:
        print(f"There are no pictures without {CHROMIUM}.")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running("demo", Path(folder)) as address,
        chromium() as browser,
    ):
        _walk_the_path(window(browser, address, PHONE, "Ada"))
    return 0


def _walk_the_path(ada: DemoPage) -> None:
    ada.tab.get_by_role("button", name="Got it").tap()
    tour_of(ada, "Pjawns", _take)
    beat_the_computer(ada, "#1", _take, slips=SLIPS)
    look_back(ada, _take)


def _take(page: DemoPage, name: str) -> None:
    """Photograph the newest card, in few enough colours to be small."""
    card = page.view.locator(".component-container").last
    pictures = card.locator("img").all()
    wait(
        lambda: all(picture.evaluate("e => e.complete && e.naturalWidth > 0") for picture in pictures),
        "the card's pictures to be there",
    )
    page.wait_for_bottom()
    if name in ("6-review", "7-turn"):
        page.tab.wait_for_timeout(FILMED * 1000)
    with Image.open(io.BytesIO(card.screenshot())) as taken:
        few = taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    path = FOLDER / f"{name}.png"
    few.save(path, optimize=True)
    size = path.stat().st_size
    assert size < LARGEST, f"{path.name} has {size} bytes"
    print(f"{path.relative_to(ROOT)}: {few.width}x{few.height}, {size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main())
