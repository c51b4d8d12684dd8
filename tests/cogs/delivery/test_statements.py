"""What a tapped move, a reminder and an idle bot ask the database: few statements, none on the event loop."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest

from cogs.upkeep import EVERY, THINKING_EVERY
from data import stores
from data.sqlite import Sqlite
from matches import UserId
from matches.model import NewNotice, NoticeKind, NoticePlace
from matches.players import users_of
from tests.cogs.server import Server, labels
from tests.store import listening

MOST_STATEMENTS, MOST_TRANSACTIONS = 9, 4
MOST_OF_A_REMINDER = 8
MOST_OF_A_PANEL = {"Move": (7, 4), "Board": (8, 6), "⋯": (4, 2)}
"""Statements and transactions."""
MOST_OF_AN_ANSWER, TRANSACTIONS_OF_AN_ANSWER = 14, 6
IDLE = timedelta(minutes=1)
MOST_WHEN_IDLE = 12 + 2
"""One question as often as a job begins a round, and a sign of life at each sweep."""


class Counted:
    """The statements and transactions of a while."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.statements: list[str] = []
        self.threads: set[int] = set()
        self.transactions = self.writing = 0
        for name in ("read", "write", "write_unsynced"):
            monkeypatch.setattr(Sqlite, name, self._counting(name, getattr(Sqlite, name)))

    def _counting(self, name: str, run: Any) -> Any:
        async def counted(*asked: Any) -> Any:
            self.transactions += 1
            self.writing += name != "read"
            return await run(*asked)

        return counted

    def note(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        """Take note of a statement, and of the thread that it runs in."""
        self.statements.append(statement)
        self.threads.add(threading.get_ident())


@pytest.mark.parametrize("game", ["pjawns", "predation"])
@pytest.mark.parametrize("asks_first", [False, True])
async def test_a_tapped_move_takes_few_statements(
    server: Server, monkeypatch: pytest.MonkeyPatch, asks_first: bool, game: str
) -> None:
    await server.begin(game)
    for player in (server.challenger, server.opponent):
        send = {"send": "on" if asks_first else "off"}
        await server.bot.app.notifications.prefer(UserId(player.id), send)
    await server.act(await any_action(server))
    waits = server.bot.app.matches.waits_for(await server.match(), UserId(server.challenger.id))
    who = server.challenger if waits else server.opponent
    panel = await server.open(who, "Move")
    action = await any_action(server)
    before = (await server.match()).version
    while (await server.match()).version == before:
        if "Send" in labels(panel()):
            tap = who.click(panel(), label="Send")
        else:
            control, value = await server.next_step(panel(), action)
            if value is None:
                tap = who.click(panel(), custom_id=control)
            else:
                tap = who.select(panel(), [value], custom_id=control)
        counted = Counted(monkeypatch)
        with listening("before_cursor_execute", counted.note):
            await tap
        monkeypatch.undo()
    said = "\n".join(counted.statements)
    assert 0 < len(counted.statements) <= MOST_STATEMENTS, said
    assert counted.transactions <= MOST_TRANSACTIONS, said
    assert threading.get_ident() not in counted.threads


@pytest.mark.parametrize("label", MOST_OF_A_PANEL)
async def test_a_panel_reads_the_match_with_the_settings_once(
    server: Server, monkeypatch: pytest.MonkeyPatch, label: str
) -> None:
    await server.begin("pjawns")
    await server.act(await any_action(server))
    counted = Counted(monkeypatch)
    with listening("before_cursor_execute", counted.note):
        await server.open(server.opponent, label)
    said = "\n".join(counted.statements)
    assert len([one for one in counted.statements if "FROM guild_setting" in one]) == 1, said
    statements, transactions = MOST_OF_A_PANEL[label]
    assert len(counted.statements) <= statements, said
    assert counted.transactions <= transactions, said


async def test_a_challenge_is_accepted_as_it_was_read(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.command = "pjawns"
    await server.challenge(server.opponent)
    counted = Counted(monkeypatch)
    with listening("before_cursor_execute", counted.note):
        await server.accept()
    said = "\n".join(counted.statements)
    assert len([one for one in counted.statements if "FROM guild_setting" in one]) == 1, said
    assert len(counted.statements) <= MOST_OF_AN_ANSWER, said
    assert counted.transactions <= TRANSACTIONS_OF_AN_ANSWER, said
    assert threading.get_ident() not in counted.threads


@pytest.mark.parametrize("place", [NoticePlace.HOME, NoticePlace.DIRECT])
async def test_a_reminder_reads_the_settings_once(
    server: Server, monkeypatch: pytest.MonkeyPatch, place: NoticePlace
) -> None:
    await server.begin("pjawns")
    app, match = server.bot.app, await server.match()
    (reader,) = users_of(app.matches.to_act(match))
    name = f"{app.matches.stage(match)}+1"
    due = NewNotice(reader, NoticeKind.LATER, place, name, match.changed_at)
    await server.store.write(stores.notices.add, match.id, [due])
    counted, since = Counted(monkeypatch), len(server.env.http_requests)
    with listening("before_cursor_execute", counted.note), server.env.as_bot():
        assert await app.notifier.deliver(9) == 1
    said = "\n".join(counted.statements)
    assert any(entry.path.endswith("/messages") for entry in server.env.http_requests[since:])
    of_settings = [one for one in counted.statements if "preference" in one or "guild_setting" in one]
    assert len(of_settings) == 1, said
    assert len(counted.statements) <= MOST_OF_A_REMINDER, said
    assert threading.get_ident() not in counted.threads


@pytest.mark.parametrize("begun", [False, True], ids=["no match", "a match"])
async def test_where_nothing_is_due_all_jobs_together_ask_once(
    server: Server, monkeypatch: pytest.MonkeyPatch, begun: bool
) -> None:
    if begun:
        await server.begin("pjawns")
        await server.act(await any_action(server))
    await server.pass_time(minutes=10)
    await server.env.advance_time(1)
    counted = Counted(monkeypatch)
    with listening("before_cursor_execute", counted.note):
        await server.env.advance_time(IDLE.total_seconds())
    said = "\n".join(counted.statements)
    assert IDLE.total_seconds() / THINKING_EVERY <= counted.transactions <= MOST_WHEN_IDLE, said
    assert counted.writing == IDLE.total_seconds() / EVERY, said
    assert threading.get_ident() not in counted.threads


async def any_action(server: Server) -> str:
    """Something that may be played now."""
    return str(server.bot.app.matches.history(await server.match()).position.legal_actions()[0])
