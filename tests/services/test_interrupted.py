"""Contests of features, interrupted at each of their writes from the entries to the end.

At one write the process dies, with that stored or not; or another process does everything first that is due.
Whatever it is, and wherever it comes, the same people meet the same people, once each, to the same results.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.matches.table import Table
from tests.services.undisturbed import (
    CONTESTS,
    FEATURES,
    GAME,
    Interrupted,
    Interruption,
    played_to_the_end,
    told,
    undisturbed,
)

CASES: Final = [
    pytest.param(name, number, how, id=f"{name}-{number}-{how.value}")
    for name, contest in CONTESTS.items()
    for number in range(1, contest.writes + 1)
    for how in Interruption
]


@pytest.mark.parametrize("name", CONTESTS)
async def test_every_write_is_met(name: str) -> None:
    _, writes = await undisturbed(name)
    assert writes == CONTESTS[name].writes, "and no other"


@pytest.mark.gate(draw=12)
@pytest.mark.parametrize(("name", "number", "how"), CASES)
async def test_nothing_is_lost_or_doubled(name: str, number: int, how: Interruption, table: Table) -> None:
    of = FEATURES[name]
    wanted, _ = await undisturbed(name)
    await CONTESTS[name].prepare(table, GAME)
    interrupted = Interrupted(table, of, number, how)
    table.store.write = interrupted.write  # type: ignore[method-assign]
    await played_to_the_end(table, of)
    assert interrupted.came
    assert await told(table) == wanted
