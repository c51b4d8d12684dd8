"""What a crash kept from being shown is shown, once."""

from __future__ import annotations

import logging
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

import pytest

from cogs.upkeep import JOBS, DueJob, Upkeep
from data import stores
from matches import (
    ChallengeChannel,
    ChallengeTerms,
    Match,
    MatchId,
    NoticeState,
    Shown,
    StoreUnavailableError,
    UserId,
)
from tests.cases import case
from tests.cogs.community import id_of
from tests.cogs.server import Server, labels, text
from tests.store import instead


async def only(server: Server, *jobs: str) -> None:
    """Have nothing but these jobs done by the clock."""
    upkeep: Any = server.bot.get_cog("Upkeep")
    await server.stop_loops()
    with server.env.as_bot():
        for job in jobs:
            upkeep.loops[job].start()
    await server.env.settle()


async def test_a_move_stored_but_not_shown_is_shown_by_the_sweep_and_at_the_start(server: Server) -> None:
    await server.begin("pjawns")
    play, player = server.bot.app.matches.play, id_of(server.challenger)
    await play.turn(MatchId(1), player, "@e1")
    assert "pjawn placed on e1" not in text(server.card)
    await server.env.advance_time(90)
    assert "pjawn placed on e1" in text(server.card)
    seen = len(server.home.history())
    await server.env.advance_time(90)
    assert len(server.home.history()) == seen
    await play.turn(MatchId(1), id_of(server.opponent), "@d8")
    await server.restart()
    assert "pjawn placed on d8" in text(server.card)


async def test_a_challenge_stored_but_not_shown_is_shown(server: Server) -> None:
    await server.challenge(server.opponent)
    app = server.bot.app
    match = await app.matches.load(MatchId(1))
    await app.matches.challenges.challenge(
        match.users[0], None, ChallengeTerms("prawns", {}), ChallengeChannel(match.guild_id, match.channel_id)
    )
    await server.restart()
    assert "challenges anyone to" in text(server.invitation)


async def test_an_acceptance_stored_but_not_shown_opens_the_thread_once(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.bot.app.matches.challenges.accept(MatchId(1), UserId(server.opponent.id), 1, call="heads")
    await server.restart()
    await server.restart()
    assert len(server.channel.threads) == 1
    assert len(server.dms(server.challenger)) == len(server.dms(server.opponent)) == 1
    assert "Still choosing" in text(server.card)
    assert labels(server.invitation) == []


async def test_a_challenge_that_lapsed_while_the_bot_was_down(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.pass_time(days=8)
    await server.restart()
    assert "expired" in text(server.invitation)


async def test_a_match_that_cannot_be_shown_is_tried_ever_less_often(server: Server) -> None:
    await server.begin("pjawns")
    await only(server, "sweep")
    path = f"/channels/{server.home.id}/messages"
    server.env.inject_error("POST", "/channels/*", status=403, code=50013, times=None)
    before = len(server.env.http_requests)
    await server.bot.app.matches.play.turn(MatchId(1), id_of(server.challenger), "@e1")
    tries = []
    for _ in range(2):
        await server.env.advance_time(600)
        sent = server.env.http_requests[before:]
        tries.append(len([one for one in sent if (one.method, one.path) == ("POST", path)]))
    assert 4 <= tries[0] <= 5 and tries[1] - tries[0] <= 1, "after 1, 2, 4, … minutes, not at each sweep"


async def test_matches_that_cannot_be_shown_do_not_keep_others_from_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["cogs.upkeep"], "AT_ONCE", 1)
    await server.begin("pjawns")
    lost = server.home
    server.env.inject_error("POST", f"/channels/{lost.id}/messages", status=403, code=50013, times=None)
    await server.begin("pjawns")
    for number in (1, 2):
        await server.bot.app.matches.play.turn(MatchId(number), id_of(server.challenger), "@e1")
    await server.env.advance_time(120)
    assert server.home.id != lost.id
    assert "pjawn placed on e1" in text(server.card)


async def test_a_sweep_goes_on_until_nothing_is_due(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["cogs.upkeep"], "AT_ONCE", 2)
    for _ in range(5):
        await server.challenge(server.opponent)
    time, downtime, done = server.bot.app.matches.time, server.bot.app.services.downtime, []
    attend, record_alive = time.attend, downtime.record_alive

    async def attended(match_id: MatchId) -> Match | None:
        done.append(int(match_id))
        return await attend(match_id)

    async def swept() -> object:
        done.append(0)
        return await record_alive()

    monkeypatch.setattr(time, "attend", attended)
    monkeypatch.setattr(downtime, "record_alive", swept)
    await server.pass_time(days=8)
    await server.env.advance_time(60)
    sweeps = [sorted(sweep) for begins, sweep in groupby(done, key=bool) if begins]
    assert sweeps == [[1, 2, 3, 4, 5]], "all in one sweep, each once"
    expired = [message for message in server.channel.history() if "expired" in text(message)]
    assert len(expired) == 5


async def test_a_match_that_cannot_be_ended_neither_stops_nor_hurries_the_sweep(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        await server.challenge(server.opponent)
    matches = server.bot.app.matches
    attend, tries = matches.time.attend, []

    async def broken(match_id: MatchId) -> Match | None:
        tries.append(match_id)
        if match_id == MatchId(1):
            raise ValueError("a record that cannot be read")
        return await attend(match_id)

    monkeypatch.setattr(matches.time, "attend", broken)
    await server.pass_time(days=8)
    await server.env.advance_time(60)
    assert "expired" in text(server.invitation)
    assert tries.count(MatchId(1)) == 3
    assert "match=1 could not be seen to" in caplog.text
    caplog.clear()


SWEPT: Final[tuple[Callable[..., Any], ...]] = (
    stores.matches.record_shown,
    stores.matches.around,
    stores.matches.load_with_settings,
    stores.matches.unshown,
    stores.matches.due,
    stores.notices.claim,
    stores.host.record_alive,
    stores.privacy.to_be_forgotten,
)
"""What the sweep asks of the store."""


async def test_a_store_that_cannot_be_used_just_now_is_no_bug(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is said in a line, without a traceback, and done once the store can be used again."""
    asked: list[None] = []

    async def locked(*_: object, **__: object) -> None:
        asked.append(None)
        await unknown()

    async def unknown(*_: object, **__: object) -> None:
        """Nobody can say what is due either: each job asks for itself."""
        raise StoreUnavailableError("The database is locked by another program.")

    await only(server, "sweep")
    for number, function in enumerate(SWEPT, 1):
        with case(f"{function.__module__}.{function.__name__}"), monkeypatch.context() as broken:
            await server.begin("pjawns")
            await server.bot.app.matches.play.turn(MatchId(number), id_of(server.challenger), "@e1")
            instead(server.store, stores.due.due_work, unknown, broken)
            instead(server.store, function, locked, broken)
            asked.clear()
            caplog.clear()
            await server.env.advance_time(90)
            assert asked, "the sweep came by"
            said = [record for record in caplog.records if record.levelno > logging.INFO]
            assert said
            assert all("locked by another program" in record.getMessage() for record in said)
            assert not any(record.exc_info for record in said)
            broken.undo()
            caplog.clear()
            await server.env.advance_time(90)
            match = await server.match(number)
            assert match.shown.version == match.version
            assert "pjawn placed on e1" in text(server.card)
            assert not any(record.exc_info for record in caplog.records)


async def test_a_card_sent_before_a_crash_and_not_noted_is_not_sent_again(server: Server) -> None:
    await server.begin("pjawns")
    before = await server.match()
    await server.play("@e1")
    seen = len(server.home.history())
    await _forget_what_was_shown(server, before.shown)
    await server.pass_time(hours=1)
    assert len(server.home.history()) == seen
    match = await server.match()
    assert match.shown.version == match.version
    assert match.shown.card == server.card.id
    await server.play("@d8", server.opponent)


async def test_a_direct_message_sent_before_a_crash_is_not_sent_again(server: Server) -> None:
    await server.challenge(server.opponent)
    await server.accept()
    match = await server.match()
    for notice in await server.store.read(stores.notices.notices_of, match.id):
        await server.store.write(stores.notices.settle, notice.id, NoticeState.DUE)
    await _forget_what_was_shown(server, replace(match.shown, version=1))
    await server.pass_time(hours=1)
    assert len(server.dms(server.challenger)) == len(server.dms(server.opponent)) == 1


async def _forget_what_was_shown(server: Server, shown: Shown) -> None:
    """As if the bot had died before it noted what it had sent: only the database's own hand can do that."""
    with closing(sqlite3.connect(server.path)) as database, database:
        database.execute(
            "UPDATE match SET shown_version = ?, card = ?, stage = ?",
            (shown.version, shown.card, shown.stage),
        )


async def test_after_a_sleep_of_the_host_one_sweep_makes_up_for_all(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py makes up for every round of the loop that was missed: an hour has 120 of them."""
    swept = []
    real = Upkeep._sweep

    async def counted(self: Upkeep) -> None:
        swept.append(server.env.now())
        await real(self)

    monkeypatch.setattr(Upkeep, "_sweep", counted)
    server.env.jump(3600)
    await server.env.advance_time(29)
    assert len(swept) == 1
    await server.env.advance_time(300)
    assert len(swept) == 11, "and then it goes on as ever"


async def test_matches_are_shown_as_if_for_the_first_time_where_nothing_of_them_is_left(
    server: Server,
) -> None:
    await server.begin("pjawns")
    lost = [thread.id for thread in server.channel.threads]
    await server.bot.app.matches.show_anew()
    await server.restart()
    threads = [thread for thread in server.channel.threads if thread.id not in lost]
    assert len(threads) == 1
    await server.env.advance_time(90)
    assert len(server.channel.threads) == len(lost) + 1, "once"
    assert "White's turn" in text(threads[0].history()[-1])


def _with_job(monkeypatch: pytest.MonkeyPatch, **more: Any) -> list[None]:
    """Have the next bot do one job more, every minute; returns what it does, entry by entry."""
    done: list[None] = []

    async def count(_: Upkeep) -> None:
        done.append(None)
        if "error" in more:
            raise more["error"]

    job = DueJob("counting", 60, count, "what is counted will be counted again", more.get("offline", False))
    monkeypatch.setattr(sys.modules["cogs.upkeep"], "JOBS", (*JOBS, job))
    return done


def test_each_job_has_a_name_of_its_own() -> None:
    assert len({job.name for job in JOBS}) == len(JOBS), "its loop is found by it"


async def test_a_job_is_a_row_and_a_function(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    done = _with_job(monkeypatch)
    await server.restart()
    assert len(done) == 1
    await server.env.advance_time(150)
    assert len(done) == 3
    server.env.jump(3600)
    await server.env.advance_time(29)
    assert len(done) == 4, "once for all that were missed"
    server.bot.app.in_flight.stopping = True
    await server.env.advance_time(300)
    assert len(done) == 4


@pytest.mark.parametrize(("offline", "rounds"), [(False, 0), (True, 2)])
async def test_most_jobs_rest_while_discord_cannot_be_reached(
    server: Server, monkeypatch: pytest.MonkeyPatch, *, offline: bool, rounds: int
) -> None:
    done = _with_job(monkeypatch, offline=offline)
    await server.restart()
    await only(server, "counting")
    server.bot.app.connection.lost(0)
    done.clear()
    await server.env.advance_time(130)
    assert len(done) == rounds


async def test_a_job_that_fails_is_done_again(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    more: dict[str, Any] = {}
    for error, said, traceback in (
        (StoreUnavailableError("It is locked."), "will be counted again: It is locked.", False),
        (ValueError("of ours"), "will be counted again", True),
        (OSError("of the host's"), "will be counted again", True),
    ):
        with case(error), monkeypatch.context() as patched:
            more["error"] = error
            done = _with_job(patched, **more)
            await server.restart()
            await only(server, "counting")
            done.clear()
            caplog.clear()
            await server.env.advance_time(130)
            assert len(done) == 2
            told = [record for record in caplog.records if record.name == "cogs.upkeep"]
            assert {record.getMessage() for record in told} == {f"what is counted {said}"}
            assert {record.exc_info is not None for record in told} == {traceback}
            assert {record.levelno for record in told} == {logging.ERROR}
    await server.stop_loops()
    caplog.clear()
