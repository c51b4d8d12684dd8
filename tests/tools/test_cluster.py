"""What the scenarios judge by: a move that is lost or doubled is seen, and a slow one is not wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.record import Record
from tests.loopback.conftest import discord, wire
from tests.loopback.server.loopback import Loopback
from tests.loopback.server.wire import Wire, with_button
from tools.cluster.crowd import ClusterCrowd
from tools.cluster.figures import ScenarioReport
from tools.cluster.parts import ClusterWatch
from tools.cluster.plan import read
from tools.cluster.stored import StoredMatch
from tools.harness import percentile

__all__ = ["discord", "wire"]


@pytest.fixture
def crowd(tmp_path: Path) -> ClusterCrowd:
    """People who have heard of two moves, and wait to hear of a third."""
    made = ClusterCrowd(Loopback(tmp_path), "postgresql://nowhere/a", servers=1, matches=1)
    made._kept[1].played = ["a1", "b2"]
    made._kept[1].doubtful = [("c3", "nobody")]
    return made


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        (["a1", "b2"], ""),
        (["a1", "b2", "c3"], ""),
        (["a1"], "match 1 lost ['b2'], which was accepted"),
        (["a1", "b2", "b2"], "match 1 has b2, which nobody sent, or not so often"),
        (["a1", "b2", "c3", "c3"], "match 1 has c3, which nobody sent, or not so often"),
    ],
)
def test_a_lost_or_doubled_move_is_seen(crowd: ClusterCrowd, found: list[str], wrong: str) -> None:
    crowd._compare(StoredMatch(1, 3, 3, "playing", found, found, Record("prawns", 1)))
    assert crowd.wrong == ([wrong] if wrong else [])


async def test_what_stands_there_twice_is_seen(discord: Loopback, wire: Wire) -> None:
    watch = ClusterWatch(discord)
    channel = discord.world.add_channel(discord.world.add_guild("Bay"), "games")
    card = {"flags": 1 << 15, "components": with_button("The card", custom_id="do:7:3")}
    path = f"/channels/{channel.id}/messages"
    await wire("POST", path, {**card, "nonce": "7.a", "enforce_nonce": True})
    assert watch.doubled() == []
    discord.world.turn(hours=1)  # by now Discord has forgotten the nonce
    await wire("POST", path, {**card, "nonce": "7.a", "enforce_nonce": True})
    assert watch.doubled() == [
        f"message 7.a was sent twice to {channel.id}",
        "match 7: 2 cards show version 3",
    ]


def test_slowness_is_told_and_is_not_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    report = ScenarioReport("load")
    report.figure("card seen after", 7.0, "s", at_most=5)
    report.figure("acknowledged after", 0.5, "s", at_most=3)
    report.figure("the last of them", None, "s", at_most=5)
    assert report.missed == ["card seen after", "the last of them"]
    assert not report.faults
    assert "wanted: at most 5: NOT met" in capsys.readouterr().out


def test_percentiles_of_few_values() -> None:
    assert percentile([], 99) is None
    assert percentile([2.0], 99) == 2.0
    assert percentile([float(one) for one in range(1, 101)], 50) == pytest.approx(50.5)


def test_scenarios_are_named_on_the_command_line() -> None:
    plan, names = read(["load", "kill"], ["kill", "--bots", "5", "--rate", "12.5"])
    assert (plan.bots, plan.rate, names) == (5, 12.5, ["kill"])
    assert read(["load", "kill"], [])[1] == ["load", "kill"]
    with pytest.raises(SystemExit):
        read(["load", "kill"], ["flood"])
