"""Garbage is looked for among what came since the start."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from bot import collect_when_ready


@pytest.fixture
def as_before() -> Iterator[None]:
    """Leave the collections of the tests' own process as they were."""
    yield
    gc.unfreeze()


class Ring:
    """Garbage that only a collection finds."""

    found = 0

    def __init__(self) -> None:
        self.own = self

    def __del__(self) -> None:
        Ring.found += 1


@pytest.mark.usefixtures("as_before")
async def test_what_is_there_when_the_bot_is_ready_is_looked_at_again_only_when_it_is_ready_again() -> None:
    ring = Ring()
    await collect_when_ready()
    before, ring.own = Ring.found, ring
    del ring
    gc.collect()
    assert Ring.found == before, "it was looked at though it was kept out"
    await collect_when_ready()
    assert Ring.found == before + 1
