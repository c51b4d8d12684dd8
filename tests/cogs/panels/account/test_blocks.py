"""Whoever blocks somebody has no new match with them, whoever of the two asks for it."""

from __future__ import annotations

import logging

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from data import stores
from matches import MatchId, Phase, UserId
from matches.errors import BlockedError
from tests.cogs.blocks import block, unblock
from tests.cogs.community import id_of, well_begun, won
from tests.cogs.doing import done
from tests.cogs.forged import OwnMessage
from tests.cogs.governing import panel_of
from tests.cogs.privacy import opened_in
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text
from tests.people import names

NEUTRAL = "You two can't play each other."


async def challenge(server: Server, who: MemberActor, other: MemberActor) -> str:
    """What somebody is told who challenges another by name."""
    return private(await who.slash(server.channel, "prawns challenge", opponent=other))


@refusing
async def test_a_challenge_by_name_is_refused_in_both_directions(server: Server) -> None:
    """Nobody learns from it who blocked whom; it outlives a restart."""
    said = await block(server, server.challenger, server.opponent)
    assert f"{server.opponent.mention} is blocked." in said
    own = await challenge(server, server.challenger, server.opponent)
    assert own.startswith(f"You've blocked {server.opponent.mention}")
    assert "/profile" in own
    await server.restart()
    theirs = await challenge(server, server.opponent, server.challenger)
    assert theirs.startswith(NEUTRAL)
    assert "block" not in theirs and server.challenger.mention not in theirs
    assert not server.channel.history(), "nothing was posted"
    assert await challenge(server, server.challenger, server.visitor) == ""


@refusing
async def test_no_line_of_the_log_says_who_blocked_whom(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """Blocked, again, refused to both, let off, again: a log is read by others, and outlives a block."""
    for name in ("services", "matches", "cogs"):
        caplog.set_level(logging.DEBUG, name)
    one, other = server.challenger, server.opponent
    pressed = OwnMessage(server, one, server.channel)
    for _ in range(2):
        await pressed.click(f"blocknow:0:0:{other.id}")
    await challenge(server, one, other)
    await challenge(server, other, one)
    for _ in range(2):
        await pressed.click(f"unblocknow:0:0:{other.id}")
    lines = [
        record.getMessage()
        for record in caplog.records
        if record.name.startswith(("services", "matches", "cogs"))
    ]
    assert len(lines) >= 6
    assert [line for line in lines if names(one.id, line) and names(other.id, line)] == []
    refused = [line for line in lines if "BlockedError" in line]
    assert len({line.replace(str(one.id), "").replace(str(other.id), "") for line in refused}) == 1


async def test_an_open_challenge_cannot_be_taken_up_in_either_direction(server: Server) -> None:
    await block(server, server.challenger, server.opponent)
    await server.challenge()
    assert private(await server.accept()).startswith(NEUTRAL)
    assert private(await server.accept(server.visitor)) == ""
    await block(server, server.visitor, server.challenger)
    await server.challenge()
    assert private(await server.accept(server.visitor)).startswith("You've blocked")
    assert (await server.match(2)).phase is Phase.CHALLENGED


@refusing
async def test_a_rematch_is_refused_in_both_directions(server: Server) -> None:
    await won(server, server.challenger, server.opponent)
    await block(server, server.opponent, server.challenger)

    async def rematch(who: MemberActor) -> str:
        return await done(who, server.channel, "rematch", "1")

    assert (await rematch(server.challenger)).startswith(NEUTRAL)
    assert (await rematch(server.opponent)).startswith("You've blocked")
    assert "can play again" in await unblock(server, server.opponent, server.challenger)
    assert "challenge is in" in await rematch(server.challenger)


async def test_a_challenge_that_stands_between_the_two_is_off_and_matches_go_on(server: Server) -> None:
    running = await well_begun(server, server.challenger, server.opponent)
    await server.challenge()
    await server.challenge(server.opponent)
    said = await block(server, server.challenger, server.opponent)
    assert "The challenge between you is withdrawn: Prawns #3." in said
    assert "Matches you're already playing continue: Pjawns #1. `/match deed:resign` ends one." in said
    phases = [(await server.match(number)).phase for number in (running.id, 2, 3)]
    assert phases == [Phase.PLAYING, Phase.CHALLENGED, Phase.WITHDRAWN]
    assert labels(server.invitation) == []


@refusing
async def test_what_cannot_be_blocked(server: Server) -> None:
    robot = server.guild.add_member(server.env.create_user("robot", bot=True))
    shown = await server.challenger.slash(server.channel, "profile", player=robot)
    assert not ids(panel_of(shown), "blockask:"), "bots don't play"
    pressed = OwnMessage(server, server.challenger, server.channel)

    async def told(verb: str, whom: MemberActor) -> str:
        return text(panel_of(await pressed.click(f"{verb}:0:0:{whom.id}")))

    assert "can't block yourself" in await told("blocknow", server.challenger)
    await block(server, server.challenger, server.opponent)
    assert "already blocked" in await told("blocknow", server.opponent)
    assert "aren't blocked" in await told("unblocknow", server.visitor)


async def blocked_players(server: Server) -> InteractionResult:
    """The challenger's list, as the panel of privacy leads there."""
    shown = await opened_in(server.challenger, server.channel)
    await server.challenger.click(panel_of(shown), label="Blocked players…")
    return shown


async def test_the_list_names_the_blocked_and_lets_them_off(server: Server) -> None:
    empty = await blocked_players(server)
    assert "You haven't blocked anyone" in text(panel_of(empty))
    for other in (server.opponent, server.visitor):
        await block(server, server.challenger, other)
    shown = await blocked_players(server)
    assert server.opponent.mention in text(panel_of(shown))
    assert server.visitor.mention in text(panel_of(shown))
    (menu,) = ids(panel_of(shown), "unblock:")
    await server.challenger.select(panel_of(shown), [str(server.opponent.id)], custom_id=menu)
    assert server.opponent.mention not in text(panel_of(shown))
    assert server.visitor.mention in text(panel_of(shown))
    assert await challenge(server, server.opponent, server.challenger) == ""
    (menu,) = ids(panel_of(shown), "unblock:")
    await unblock(server, server.challenger, server.visitor)
    late = await server.challenger.select(panel_of(shown), [str(server.visitor.id)], custom_id=menu)
    assert "aren't blocked" in private(late), "an old list is answered, too"
    me, now = id_of(server.challenger), server.bot.app.clock()
    for number in range(30):  # more than a menu has room for
        await server.store.write(stores.privacy.add_block, me, UserId(number + 1), now)
    assert "… and 5 more" in text(panel_of(await blocked_players(server)))


async def test_a_challenge_made_at_the_moment_of_a_block_begins_nothing(server: Server) -> None:
    """What slips through between the two checks stands, and cannot be accepted."""
    await server.challenge(server.opponent)
    app = server.bot.app
    await server.store.write(
        stores.privacy.add_block, id_of(server.challenger), id_of(server.opponent), app.clock()
    )
    with pytest.raises(BlockedError):
        await app.matches.challenges.accept(MatchId(1), id_of(server.opponent), 1, call="heads")
