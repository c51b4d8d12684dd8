"""The deciding turn of a match that has a review: a short film on the result's card and in the review."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from cogs.panels.review import deciding_turn
from cogs.text import review_texts
from matches import MatchId
from tests.cogs.reviewed import DARK, LIGHT, done, finished, kept, lookers, opened, review_of
from tests.cogs.server import Server, text

DECIDING: Final = 20
"""The turn of dark, who gave up in the end, after which light is ahead."""
RUN: Final = "2 on d6 run to f6, capture e6 (1): 2 points"
SAID: Final = review_texts.deciding(21, "dark", RUN, "light", 0.5, 0.9)


def chance(ply: int) -> float:
    """Dark's chance after a ply."""
    return 0.5 if ply <= DECIDING else 0.1


def names(message: Any) -> list[str]:
    return [file.filename for file in message.attachments]


def edits(server: Server) -> int:
    """How often the card has been edited."""
    path = f"/messages/{server.card.id}"
    return sum(one.method == "PATCH" and one.path.endswith(path) for one in server.env.http_requests)


async def test_the_result_shows_it_from_its_next_edit_on_and_the_review_does(server: Server) -> None:
    await kept(server, chance=chance)
    assert "-# Light's chances: 50% → 90%." in SAID
    panel = (await opened(server, server.visitor))()
    assert SAID in text(panel) and names(panel) == ["match-1.gif", "chances.png"]
    assert "deciding" not in text(server.card)
    await server.challenger.click(server.card, label="Rematch")
    result, rematch = server.home.history()[-2:]
    assert SAID in text(result) and SAID not in text(rematch)
    assert names(result)[1:] == ["deciding-1-21.gif"]


async def test_each_player_reads_it_from_their_own_side(server: Server) -> None:
    await kept(server, chance=chance)
    won, lost = [text((await opened(server, who))()) for who in (server.opponent, server.challenger)]
    head = "**The deciding turn:**"
    assert f"{head} your opponent's move 21: {RUN}.\n-# Your chances: 50% → 90%." in won
    assert f"{head} your move 21: {RUN}.\n-# Your chances: 50% → 10%." in lost


async def test_it_is_marked_in_the_list_where_it_is_one_of_the_costliest(server: Server) -> None:
    await kept(server, LIGHT, DARK, chance=chance)
    own, both = [text((await opened(server, who))()) for who in (server.challenger, server.visitor)]
    assert "1. ★ Move 21: your chances fell from 100% to 0%" in own
    assert "1. Move 18, light" in both and "2. ★ Move 21, dark" in both
    for said in (own, both):
        assert review_texts.STARRED in said and "The deciding turn" not in said, "it's told once"
    other = text((await opened(server, server.opponent))())
    assert "The deciding turn" in other and "★" not in other, "it isn't in the opponent's own list"


async def test_one_edit_shows_it_once_the_review_is_made(server: Server) -> None:
    match = await kept(server, chance=chance)
    app, card = server.bot.app, server.card.id
    before, messages = edits(server), len(server.home.history())
    with server.env.as_bot():
        await app.publisher.renew(match.id)
    await server.env.settle()
    assert SAID in text(server.card) and server.card.id == card
    said = server.card.attachments[1].description or ""
    assert said.startswith("The deciding turn, move 21, dark: 2 on d6 run to f6")
    assert "A film of 3 positions." in said, "told in words, too"
    assert (edits(server), len(server.home.history())) == (before + 1, messages)
    pings = [one.json for one in server.env.http_requests if one.method == "PATCH"][-1]
    assert not (pings or {}).get("allowed_mentions", {}).get("users")


async def test_a_review_that_was_made_brings_the_card_up_to_date(server: Server) -> None:
    await finished(server)
    renewed: list[MatchId] = []

    async def renew(match_id: MatchId) -> None:
        renewed.append(match_id)

    server.bot.app.reviews._renew = renew
    lookers(server)
    for who in (server.challenger, server.visitor):
        await opened(server, who)
        await done(server)
    assert renewed == [1], "once, however many look at it"


async def test_without_a_deciding_turn_nothing_is_edited(server: Server) -> None:
    match = await kept(server)
    before = edits(server)
    with server.env.as_bot():
        await server.bot.app.publisher.renew(match.id)
    assert edits(server) == before


async def test_it_is_kept_back_while_its_position_is_on_a_players_board_and_where_chances_are_rough(
    server: Server,
) -> None:
    match = await kept(server, chance=chance)
    app = server.bot.app
    assert await app.cards.deciding_turn(match) is not None
    history = app.matches.history(match)
    position, review = history.until(DECIDING).position, review_of(server, match, chance=chance)
    assert deciding_turn.found(match, history, review) is not None
    assert deciding_turn.found(replace(match, game_key="predation"), history, review) is None
    assert deciding_turn.found(replace(match, result=None), history, review) is None
    server.env.inject_error("PATCH", f"/channels/*/messages/{server.card.id}", status=404, code=10008)
    with server.env.as_bot():
        await app.publisher.renew(match.id)
    assert "deciding" not in text(server.card), "a card that is gone is left alone"

    async def boards(user: int, _game: str) -> dict[Any, MatchId]:
        return {position.appearance(): MatchId(7)} if user == server.opponent.id else {}

    app.matches.reviews.boards = boards  # type: ignore[assignment]
    assert await app.cards.deciding_turn(match) is None
