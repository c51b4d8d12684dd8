"""A process that is killed in the middle of its work loses nothing that it was told is stored."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from data import stores
from matches.model import MatchId
from tests.data_store.conftest import Opener

pytestmark = pytest.mark.real

ROOT = Path(__file__).parents[2]
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


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize(("point", "stored"), [("statement", 3), ("commit", 3), ("acknowledgement", 4)])
async def test_what_was_acknowledged_is_there_after_a_kill(
    url: str, opener: Opener, point: str, stored: int
) -> None:
    match_id, acknowledged = await _write_until_killed(url, point)
    store = await opener(url)
    match = await store.read(stores.matches.load, match_id)
    assert (acknowledged, match.version) == (3, stored)
    assert len(match.entries) == 2 * (match.version - 1)
    assert len(await store.read(stores.notices.notices_of, match_id)) == match.version - 1


async def _write_until_killed(url: str, point: str) -> tuple[MatchId, int]:
    """The match that another process wrote, and the last version of which it heard that it was stored."""
    writer = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", WRITER, url, point), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await writer.communicate()
    assert writer.returncode == -signal.SIGKILL
    match_id, version = said.decode().splitlines()[-1].split()
    return MatchId(int(match_id)), int(version)
