"""News of tournaments: told where that was chosen, silently, each once, and never with a ping."""

from __future__ import annotations

from typing import Any, Final

import pytest
from sqlalchemy import delete, update

from cogs.kit.card import Accent
from cogs.tournaments import news as tournament_news
from cogs.tournaments.news import TournamentNews
from cogs.tournaments.service import Tournaments
from data.features.tournaments import tournament
from data.schema import fact
from matches import ChallengeChannel, ChannelId, GuildId
from matches.tournaments.model import Format, Tournament, TournamentId, TournamentTerms
from tests.cogs.community import id_of, newcomers
from tests.cogs.server import Server, ids, labels, private, text
from tests.cogs.tournaments.stories import resign_all, run, running, seen, started
from tests.store import write


def news(server: Server) -> list[Any]:
    """The messages about the start and the end, oldest first."""
    return [one for one in server.channel.history() if ids(one, "tournews:")]


def rounds(server: Server) -> list[Any]:
    """The messages with the games of rounds, oldest first."""
    return [one for one in server.channel.history() if ids(one, "roundtable:")]


async def begun(server: Server, *, told: bool = True) -> list[Any]:
    """A knockout of four has begun whose end is ``told``."""
    people = [server.challenger, server.opponent, *newcomers(server, 2)]
    await started(server, people, Format.KNOCKOUT, news=told)
    return people


async def test_a_knockout_leaves_a_message_a_round_and_two_for_the_whole(server: Server) -> None:
    people = await begun(server)
    (semis,) = rounds(server)
    first = await running(server)
    assert text(semis).startswith("### Pjawns January Cup\n**Semi-finals** · last day ")
    for match in first:
        assert f"<#{match.shown.home}> " in text(semis), "with the links of all threads, from the start"
    assert labels(semis) == ["Bracket"] and semis.flags.suppress_notifications
    await resign_all(server, people)
    await resign_all(server, people)
    (_, final) = rounds(server)
    won = people[0].mention
    assert text(rounds(server)[0]).count(" · 1–0") + text(rounds(server)[0]).count(" · 0–1") == 4
    assert "**Final** · over" in text(final), "the last results are told before the end"
    (end,) = news(server)
    assert f"🏆 {won} wins" in text(end) and end.attachments
    assert end.components[0].accent_colour.value == Accent.WON.value
    assert (end.attachments[0].description or "").startswith("1. challenger, rating ")
    assert labels(end) == ["Bracket", "Film of the final", "Same again"]
    film = (await server.visitor.click(end, label="Film of the final")).followups[-1]
    assert film.attachments[0].filename.endswith(".gif")
    again = private(await server.visitor.click(end, label="Same again"))
    assert again.startswith("Tournaments are created by people with")
    assert len(server.channel.history()) == 4, "its card, a message a round, and the end"
    await server.pass_time(days=30)
    assert len(server.channel.history()) == 4
    sent: list[Any] = [one.json for one in server.env.http_requests if one.path.endswith("/messages")]
    told = [one for one in sent if one and ("tournews:" in str(one) or "roundtable:" in str(one))]
    assert len(told) == 3 and all(one["allowed_mentions"]["users"] == [] for one in told)


async def test_the_games_of_a_round_are_brought_up_to_date_every_ten_minutes(server: Server) -> None:
    people = [server.challenger, server.opponent, server.visitor]
    await started(server, people)
    (listed,) = rounds(server)
    before = edits(server, listed)
    one, other, _ = await running(server)
    await server.bot.app.matches.play.resign(one.id, one.users[0])
    await server.pass_time(minutes=6)
    await server.bot.app.matches.play.resign(other.id, other.users[0])
    assert edits(server, listed) == before and "–1" not in text(listed)
    await server.pass_time(minutes=6)
    assert edits(server, listed) == before + 1, "both at once"
    assert text(rounds(server)[0]).count("1–0") + text(rounds(server)[0]).count("0–1") == 2
    assert "**Leading:** " in text(rounds(server)[0])


async def test_a_message_of_a_round_that_somebody_deletes_stays_away(server: Server) -> None:
    people = await begun(server)
    await rounds(server)[0].delete()
    await resign_all(server, people)
    await server.pass_time(minutes=30)
    (final,) = rounds(server)
    assert "**Final**" in text(final)


def edits(server: Server, message: Any) -> int:
    """How often a message was edited."""
    path = f"/channels/{message.channel.id}/messages/{message.id}"
    return sum(one.method == "PATCH" and one.path == path for one in server.env.http_requests)


@pytest.mark.parametrize("forget", [0, 1])
async def test_a_message_that_a_crash_left_behind_is_not_sent_again(server: Server, forget: int) -> None:
    await begun(server)
    found = await seen(server)
    await server.store.write(_forget, found.id, server.bot.app.clock(), bool(forget))
    await server.restart()
    await run(server)
    await server.pass_time(minutes=15)
    assert len(rounds(server)) == 1


def _forget(connection: Any, which: Any, now: Any, messages: bool) -> None:
    """As if the process had died before it noted what it told, or even before it noted the message."""
    connection.execute(update(tournament).where(tournament.c.id == which).values(told=0, news_at=now))
    if messages:
        connection.execute(delete(fact).where(fact.c.key.contains("messages of round")))


async def test_a_refusal_holds_nothing_up(server: Server) -> None:
    server.env.inject_error(
        "POST", f"/channels/{server.channel.id}/messages", status=403, code=50013, times=None
    )
    await begun(server)
    assert rounds(server) == []
    await server.pass_time(minutes=6)
    found = await seen(server)
    assert await server.bot.app[Tournaments].news_due(1) == ()
    assert found.round == 1


async def test_without_that_choice_the_end_is_not_told(server: Server) -> None:
    people = await begun(server, told=False)
    await resign_all(server, people)
    await resign_all(server, people)
    assert news(server) == [] and len(rounds(server)) == 2


AT_ONCE: Final = 2


async def three(server: Server) -> list[TournamentId]:
    """One tournament more than a round tells the news of: all are full and have begun."""
    place = ChallengeChannel(GuildId(server.guild.id), ChannelId(server.channel.id))
    terms = TournamentTerms(Format.KNOCKOUT, most=4, news=True)
    tournaments, organiser = server.bot.app[Tournaments], id_of(server.challenger)
    people = newcomers(server, 4)
    made = [await tournaments.create(organiser, place, "Spring", "pjawns", terms) for _ in range(AT_ONCE + 1)]
    await server.stop_loops()
    for one in made:
        for who in people:
            await tournaments.enter(one.id, id_of(who))
    for which in await tournaments.due(AT_ONCE + 1):
        await tournaments.attend(which)
    await server.env.advance_time(360)  # their matches are shown by no loop, and are waited for no longer
    assert await tournaments.news_due(9) == tuple(one.id for one in made)
    return [one.id for one in made]


async def told(server: Server) -> list[str]:
    """The tournaments that there is news of, by number."""
    await server.bot.app[TournamentNews].tell(AT_ONCE)
    return sorted(
        one.split(":")[3].split(".")[0] for sent in rounds(server) for one in ids(sent, "roundtable:")
    )


async def test_news_that_fail_by_a_bug_hold_up_no_other(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    those, real = await three(server), tournament_news.round_card

    async def broken(found: Tournament, *more: Any) -> Any:
        if found.id in those[:AT_ONCE]:
            raise ArithmeticError
        return await real(found, *more)

    monkeypatch.setattr(tournament_news, "round_card", broken)
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
