"""A process that is killed in the middle of its work loses nothing that it was told is stored."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from pathlib import Path

import pytest

from matches.model import MatchId
from tests.data_store.conftest import Opener

pytestmark = pytest.mark.real

ROOT = Path(__file__).parents[2]
WRITER = """
import asyncio, os, sys
from data import open_store
from tests.data_store.making import ANN, challenge, owed, played

async def write(url):
    store = await open_store(url)
    match = await store.matches.create(challenge(), open_limit=99)
    acknowledge(match)
    while True:
        after, news = played(match, "d2d3", "e7e6"), owed(ANN, f"{match.version}")
        match = (await store.matches.save(after, notify=[news])).match
        acknowledge(match)

def acknowledge(match):
    os.write(1, f"{match.id} {match.version}\\n".encode())

asyncio.run(write(sys.argv[1]))
"""


@pytest.mark.parametrize("seed", range(2))
async def test_what_was_acknowledged_is_there_after_a_kill(url: str, opener: Opener, seed: int) -> None:
    match_id, acknowledged = await _write_until_killed(url, random.Random(seed).uniform(0.02, 0.2))
    store = await opener(url)
    match = await store.matches.load(match_id)
    # The kill may have come between the commit and the line that tells of it.
    assert acknowledged <= match.version <= acknowledged + 1
    assert len(match.entries) == 2 * (match.version - 1)
    assert len(await store.notices.of_match(match_id)) == match.version - 1


async def _write_until_killed(url: str, seconds: float) -> tuple[MatchId, int]:
    """The match that another process wrote, and the last version of which it heard that it was stored."""
    writer = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, url, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert writer.stdout is not None
    first = await writer.stdout.readline()
    await asyncio.sleep(seconds)
    os.kill(writer.pid, signal.SIGKILL)
    lines = (first + await writer.stdout.read()).decode().splitlines()
    assert await writer.wait() == -signal.SIGKILL, "it wrote until it was killed"
    match_id, version = lines[-1].split()
    return MatchId(int(match_id)), int(version)
