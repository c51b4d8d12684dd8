"""Films: what is held for a while is the picture, to the pixel; they are small, and the same everywhere."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise, product

import pytest
from PIL import Image

from engines import GAMES, Diagram
from imaging import THEMES, Clip, Film, draw, film
from imaging.board.layout import Layout
from imaging.board.painter import layout_of
from imaging.board.player_strips import cap_width
from imaging.film import HOLD, LARGEST, LAST, SHORTEST
from tests.imaging import handmade, positions
from tests.imaging.compare import durations, frames, rgb
from tests.imaging.matches import match

WIDTH = 400
PLIES = 12
STEPS = 7
"""Those of films that are looked at block by block."""
MOST_BYTES_A_PLY = 6_500
"""Both plaques change with every ply, and one of them bears "Move" and its number."""


def held(clip: Clip, least: int = HOLD) -> list[bytes]:
    return [pixels for pixels, time in frames(clip) if time >= least]


def stills(diagrams: tuple[Diagram, ...], theme: str, width: int = WIDTH) -> list[bytes]:
    return [rgb(draw(diagram, theme=theme, width=width)).tobytes() for diagram in diagrams]


@pytest.mark.parametrize(
    ("key", "width"), [*((key, WIDTH) for key in GAMES), ("prawns", 333), ("predation", 333)]
)
def test_what_is_held_is_what_the_pictures_show(key: str, width: int) -> None:
    diagrams = match(key, PLIES)
    clip = Film(diagrams, width=width).clip()
    assert clip.content.startswith(b"GIF89a")
    assert held(clip) == stills(diagrams, "light-sea", width)


@pytest.mark.parametrize("key", GAMES)
def test_no_title_is_torn_within_a_step(key: str) -> None:
    """A title reaches over the cap of a strip and the rest of it: where it moves, both change at once."""
    diagrams = match(key, STEPS)
    layout = layout_of(diagrams[0], WIDTH)
    strips = []
    for left, top, right, bottom in (layout.upper_strip, layout.lower_strip):
        middle = left + cap_width((right - left, bottom - top))
        strips.append(((left, top, middle, bottom), (middle, top, right, bottom)))
    for (old, new), (before, between, after) in zip(pairwise(diagrams), steps(key), strict=True):
        for (cap, rest), seen in product(strips if old.to_act != new.to_act else (), between):
            assert same_pixels(seen, before, cap) == same_pixels(seen, before, rest)
            assert same_pixels(seen, before, rest) or same_pixels(seen, after, rest)


@pytest.mark.parametrize("key", ["cannons-and-crabs", "pjawns", "prawns", "predation"])
def test_a_piece_arrives_before_it_leaves(key: str) -> None:
    diagrams, moves = match(key, STEPS), 0
    layout = layout_of(diagrams[0], WIDTH)
    for (old, new), (before, between, after) in zip(pairwise(diagrams), steps(key), strict=True):
        left = {piece.at for piece in old.pieces} - {piece.at for piece in new.pieces}
        came = {piece.at for piece in new.pieces} - {piece.at for piece in old.pieces}
        moves += bool(left and came)
        for seen in between:
            gone = [at for at in left if not same_pixels(seen, before, inside(layout, at))]
            late = [at for at in came if not same_pixels(seen, after, inside(layout, at))]
            assert not (gone and late), f"{gone} are left, {late} not reached"
    assert moves, "no piece moved"


@cache
def steps(key: str) -> list[tuple[Image.Image, list[Image.Image], Image.Image]]:
    """Each step of a film: the picture before it, the moments in between, and the picture after it."""
    clip = Film(match(key, STEPS), width=WIDTH).clip()
    found: list[list[Image.Image]] = [[]]
    for pixels, time in frames(clip):
        found[-1].append(Image.frombytes("RGB", (clip.width, clip.height), pixels))
        if time >= HOLD:
            found.append([])
    whole = [step[-1] for step in found if step]
    return [
        (before, between[:-1], after)
        for before, between, after in zip(whole, found[1:], whole[1:], strict=False)
    ]


def inside(layout: Layout, at: str) -> tuple[int, int, int, int]:
    """A box within a cell, that no other cell's reaches into."""
    x, y = map(round, layout.middle(layout.places[at]))
    quarter = layout.outline.across // 4
    return x - quarter, y - quarter, x + quarter, y + quarter


def same_pixels(one: Image.Image, other: Image.Image, box: tuple[int, int, int, int]) -> bool:
    return one.crop(box).tobytes() == other.crop(box).tobytes()


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", ["prawns", "predation"])
def test_themes_are_filmed_too(key: str, theme: str) -> None:
    diagrams = match(key, 4)
    assert held(Film(diagrams, theme, WIDTH).clip()) == stills(diagrams, theme)


def test_a_sea_that_shrinks_and_a_board_that_is_turned_are_filmed() -> None:
    diagrams = (positions.middle(), positions.ending(), replace(positions.ending(), bottom="blue"))
    assert held(Film(diagrams, width=WIDTH).clip()) == stills(diagrams, "light-sea")


def test_the_same_film_has_the_same_bytes_whatever_was_made_before() -> None:
    made = Film(match("prawns", PLIES), width=WIDTH)
    before = made.clip()
    film._change.cache_clear()
    film._whole.cache_clear()
    Film(match("prawns", PLIES)[::-1], width=WIDTH).clip()
    assert made.clip() == before


def test_it_ends_with_a_pause_and_begins_again() -> None:
    clip = Film(match("pjawns", PLIES), width=WIDTH).clip()
    times = durations(clip)
    assert times[-1] == LAST
    assert set(times[:-1]) == {2, HOLD}
    assert b"NETSCAPE2.0\x03\x01\x00\x00\x00" in clip.content
    assert clip.frames == PLIES + 1


def test_positions_can_be_held_longer_and_shorter() -> None:
    diagrams = match("pjawns", PLIES)
    for hold in (10, 120):
        times = durations(Film(diagrams, width=WIDTH, hold=hold).clip())
        assert set(times[:-1]) == {2, hold}


def test_a_long_match_hurries() -> None:
    diagrams = match("pjawns", 2) * 150
    times = [time for time in durations(Film(diagrams, width=100).clip()) if time > 2]
    assert len(times) == 450
    assert SHORTEST <= min(times) < HOLD
    assert sum(times) <= 130_00 + LAST


def test_positions_that_look_alike_are_held_longer() -> None:
    first, second = match("prudh", 1)
    clip = Film((first, first, second, second), width=WIDTH).clip()
    times = [time for time in durations(clip) if time > 2]
    assert times == [2 * HOLD, HOLD + LAST]


def test_one_position_is_a_film_as_well() -> None:
    clip = Film((positions.middle(),), width=WIDTH).clip()
    assert held(clip) == stills((positions.middle(),), "light-sea")
    assert clip.alt == positions.middle().alt


def test_it_is_small() -> None:
    for key in GAMES:
        diagrams = match(key, PLIES)
        content = Film(diagrams).clip().content
        assert len(content) <= 50_000 + MOST_BYTES_A_PLY * len(diagrams) <= LARGEST


def test_a_film_that_would_be_too_large_is_narrower_and_then_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    diagrams = match("cannons-and-crabs", PLIES)
    whole = Film(diagrams, width=WIDTH).clip()
    monkeypatch.setattr(film, "LARGEST", len(whole.content) - 1)
    narrower = Film(diagrams, width=WIDTH).clip()
    assert (narrower.width, narrower.frames) == (WIDTH * 3 // 4, PLIES + 1)
    monkeypatch.setattr(film, "LARGEST", 1)
    shorter = Film(diagrams, width=WIDTH).clip()
    assert (shorter.width, shorter.frames) == (WIDTH // 2, 2)
    assert held(shorter)[-1] == stills(diagrams[-1:], "light-sea", WIDTH // 2)[0]


def test_it_says_what_it_shows() -> None:
    diagrams = match("prawns", PLIES)
    clip = Film(diagrams, width=WIDTH).clip()
    assert clip.alt.startswith(f"A film of {PLIES + 1} positions.")
    assert clip.alt.endswith(diagrams[-1].alt)
    long = replace(diagrams[-1], alt="x" * 1024)
    assert Film((diagrams[0], long), width=WIDTH).clip().alt == long.alt


@pytest.mark.parametrize("diagrams", [(), (positions.opening(), handmade.pjawns_opening())])
def test_what_is_no_match_is_refused(diagrams: tuple[Diagram, ...]) -> None:
    with pytest.raises(ValueError, match="one board"):
        Film(diagrams)


def test_a_theme_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        Film((positions.opening(),), "lava").clip()
