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
from tests.data_store.writer import WRITER

pytestmark = pytest.mark.real

ROOT = Path(__file__).parents[2]


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
