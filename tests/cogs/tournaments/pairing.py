"""Pairs of a Swiss computed in a thread: pure tests start no process."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial

from cogs.found import features
from cogs.kit.feature import Feature
from cogs.tournaments.pairing import Pairs
from cogs.tournaments.service import Tournaments
from matches.tournaments import swiss
from matches.tournaments.field import SwissField


async def paired_here(field: SwissField) -> Pairs:
    """The pairs of a field's next round."""
    return await asyncio.to_thread(swiss.pairs, field)


@cache
def pairing_here() -> Mapping[str, Feature]:
    """All features, of which tournaments pair here."""
    here = partial(Tournaments, pair_up=paired_here)
    return {
        name: replace(row, operations=tuple(here if one is Tournaments else one for one in row.operations))
        for name, row in features().items()
    }
