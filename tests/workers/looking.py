"""A look into the database, beside whoever works with it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from data.database import parse_url
from data.postgres_urls import driver_options

Inside = Callable[..., Awaitable[list[dict[str, Any]]]]


def look_inside(url: str) -> Inside:
    """What a statement finds."""

    async def found(statement: str, *args: object) -> list[dict[str, Any]]:
        connection = await asyncpg.connect(**driver_options(parse_url(url)))
        try:
            return [dict(row) for row in await connection.fetch(statement, *args)]
        finally:
            await connection.close()

    return found
