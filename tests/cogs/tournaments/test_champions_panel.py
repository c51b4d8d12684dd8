"""The hall of champions: tournaments and seasons together, by page, and what is no longer there."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, update

from cogs.tournaments.champion_service import HallOfChampions
from cogs.tournaments.service import Tournaments
from data import stores
from data.features.tournaments import tournament, tournament_champion
from matches import GuildId, UserId
from matches.ratings.rating import day_of
from matches.tournaments.champions import TournamentChampion
from matches.tournaments.model import Format
from tests.cogs.community import id_of, leaderboard
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, labels, text
from tests.cogs.tournaments.stories import FIRST, made, resign_all, run, seen, started


def people(server: Server) -> list[Any]:
    return [server.challenger, server.opponent, server.visitor]


async def hall(server: Server, who: Any = None) -> Any:
    """The hall, opened from the list of tournaments."""
    who = who or server.challenger
    shown = panel_of(await who.slash(server.channel, "tournaments"))
    return (await who.click(shown, label="Champions")).followups[-1]


async def played_out(server: Server) -> None:
    """A knockout of three that the challenger wins."""
    await started(server, people(server), Format.KNOCKOUT)
    for _ in range(4):
        if (await seen(server)).state.ended:
            return
        await resign_all(server, people(server))


async def test_the_winner_of_a_tournament_is_in_it_until_they_are_erased(server: Server) -> None:
    """Also after a crash between the end of the tournament and what follows."""
    shown = await hall(server)
    assert text(shown).startswith("### Champions of this server\nThere are none yet.")
    assert labels(shown) == []
    await played_out(server)
    found = await seen(server)
    assert found.ended_at is not None
    await server.store.write(_uncrown, server.bot.app.clock())
    assert "There are none yet." in text(await hall(server))
    await run(server)
    shown = await hall(server, server.visitor)
    noon = int(found.ended_at.replace(hour=12, minute=0, second=0, microsecond=0).timestamp())
    assert text(shown).splitlines()[1:] == [
        f"- <@{server.challenger.id}> · **{found.name}** · Pjawns · <t:{noon}:D>"
    ]
    board = panel_of(await leaderboard(server, server.visitor, game="pjawns"))
    again = (await server.visitor.click(board, label="Champions")).followups[-1]
    assert text(again) == text(shown)
    await server.store.write(
        stores.privacy.forget, id_of(server.challenger), UserId(-7), server.bot.app.clock()
    )
    said = text(await hall(server, server.visitor))
    assert "- a player who left · **" in said
    assert str(server.challenger.id) not in said


async def test_a_title_is_told_in_the_list_and_on_the_profile_of_its_winner(server: Server) -> None:
    await played_out(server)
    won, name = server.challenger, (await seen(server)).name
    listed = panel_of(await server.visitor.slash(server.channel, "tournaments"))
    assert f"**{name}**\nPjawns · Knockout · 🏆 {won.mention} · 3 players" in text(listed)
    profile = panel_of(await server.visitor.slash(server.channel, "profile", player=won))
    assert f"🏆 **{name}**" in text(profile)
    assert "No matches against people yet." not in text(profile), "even if the others resigned at once"
    other = panel_of(await server.visitor.slash(server.channel, "profile", player=server.opponent))
    assert "🏆" not in text(other)
    await server.store.write(stores.privacy.forget, id_of(won), UserId(-7), server.bot.app.clock())
    listed = panel_of(await server.visitor.slash(server.channel, "tournaments"))
    assert "Knockout · over · 3 players" in text(listed)


async def test_one_that_is_called_off_has_none(server: Server) -> None:
    await made(server)
    await server.pass_time(days=8)
    await run(server)
    assert (await seen(server)).state.ended
    assert "There are none yet." in text(await hall(server))


async def test_each_season_of_a_league_has_its_own(server: Server) -> None:
    await started(server, people(server), Format.LEAGUE)
    while (await seen(server)).round == 1:
        await resign_all(server, people(server))
    shown = await hall(server)
    assert f"- <@{server.challenger.id}> · **Pjawns January League**, season 1 · Pjawns" in text(shown)
    assert not (await seen(server)).state.ended


def _uncrown(connection: Any, now: Any) -> None:
    """As if the process had died between the end of the tournament and what follows."""
    connection.execute(delete(tournament_champion))
    connection.execute(update(tournament).values(due_at=now))


async def test_it_is_leafed_through(server: Server) -> None:
    app = server.bot.app
    guild = GuildId(server.guild.id)
    await made(server, Format.LEAGUE)
    await app[Tournaments].enter(FIRST, id_of(server.challenger))
    today = day_of(app.clock())
    won = [TournamentChampion(season, id_of(server.challenger), today) for season in range(1, 13)]
    await app[HallOfChampions].crown(FIRST, won)
    shown = await hall(server)
    assert text(shown).count("season") == 10
    assert labels(shown) == ["◀", "▶"]
    await server.challenger.click(shown, label="▶")
    assert text(shown).count("season") == 2
    await server.challenger.click(shown, label="◀")
    assert text(shown).count("season") == 10
    assert len((await app[HallOfChampions].hall(guild, 0))[0]) == 10
