"""A process that writes until it is killed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.data_store.maintenance.commands import ROOT

WRITER = """
import asyncio, os, signal, sys
from data import open_store, stores
from tests.data_store.making import ANN, challenge, owed, played
from tests.store import listening

url, *kills = sys.argv[1:]
told = 0

async def write():
    store = await open_store(url)
    match = await store.write(stores.matches.create, challenge())
    while True:
        acknowledge(match)
        after, news = played(match, "d2d3", "e7e6"), owed(ANN, f"{match.version}")
        match = (await store.write(stores.matches.save, after, notify=[news])).match

def acknowledge(match):
    global told
    come_to("acknowledgement")
    os.write(1, f"{match.id} {match.version}\\n".encode())
    told += 1

def come_to(point):
    if told == 3 and point in kills:
        os.kill(os.getpid(), signal.SIGKILL)

with (
    listening("after_cursor_execute", lambda *_: come_to("statement")),
    listening("commit", lambda *_: come_to("commit")),
):
    asyncio.run(write())
"""
"""Plays a match as fast as it can, and says which versions are stored. Kills itself if it is told where."""


@asynccontextmanager
async def writing(url: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """While another process plays a match, as fast as it can."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, url, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    await process.stdout.readline()
    try:
        yield process
    finally:
        process.kill()
        await process.communicate()
