"""People sit down at tables: at challenges of their own, and at matches that begin by themselves."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Coroutine
from typing import Any

from tools.soak.ground import Ground
from tools.soak.table import Table


async def sit_at(ground: Ground, number: int) -> None:
    """Play a match that began by itself."""
    match = ground.look(number)
    table = Table(ground, number)
    table.game, table.channel, table.rematches = match.game, ground.world.channels[match.channel], 0
    await _heard(table, table.play(number))


async def _heard(table: Table, playing: Coroutine[Any, Any, None]) -> None:
    """Play a table; people who are upset are a fault, and end nothing else."""
    try:
        await playing
    except Exception as error:  # noqa: BLE001 - one table that is upset must not end the soak unheard
        where = traceback.format_exc(limit=-3).strip().replace("\n", " | ")
        table.ground.fault(f"the people at table {table.number} were upset: {error!r} {where}")
    finally:
        if table.last is not None:
            table.ground.playing.pop(table.last.id, None)


async def people_at(ground: Ground, numbers: asyncio.Queue[int]) -> None:
    """Play one table after the other until the queue is empty."""
    while True:
        try:
            number = numbers.get_nowait()
        except asyncio.QueueEmpty:
            return
        table = Table(ground, number)
        try:
            await _heard(table, table.sit())
        finally:
            ground.over += 1
            ground.world.touch()
