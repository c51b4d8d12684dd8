"""Somebody with many matches, a long record and a damaged one: lists and suggestions answer all the same."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from cogs.kit.lookup import LOOKED_AT
from cogs.panels.lists.own_matches import TURNS
from matches import MatchId
from matches.lifecycle import history
from matches.lifecycle.history import Histories
from tests.cogs.doing import done
from tests.cogs.in_the_file import change, multiply
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, private, text

pytestmark = refusing

MANY = 120


async def suggested(server: Server, typed: str, deed: str = "resign") -> list[str]:
    """The matches that are suggested to the challenger."""
    choices = await server.challenger.autocomplete(server.channel, "match", "number", typed, deed=deed)
    return [choice["value"] if isinstance(choice, dict) else choice.value for choice in choices]


async def test_many_matches_are_listed_without_folding_any(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.begin("pjawns")
    multiply(server.path, MANY)

    def refuse(*_args: object) -> Any:
        raise AssertionError("a record was folded")

    for kind, name in ((Histories, "of"), (history, "folded")):
        monkeypatch.setattr(kind, name, refuse)
    listed = private(await server.challenger.slash(server.channel, "matches"))
    assert f"**Your turn ({LOOKED_AT})**" in listed and listed.count(" vs ") == TURNS
    assert f"{MANY - LOOKED_AT} more" in listed and "Page 1 of 17" in listed
    assert len(await suggested(server, "")) == 25
    assert await suggested(server, "117") == ["117"]
    assert len(await suggested(server, "your TURN")) == 25
    assert await suggested(server, "nothing like it") == []


async def test_a_damaged_match_is_left_out_of_the_list_and_counted(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    await server.begin("pjawns")
    multiply(server.path, 3)
    change(server.path, "UPDATE match SET options = 'broken' WHERE id = 2")
    listed = private(await server.challenger.slash(server.channel, "matches"))
    assert [f"Pjawns #{number}]" in listed for number in (1, 2, 3)] == [True, False, True]
    assert "1 match can't be shown: its record is damaged. The bot's owner can repair it." in listed
    assert await suggested(server, "") == ["1", "3"]
    said = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert ["match=2 " in record.getMessage() for record in said] == [True]
    assert "broken" not in caplog.text
    caplog.clear()


async def test_a_damaged_pick_hides_no_other_match(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    await server.start()
    await server.begin("pjawns")
    change(server.path, "UPDATE pick SET choices = 'broken' WHERE match_id = 1")
    # As it would be right after the update: the sweep has not found out yet whom they wait for.
    change(server.path, "UPDATE match SET challenger_to_act = NULL, opponent_to_act = NULL")
    await server.restart()
    listed = private(await server.challenger.slash(server.channel, "matches"))
    assert "Pjawns #2]" in listed
    assert "1 match can't be shown" in listed
    opened = private(await server.challenger.slash(server.channel, "match", number="next"))
    assert "Pjawns #2" in opened
    shown = private(await server.challenger.slash(server.channel, "match", number="1"))
    assert "This match can't be shown: its record is damaged." in shown
    assert "broken" not in caplog.text
    caplog.clear()


async def test_a_damaged_match_keeps_nobody_from_being_told_of_the_others(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    await server.begin("pjawns")
    await server.begin("pjawns")
    change(server.path, "UPDATE match SET options = 'broken' WHERE id = 1")
    owed = (
        "INSERT INTO notice (match_id, user_id, kind, place, name, due_at, state) "
        "SELECT id, challenger, 'later', 'direct', 'turn:0+1', '2020-01-01 00:00:00.000000+00:00', 'due' "
        "FROM match"
    )
    change(server.path, owed)
    await server.env.advance_time(60)
    assert "Pjawns #2" in text(server.dms(server.challenger)[-1])
    assert "match=1 " in caplog.text
    caplog.clear()


@pytest.mark.gate(draw=1)
@pytest.mark.parametrize("entries", [5000, 10_000])
async def test_a_match_with_a_long_record_is_shown_and_ended(server: Server, entries: int) -> None:
    await server.begin("pjawns")
    match = await server.match(1)
    action = str(server.bot.app.matches.history(match).position.legal_actions()[0])
    with closing(sqlite3.connect(server.path, timeout=5)) as database:
        at = "2026-03-01 12:00:00.000000+00:00"
        there, back = ("action", action, "white", 1, at), ("takeback", "", "white", 0, at)
        rows = [(1, number, *(there if number % 2 else back)) for number in range(1, entries + 1)]
        database.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        database.execute("UPDATE match SET version = version + ?", (entries,))
        database.commit()
    await server.restart()
    refused = private(await server.move(server.challenger, action))
    assert "limit of 5,000 moves and other events" in refused
    assert "Your turn (1)" in private(await server.challenger.slash(server.channel, "matches"))
    await server.resign(server.challenger)
    assert (await server.match(1)).result is not None


async def test_whoever_takes_back_for_ever_is_told_to_play_on(server: Server) -> None:
    await server.begin("predation")
    service, player = server.bot.app.matches, (await server.match(1)).users[0]
    for _ in range(50):
        position = service.history(await server.match(1)).position
        await service.play.turn(MatchId(1), player, str(position.legal_actions()[0]))
        await service.play.take_back(MatchId(1), player)
    await server.act(str(position.legal_actions()[0]))
    told = await done(server.challenger, server.home, "takeback")
    assert "You've taken back 50 times this turn" in told
    assert "Play on, or end your turn" in told


@pytest.mark.parametrize("own", [True, False])
async def test_whoever_has_too_many_running_matches_is_named(
    server: Server, monkeypatch: pytest.MonkeyPatch, own: bool
) -> None:
    await server.begin("pjawns")
    core = server.bot.app.matches._core
    policy = core.policy
    monkeypatch.setattr(core, "policy", type(policy)(policy.challenge_life, 5, running_matches=1))
    asking = server.challenger if own else server.visitor
    told = private(await asking.slash(server.channel, "pjawns challenge", opponent=server.opponent))
    if own:
        assert "You already have 1 running match, and that's the limit." in told
    else:
        assert f"{server.opponent.mention} already has 1 running match, and that's the limit." in told
    assert labels(server.card) != []
