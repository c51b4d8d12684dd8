"""News of tournaments: told where that was chosen, silently, each once, and never with a ping."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update

from data.schema import tournament
from tests.cogs.governing import an_admin
from tests.cogs.server import Server, ids, labels, text
from tests.cogs.tournaments import draft, entered, resign_all, run, seen


def news(server: Server) -> list[Any]:
    """The messages that are news, oldest first."""
    return [one for one in server.channel.history() if ids(one, "tournews:")]


async def begun(server: Server, *, told: bool = True) -> list[Any]:
    """A knockout with news has begun."""
    admin = an_admin(server)
    panel = await draft(server, admin, game="Pjawns", form="Knockout")
    await admin.click(panel, label="More…")
    if told:
        await admin.click(panel, label="News here: off")
        assert "Rounds and a table a week are told here, silently." in text(panel)
    await admin.click(panel, label="Create")
    people = [server.challenger, server.opponent, server.visitor]
    await entered(server, people)
    await run(server)
    return people


async def test_the_start_each_round_the_week_and_the_end_are_told_once(server: Server) -> None:
    people = await begun(server)
    (start,) = news(server)
    assert "**Semi-finals** has begun: 3 players. 2 games." in text(start)
    assert labels(start) == ["Bracket"]
    assert start.flags.suppress_notifications
    await server.pass_time(days=3)
    assert len(news(server)) == 1
    await server.pass_time(days=5)
    await run(server)
    assert "**Semi-finals:** 0 of 2 games decided." in text(news(server)[-1])
    await resign_all(server, people)
    assert "**Final** has begun: 2 games." in text(news(server)[-1])
    await resign_all(server, people)
    assert f"**<@{people[0].id}> wins!**" in text(news(server)[-1])
    await server.pass_time(days=30)
    assert (await seen(server)).state.ended
    assert len(news(server)) == 4
    sent: list[Any] = [one.json for one in server.env.http_requests if one.path.endswith("/messages")]
    told = [one for one in sent if one and "tournews:" in str(one)]
    assert len(told) == 4 and all(one["allowed_mentions"]["users"] == [] for one in told)


async def test_news_that_a_crash_left_behind_are_not_told_again(server: Server) -> None:
    await begun(server)
    app = server.bot.app
    found = await seen(server)
    await server.store.write(_forget, found.id, app.clock())
    await server.restart()
    await run(server)
    assert len(news(server)) == 1


def _forget(connection: Any, which: Any, now: Any) -> None:
    """As if the process had died before it noted what it told."""
    connection.execute(update(tournament).where(tournament.c.id == which).values(told=0, news_at=now))


async def test_a_refusal_holds_nothing_up(server: Server) -> None:
    server.env.inject_error(
        "POST", f"/channels/{server.channel.id}/messages", status=403, code=50013, times=None
    )
    await begun(server)
    assert news(server) == []
    found = await seen(server)
    assert await server.bot.app.tournaments.news_due(1) == ()
    assert found.round == 1


async def test_without_that_choice_nothing_is_told(server: Server) -> None:
    people = await begun(server, told=False)
    await server.pass_time(days=9)
    await resign_all(server, people)
    assert news(server) == []
