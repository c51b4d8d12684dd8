"""A game that the bot never heard of, brought along by a test, is challenged, played, drawn, finished."""

from __future__ import annotations

import sys

import pytest

import cogs
from cogs.kit.call import show_all
from engines import GAMES
from matches import ChallengeTerms, Opponent
from matches.model import Result
from tests.cogs import toy_game
from tests.cogs.community import id_of, place_of
from tests.cogs.governing import panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, labels, private, text


@pytest.fixture
async def server(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server whose bot has the game, wherever games are looked up."""
    games = {**GAMES, "noughts": toy_game.Noughts()}
    for module in list(sys.modules.values()):
        if getattr(module, "GAMES", None) is GAMES:
            monkeypatch.setattr(module, "GAMES", games)
    await server.bot.load_extension(toy_game.__name__)
    await cogs.register(server.bot, server.bot.app.host)
    return server


async def test_without_a_tour_it_has_its_rules_and_no_button_for_one(server: Server) -> None:
    rules = panel_of(await server.visitor.slash(server.channel, "noughts rules"))
    assert "How to play Noughts" in text(rules)
    assert labels(rules) == ["Challenge…", "Play the computer", "Analysis board"]
    tours = panel_of(await server.visitor.slash(server.channel, "learn"))
    assert "Noughts" not in labels(tours)
    assert "Prawns" in labels(tours)


@refusing
async def test_a_sixth_game_is_played_like_the_others(server: Server) -> None:
    wishes = ChallengeTerms("noughts", {}, side="white")
    challenges, whom = server.bot.app.matches.challenges, Opponent(id_of(server.opponent))
    made = await challenges.challenge(id_of(server.challenger), whom, wishes, place_of(server))
    with server.env.as_bot():
        await show_all(server.bot.app, [made])
    await server.env.settle()
    server.command = "noughts"
    await server.accept()
    assert "Noughts in a row: ....." in server.board
    offered = await server.challenger.autocomplete(server.home, "noughts move", "action", "c")
    assert [choice["value"] for choice in offered] == ["c1"]
    for action in ("a1", "b1", "c1"):
        await server.act(action)
    wrong = await server.move(server.opponent, "a1")
    assert "a1 is taken" in private(wrong)
    for action in ("d1", "e1"):
        await server.act(action)
    assert "Noughts in a row: wbwbw" in server.board
    assert "The strip is full." in text(server.card)
    assert labels(server.card) == ["Rematch", "Film", "Share", "Review", "Find a match"]
    assert (await server.match()).result == Result("white", "full")
