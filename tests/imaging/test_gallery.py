"""The gallery shows every game in every theme, in the colours of the boards, and is up to date."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from engines import GAMES
from imaging import THEMES, draw
from imaging.docs import gallery
from tests.imaging.compare import EPSILON, distance, rgb

KEPT = Path(__file__).parents[2] / "docs" / "gallery"
MOST_BYTES = 3_000_000


def test_moments_show_something() -> None:
    assert gallery.MOMENTS.keys() <= GAMES.keys()
    for key, moment in gallery.MOMENTS.items():
        assert moment.diagram(key).marks


@pytest.mark.parametrize("key", THEMES)
def test_a_sheet_shows_the_boards_as_they_are(key: str) -> None:
    image, _ = gallery.sheet(key, 400)
    picture = rgb(draw(gallery.MOMENTS["prudh"].diagram("prudh"), theme=key, width=400))
    number = list(GAMES).index("prudh")
    left, top = number * (400 + gallery.GAP), (image.height - picture.height) // 2
    board = image.convert("RGB").crop((left, top, left + 400, top + picture.height))
    assert board.tobytes() == picture.tobytes()


@pytest.mark.parametrize("key", THEMES)
@pytest.mark.parametrize("width", gallery.WIDTHS)
def test_the_kept_gallery_is_up_to_date(key: str, width: int) -> None:
    drawn, _ = gallery.sheet(key, width)
    with Image.open(KEPT / f"{key}-{width}.png") as kept:
        assert kept.size == drawn.size, "rewrite with: make gallery"
        apart = distance(kept.convert("RGB"), drawn.convert("RGB"))
    assert apart <= EPSILON, "rewrite with: make gallery"


def test_the_gallery_is_small() -> None:
    assert sum(path.stat().st_size for path in KEPT.iterdir()) <= MOST_BYTES


def test_a_game_without_a_moment_is_shown_as_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, _ = gallery.sheet("light-sea", 100)
    monkeypatch.setattr(gallery, "MOMENTS", {})
    starts, _ = gallery.sheet("light-sea", 100)
    assert starts.size == usual.size
    assert distance(starts.convert("RGB"), usual.convert("RGB")) > EPSILON


def test_it_writes_all_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "WIDTHS", (100,))
    written = gallery.write(tmp_path / "new")
    assert {path.name for path in written} == {f"{key}-100.png" for key in THEMES} | {"README.md"}
    page = (tmp_path / "new" / "README.md").read_text(encoding="utf-8")
    assert all(f"({key}-100.png)" in page and look.name in page for key, look in THEMES.items())
