"""A page of a table of 200 rows: worked out, said and drawn, in milliseconds of processor; and read before.

The tournament is a Swiss of 200 players after eight rounds.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Final

from cogs.tournaments import standings_texts
from cogs.tournaments.table_pictures import PAGE
from data.features.tournaments import change, load
from imaging.charts.standings import draw_standings
from matches.model import ChannelId, GuildId, UserId
from matches.tournaments.model import (
    NO_GROUP,
    RESULTS,
    Decision,
    Entrant,
    Format,
    Pairing,
    PairingKey,
    PairingOutcome,
    Seed,
    Tournament,
    TournamentId,
    TournamentState,
    TournamentTerms,
)
from matches.tournaments.standings import Standings, tables
from tests.feature_rows import add_tournament
from tests.imaging import tournaments
from tests.matches.tournaments.making import NOON, ORGANISER
from tools import harness
from tools.bench.imaging import forget

ROWS: Final = 200
ROUNDS: Final = 8
TIMES: Final = 20
WANTED: Final = 50.0


def run(times: int = TIMES) -> None:
    """Print the figures; fails only if the table is not what was stored."""
    asyncio.run(_measure(times))


async def _measure(times: int) -> None:
    made = _swiss()
    empty = replace(made, entrants=(), pairings=())
    async with harness.a_store() as (store, _):
        which = (await store.write(add_tournament, empty, None)).id
        await store.write(change, which, lambda one: replace(made, id=one.id), NOON)
        read = [await harness.cost(store.read(load, which)) for _ in range(times)]
        found = await store.read(load, which)
    assert found == replace(made, id=which)
    forget()
    (table,) = tables(found)
    steps: dict[str, Callable[[], object]] = {
        "worked out": lambda: tables(found),
        "said": lambda: _said(found, table),
        "drawn": lambda: draw_standings(tournaments.standings(range(1, PAGE + 1))),
    }
    print(f"A page of a Swiss of {ROWS} after {ROUNDS} rounds, of the processor")
    harness.figure("read before", median(one.processor for one in read), "ms")
    took = {name: harness.half(do, times, time.thread_time) for name, do in steps.items()}
    for name, milliseconds in took.items():
        harness.figure(name, milliseconds, "ms")
    harness.figure("in all", sum(took.values()), "ms", at_most=WANTED)


def _said(found: Tournament, table: Standings) -> list[str]:
    """The lines of the page in the middle."""
    users = {seed: one.user_id for seed, one in found.by_seed.items()}
    return list(standings_texts.rows(table.rows[ROWS // 2 : ROWS // 2 + PAGE], users, frozenset()))


def _swiss() -> Tournament:
    """A Swiss whose upper half has met the lower one, shifted by one in each round."""
    chance, half = random.Random(1), ROWS // 2
    entrants = tuple(Entrant(UserId(1000 + seed), NOON, Seed(seed), 1500) for seed in range(1, ROWS + 1))
    pairings = tuple(
        Pairing(
            PairingKey(number, board),
            NO_GROUP,
            Seed(board),
            Seed(half + 1 + (board + number) % half),
            *(NOON, NOON),
            outcome=PairingOutcome(*chance.choice(RESULTS[:3]), Decision.PLAYED),
        )
        for number in range(1, ROUNDS + 1)
        for board in range(1, half + 1)
    )
    return Tournament(
        *(
            TournamentId(0),
            GuildId(1),
            ChannelId(2),
            "Open",
            "prudh",
            TournamentTerms(Format.SWISS, most=ROWS),
        ),
        organisers=(ORGANISER,),
        created_at=NOON,
        state=TournamentState.RUNNING,
        round=ROUNDS,
        round_at=NOON,
        entrants=entrants,
        pairings=pairings,
    )


if __name__ == "__main__":
    harness.main(run)
