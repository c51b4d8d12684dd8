"""A busy week costs Discord little: at most 2.3 requests a move, at most 1.06 of them that cannot wait.

Of the latter each match that begins costs three besides: its announcement, its thread, and where that is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cogs.busy_week import OLD_CARD, busy_week, gatherings

A_MATCH = 3
"""Requests with which a match begins."""
PINGS_BEFORE = 1.2
"""Pings a move before old cards were tidied up, with room for what chance brings."""


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_a_busy_week(tmp_path: Path) -> None:
    week = await busy_week(tmp_path)
    print(week.table())
    assert week.turns > 1000, week.table()
    assert week.counted <= 2.3 * week.turns, week.table()
    begun = A_MATCH * week.requests["thread made"]
    assert week.counted - week.droppable - begun <= 1.06 * week.turns, week.table()
    assert week.pings <= PINGS_BEFORE * week.turns, week.table()
    assert all(week.ways[way] > 20 for way in gatherings()), week.table()
    assert week.requests[OLD_CARD] > 0.9 * week.turns, "and the old cards are tidied up"
