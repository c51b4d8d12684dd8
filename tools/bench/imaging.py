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
from time import thread_time
from typing import Final, NamedTuple

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
from imaging.charts.portraits import portrait
from tests.imaging import tournaments
from tests.imaging.matches import match
from tests.imaging.peers import sprites_and_png, svg_and_cairo
from tools import harness

ROUNDS = 2
PLIES = 40
AFRESH = 5
SVG_ROUNDS = 5
PAGE_ROUNDS = 5
ALIKE = 1.5
"""The largest mean difference (of 255 levels) between the peer's picture and ours: the palette's rounding."""
COLUMNS: Final = {
    **{"cold": ".1f", "alone": ".2f", "next": ".2f", "cached": ".3f", "kB": ".1f"},
    **{"Pillow's PNG": ".1f", "its kB": ".1f", "times as fast": ".1f", "of the bytes": ".2f"},
}


class Cost(NamedTuple):
    """Milliseconds and kilobytes of a picture."""

    ms: float
    kb: float


def run(plies: int = PLIES, svg_rounds: int = SVG_ROUNDS) -> None:
    """Print the medians; fails if a picture is wrong, never because it is slow."""
    print(f"Pictures {WIDTH} pixels wide; medians of up to {plies} positions of a match, in milliseconds")
    table = harness.FigureTable(17, COLUMNS)
    for key in GAMES:
        _report(table, match(key, plies))
    print(
        "cold: nothing is ready; alone: sprites are; next: the position before is, too; cached: it was drawn"
    )
    print("wanted of the next one: 25 times as fast and 0.55 of the bytes, on hexes 20 times and 0.50")
    _report_tournaments()
    print("The same beside python-chess's SVG through cairosvg, a chess position of as many pieces")
    columns = {"alone": ".2f", "kB": ".1f", "SVG's": ".1f", "its kB": ".1f"}
    table = harness.FigureTable(17, {**columns, "times as fast": ".1f", "of the bytes": ".2f"})
    for key in GAMES:
        try:
            _report_svg(table, match(key, plies)[-1], svg_rounds)
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
    table = harness.FigureTable(17, {"cold": ".1f", "then": ".1f", "kB": ".1f"})
    for name, make in pages.items():
        forget()
        cold, page = harness.timed(make, thread_time)
        took = []
        for _ in range(PAGE_ROUNDS):
            portrait.cache_clear()
            took.append(harness.timed(make, thread_time)[0])
        table.row(name, cold, median(took), len(page.png) / 1000)


def _report(table: harness.FigureTable, diagrams: Sequence[Diagram]) -> None:
    cold = []
    for diagram in diagrams[:: -(-len(diagrams) // AFRESH)]:
        forget()
        cold.append(harness.timed(partial(draw, diagram))[0])
    for diagram in diagrams:
        _check(diagram)
    alone: list[tuple[float, bytes]] = []
    ours: list[tuple[float, bytes]] = []
    peers: list[tuple[float, bytes]] = []
    for diagram in [*diagrams] * ROUNDS:
        alone.append(_alone(diagram))
    for _ in range(ROUNDS):
        _band.cache_clear()
        for diagram in diagrams:
            peers.append(harness.timed(partial(sprites_and_png, diagram)))
            ours.append(_drawn(diagram))
    kept = asyncio.run(_kept(diagrams[0]))
    our, peer = _cost(ours), _cost(peers)
    shape = "   squares" if isinstance(diagrams[0].shape, Squares) else "   hexes"
    first = (median(cold), _cost(alone).ms, our.ms, kept, our.kb, peer.ms, peer.kb)
    table.row(diagrams[0].game, *first, peer.ms / our.ms, our.kb / peer.kb, end=shape)


def _drawn(diagram: Diagram) -> tuple[float, bytes]:
    return harness.timed(lambda: draw(diagram).png)


def _alone(diagram: Diagram) -> tuple[float, bytes]:
    """Draw without the cache of the last position."""
    _band.cache_clear()
    return _drawn(diagram)


def _report_svg(table: harness.FigureTable, diagram: Diagram, rounds: int) -> None:
    drawn = svg_and_cairo(len(diagram.pieces))
    peer = _cost([harness.timed(drawn) for _ in range(rounds)])
    our = _cost([_alone(diagram) for _ in range(rounds)])
    table.row(diagram.game, our.ms, our.kb, peer.ms, peer.kb, peer.ms / our.ms, our.kb / peer.kb)


def _cost(runs: Sequence[tuple[float, bytes]]) -> Cost:
    return Cost(median(ms for ms, _ in runs), median(len(made) for _, made in runs) / 1000)


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
        return median([(await harness.cost(studio.board(diagram))).clock for _ in range(200)])
    finally:
        studio.close()


def _check(diagram: Diagram) -> None:
    """Assert that our picture has the composed pixels, and the peer's shows the same board."""
    scene = scene_of(diagram, DEFAULT_THEME, WIDTH)
    decoded = Image.open(io.BytesIO(draw(diagram).png))
    assert decoded.tobytes() == scene.indices().tobytes()
    assert bytes(decoded.getpalette() or ()) == scene.theme.palette.content
    other = Image.open(io.BytesIO(sprites_and_png(diagram)))
    apart = ImageStat.Stat(ImageChops.difference(decoded.convert("RGB"), other)).mean
    assert max(apart) <= ALIKE, f"the peer draws something else: {apart}"
