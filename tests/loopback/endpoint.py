"""The bot's own HTTP endpoint and what it answers; ports at which nobody does."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import aiohttp


@contextmanager
def refusing() -> Iterator[tuple[socket.socket, int]]:
    """A socket with a port, at which connections are refused until it listens."""
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        yield opened, opened.getsockname()[1]


class Told(NamedTuple):
    """An answer of the endpoint."""

    status: int
    text: str


async def ask(port: int, path: str = "/health") -> Told:
    """Ask the bot at this port. Raises ``aiohttp.ClientError`` where nobody answers."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return Told(answer.status, await answer.text())
