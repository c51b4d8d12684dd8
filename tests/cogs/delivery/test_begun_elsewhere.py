"""A match that begins by itself after its channel is gone begins in the next place, and says so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import to_discord_message

from cogs.ladders.service import Ladders
from cogs.tournaments.service import Tournaments
from matches import ChallengeChannel, GuildId, Match, MatchId, Phase
from matches.guilds.settings import HOME
from matches.ladder import LadderKey
from matches.lifecycle.challenge import Opponent
from matches.tournaments.model import Format, TournamentTerms
from tests.cogs.community import id_of, newcomers, place_of
from tests.cogs.server import Server, text
from tests.contest import Begin, of_features

GAME: Final = "pjawns"


def entering(format_: Format) -> Begin:
    """Four people enter a tournament of this format, which starts with that."""

    async def enter(server: Server, place: ChallengeChannel) -> None:
        app, terms = server.bot.app, TournamentTerms(format_, most=4)
        made = await app[Tournaments].create(id_of(server.challenger), place, "Spring", GAME, terms)
        for who in newcomers(server, 4):
            await app[Tournaments].enter(made.id, id_of(who))

    return enter


async def challenge_on_ladder(server: Server, place: ChallengeChannel) -> None:
    app = server.bot.app
    for who in (server.opponent, server.challenger):
        await app[Ladders].join(LadderKey(place.guild, GAME), id_of(who))
    other = Opponent(id_of(server.opponent))
    await app[Ladders].for_place(id_of(server.challenger), other, GAME, place)


BEGINNINGS: Final[dict[str, Begin]] = {
    **{str(one): entering(one) for one in Format},
    **{name: found.begin for name, found in of_features().items() if found.elsewhere},
    "ladder": challenge_on_ladder,
}


async def delete(server: Server, club: ChannelHandle) -> None:
    server.env.backend.delete_channel(club.id)


async def close(server: Server, club: ChannelHandle) -> None:
    """The bot may not look into the channel any more."""
    channel: Any = server.bot.get_channel(club.id)
    await channel.set_permissions(server.bot.user, view_channel=False, send_messages=False)


async def mute(server: Server, club: ChannelHandle) -> None:
    """The channel takes no posts any more, but threads."""
    channel: Any = server.bot.get_channel(club.id)
    await channel.set_permissions(server.bot.user, send_messages=False)


LOSSES: Final = (delete, close)


async def begun(server: Server) -> list[Match]:
    found = await server.bot.app.matches.lists.running_in(GuildId(server.guild.id), 99)
    return [await server.bot.app.matches.load(match.id) for match in found]


def direct_boards(server: Server, user: int) -> list[str]:
    """What the boards say that somebody got as direct messages."""
    room = server.env.backend.dm_channels.get(user)
    sent = server.env.backend.messages[room].values() if room is not None else ()
    return [text(one) for one in (to_discord_message(server.env, one) for one in sent) if one.attachments]


async def lost_before(server: Server, name: str, lose: Callable[..., Awaitable[None]]) -> ChannelHandle:
    """All is ready in a club's channel, which is lost before anything begins; then time passes."""
    club = server.guild.create_text_channel("club")
    await server.stop_loops()
    await BEGINNINGS[name](server, place_of(server, club))
    await lose(server, club)
    for minutes in (5, 5, 120):
        await server.pass_time(minutes=minutes)
    return club


@pytest.mark.gate(draw=5)
@pytest.mark.parametrize("lose", [*LOSSES, mute])
@pytest.mark.parametrize("name", BEGINNINGS)
async def test_it_begins_in_direct_messages_or_in_a_thread(server: Server, name: str, lose: Any) -> None:
    club = await lost_before(server, name, lose)
    matches = await begun(server)
    assert matches
    for match in matches:
        assert match.phase is Phase.PLAYING and match.shown.version == match.version
        assert match.shown.direct is (lose is not mute)
    if lose is mute:
        assert {match.shown.home for match in matches} == {thread.id for thread in club.threads}
        for thread in club.threads:
            (board,) = [text(message) for message in thread.history() if message.attachments]
            assert f"I can't post in <#{club.id}> anymore, so this match is played here." in board
        return
    for user in {user for match in matches for user in match.users}:
        boards = [said for said in direct_boards(server, user) if "played here" in said]
        assert len(boards) == sum(user in match.users for match in matches), "once each"
        assert all(said.startswith(f"-# I can't post in <#{club.id}> anymore") for said in boards)


@pytest.mark.gate(draw=2)
@pytest.mark.parametrize("lose", LOSSES)
@pytest.mark.parametrize("name", BEGINNINGS)
async def test_it_begins_in_the_home_of_its_server(server: Server, name: str, lose: Any) -> None:
    home = server.guild.create_text_channel("matches")
    await server.bot.app.guilds.change(GuildId(server.guild.id), {HOME: str(home.id)})
    club = await lost_before(server, name, lose)
    matches = await begun(server)
    assert matches
    assert {match.shown.home for match in matches} == {thread.id for thread in home.threads}
    for thread in home.threads:
        (board,) = [text(message) for message in thread.history() if message.attachments]
        assert board.startswith(f"-# I can't post in <#{club.id}> anymore, so this match is played here.")


async def test_the_second_of_a_set_begins_above_a_thread_that_is_gone(server: Server) -> None:
    await server.begin(GAME, set="on")
    for _ in range(2):
        match = await server.match()
        legal = server.bot.app.matches.history(match).position.legal_actions()
        await server.act(str(legal[0]))
    thread = server.home
    server.env.backend.delete_channel(thread.id)
    await server.bot.app.matches.play.resign(MatchId(1), id_of(server.opponent))
    await server.pass_time(minutes=5)
    second = await server.match(MatchId(2))
    assert second.phase is Phase.PLAYING and second.shown.version == second.version
    assert second.shown.home == server.channel.id
    said = text(server.channel.last_message)
    assert f"I can't post in <#{thread.id}> anymore, so this match is played here." in said


# --- the organisers ------------------------------------------------------------------------------


def told(server: Server, who: MemberActor) -> int:
    """How often an organiser was told that the channel is lost."""
    return sum("I can't post in" in text(message) for message in server.dms(who))


async def organised(server: Server, club: ChannelHandle) -> None:
    """A Swiss of six, of three rounds, whose organisers are the challenger and the opponent."""
    app, terms = server.bot.app, TournamentTerms(Format.SWISS, most=6)
    made = await app[Tournaments].create(
        id_of(server.challenger), place_of(server, club), "Spring", GAME, terms
    )
    await app[Tournaments].add_organiser(made.id, id_of(server.challenger), id_of(server.opponent))
    for who in newcomers(server, 6):
        await app[Tournaments].enter(made.id, id_of(who))
    await server.pass_time(minutes=5)


async def play_round(server: Server) -> None:
    for match in await begun(server):
        await server.bot.app.matches.play.resign(match.id, match.users[0])
    await server.pass_time(minutes=5)
    await server.pass_time(hours=2)


async def test_the_organisers_learn_of_it_once(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    await organised(server, club)
    await close(server, club)
    await play_round(server)
    assert len(await begun(server)) == 3, "the next round"
    assert all(match.shown.direct for match in await begun(server))
    await server.restart()
    await play_round(server)
    assert [told(server, who) for who in (server.challenger, server.opponent)] == [1, 1]
    assert told(server, server.visitor) == 0
    assert f"<#{club.id}>" in text(server.dms(server.challenger)[0])


async def test_closed_direct_messages_keep_it_from_nobody_and_an_outage_passes(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    await organised(server, club)
    await delete(server, club)
    for who, status, code in ((server.challenger, 403, 50007), (server.opponent, 500, 0)):
        room = who.user.dm_channel.id
        server.env.inject_error("POST", f"/channels/{room}/messages", status=status, code=code, times=None)
    await play_round(server)
    assert [told(server, who) for who in (server.challenger, server.opponent)] == [0, 0]
    assert len(await begun(server)) == 3
    server.env.backend.faults.clear()
    await server.pass_time(minutes=5)
    assert [told(server, who) for who in (server.challenger, server.opponent)] == [0, 1]


async def test_where_the_home_is_gone_as_well_it_begins_in_direct_messages(server: Server) -> None:
    home = server.guild.create_text_channel("matches")
    await server.bot.app.guilds.change(GuildId(server.guild.id), {HOME: str(home.id)})
    await delete(server, home)
    await lost_before(server, "ladder", delete)
    (match,) = await begun(server)
    assert match.shown.direct and match.shown.version == match.version
