"""Milliseconds and kilobytes of a picture of each game, compared with the usual ways of drawing boards.

All cases run in turn, so that they meet the same machine; the output has medians.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import perf_counter, thread_time
from typing import NamedTuple, TypeVar

from PIL import Image, ImageChops, ImageStat

from engines import GAMES, Diagram, Squares
from imaging import (
    DEFAULT_THEME,
    WIDTH,
    Picture,
    Studio,
    draw,
    draw_bracket,
    draw_crosstable,
    draw_standings,
)
from imaging.board.painter import scene_of
from imaging.board.scene import _band
from imaging.charts.ranked import portrait
from tests.imaging import tournaments
from tests.imaging.matches import match
from tests.imaging.peers import sprites_and_png, svg_and_cairo

_T = TypeVar("_T")

ROUNDS = 2
PLIES = 40
AFRESH = 5
SVG_ROUNDS = 5
PAGE_ROUNDS = 5
ALIKE = 1.5
"""The largest mean difference (of 255 levels) between the peer's picture and ours: the palette's rounding."""


class Cost(NamedTuple):
    """Milliseconds and kilobytes of a picture."""

    ms: float
    kb: float


def run(plies: int = PLIES, svg_rounds: int = SVG_ROUNDS) -> None:
    """Print the medians; fails if a picture is wrong, never because it is slow."""
    print(f"Pictures {WIDTH} pixels wide; medians of up to {plies} positions of a match, in milliseconds")
    print("                        cold   alone    next  cached      kB   sprites and    kB    times  of the")
    print("                                                          Pillow's PNG          as fast   bytes")
    for key in GAMES:
        _report(match(key, plies))
    print(
        "cold: nothing is ready; alone: sprites are; next: the position before is, too; cached: it was drawn"
    )
    print("wanted of the next one: 25 times as fast and 0.55 of the bytes, on hexes 20 times and 0.50")
    _report_tournaments()
    print("The same beside python-chess's SVG through cairosvg, a chess position of as many pieces")
    for key in GAMES:
        try:
            _report_svg(match(key, plies)[-1], svg_rounds)
        except (ImportError, OSError) as error:
            print(f"  SKIPPED: {error} (needs chess and cairosvg of requirements-dev.txt, and libcairo)")
            break


def _report_tournaments() -> None:
    """Print what the fullest pages of tournaments take; each time with fresh portraits."""
    pages: dict[str, Callable[[], Picture]] = {
        "standings": partial(draw_standings, tournaments.standings(range(1, 11))),
        "crosstable": partial(draw_crosstable, tournaments.crosstable(10)),
        "bracket": partial(draw_bracket, tournaments.BRACKET),
    }
    print("Pages of tournaments, their portraits made anew, in milliseconds of processor; wanted: 50")
    for name, make in pages.items():
        forget()
        cold = _milliseconds(make)
        took = []
        for _ in range(PAGE_ROUNDS):
            portrait.cache_clear()
            took.append(_milliseconds(make))
        print(f"  {name:<17} {cold:8.1f} ms cold {median(took):8.1f} ms {len(make().png) / 1000:6.1f} kB")


def _milliseconds(make: Callable[[], object]) -> float:
    """The milliseconds of processor that a call takes."""
    start = thread_time()
    make()
    return (thread_time() - start) * 1000


def _report(diagrams: Sequence[Diagram]) -> None:
    cold = median(_timed(_draw_afresh, diagram)[0] for diagram in diagrams[:: -(-len(diagrams) // AFRESH)])
    for diagram in diagrams:
        _check(diagram)
    alone: list[tuple[float, bytes]] = []
    ours: list[tuple[float, bytes]] = []
    peers: list[tuple[float, bytes]] = []
    for diagram in [*diagrams] * ROUNDS:
        alone.append(_timed(_ours_alone, diagram))
    for _ in range(ROUNDS):
        _band.cache_clear()
        for diagram in diagrams:
            peers.append(_timed(sprites_and_png, diagram))
            ours.append(_timed(_ours, diagram))
    kept = asyncio.run(_kept(diagrams[0]))
    our, peer = _cost(ours), _cost(peers)
    shape = "squares" if isinstance(diagrams[0].shape, Squares) else "hexes"
    print(
        f"  {diagrams[0].game:<17} {cold:8.1f} {_cost(alone).ms:7.2f} {our.ms:7.2f} {kept:7.3f} {our.kb:7.1f}"
        f"  {peer.ms:8.1f} {peer.kb:9.1f}   {peer.ms / our.ms:6.1f} {our.kb / peer.kb:7.2f}   {shape}"
    )


def _ours(diagram: Diagram) -> bytes:
    return draw(diagram).png


def _ours_alone(diagram: Diagram) -> bytes:
    """Draw without the cache of the last position; the time to clear it is negligible."""
    _band.cache_clear()
    return _ours(diagram)


def _report_svg(diagram: Diagram, rounds: int) -> None:
    drawn = svg_and_cairo(len(diagram.pieces))
    peer = _cost([_timed(lambda _: drawn(), diagram) for _ in range(rounds)])
    our = _cost([_timed(_ours_alone, diagram) for _ in range(rounds)])
    print(
        f"  {diagram.game:<17} {our.ms:8.2f} ms {our.kb:6.1f} kB   {peer.ms:8.1f} ms {peer.kb:6.1f} kB "
        f"{peer.ms / our.ms:8.1f} times as fast, {our.kb / peer.kb:.2f} of the bytes"
    )


def _cost(runs: Sequence[tuple[float, bytes]]) -> Cost:
    return Cost(median(ms for ms, _ in runs), median(len(made) for _, made in runs) / 1000)


def _draw_afresh(diagram: Diagram) -> Picture:
    forget()
    return draw(diagram)


def _timed(make: Callable[[Diagram], _T], diagram: Diagram) -> tuple[float, _T]:
    """The milliseconds of a call, and its result."""
    start = perf_counter()
    made = make(diagram)
    return (perf_counter() - start) * 1000, made


def forget() -> None:
    """Empty every cache of the painter."""
    for name, module in list(sys.modules.items()):
        if name.startswith("imaging."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


async def _kept(diagram: Diagram) -> float:
    """The milliseconds to get a cached picture."""
    studio = Studio()
    try:
        await studio.board(diagram)
        took = []
        for _ in range(200):
            start = perf_counter()
            await studio.board(diagram)
            took.append((perf_counter() - start) * 1000)
    finally:
        studio.close()
    return median(took)


def _check(diagram: Diagram) -> None:
    """Assert that our picture has the composed pixels, and the peer's shows the same board."""
    scene = scene_of(diagram, DEFAULT_THEME, WIDTH)
    decoded = Image.open(io.BytesIO(draw(diagram).png))
    assert decoded.tobytes() == scene.indices().tobytes()
    assert bytes(decoded.getpalette() or ()) == scene.theme.palette.content
    other = Image.open(io.BytesIO(sprites_and_png(diagram)))
    apart = ImageStat.Stat(ImageChops.difference(decoded.convert("RGB"), other)).mean
    assert max(apart) <= ALIKE, f"the peer draws something else: {apart}"
