"""Whole matches of Cannons and Crabs, by commands and clicks alone, no position injected."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from matches import Phase, UserId
from matches.lifecycle.finish import AGREED
from matches.model import EntryKind
from tests.cogs.server import CONTROLS, Server, controls, labels, private, text
from tests.cogs.stories import check_end, pings, steps, story, tell, to_act


async def test_a_match_won_by_checkmate_with_a_promotion(server: Server) -> None:
    told = story("cannons-checkmate")
    async for action in steps(server, told):
        if action == "b5xa6=M":
            assert "becomes a marshall" in text(server.card)
            assert "marshall a6. Black" in server.board
    match = await check_end(server, told)
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("white", "checkmate")


async def test_a_match_on_seven_ranks(server: Server) -> None:
    match = await tell(server, story("cannons-7x7-checkmate"))
    assert match.result is not None
    assert match.options == {"board": "7x7"}
    assert "7 by 7" in server.board
    assert (match.result.winner, match.result.reason) == ("black", "checkmate")


async def test_a_cannons_check_is_answered_by_a_piece_in_between(server: Server) -> None:
    told = story("cannons-interposed")
    async for action in steps(server, told):
        if action == "c3-b4":
            assert "king d6" in server.board
            assert "Black is in check from cannon b4" in server.board
        if action == "c6-c5":
            assert "king d6" in server.board
            assert "cannons c1 b4" in server.board
            assert "in check" not in server.board
    match = await check_end(server, told)
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("white", "checkmate")


async def test_a_match_drawn_by_stalemate(server: Server) -> None:
    match = await tell(server, story("cannons-stalemate"))
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (None, "stalemate")
    assert "Stalemate" in text(server.card)


@pytest.mark.slow
async def test_a_match_drawn_by_fifty_moves_without_progress(server: Server) -> None:
    told = story("cannons-fifty-moves")
    match = await tell(server, told)
    assert len(told.actions) == 100
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (None, "fifty-moves")
    assert "Fifty moves by each side" in text(server.card)


@pytest.mark.parametrize(
    ("name", "castlings"),
    [
        (
            "cannons-castling",
            {
                "d1-b1": ("on the a-side", "White: king b1; rooks c1 g1;"),
                "d6-f6": ("on the g-side", "Black: king f6; rooks a6 e6;"),
            },
        ),
        (
            "cannons-fifty-moves",
            {
                "d1-f1": ("on the g-side", "White: king f1; rooks a1 e1;"),
                "d6-b6": ("on the a-side", "Black: king b6; rooks c6 g6;"),
            },
        ),
    ],
)
async def test_both_sides_castle_to_either_side(
    server: Server, name: str, castlings: dict[str, tuple[str, str]]
) -> None:
    left = dict(castlings)
    async for action in steps(server, story(name)):
        if action in left:
            words, standing = left.pop(action)
            assert words in text(server.card)
            assert standing in server.board
        if not left:
            break
    assert not left
    assert "Black has no castling right" in server.board
    assert "White has no castling right" in server.board


@pytest.mark.parametrize("to_move", [True, False], ids=["by whoever is to move", "by the other player"])
async def test_a_draw_is_offered_and_agreed_on(server: Server, to_move: bool) -> None:
    async for _ in steps(server, story("cannons-castling")):
        pass
    assert await to_act(server) == server.challenger.id
    offers, answers = server.challenger, server.opponent
    if not to_move:
        offers, answers = answers, offers
    card = server.card
    panel = await server.open(offers, "More")
    sent = len(server.env.http_requests)
    await offers.click(panel(), label="Offer a draw")
    assert server.card.id != card.id, "a question to the other player has a card of its own"
    assert pings(server, since=sent) == [[answers.id]]
    assert controls(server.card) == ["Accept the draw", "Decline", "Move"]
    own = await offers.click(server.card, label="Accept the draw")
    assert "That was your own request" in private(own)
    assert (await server.match()).phase is Phase.PLAYING
    sent = len(server.env.http_requests)
    await answers.click(server.card, label="Accept the draw")
    assert pings(server, since=sent) == [[offers.id]]
    match = await server.match()
    assert match.phase is Phase.FINISHED
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (None, AGREED)
    assert "### A draw" in text(server.card) and "\nBoth players agreed." in text(server.card)
    assert labels(server.card) == ["Rematch", "Film", "Share", "Review", "Find a match"]


async def test_an_offer_of_a_draw_is_refused_by_button_or_by_playing_on(server: Server) -> None:
    told = story("cannons-interposed")
    async for action in steps(server, told):
        if action == "c5-c4":
            await offer(server, server.challenger)
            card, sent = server.card, len(server.env.http_requests)
            await server.opponent.click(card, label="Decline")
            assert server.card.id == card.id, "nobody has to act who did not have to before"
            assert pings(server, since=sent) == []
            assert controls(server.card) == CONTROLS
        if action == "c6-c5":
            await offer(server, server.opponent)
            assert "Accept the draw" in labels(server.card)
        if action == "c1-a3":
            assert controls(server.card) == CONTROLS, "White played on"
    match = await server.match()
    kinds = [entry.kind for entry in match.entries if entry.kind is not EntryKind.ACTION]
    assert kinds == [EntryKind.DRAW_OFFER, EntryKind.DRAW_REFUSAL, EntryKind.DRAW_OFFER]
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("white", "checkmate")


async def test_a_draw_offered_on_ones_own_turn_comes_with_the_move(server: Server) -> None:
    await server.begin("cannons", pace="3d")
    mover, other = server.challenger, server.opponent
    if await to_act(server) != mover.id:
        mover, other = other, mover
    await server.bot.app.notifications.prefer(UserId(other.id), {"tell": "direct"})
    await offer(server, mover)
    stands = "The offer stands until "
    assert "offers a draw" in text(server.card) and stands in text(server.card)
    panel = await server.open(mover, "Move")
    assert "Your offer stands until they answer or move." in text(panel())
    await server.act("c2-c3")
    assert stands in text(server.card)
    assert controls(server.card) == ["Accept the draw", "Decline", "Move"]
    (told,) = server.dms(other)
    assert f"**{mover.name} played: " in text(told) and ", and offers a draw.** Your turn in" in text(told)
    panel = await server.open(other, "Move")
    assert "If you move, the offer ends." in text(panel())
    await other.click(server.card, label="Accept the draw")
    assert "### A draw" in text(server.card)


async def offer(server: Server, who: MemberActor) -> None:
    panel = await server.open(who, "More")
    await who.click(panel(), label="Offer a draw")
