"""Challenges and simuls posted one after another: a limit, and no ping after one that was withdrawn."""

from __future__ import annotations

from typing import Any

from matches import ChallengeTerms, Opponent
from tests.cogs import simuls
from tests.cogs.challenge_forms import withdraw
from tests.cogs.community import id_of, place_of, won
from tests.cogs.doing import done
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, private, text
from tests.cogs.simuls import host, hosting

MOST = 10


async def withdrawn(server: Server, opponent: Any = None, command: str = "pjawns") -> str:
    """What the challenger is told about a challenge, which they withdraw at once."""
    server.command = command
    told = private(await server.challenge(opponent))
    await withdraw(server)
    return told


def pinged(server: Server) -> list[int]:
    """The users that the latest challenge pings."""
    (posted,) = [entry.json for entry in server.env.http_requests if entry.path.endswith("/messages")][-1:]
    assert posted is not None
    return [int(user) for user in posted["allowed_mentions"].get("users", [])]


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
    await host(server)
    question = (await server.challenger.click(await hosting(server), label="Cancel…")).followups[-1]
    await server.challenger.click(question, label="Cancel the simul")
    posts = len(server.channel.history())
    told = private(await server.challenge(server.opponent))
    assert "You've posted 10 challenges and simuls within ten minutes that nobody has taken up" in told
    assert "You can post the next one <t:" in told
    told = private(await simuls.asked(server, server.challenger, game="prudh"))
    assert "You've posted 10 challenges and simuls" in told
    assert len(server.channel.history()) == posts
    other = await host(server, server.opponent, game="prudh")
    assert text(other).startswith("Your simul is [posted]"), "nobody else waits"
    await server.pass_time(minutes=5)
    assert "You've posted" not in private(await server.challenge(server.opponent))


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
