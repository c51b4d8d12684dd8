"""A busy week costs Discord little: at most 2.3 requests a move, at most 1.1 of them that cannot wait."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cogs.busy_week import OLD_CARD, busy_week

PINGS_BEFORE = 1.2
"""Pings a move before old cards were tidied up, with room for what chance brings."""


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_busy_week(tmp_path: Path) -> None:
    week = await busy_week(tmp_path)
    print(week.table())
    assert week.turns > 1000, week.table()
    assert week.counted <= 2.3 * week.turns, week.table()
    assert week.counted - week.droppable <= 1.1 * week.turns, week.table()
    assert week.pings <= PINGS_BEFORE * week.turns, week.table()
    assert week.requests[OLD_CARD] > 0.9 * week.turns, "and the old cards are tidied up"
