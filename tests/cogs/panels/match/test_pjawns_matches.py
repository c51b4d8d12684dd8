"""Whole matches of Pjawns, by commands and clicks alone, no position injected."""

from __future__ import annotations

import pytest

from tests.cogs.server import Server, private, text
from tests.cogs.stories import check_end, steps, story, tell


@pytest.mark.simcord(check_errors=False)  # A refusal is an error that is told.
async def test_a_match_won_on_rank_8_and_nobody_leaves_rank_4_alone(server: Server) -> None:
    told = story("pjawns-rank-8")
    async for action in steps(server, told):
        if action == "a8-a7":
            assert "White: d1 e4." in server.board, "e4 is alone on its rank"
            assert "e4-e5" not in await offered(server, "e4")
            refused = await server.move(server.challenger, "e4-e5")
            assert "only pjawn on its fourth rank" in private(refused)
        if action == "@e8":
            assert "White: d4 e4." in server.board
            assert {"d4-d5", "e4-e5"} == await offered(server, "d4") | await offered(server, "e4")
    match = await check_end(server, told)
    assert "d4-d5" in told.actions
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("white", "rank-8")
    assert "reached the far side" in text(server.card)


async def test_a_match_with_a_capture_en_passant(server: Server) -> None:
    told = story("pjawns-en-passant")
    async for action in steps(server, told):
        if action == "g8-g6":
            assert "Just passed over: g7." in server.board
            assert "Black's hand: 2 pjawns." in server.board
        if action == "h6xg7":
            assert "White: c3 g4 g7. Black: a6 e6 f7 b8 d8." in server.board
            assert "Black's hand: 3 pjawns." in server.board, "the captured pjawn is back in hand"
            assert "en passant" in text(server.card)
    match = await check_end(server, told)
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("white", "rank-8")


async def test_a_match_lost_by_whoever_can_do_nothing(server: Server) -> None:
    match = await tell(server, story("pjawns-no-action"))
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == ("white", "no-action")
    assert "couldn't place or move" in text(server.card)
    assert "Black's hand: 0 pjawns." in server.board


async def offered(server: Server, typed: str) -> set[str]:
    """The actions that the challenger is offered while typing."""
    choices = await server.challenger.autocomplete(server.home, "pjawns move", "action", typed)
    return {choice["value"] for choice in choices}
