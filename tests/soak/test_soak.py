"""The soak in its short form: everything goes wrong, and nothing is lost, stuck, doubled or leaked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak.plan import SHORT
from tests.soak.run import soak
from tests.soak.thinking import doubled
from tests.soak.verdict import versions


def test_only_what_is_about_a_match_counts_as_its_card() -> None:
    ids = ("do:7:3:1", "more:7:3", "next:0:0:4.5", "places:0:20613:1.2", "later:8:2:9")
    assert set(versions([{"custom_id": one} for one in ids])) == {(7, 3)}


def test_answers_too_many_are_seen_in_the_log() -> None:
    log = "match=7 version={} phase=playing {}\n"
    person, computer = "user=8 played ply=1", "computer=2 played ply=2"
    changes = [(4, person), (5, computer), (6, person), (8, computer)]
    fine = "".join(log.format(*change) for change in changes)
    assert doubled(fine) == []
    assert len(doubled(fine + log.format(8, computer))) == 1
    assert len(doubled(fine + log.format(9, computer))) == 1
    assert doubled(fine + log.format(10, computer)) == [], "a line may be lost to a kill"


@pytest.mark.real
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
    assert set(ground.stored["against the computer"]) == set(ground.stored["games"])
    assert ground.counts["processes that thought"], "some were there when the bot was killed or stopped"
