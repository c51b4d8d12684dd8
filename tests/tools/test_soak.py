"""What a soak judges by: cards, answers of the computer, and whether all of it came about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from tests.loopback.server.loopback import Loopback
from tools.crowd.watching import versions
from tools.soak.ground import Ground
from tools.soak.plan import SHORT
from tools.soak.thinking import doubled
from tools.soak.verdict import complete


def test_only_what_is_about_a_match_counts_as_its_card() -> None:
    ids = (
        "do:7:3:1",
        "more:7:3",
        "tourtable:7:0:1",
        "next:0:0:4.5",
        "places:0:20613:1.2",
        "later:8:2:9",
    )
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


@pytest.fixture
def over(tmp_path: Path) -> Ground:
    """A soak in which everything happened."""
    bot: Any = None
    ground = Ground(SHORT, Loopback(tmp_path), bot)
    ground.counts.update(
        {
            "kills": SHORT.kills,
            "gateways dropped": SHORT.drops,
            "matches": SHORT.matches,
            "hours turned": 7 * SHORT.days,
            "processes that thought": 1,
        }
    )
    every = dict.fromkeys(GAMES, 1)
    ways = dict.fromkeys(("in tournaments", "in simuls", "by standing offers"), 2)
    ground.stored = {
        "games": every,
        "against the computer": {**every},
        "matches": {"resigned": 3},
        "by themselves": ways,
    }
    return ground


def test_a_soak_in_which_all_of_it_happened(over: Ground) -> None:
    complete(over)
    assert over.wrong == []


@pytest.mark.parametrize(
    ("what", "wrong"),
    [
        ("kills", "2 kills, and 3 were planned"),
        ("gateways dropped", "3 gateways dropped, and 4 were planned"),
        ("matches", "31 matches, and 32 were planned"),
        ("hours turned", "167 hours turned, and 168 were planned"),
        ("processes that thought", "0 processes that thought, and 1 were planned"),
    ],
)
def test_less_than_was_planned_is_wrong(over: Ground, what: str, wrong: str) -> None:
    over.counts[what] -= 1
    complete(over)
    assert over.wrong == [wrong]


@pytest.mark.parametrize(
    ("where", "name", "wrong"),
    [
        ("games", "prudh", "nobody played prudh"),
        ("against the computer", "pjawns", "nobody played pjawns against the computer"),
        ("matches", "resigned", "nobody resigned"),
        ("by themselves", "in simuls", "nobody played in simuls"),
    ],
)
def test_a_soak_that_left_something_out_is_wrong(over: Ground, where: str, name: str, wrong: str) -> None:
    del over.stored[where][name]
    complete(over)
    assert over.wrong == [wrong]
