"""When garbage is collected thoroughly: in a quiet moment, and after an hour in any case."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from cogs.hosting import collector
from cogs.hosting.collector import AT_LATEST, EVERY, NEVER, Collector, collect_all, collect_little
from cogs.kit.turns import InFlight


@pytest.fixture
def as_before() -> Iterator[None]:
    """Leave the collector of the tests' own process as it was."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The moments at which all was collected."""
    moments: list[float] = []
    monkeypatch.setattr(collector, "collect_all", lambda: moments.append(1))
    return moments


class Ring:
    """Garbage that only the collector finds."""

    found = 0

    def __init__(self) -> None:
        self.own = self

    def __del__(self) -> None:
        Ring.found += 1


@pytest.mark.usefixtures("as_before")
def test_what_is_left_is_kept_out_and_looked_at_again_the_next_time() -> None:
    ring = Ring()
    collect_little()
    assert gc.get_threshold()[2] == NEVER
    assert gc.get_freeze_count() > 0
    before, ring.own = Ring.found, ring
    del ring
    gc.collect()
    assert Ring.found == before, "it was looked at though it was kept out"
    collect_all()
    assert Ring.found == before + 1


def test_after_a_while_if_nobody_waits(collected: list[float]) -> None:
    moment = [0.0]
    collector = Collector(InFlight(), lambda: moment[0])
    moment[0] = EVERY - 1
    assert not collector.attend()
    moment[0] = EVERY
    assert collector.attend()
    assert not collector.attend()
    assert len(collected) == 1


async def test_whoever_waits_is_held_up_only_after_an_hour(collected: list[float]) -> None:
    moment = [0.0]
    under_way = InFlight()
    collector = Collector(under_way, lambda: moment[0])
    with under_way.doing():
        moment[0] = AT_LATEST - 1
        assert not collector.attend()
        moment[0] = AT_LATEST
        assert collector.attend()
    await asyncio.sleep(0)
    moment[0] += EVERY
    assert collector.attend()
    assert len(collected) == 2
