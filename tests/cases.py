"""Cases of a test: named where they share one set-up, left to the long tests where few tell enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def case(*what: object) -> Iterator[None]:
    """Whatever goes wrong inside says in which case it did."""
    try:
        yield
    except BaseException as error:  # what pytest.raises misses is no Exception
        error.add_note(f"in the case {', '.join(repr(one)[:200] for one in what)}")
        raise


def mostly_long(values: Iterable[Any], *, short: int = 1) -> list[Any]:
    """The values of a parametrised test: the first ``short`` as they are, the others for the long tests."""
    every = list(values)
    return [*every[:short], *(pytest.param(value, marks=pytest.mark.long) for value in every[short:])]
