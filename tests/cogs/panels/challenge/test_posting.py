"""Challenges posted one after another: no ping after one that was withdrawn."""

from __future__ import annotations

from tests.cogs.challenge_forms import withdraw, withdrawn
from tests.cogs.doing import done
from tests.cogs.server import Server, private, text


def pinged(server: Server) -> list[int]:
    """The users that the latest challenge pings."""
    (posted,) = [entry.json for entry in server.env.http_requests if entry.path.endswith("/messages")][-1:]
    assert posted is not None
    return [int(user) for user in posted["allowed_mentions"].get("users", [])]


async def test_the_next_one_after_a_withdrawal_pings_nobody_and_says_so(server: Server) -> None:
    """For an hour, and nobody but the one it was withdrawn from; one that was declined changes nothing."""
    server.command = "pjawns"
    await server.challenge(server.opponent)
    await server.opponent.click(server.invitation, label="Decline")
    assert await withdrawn(server, server.opponent) == ""
    assert pinged(server) == [server.opponent.id]
    server.command = "cannons"
    told = private(await server.challenge(server.opponent))
    assert f"It didn't ping {server.opponent.mention}, since you withdrew another one to them" in told
    assert f"challenges {server.opponent.mention}" in text(server.invitation)
    assert pinged(server) == []
    assert private(await server.challenge(server.visitor)) == ""
    assert pinged(server) == [server.visitor.id]
    await server.pass_time(minutes=61)
    assert private(await server.challenge(server.opponent)) == ""
    assert pinged(server) == [server.opponent.id]


async def test_rematches_are_offered_quietly_after_a_withdrawal_too(server: Server) -> None:
    await server.begin("pjawns")
    await server.resign(server.opponent)
    await server.challenger.click(server.card, label="Rematch")
    assert pinged(server) == [server.opponent.id]
    await withdraw(server, server.home.history()[-1])
    told = await done(server.challenger, server.home, "rematch", "1")
    assert "It didn't ping" in told
    assert pinged(server) == []


async def test_a_quiet_challenge_stays_quiet_after_a_crash(server: Server) -> None:
    await withdrawn(server, server.opponent)
    server.env.inject_error("POST", f"/channels/{server.channel.id}/messages", status=500, times=9)
    await server.challenge(server.opponent)
    server.env.backend.faults.clear()
    await server.restart()
    await server.pass_time(minutes=2)
    assert "challenges" in text(server.invitation)
    assert pinged(server) == []
