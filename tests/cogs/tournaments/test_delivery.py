"""The job of tournaments: what Discord holds back, and what fails, holds up nothing else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from discord.utils import sleep_until, utcnow

from cogs.tournaments.service import Tournaments
from matches import MatchId, UserId
from matches.tournaments.model import Format, TournamentId
from tests.cogs.server import Server
from tests.cogs.tournaments.stories import FIRST, made, seen


async def test_a_tournament_begins_no_more_matches_while_its_last_ones_are_held_back(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = server.bot.app
    monkeypatch.setattr("cogs.tournaments.service.WAVE", 2)
    people = [server.guild.add_member(server.env.create_user(f"player {number}")) for number in range(4)]
    await made(server, Format.KNOCKOUT)
    publish = app.publisher.publish

    async def slowly(match_id: MatchId, *more: Any) -> Any:
        if match_id == MatchId(1):
            await sleep_until(utcnow() + timedelta(minutes=4))
        return await publish(match_id, *more)

    monkeypatch.setattr(app.publisher, "publish", slowly)
    for one in people:
        await app[Tournaments].enter(FIRST, UserId(one.id))
    await server.pass_time(days=8)
    await server.env.advance_time(60)
    begun = [game for game in (await seen(server)).pairings if game.match_id is not None]
    await server.env.advance_time(120)
    still = [game for game in (await seen(server)).pairings if game.match_id is not None]
    assert len(begun) == len(still) == 2
    await server.env.advance_time(180)
    assert all(game.match_id is not None for game in (await seen(server)).pairings)


async def test_a_tournament_that_fails_is_logged_once_and_waits_longer_each_time(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in ("pjawns", "prudh"):
        await made(server, game=game)
    bad, tries = FIRST, list[Any]()
    attend = Tournaments.attend

    async def failing(self: Tournaments, which: TournamentId, *absent: Any) -> Any:
        if which == bad:
            tries.append(which)
            raise RuntimeError("a bug")
        return await attend(self, which, *absent)

    with monkeypatch.context() as patched:
        patched.setattr(Tournaments, "attend", failing)
        await server.pass_time(days=8)
        for minutes in (0.5, 0.6, 1, 1.5):
            await server.pass_time(minutes=minutes)
    assert len(tries) == 3, "at once, after a minute, and two minutes later"
    told = [one for one in caplog.records if one.getMessage().startswith("tournament=1 failed")]
    assert [one.levelname for one in told] == ["ERROR", *["WARNING"] * (len(tries) - 1)]
    assert [one.exc_info is not None for one in told] == [True, *[False] * (len(tries) - 1)]
    assert (await seen(server, TournamentId(2))).state.ended, "others go on"
    assert not (await seen(server)).state.ended
    await server.pass_time(hours=1)
    assert (await seen(server)).state.ended, "it goes on by itself"
    caplog.clear()
