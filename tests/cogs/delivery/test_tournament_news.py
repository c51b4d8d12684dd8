"""News of tournaments: told where that was chosen, silently, each once, and never with a ping."""

from __future__ import annotations

from typing import Any, Final

import pytest
from sqlalchemy import update

from cogs.delivery import tournament_news
from data.schema import tournament
from matches import ChallengeChannel, ChannelId, GuildId
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentTerms
from tests.cogs.community import id_of, newcomers
from tests.cogs.server import Server, ids, labels, text
from tests.cogs.tournaments import resign_all, run, seen, started
from tests.store import write


def news(server: Server) -> list[Any]:
    """The messages that are news, oldest first."""
    return [one for one in server.channel.history() if ids(one, "tournews:")]


async def begun(server: Server, *, told: bool = True) -> list[Any]:
    """A knockout has begun whose news are ``told``."""
    people = [server.challenger, server.opponent, server.visitor]
    await started(server, people, Format.KNOCKOUT, news=told)
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


AT_ONCE: Final = 2


async def three(server: Server) -> list[TournamentId]:
    """One tournament more than a round tells the news of: all are full and have begun."""
    place = ChallengeChannel(GuildId(server.guild.id), ChannelId(server.channel.id))
    terms = TournamentTerms(Format.KNOCKOUT, most=4, news=True)
    tournaments, organiser = server.bot.app.tournaments, id_of(server.challenger)
    people = newcomers(server, 4)
    made = [await tournaments.create(organiser, place, "Spring", "pjawns", terms) for _ in range(AT_ONCE + 1)]
    await server.stop_loops()
    for one in made:
        for who in people:
            await tournaments.enter(one.id, id_of(who))
    for which in await tournaments.due(AT_ONCE + 1):
        await tournaments.attend(which)
    assert await tournaments.news_due(9) == tuple(one.id for one in made)
    return [one.id for one in made]


async def told(server: Server) -> list[str]:
    """The tournaments that there is news of, by number."""
    await server.bot.app.tournament_news.tell(AT_ONCE)
    return sorted(one.split(":")[3].split(".")[0] for sent in news(server) for one in ids(sent, "tournews:"))


async def test_news_that_fail_by_a_bug_hold_up_no_other(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    those, real = await three(server), tournament_news.news_card

    async def broken(app: Any, found: Tournament, *more: Any) -> Any:
        if found.id in those[:AT_ONCE]:
            raise ArithmeticError
        return await real(app, found, *more)

    monkeypatch.setattr(tournament_news, "news_card", broken)
    assert await told(server) == []
    assert await told(server) == ["3"]
    assert caplog.text.count("its news could not be told") == AT_ONCE, "each is tried once"
    caplog.clear()
    monkeypatch.undo()
    assert await told(server) == ["3"], "they rest"
    await server.env.advance_time(600)
    assert await told(server) == ["1", "2", "3"]


async def test_news_of_damaged_tournaments_hold_up_no_other(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    those = await three(server)
    damaged = update(tournament).where(tournament.c.id.in_(those[:AT_ONCE]))
    await write(server.store, damaged.values(terms="{"))
    assert await told(server) == []
    assert await told(server) == ["3"]
    caplog.clear()
