"""Pairs of a Swiss computed in a thread: pure tests start no process."""

from __future__ import annotations

import asyncio

from cogs.tournaments.swiss_process import Pairs
from matches.tournaments import swiss
from matches.tournaments.field import SwissField


async def paired_here(field: SwissField) -> Pairs:
    """The pairs of a field's next round."""
    return await asyncio.to_thread(swiss.pairs, field)
