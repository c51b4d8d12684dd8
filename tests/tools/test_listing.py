"""What docs/listing.md offers is as long, as large and as legible as Discord asks, and up to date."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from tests.imaging.compare import EPSILON, distance
from tests.imaging.vision import contrast
from tools import listing

PAGE = (Path(__file__).parents[2] / "docs" / "listing.md").read_text(encoding="utf-8")
HOSTING = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
MOST_BYTES = 1_500_000
SCREENSHOTS = sorted(listing.CAPTIONS)


def text(title: str) -> str:
    """The text that the page offers below a title."""
    found = re.search(rf"\*\*{title}\*\* [^\n]*\n\n```\w+\n(.*?)\n```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("title", "least", "most"),
    [("Description", 200, 400), ("Summary", 100, 200), ("Expanded description", 300, 2000)],
)
def test_texts_have_the_lengths_that_discord_takes(title: str, least: int, most: int) -> None:
    assert least <= len(text(title)) <= most
    assert f"{most:,} characters" in PAGE


def test_tags() -> None:
    tags = text("Tags").splitlines()
    assert len(tags) == len(set(tags)) == 5 and all(len(tag) <= 20 for tag in tags)


def test_hosts_are_told_not_to_charge() -> None:
    assert "don't charge" in PAGE and "Don't charge" in HOSTING and "(listing.md)" in HOSTING


def test_the_icon_is_seen_when_it_is_small() -> None:
    """A disc of 64 pixels: the starfish fills much of it, and stands out."""
    icon = listing.icon().convert("RGB")
    assert icon.size == (1024, 1024)
    small = icon.resize((64, 64), Image.Resampling.LANCZOS)
    star, night = icon.getpixel((512, 300)), icon.getpixel((60, 200))
    assert isinstance(star, tuple) and isinstance(night, tuple)
    assert contrast((star[0], star[1], star[2]), (night[0], night[1], night[2])) >= 4
    reddish = sum(
        pixel[0] > pixel[2] + 60
        for x in range(64)
        for y in range(64)
        if (x - 31.5) ** 2 + (y - 31.5) ** 2 <= 32**2 and isinstance(pixel := small.getpixel((x, y)), tuple)
    )
    assert 0.15 <= reddish / (3.14 * 32**2) <= 0.5


def test_the_banner_leaves_room_for_the_icon() -> None:
    banner = listing.banner().convert("RGB")
    assert banner.size == (680, 240)
    colours = banner.crop((0, 190, 180, 240)).getcolors(10_000) or []
    assert {listing._MIDDLE, listing._NEAR} <= {colour for _, colour in colours}
    assert (
        sum(count for count, colour in colours if colour in (listing._MIDDLE, listing._NEAR)) > 0.9 * 180 * 50
    )


@pytest.mark.parametrize("name", ["icon", "banner"])
def test_the_kept_drawings_are_up_to_date(name: str) -> None:
    drawn = listing.icon() if name == "icon" else listing.banner()
    with Image.open(listing.FOLDER / f"{name}.png") as kept:
        assert kept.size == drawn.size, "rewrite with: make listing"
        assert distance(kept.convert("RGB"), drawn.convert("RGB")) <= 2 * EPSILON, (
            "rewrite with: make listing"
        )


@pytest.mark.parametrize("name", SCREENSHOTS)
def test_screenshots_are_of_one_size_and_on_the_page(name: str) -> None:
    with Image.open(listing.FOLDER / f"{name}.png") as kept:
        assert kept.size == listing.SCREENSHOT
    assert f"](listing/{name}.png)\n" in PAGE


def test_all_of_it_is_small() -> None:
    kept = {path.stem: path.stat().st_size for path in listing.FOLDER.iterdir()}
    assert kept.keys() == {"icon", "banner", *SCREENSHOTS}
    assert len(SCREENSHOTS) == 5 and sum(kept.values()) <= MOST_BYTES


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("size", [(600, 300), (600, 2400), (300, 300)])
def test_a_card_of_any_form_stays_beside_its_words(size: tuple[int, int]) -> None:
    card = Image.new("RGB", size, "white")
    words = listing.framed(card, ("See which turns", "decided it")).convert("RGB")
    assert words.size == listing.SCREENSHOT
    bare = listing.framed(card, ("",)).convert("RGB")
    assert distance(words, bare) > 0.5
    white = [x for x in range(1280) if words.getpixel((x, 360)) == (255, 255, 255)]
    assert white and min(white) > 500 and max(white) < 1280 - 30
