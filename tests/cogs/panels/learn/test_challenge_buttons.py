"""Challenges from the buttons that tours, rules and /help end with: the same as by command, refusals too."""

from __future__ import annotations

import asyncio
from typing import Any

from engines import GAMES
from matches import Match, MatchId, Phase, UserId
from tests.cogs.blocks import block
from tests.cogs.challenge_forms import sent, withdraw
from tests.cogs.governing import allow, panel_of
from tests.cogs.panels.learn.touring import begin, finish
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, parts, private, raw_text, text


async def rules(server: Server, game: str = "pjawns") -> Any:
    """The visitor opens the rules of a game."""
    return panel_of(await server.visitor.slash(server.channel, f"{game} rules"))


async def pick(server: Server, panel: Any, whom: Any) -> Any:
    """The visitor picks a member in the menu of a panel."""
    return await server.visitor.select(panel, [whom], custom_id=ids(panel, "challengewho:")[0])


async def posted(server: Server) -> list[Match]:
    """All challenges."""
    found = await server.bot.app.matches.lists.listed(UserId(server.visitor.id), (Phase.CHALLENGED,), 25)
    return [await server.bot.app.matches.load(MatchId(match.id)) for match in found.matches]


async def test_a_tour_ends_in_a_challenge_of_a_member_on_the_usual_terms(server: Server) -> None:
    panel = await begin(server)
    await finish(server, panel)
    end = text(panel)
    told = private(await pick(server, panel, server.opponent))
    assert f"<#{server.channel.id}>" in told
    assert text(panel) == end, "the panel stays, to go on from"
    (match,) = await posted(server)
    assert (match.game_key, match.rated, match.terms.takebacks) == ("pjawns", True, True)
    assert server.opponent.mention in text(server.invitation)
    await server.opponent.click(server.invitation, label="Accept")
    assert (await server.match()).phase is Phase.PLAYING


async def test_rules_end_in_an_open_challenge_of_their_game(server: Server) -> None:
    panel = await rules(server, "prudh")
    await sent(server.visitor, panel)
    (match,) = await posted(server)
    assert (match.game_key, match.opponent) == ("prudh", None)
    assert labels(server.invitation)[0] == "Accept"


@refusing
async def test_errors_and_leaderboards_speak_of_the_game_of_this_place(server: Server) -> None:
    """Else of the one played last here, else of the one for newcomers."""
    refused = await server.visitor.slash(server.channel, "match", deed="resign")
    assert "`/pjawns challenge`" in private(refused), "what a newcomer is offered first"
    await server.begin("prudh")
    for who, place in ((server.visitor, server.home), (server.challenger, server.channel)):
        assert GAMES["prudh"].name in raw_text(panel_of(await who.slash(place, "ranking")))


@refusing
async def test_whom_nobody_can_challenge_is_refused_as_by_command(server: Server) -> None:
    bot = server.guild.add_member(server.env.create_user("a-bot", bot=True))
    await block(server, server.opponent, server.visitor)
    panel = await rules(server)
    for whom in (server.visitor, bot, server.opponent):
        typed = await server.visitor.slash(server.channel, "pjawns challenge", opponent=whom)
        assert private(await pick(server, panel, whom)).endswith(private(typed))
    assert await posted(server) == []


@refusing
async def test_a_game_or_a_channel_that_is_not_allowed_is_refused_as_by_command(server: Server) -> None:
    panel = await rules(server)
    elsewhere = server.guild.create_text_channel("elsewhere")
    for allowed in ({"game": "prudh"}, {"channel": elsewhere}):
        await allow(server, **allowed)
        typed = await server.visitor.slash(server.channel, "pjawns challenge")
        told = private(await pick(server, panel, server.opponent))
        assert told.endswith(private(typed))
    assert await posted(server) == []


@refusing
async def test_a_double_click_posts_one_challenge(server: Server) -> None:
    panel = await rules(server)
    await sent(server.visitor, panel)
    told = private(await sent(server.visitor, panel))
    assert f"/{server.channel.id}/{server.invitation.id}" in told
    await pick(server, panel, server.opponent)
    assert "already posted" in private(await pick(server, panel, server.opponent))
    assert {match.opponent is None for match in await posted(server)} == {True, False}
    assert len(await posted(server)) == 2
    await withdraw(server, by=server.visitor)
    await pick(server, panel, server.opponent)
    assert len(await posted(server)) == 2


@refusing
async def test_two_clicks_at_the_same_time_post_one_challenge(server: Server) -> None:
    panel = await rules(server)
    server.env.settle_timeout = 0.0
    for _ in range(2):
        try:
            await pick(server, panel, server.opponent)
        except TimeoutError:
            await asyncio.sleep(0)
    server.env.settle_timeout = 60.0
    await server.env.settle()
    assert len(await posted(server)) == 1


async def test_in_direct_messages_the_buttons_lead_to_servers(server: Server) -> None:
    panel = panel_of(await server.visitor.user.slash("prudh rules"))
    assert not ids(panel, "challenge")
    assert "`/prudh challenge`" in text(panel) and "in a server that we share" in text(panel)
    await server.begin("prudh")
    panel = panel_of(await server.challenger.user.slash("prudh rules"))
    (link,) = [part for part in parts(panel) if part.get("style") == 5]
    assert link["url"].endswith(f"/channels/{server.guild.id}") and link["label"] == "Rock pool"
