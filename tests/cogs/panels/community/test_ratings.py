"""Whether a match is rated: said in the challenge before it starts, and on the card when it has ended."""

from __future__ import annotations

import re

from sqlalchemy import update

from data.schema import rating_point
from tests.cogs.community import GAME, leaderboard, won
from tests.cogs.server import Server, private, text
from tests.people import user_of
from tests.store import write


async def test_the_card_of_a_finished_match_tells_what_it_did_to_the_ratings(server: Server) -> None:
    """While it runs, the card says nothing of them."""
    server.command = GAME
    await server.challenge(server.opponent)
    assert "· rated ·" in text(server.invitation)
    await server.accept()
    match = await server.match()
    app = server.bot.app
    for _ in range(4):
        position = app.matches.history(match).position
        match = await app.matches.play.turn(
            match.id, user_of(app.matches.to_act(match)[0]), str(position.legal_actions()[0])
        )
    await app.publisher.publish(match.id)
    assert "Ratings" not in text(server.card)
    await server.resign(server.opponent)
    said = text(server.card)
    assert f"<@{server.challenger.id}> **1662**? (+162)" in said
    assert f"<@{server.opponent.id}> **1338**? (−162)" in said


async def test_a_finished_match_marks_each_rating_that_is_provisional_after_it(server: Server) -> None:
    match = await won(server, server.challenger, server.opponent)
    for deviations in ((80, 200), (200, 80), (110, 110.1)):
        for who, deviation in zip((server.challenger, server.opponent), deviations, strict=True):
            day = update(rating_point).where(rating_point.c.user_id == who.id)
            await write(server.store, day.values(deviation=deviation))
        said = await server.bot.app.cards.brought(match)
        for points, deviation in zip((1662, 1338), deviations, strict=True):
            assert f"**{points}**{'?' if deviation > 110 else ''} (" in said


async def test_a_match_not_begun_or_not_meant_to_be_is_unrated_and_says_so(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.opponent)
    assert "-# Unrated: it ended before the loser had begun it." in text(server.card)
    assert "After 2 within 30 days, each one is a rated loss." in text(server.card)
    server.command = "prudh"
    await server.challenge(server.opponent, rated="off")
    assert "unrated" in text(server.invitation)
    await server.accept()
    panel = await server.open(server.challenger, "More")
    assert "-# Unrated match." in text(panel())


async def test_two_friends_with_ten_matches_are_both_ranked(server: Server) -> None:
    """Each match counts less than the one before, and says how much; none is cut off."""
    said: list[str] = []
    pair = (server.challenger, server.opponent)
    for number in range(1, 11):
        match = await won(server, *(pair if number % 3 else pair[::-1]))
        assert match.rated
        said.append(await server.bot.app.cards.brought(match))
        for friend in pair if number <= 3 else ():
            board = private(await leaderboard(server, friend, game=GAME))
            if missing := 3 - number:
                assert f"{missing} more rated match{'' if missing == 1 else 'es'} to be ranked." in board
            else:
                assert "**Your rank:" in board
    counts = [re.findall(r"-# Counts (\d+)%", card) for card in said]
    assert counts == [[], [], ["67"], ["50"], ["40"], ["33"], ["29"], ["25"], ["22"], ["20"]]
    board = private(await leaderboard(server, server.visitor, game=GAME))
    assert all(f"<@{friend.id}>" in board for friend in pair)
    shown = await server.opponent.slash(server.channel, "profile", player=server.challenger)
    assert "**Against you:** 7 won, 3 lost · your next rated match counts 18%" in private(shown)
