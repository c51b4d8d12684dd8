"""The gallery shows every game in every theme, in the colours of the boards, and is up to date."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from engines import GAMES
from imaging import THEMES, draw
from imaging.docs.pages import moment_of
from tests.imaging.compare import EPSILON, distance, rgb
from tools import gallery

KEPT = Path(__file__).parents[2] / "docs" / "gallery"
MOST_BYTES = 3_000_000


def test_moments_show_something() -> None:
    found = dict(gallery.shown())
    assert len(found) >= 5
    assert all(diagram.marks and diagram.game == key for key, diagram in found.items())


@cache
def sheet(key: str, width: int) -> Image.Image:
    return gallery.sheet(key, width)[0]


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("key", THEMES)
def test_a_sheet_shows_the_boards_as_they_are(key: str) -> None:
    found = dict(gallery.shown())
    image = sheet(key, 400)
    picture = rgb(draw(found["prudh"], theme=key, width=400))
    number = list(found).index("prudh")
    left, top = number * (400 + gallery.GAP), (image.height - picture.height) // 2
    board = image.convert("RGB").crop((left, top, left + 400, top + picture.height))
    assert board.tobytes() == picture.tobytes()


@pytest.mark.parametrize("key", THEMES)
@pytest.mark.parametrize("width", gallery.WIDTHS)
def test_the_kept_gallery_is_up_to_date(key: str, width: int) -> None:
    drawn = sheet(key, width)
    with Image.open(KEPT / f"{key}-{width}.png") as kept:
        assert kept.size == drawn.size, "rewrite with: make gallery"
        apart = distance(kept.convert("RGB"), drawn.convert("RGB"))
    assert apart <= EPSILON, "rewrite with: make gallery"


def test_the_gallery_is_small() -> None:
    assert sum(path.stat().st_size for path in KEPT.iterdir()) <= MOST_BYTES


def test_a_game_without_a_moment_is_not_in_the_gallery(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = sheet("light-sea", 100)
    moments = {key: moment_of(key) for key in GAMES if key != "prudh"}
    monkeypatch.setattr(gallery, "moment_of", moments.get)
    without, _ = gallery.sheet("light-sea", 100)
    assert without.width == usual.width - 100 - gallery.GAP


def test_it_writes_all_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "WIDTHS", (100,))
    written = gallery.write_sheets(tmp_path / "new")
    assert {path.name for path in written} == {f"{key}-100.png" for key in THEMES} | {"README.md"}
    page = (tmp_path / "new" / "README.md").read_text(encoding="utf-8")
    assert all(f"({key}-100.png)" in page and look.name in page for key, look in THEMES.items())
