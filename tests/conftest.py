"""The order of the tests: those that may take the longest come first, so that none is left for the end.

And the collector of garbage, which would otherwise go through all modules and tests again and again.
"""

from __future__ import annotations

import gc

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put first what has the most patience; the others stay as they are."""
    items.sort(key=_patience, reverse=True)


def pytest_collection_finish() -> None:
    """Leave out of collections what stays to the end, and collect the rest less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def _patience(item: pytest.Item) -> float:
    """The seconds that a test says it may take; 0 where it says nothing."""
    said = item.get_closest_marker("timeout")
    return float(said.args[0]) if said is not None and said.args else 0.0
