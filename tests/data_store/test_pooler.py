"""A pooler between the bot and PostgreSQL: a real PgBouncer, which gives each transaction any connection."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from aiohttp.test_utils import unused_port
from sqlalchemy import make_url

from data import Database, open_store, stores
from matches.model import UserId
from tests.data_store.postgres import UNPRIVILEGED, USER
from tests.needs import PGBOUNCER, need

SETTINGS = """
[databases]
tidepool = host={host} user={user} dbname={name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
"""


@pytest.fixture
def pooler(postgres_url: str, processes: None) -> Iterator[str]:
    """The address of a pooler before the database, with two connections to it."""
    program, server, port = need(PGBOUNCER), make_url(postgres_url), unused_port()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "pgbouncer.ini")
        named = {"host": server.query["host"], "name": server.database, "user": USER, "port": port}
        file.write_text(SETTINGS.format_map(named))
        account = ["-u", UNPRIVILEGED[0]] if os.geteuid() == 0 else []
        Path(folder).chmod(0o755)
        with Path(folder, "log").open("wb") as log:
            running = subprocess.Popen([program, *account, str(file)], stderr=log)
        try:
            wait_for(port)
            yield f"postgresql+asyncpg://{USER}@127.0.0.1:{port}/tidepool"
        finally:
            running.terminate()
            running.wait(30)


def wait_for(port: int) -> None:
    """Wait until somebody listens there, 20 seconds at most."""
    for _ in range(400):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise TimeoutError("PgBouncer does not listen")


async def test_transactions_go_through_it_and_calls_past_it(postgres_url: str, pooler: str) -> None:
    opened = [await open_store(pooler, session_url=postgres_url, connections=4) for _ in range(2)]
    heard: list[str] = []
    hearing = asyncio.create_task(opened[0].listen(heard.append))
    try:
        await asyncio.gather(
            *(used(store, 10 * number + user) for number, store in enumerate(opened) for user in range(9))
        )
        async with asyncio.timeout(20):
            while not heard:
                await opened[1].call("5 7")
                await asyncio.sleep(0.1)
        assert set(heard) == {"5 7"}
    finally:
        hearing.cancel()
        for store in opened:
            await store.close()


async def used(store: Database, user: int) -> None:
    """Store and read a setting of somebody, again and again."""
    for value in ("1", "2", "3", "4", "5"):
        await store.write(stores.people.prefer, UserId(user), {"pings": value})
        assert await store.read(stores.people.preferences, UserId(user)) == {"pings": value}
