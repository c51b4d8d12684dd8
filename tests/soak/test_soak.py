"""The soak in its short form: everything goes wrong, and nothing is lost, stuck, doubled or leaked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak.plan import SHORT
from tests.soak.run import soak


@pytest.mark.long
@pytest.mark.timeout(1400)
async def test_a_short_soak(tmp_path: Path) -> None:
    ground = await soak(replace(SHORT, folder=tmp_path))
    assert not ground.wrong, "\n".join(ground.wrong)
    assert ground.counts["kills"] == SHORT.kills
    assert ground.counts["gateways dropped"] == SHORT.drops
    assert ground.counts["matches"] >= SHORT.matches
    assert ground.counts["hours turned"] >= 7 * 24
    assert set(ground.stored["games"]) == {"cannons-and-crabs", "pjawns", "prawns", "predation", "prudh"}
    assert "resigned" in ground.stored["matches"]
