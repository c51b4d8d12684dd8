"""The campaign of kills: it runs, comes to rest, and counts what it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import kills
from tools.kills import KillPlan, campaign


@pytest.mark.real
async def test_a_short_campaign_finds_nothing_wrong(tmp_path: Path) -> None:
    found = await campaign(KillPlan(kills=kills.ORDERLY, seed=2), tmp_path)
    assert found.wrong == []
    assert (found.counts["kill"], found.counts["orderly"]) == (kills.ORDERLY, 1)
