"""The check that a hint does not help in a match between people, for a user with up to 100 such matches.

Each match has some turns, and so has the practice match that the hint is for. The first check replays every
match, in a thread; later checks replay only those with new moves. The best of several rounds counts. For the
first check, the longest time that the event loop was blocked is printed too.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from data import stores
from engines import GAMES
from engines.record import History
from matches import Match
from matches.errors import HelpKind
from matches.model import Entry, EntryKind
from services.fair_play import FairPlay
from tests.engines.choosing import eager
from tests.matches.table import CHALLENGER, Table
from tests.store import close_all
from tools import harness

SIZES: Final = (1, 10, 100)
ROUNDS: Final = 5
PLIES: Final = 40


def run(sizes: Sequence[int] = SIZES, rounds: int = ROUNDS, plies: int = PLIES) -> None:
    """Print the time of a check, by game and number of matches; fails if it finds a match it should not."""
    asyncio.run(_run(sizes, rounds, plies))


async def _run(sizes: Sequence[int], rounds: int, plies: int) -> None:
    print(
        f"A check beside so many matches of {plies} actions, in ms; nobody: the longest time without service"
    )
    columns = {"matches": "d", **dict.fromkeys(("first", "nobody", "later", "one moved"), ".1f")}
    shown = harness.FigureTable(18, columns)
    for game in sorted(GAMES):
        table, played = Table(), list[Match]()
        for size in sizes:
            played += [await _stood(table, game, number, plies) for number in range(len(played), size)]
            shown.row(game, size, *await _measured(table, played, rounds))
    await close_all()


async def _stood(table: Table, game: str, number: int, plies: int) -> Match:
    """A match between two people with ``plies`` random actions."""
    match = await (table.in_play() if GAMES[game].secret_setup else table.begun(game=game))
    history, chance = table.matches.history(match), random.Random(f"{game} {number}")
    while len(history.played) < plies:
        action = eager(history.position, history.position.legal_actions(), chance)
        further = history.then(str(action))
        if further.position.outcome() is not None:
            break
        history = further
    entries = (
        Entry(EntryKind.ACTION, str(one), one.side, one.after.ply, table.now) for one in history.played
    )
    stood = replace(match.with_entries(*entries), version=match.version + 1)
    return (await table.store.write(stores.matches.save, stood)).match


async def _measured(table: Table, played: Sequence[Match], rounds: int) -> list[float]:
    """Milliseconds of the first check, its longest block of the loop, a later check, and one after a move."""
    asking = table.another_service().matches.history(played[0])
    seen = [await _round(table, played, asking, number) for number in range(rounds)]
    return [min(column) for column in zip(*seen, strict=True)]


async def _round(
    table: Table, played: Sequence[Match], asking: History, number: int
) -> tuple[float, float, float, float]:
    # A practice match that never reached a position of a match, so that all of it is compared.
    asking = History(asking.start, asking.played[:-1], asking.entries)
    fair = FairPlay(table.store, lambda: table.now)
    waits: list[float] = []
    watching = asyncio.create_task(_watch(waits))
    first = await harness.cost(fair.check(CHALLENGER, played[0], asking, HelpKind.HINT))
    watching.cancel()
    later = await harness.cost(fair.check(CHALLENGER, played[0], asking, HelpKind.HINT))
    fair._stand.pop(played[number % len(played)].id)
    moved = await harness.cost(fair.check(CHALLENGER, played[0], asking, HelpKind.HINT))
    return first.clock, max(waits, default=0.0), later.clock, moved.clock


async def _watch(waits: list[float]) -> None:
    """Add to ``waits`` the delay, in milliseconds, of a sleep of one millisecond, for ever."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.001)
        waits.append((time.perf_counter() - began) * 1000 - 1)
