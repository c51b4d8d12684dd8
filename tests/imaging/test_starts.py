"""The pictures at the head of the rules: legal moves, arrows that are seen, and kept up to date."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import ImageChops

from engines import GAMES, Action, Position
from imaging import THEMES, Studio, draw, draw_rules_start, rules_start_of
from imaging.docs.pages import START_WIDTH, RulesStart
from tests.imaging.compare import rgb, same
from tests.pictures import pixels_of
from tools.gallery import write_starts

KEPT = Path(__file__).parents[2] / "docs" / "rules" / "starts"
MOST_BYTES = 40_000

STARTS = [(key, start) for key in GAMES if (start := rules_start_of(key)) is not None]


def test_every_game_of_the_house_has_one() -> None:
    assert len(STARTS) >= 5
    with pytest.raises(KeyError):
        draw_rules_start("a-game-nobody-knows")


def goes(position: Position, start: str, end: str) -> bool:
    def fits(action: Action) -> bool:
        return action.path[:2] == (start, end)

    return any(fits(action) for action in position.legal_actions())


@pytest.mark.parametrize(("key", "start"), STARTS)
def test_arrows_are_moves_or_lead_on_to_the_goal(key: str, start: RulesStart) -> None:
    """Of either side, wherever it stands; only one of Pjawns runs on to the far side."""
    game = GAMES[key]
    position = game.from_text(start.before, start.options)
    sides = [position]
    if key == "predation":
        sides.append(game.from_text(start.before.replace(" p ", " y ")))
    for one, other in start.arrows:
        straight = one[0] == other[0] and other[1:] == "8"
        assert straight or any(goes(each, one, other) for each in sides), (one, other)
    assert start.sentence.endswith(".") and len(start.sentence) <= 110


@pytest.mark.gate(draw=5)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("key", "start"), STARTS)
def test_arrows_are_seen_in_every_theme(key: str, start: RulesStart, theme: str) -> None:
    picture = draw_rules_start(key, theme=theme)
    plain = rgb(draw(start.diagram(key), theme=theme, width=START_WIDTH))
    difference = ImageChops.difference(rgb(picture), plain).convert("L")
    seen = sum(difference.histogram()[40:])
    assert seen >= 400 * len(start.arrows)
    assert picture.width == START_WIDTH and len(picture.png) <= MOST_BYTES
    assert all(f"{one} to {other}" in picture.alt for one, other in start.arrows)
    assert len(picture.alt) <= 1024


def test_the_kept_pictures_are_up_to_date_and_on_the_pages(tmp_path: Path) -> None:
    written = write_starts(tmp_path)
    assert {path.name for path in KEPT.iterdir()} == {path.name for path in written}
    for path in written:
        is_same = pixels_of(path.read_bytes()) == pixels_of((KEPT / path.name).read_bytes())
        assert is_same, "rewrite with: make gallery"
    for key, start in STARTS:
        page = (KEPT.parent / f"{key.replace('-', '_')}.md").read_text(encoding="utf-8")
        assert f"![{start.sentence}](starts/{key}.png)" in page


async def test_the_studio_draws_it_once() -> None:
    studio, start = Studio(), rules_start_of("pjawns")
    assert start is not None
    shown = start.diagram("pjawns"), start.arrows
    try:
        one = await studio.arrows(*shown, theme="wood", width=START_WIDTH)
        assert await studio.arrows(*shown, theme="wood", width=START_WIDTH) is one
        assert same(one, draw_rules_start("pjawns", theme="wood"))
        assert not same(one, await studio.arrows(*shown, width=START_WIDTH))
    finally:
        studio.close()
