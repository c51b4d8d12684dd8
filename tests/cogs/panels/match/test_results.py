"""The card of a match that is over: its headline, what decided it, its colour, a first win greeted."""

from __future__ import annotations

from cogs.kit.card import Accent
from tests.cogs.server import Server, accent, blue, private, text


def players(server: Server) -> str:
    """The small line of the match and its players."""
    white, black = server.challenger.mention, server.opponent.mention
    return f"-# Pjawns #1 · White: {white} · Black: {black}"


async def test_the_winner_is_the_headline_and_a_first_win_is_greeted(server: Server) -> None:
    await server.begin("pjawns")
    assert accent(server.card) is Accent.SEA
    await server.play("@a1 / @a8")
    await server.resign(server.opponent)
    won = text(server.card)
    assert won.startswith(f"### {server.challenger.mention} won\n{players(server)}\n")
    assert f"\n{server.opponent.mention} resigned.\n" in won
    assert f"{server.challenger.mention}'s first win" in won
    assert accent(server.card) is Accent.WON and blue(server.card) == ["Rematch"]
    looked_at = await server.visitor.slash(server.channel, "match", number="1")
    ending = f"**{server.challenger.mention} wins:** {server.opponent.mention} resigned."
    assert private(looked_at).startswith("### Pjawns #1\n") and ending in private(looked_at)
    await server.begin("pjawns")
    await server.play("@a1 / @a8")
    await server.resign(server.opponent)
    assert " won\n" in text(server.card) and "first win" not in text(server.card)


async def test_a_match_without_a_winner_has_another_colour(server: Server) -> None:
    await server.begin("pjawns", pace="1d")
    await server.pass_time(days=1, minutes=1)
    assert text(server.card).startswith(f"### No result\n{players(server)}\n")
    assert "**Cancelled:** the first move wasn't made in time." in text(server.card)
    assert accent(server.card) is Accent.OVER
    listed = await server.challenger.slash(server.channel, "matches")
    assert "You have no matches right now" in private(listed)


async def test_a_card_is_urgent_once_a_time_is_up(server: Server) -> None:
    await server.begin("pjawns", pace="1d")
    await server.play("@a1 / @a8")
    await server.pass_time(days=1, minutes=2)
    assert "Time's up" in text(server.card) and accent(server.card) is Accent.URGENT
