"""The pictures of docs/listing.md: ``python -m tools.listing``, or ``make listing``.

An icon, a banner and five screenshots for the page of the bot in Discord's App Directory. The screenshots are
taken at the demo page, which needs Chromium and takes some minutes. Look at them before you keep them.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from PIL import Image

from imaging.board.art import beach
from imaging.board.tokens import token
from imaging.draw.canvas import Canvas, Colour, Point, centre, fitting, lettering
from imaging.themes.catalog import theme_for
from tests.demo.alone import beat_the_computer, look_back, tour_of
from tests.demo.browser import DemoPage, chromium, wait, window
from tests.demo.conftest import running
from tests.needs import CHROMIUM

FOLDER: Final = Path(__file__).parents[1] / "docs" / "listing"

# Pixels.
ICON: Final = 1024
BANNER: Final = (680, 240)
SCREENSHOT: Final = (1280, 720)
COLOURS: Final = 192
"""Colours of a picture at most: more make the file larger, and hardly better."""

_NIGHT: Colour = (0x10, 0x48, 0x5F)
_MIDDLE: Colour = (0x34, 0xA3, 0xB1)
_NEAR: Colour = (0x8A, 0xDB, 0xDB)
_STAR: Colour = (0xFF, 0x8F, 0x66)
_DOTS: Colour = (0xFF, 0xE3, 0xD2)
_SAND: Colour = (0xF4, 0xE6, 0xC6)

_PIECES: Final = (
    ("prawns", "lobster", ("green", "blue"), 0),
    ("cannons_and_crabs", "cannon", ("white", "black"), 1),
    ("predation", "predator", ("predator", "prey"), 0),
    ("pjawns", "pjawn", ("white", "black"), 0),
    ("prudh", "stack", ("dark", "light"), 1),
)
"""A piece of each game on the banner: its game and kind, the game's sides, and which of them it is."""

CAPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "1-learn": ("Learn a game", "in three turns"),
    "2-move": ("Tap a piece,", "then a square"),
    "3-win": ("Win against", "the computer", "or your friends"),
    "4-review": ("Look back:", "who was ahead,", "and when"),
    "5-ladder": ("Climb your", "server's ladder"),
}
"""The screenshots, by the names of their files, with the lines written beside each."""

_SHOWN: Final[Mapping[str, str]] = {
    "2-tour": "1-learn",
    "4-hint": "2-move",
    "5-end": "3-win",
    "6-review": "4-review",
}
"""The screenshots by the moment at which they are taken (see :mod:`tests.demo.alone`)."""

_DESK: dict[str, Any] = {"viewport": {"width": 1000, "height": 1500}, "device_scale_factor": 1.5}
_FILMED: Final = 4.0
"""Seconds into a film after which something has happened in it."""
SLIPS: Final = (10, 13, 16)
"""The turns in which something else is played than the computer says, for the review to tell of."""


def main() -> int:
    """Write all of them; returns 1 where there is no browser to take screenshots with."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    _save(icon(), "icon")
    _save(banner(), "banner")
    if CHROMIUM.find() is None:
        print(f"There are no screenshots without {CHROMIUM}.")
        return 1
    with (
        tempfile.TemporaryDirectory() as folder,
        running("demo", Path(folder)) as address,
        chromium() as browser,
    ):
        _photograph(browser, address)
    return 0


def _save(image: Image.Image, name: str) -> None:
    path = FOLDER / f"{name}.png"
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {image.width}x{image.height}, {path.stat().st_size // 1000} kB")


# --- icon and banner ----------------------------------------------------------------------------


def icon() -> Image.Image:
    """A starfish over waves. Discord cuts a disc out of it."""
    image = Image.new("RGBA", (ICON, ICON), _NIGHT)
    pen = Canvas(ICON)
    _wave(pen, (-54, 54), 24, 9, 60, _MIDDLE)
    star = pen.moved(0, -6).scaled(0.88)
    beach.starfish(star, _STAR, _DOTS)
    # As large as this the dots near its middle are seen to be cut off.
    star.disc((0, 0), 17, _STAR)
    star.disc((0, 0), 3.2, _DOTS)
    _wave(pen, (-74, 54), 38, 8, 60, _NEAR)
    image.alpha_composite(pen.finish())
    return image


def banner() -> Image.Image:
    """The name, and a piece of each game on the water.

    On a profile the icon covers the lower left corner, so nothing stands there.
    """
    width = BANNER[0]
    image = Image.new("RGBA", BANNER, _NIGHT)
    _add_sea(image, 176)
    name = lettering("Tidepool", 76, _SAND)
    centre(image, name, (width / 2, 60))
    centre(image, lettering("Board games, one move at a time", 26, _NEAR), (width / 2, 118))
    for number, (game, kind, sides, side) in enumerate(_PIECES):
        piece = token(game, kind, kind[0].upper(), theme_for(sides).coat(sides[side]), 84)
        centre(image, piece, (236 + number * 94, 182 + (8 if number % 2 else -4)))
    return image


def _add_sea(image: Image.Image, top: int) -> None:
    """Waves from ``top`` down, in pixels."""
    pen = Canvas(image.size, unit=1).moved(-image.width / 2, -image.height / 2)
    _wave(pen, (-40, image.width + 80), top, 10, 150, _MIDDLE)
    _wave(pen, (-100, image.width + 80), top + 32, 9, 150, _NEAR)
    image.alpha_composite(pen.finish())


def _wave(
    pen: Canvas, across: tuple[float, float], surface: float, high: float, long: float, paint: Colour
) -> None:
    """Fill the water below a surface in waves, ``high`` up and down and ``long`` from crest to crest."""
    left, right = across
    count = int((right - left) / (long / 2)) + 2
    crests: list[Point] = [
        (left + number * long / 2, surface + (high if number % 2 else -high)) for number in range(count)
    ]
    smooth = [point for start, end in pairwise(crests) for point in _between(start, end)]
    pen.polygon([*smooth, (crests[-1][0], 2000.0), (left, 2000.0)], paint)


def _between(start: Point, end: Point, steps: int = 16) -> list[Point]:
    """Points of half a wave, from a crest to a trough or back."""
    shares = (step / steps for step in range(steps))
    return [
        (
            start[0] + (end[0] - start[0]) * share,
            start[1] + (end[1] - start[1]) * (3 * share**2 - 2 * share**3),
        )
        for share in shares
    ]


# --- screenshots --------------------------------------------------------------------------------


def framed(card: Image.Image, lines: tuple[str, ...]) -> Image.Image:
    """A card of the bot at the right, and what it shows in words at the left."""
    width, height = SCREENSHOT
    image = Image.new("RGBA", SCREENSHOT, _NIGHT)
    _add_sea(image, 610)
    room, high = 640, height - 48
    scale = min(room / card.width, high / card.height)
    shown = card.convert("RGBA").resize(
        (round(card.width * scale), round(card.height * scale)), Image.Resampling.LANCZOS
    )
    left = width - 40 - (room + shown.width) // 2
    image.alpha_composite(shown, (left, (height - shown.height) // 2))
    size = min(fitting(line, 66, left - 120) for line in lines)
    middle = left / 2
    top = height * 0.42 - (len(lines) - 1) * size * 0.6
    for number, line in enumerate(lines):
        centre(image, lettering(line, size, _SAND), (middle, top + number * size * 1.2))
    return image


def _photograph(browser: Any, address: str) -> None:
    """Walk through a tour, a match against the computer, its review, and a ladder."""
    you = window(browser, address, _DESK, "Ada")
    you.tab.get_by_role("button", name="Got it").click()
    tour_of(you, "Pjawns", _take)
    beat_the_computer(you, "#1", _take, slips=SLIPS)
    look_back(you, _take)
    for person in ("Ben", "Cleo", "Ada"):
        page = you if person == "Ada" else window(browser, address, _DESK, person)
        page.go_to("board-games")
        page.slash("/ranking", game="Pjawns")
        page.click("Ladder")
        page.click("Join the ladder")
        page.wait_for_newest("You're")
    _keep(you, "5-ladder")


def _take(page: DemoPage, name: str) -> None:
    if name in _SHOWN:
        _keep(page, _SHOWN[name])


def _keep(page: DemoPage, name: str) -> None:
    """Photograph the newest card once its pictures are there."""
    card = page.view.locator(".component-container").last
    pictures = card.locator("img").all()
    wait(partial(_all_there, pictures), "the card's pictures to be there")
    # The pointer shows what can be done with the message under it, and a menu that is loading turns.
    page.tab.mouse.move(0, 0)
    page.settled()
    page.wait_for_bottom()
    if name == "4-review":
        page.tab.wait_for_timeout(_FILMED * 1000)
    with Image.open(io.BytesIO(card.screenshot())) as taken:
        _save(framed(taken, CAPTIONS[name]), name)


def _all_there(pictures: list[Any]) -> bool:
    return all(picture.evaluate("e => e.complete && e.naturalWidth > 0") for picture in pictures)


if __name__ == "__main__":
    sys.exit(main())
