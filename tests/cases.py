"""Cases of a test, named where they share one set-up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def case(*what: object) -> Iterator[None]:
    """Whatever goes wrong inside says in which case it did."""
    try:
        yield
    except BaseException as error:  # what pytest.raises misses is no Exception
        error.add_note(f"in the case {', '.join(repr(one)[:200] for one in what)}")
        raise
