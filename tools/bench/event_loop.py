"""Delays of the event loop while pictures and films are made, measured by a ticker in the same process."""

from __future__ import annotations

import asyncio
import gc
from functools import partial
from itertools import cycle
from time import perf_counter

from engines import GAMES
from imaging import Studio
from tests.imaging.matches import match
from tools import harness
from tools.bench.imaging import forget

RATE = 20
"""Pictures a second."""

SECONDS = 6.0
TICK = 0.002


def run(seconds: float = SECONDS) -> None:
    """Print the delays of a ticker; fails if a picture did not come, never because it is slow."""
    print(
        f"A ticker every {TICK * 1000:.0f} ms while {RATE} pictures a second are drawn, {seconds:.0f} s each"
    )
    table = harness.FigureTable(36, {"median ms": ".2f", "99 %": ".2f", "longest": ".2f", "pictures": "d"})
    for name, pictures, filming in (
        ("nothing is drawn", False, False),
        ("pictures, from the first on", True, False),
        ("the same, and a film all the while", True, True),
    ):
        forget()
        gc.collect()
        late, drawn = asyncio.run(_measured(pictures, filming, seconds))
        half, most = (harness.percentile(late, percent) for percent in (50, 99))
        table.row(name, half, most, max(late), drawn)
    print("wanted: at most 10 ms for 99 % of the ticks")


async def _measured(pictures: bool, filming: bool, seconds: float) -> tuple[list[float], int]:
    """The delay of each tick in milliseconds, and the number of pictures drawn in that time."""
    studio = Studio(capacity=1)
    diagrams = [diagram for key in GAMES for diagram in match(key, 40)]
    late: list[float] = []
    films = asyncio.create_task(_film(studio)) if filming else None
    tasks: list[asyncio.Task[object]] = []
    waiting = cycle(diagrams)
    start = perf_counter()
    next_picture = start
    try:
        while perf_counter() < start + seconds:
            due = perf_counter() + TICK
            await asyncio.sleep(TICK)
            late.append((perf_counter() - due) * 1000)
            if pictures and perf_counter() >= next_picture:
                next_picture += 1 / RATE
                tasks.append(asyncio.create_task(studio.board(next(waiting))))
        if films is not None:
            assert not films.done(), "no film was made"
            films.cancel()
        made = await asyncio.gather(*tasks)
        assert all(picture is not None for picture in made)
    finally:
        studio.close()
    return late, len(tasks)


async def _film(studio: Studio) -> None:
    """Make one film after the other, each with a new width, so that none is cached."""
    width = 400
    while True:
        for key in GAMES:
            await studio.film(partial(match, key, 60), width=width)
        width += 8
