"""Rounds after one in which nothing was due: what has become due is found, what is on its way is not."""

from __future__ import annotations

import pytest
from sqlalchemy import text as sql

from cogs.upkeep import EVERY, GRACE
from data import stores
from matches import MatchId, UserId
from tests.cogs.server import Server, text
from tests.store import write

BETWEEN = EVERY / 3
"""Seconds between a round and what happens before the next."""


@pytest.fixture
async def idle(server: Server) -> Server:
    """A server with a match whose bot has just started, and found nothing to do."""
    await server.begin("pjawns")
    await server.restart()
    await server.env.advance_time(BETWEEN)
    return server


async def test_a_change_on_its_way_is_left_to_who_makes_it(idle: Server) -> None:
    server = idle
    await server.bot.app.matches.play.turn(MatchId(1), UserId(server.challenger.id), "@e1")
    await server.env.advance_time(EVERY)
    assert "pjawn placed on e1" not in text(server.card), "its click shows it"
    await server.env.advance_time(GRACE.total_seconds() + EVERY)
    assert "pjawn placed on e1" in text(server.card), "it was cut off"


async def test_whom_a_match_waits_for_is_found_out_for_one_of_an_older_bot(idle: Server) -> None:
    await write(idle.store, sql("UPDATE match SET challenger_to_act = NULL, opponent_to_act = NULL"))
    await idle.env.advance_time(EVERY)
    assert await idle.store.read(stores.matches.without_to_act, 9) == ()
