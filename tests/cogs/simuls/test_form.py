"""The form of a simul, behind /play, and how many one may post."""

from __future__ import annotations

from cogs.kit.presentation import number_of_game
from cogs.simuls import texts as said
from cogs.simuls.service import Simuls
from cogs.text.en.entry_points import BACK, MORE
from engines import GAMES
from matches import ChallengeTerms, Opponent
from tests.cogs.challenge_forms import filled, withdrawn
from tests.cogs.community import id_of, place_of, won
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, fields, labels, private, text
from tests.cogs.simuls import hosting

MOST = 10


@refusing
async def test_a_simul_is_opened_by_a_form_and_refused_where_it_makes_no_sense(server: Server) -> None:
    await hosting.host(server, game="prudh", places=4, pace="5d", rated="on")
    found = await server.bot.app[Simuls].load(hosting.ONE)
    assert (found.game_key, found.places, str(found.pace), found.rated) == ("prudh", 4, "5d", True)
    panel = panel_of(await server.visitor.slash(server.channel, "play"))
    await server.visitor.click(panel, label=MORE)
    assert labels(panel)[-2:] == [said.OPEN_FORM, BACK], "below what other features add"
    opened = await server.visitor.click(panel, label=said.OPEN_FORM)
    assert [field["custom_id"] for field in fields(opened)] == ["game", "places", "pace", "side", "rated"]
    wrong = f"{number_of_game('pjawns')}.0"
    number = str(number_of_game("prudh"))
    refused = text(panel_of(await filled(server.visitor, opened, game=[number], side=[wrong])))
    assert refused == said.not_of(GAMES["prudh"])


async def withdraw_at_once(server: Server, times: int) -> None:
    """The challenger posts so many challenges and withdraws each of them, past all cards."""
    challenges, me = server.bot.app.matches.challenges, id_of(server.challenger)
    for number in range(times):
        opponent = Opponent(id_of(server.opponent)) if number % 2 else None
        match = await challenges.challenge(me, opponent, ChallengeTerms("pjawns", {}), place_of(server))
        await challenges.withdraw(match.id, me, match.version)


@refusing
async def test_after_ten_in_ten_minutes_one_waits(server: Server) -> None:
    """What was taken up does not count; simuls that were cancelled do."""
    for _ in range(MOST + 2):
        await won(server, server.challenger, server.opponent)
    await withdraw_at_once(server, MOST // 2)
    await server.pass_time(minutes=5)
    await withdraw_at_once(server, MOST // 2 - 2)
    assert "You've posted" not in await withdrawn(server)
    await hosting.host(server)
    question = (await server.challenger.click(await hosting.hosting(server), label="Cancel…")).followups[-1]
    await server.challenger.click(question, label="Cancel the simul")
    posts = len(server.channel.history())
    told = private(await server.challenge(server.opponent))
    assert "You've posted 10 challenges and simuls within ten minutes that nobody has taken up" in told
    assert "You can post the next one <t:" in told
    told = private(await hosting.asked(server, server.challenger, game="prudh"))
    assert "You've posted 10 challenges and simuls" in told
    assert len(server.channel.history()) == posts
    other = await hosting.host(server, server.opponent, game="prudh")
    assert text(other).startswith("Your simul is [posted]"), "nobody else waits"
    await server.pass_time(minutes=5)
    assert "You've posted" not in private(await server.challenge(server.opponent))
