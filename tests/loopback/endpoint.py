"""What the bot's own HTTP endpoint answers."""

from __future__ import annotations

from typing import NamedTuple

import aiohttp


class Told(NamedTuple):
    """An answer of the endpoint."""

    status: int
    text: str


async def ask(port: int, path: str = "/health") -> Told:
    """Ask the bot at this port. Raises ``aiohttp.ClientError`` where nobody answers."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return Told(answer.status, await answer.text())
