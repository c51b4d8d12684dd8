"""Random play with random moves in advance equals the same play typed."""

from __future__ import annotations

import pytest

from engines import GAMES
from tests.cogs.advances.random_play import rehearse
from tests.matches.table import Table

MATCHES = 20
"""Of each game, in the long tests; more by hand, as ``random_play`` says."""


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.usefixtures("still_clock")
async def test_it_is_the_same_match(table: Table, game: str, seed: int) -> None:
    counts = await rehearse(table, game, seed)
    assert counts["turns"] > 0
