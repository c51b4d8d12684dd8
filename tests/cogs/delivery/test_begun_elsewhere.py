"""A match that begins by itself after its channel is gone begins in the next place, and says so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest
from simcord.builders import ChannelHandle
from simcord.results import to_discord_message

from cogs.ladders.service import Ladders
from matches import ChallengeChannel, GuildId, MatchId, Phase
from matches.guilds.settings import HOME
from matches.ladder import LadderKey
from matches.lifecycle.challenge import Opponent
from tests.cogs.community import id_of, place_of
from tests.cogs.lost_channels import begun, close, delete, mute
from tests.cogs.server import Server, text
from tests.contest import Begin, contests

GAME: Final = "pjawns"


async def challenge_on_ladder(server: Server, place: ChallengeChannel) -> None:
    app = server.bot.app
    for who in (server.opponent, server.challenger):
        await app[Ladders].join(LadderKey(place.guild, GAME), id_of(who))
    other = Opponent(id_of(server.opponent))
    await app[Ladders].for_place(id_of(server.challenger), other, GAME, place)


BEGINNINGS: Final[dict[str, Begin]] = {
    **{name: begin for one in contests() for name, begin in one.elsewhere.items()},
    "ladder": challenge_on_ladder,
}


LOSSES: Final = (delete, close)


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


async def test_where_the_home_is_gone_as_well_it_begins_in_direct_messages(server: Server) -> None:
    home = server.guild.create_text_channel("matches")
    await server.bot.app.guilds.change(GuildId(server.guild.id), {HOME: str(home.id)})
    await delete(server, home)
    await lost_before(server, "ladder", delete)
    (match,) = await begun(server)
    assert match.shown.direct and match.shown.version == match.version
