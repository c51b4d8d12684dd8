"""The status line: told to a shard when it changes, and when it connects anew."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from cogs.text import entry_points_texts
from tests.cogs.server import Server


@pytest.fixture
def told(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the shards are told."""
    found: list[str] = []

    async def change(*, activity: Any, shard_id: int) -> None:
        found.append(f"{shard_id}: {activity.name}")

    monkeypatch.setattr(server.bot, "change_presence", change)
    return found


async def test_it_counts_what_runs_and_is_told_when_it_changes(server: Server, told: list[str]) -> None:
    line = server.bot.app.status_line
    line._told.clear()
    await line.renew()
    await line.renew()
    assert told == ["0: 0 matches running · /help"]
    await server.begin("pjawns")
    await server.challenge(server.opponent)
    await line.renew()
    assert told[1:] == ["0: 1 match running · /help"], "a challenge isn't a match yet"
    assert str(server.bot.activity) == entry_points_texts.status(1), "for a shard that connects later"


async def test_it_is_renewed_every_five_minutes_at_most(server: Server, told: list[str]) -> None:
    server.bot.app.status_line._told.clear()
    await server.begin("pjawns")
    for _ in range(3):
        await server.pass_time(minutes=1)
    assert len(told) <= 3
    assert set(told) == {"0: 1 match running · /help"} and len(told) == 1


async def test_a_shard_that_cannot_be_told_is_told_later(
    server: Server, monkeypatch: pytest.MonkeyPatch, told: list[str]
) -> None:
    line = server.bot.app.status_line
    line._told.clear()

    async def refuses(**_: Any) -> None:
        raise aiohttp.ClientConnectionError("closing")

    with monkeypatch.context() as patched:
        patched.setattr(server.bot, "change_presence", refuses)
        await line.renew()
    assert told == []
    await line.renew()
    assert told == ["0: 0 matches running · /help"]
