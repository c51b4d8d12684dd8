"""The queries that ids of the archive carry: which numbers they are, as messages in the world have them."""

from __future__ import annotations

import pytest

from cogs.archive.query import ArchiveListQuery
from cogs.kit.errors import Refusal

PRAWNS, LARGEST = 3651442641, 2**63 - 1


@pytest.mark.parametrize(
    ("asked", "args"),
    [
        (ArchiveListQuery(), (0, 0, 0, 0, 0)),
        (ArchiveListQuery("prawns", 1, 80, 2, -5), (PRAWNS, 1, 80, 2, 2**63 - 4)),
    ],
)
def test_a_query_is_the_numbers_that_it_has_always_been(
    asked: ArchiveListQuery, args: tuple[int, ...]
) -> None:
    assert asked.args == args
    assert ArchiveListQuery.of(args) == asked


def test_a_game_that_is_gone_is_refused() -> None:
    with pytest.raises(Refusal):
        ArchiveListQuery.of((5, 0))


def test_the_key_of_a_position_has_a_largest_number() -> None:
    takes = ArchiveListQuery.takes()
    assert takes.fit(()) and takes.fit((0, 0, LARGEST, 0, 2**64))
    assert not takes.fit((0, 0, LARGEST, 0, 2**64 + 1))
