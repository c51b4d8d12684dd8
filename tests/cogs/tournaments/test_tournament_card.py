"""Tournaments as people meet them: created and joined by taps, played to the end, left."""

from __future__ import annotations

from discord import MessageType
from simcord.actors import MemberActor

from cogs.tournaments.service import Tournaments
from matches import GuildId, UserId
from matches.tournaments.model import TournamentState
from tests.cogs import threads
from tests.cogs.community import id_of, newcomers
from tests.cogs.governing import an_admin, panel_of
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, private, text
from tests.cogs.tournaments.stories import (
    FIRST,
    card,
    created,
    leaves,
    made,
    pressed,
    resign_all,
    run,
    running,
    seen,
    started,
)


async def begun(server: Server) -> list[MemberActor]:
    """A tournament of three has begun."""
    people = [server.challenger, server.opponent, server.visitor]
    await started(server, people)
    return people


async def test_a_round_robin_of_four_by_taps_alone(server: Server) -> None:
    admin = an_admin(server)
    panel = await created(server, admin, game="Pjawns", most="Entries until 4")
    assert text(panel).startswith("**Pjawns January Cup** is open for entries in ")
    shown = card(server)
    assert "Nobody is in yet: be the first." in text(shown)
    assert labels(shown) == ["Join", "Details"]
    # Who leaves before the start is just out.
    entry = (await server.challenger.click(shown, label="Join")).followups[-1]
    assert labels(entry) == ["Show", "Leave…"]
    assert "already" in private(await server.challenger.click(card(server), label="Join"))
    details = (await server.challenger.click(card(server), label="Details")).followups[-1]
    assert labels(details) == ["Rules", "Leave…"]
    assert "You're out of" in private(await server.challenger.click(entry, label="Leave…"))
    out = private(await server.challenger.click(details, label="Leave…"))
    assert "You aren't in this tournament." in out and (await seen(server)).entrants == ()
    people = [server.challenger, server.opponent, *newcomers(server, 2)]
    for number, who in enumerate(people, 1):
        said = private(await who.click(card(server), label="Join"))
        assert said.startswith("You're in **Pjawns January Cup**."), number
    assert "**. Everyone is in, so it starts now. Your matches then open by themselves" in said
    full = panel_of(await people[0].slash(server.channel, "tournaments", name="1"))
    assert "\nEveryone is in, so it starts now.\n" in text(full) and labels(full) == ["Rules", "Leave…"]
    await run(server)
    found = await seen(server)
    assert (found.state, found.round, len(found.active)) == (TournamentState.RUNNING, 1, 4)
    assert len(await running(server)) == 6
    shown = card(server)
    assert "**Stage 1:** 0 of 6 games decided, 6 being played." in text(shown)
    assert labels(shown) == ["Table", "My games", "Details"]
    await resign_all(server, people)
    found = await seen(server)
    assert found.state is TournamentState.OVER
    shown = card(server)
    assert f"**<@{people[0].id}> wins!**" in text(shown)
    assert f"**2.** <@{people[1].id}> · 2" in text(shown)
    assert shown.attachments[0].description
    assert labels(shown) == ["Table", "My games"]


async def test_the_cards_of_its_matches_say_what_they_are_for(server: Server) -> None:
    await begun(server)
    (match, *_) = await running(server)
    thread = next(one for one in server.channel.threads if one.id == match.shown.home)
    (board,) = thread.history()
    assert "-# Stage 1 of *Pjawns January Cup*." in text(board)
    assert "drawn" not in text(board).casefold(), "sides follow from the pairing"
    assert {user.id for user in board.mentions} == set(match.users), "the first card pings both"
    assert not [one for one in server.channel.history() if ids(one, rf"\w+:{match.id}:")], (
        "none in the channel"
    )
    assert not [one for one in server.channel.history() if one.type is not MessageType.default]
    round_card = next(one for one in server.channel.history() if ids(one, "roundtable:"))
    assert f"<#{match.shown.home}>" in text(round_card) and labels(round_card) == ["Table"]
    player = next(who for who in (server.challenger, server.opponent) if who.id in match.users)
    listed = private(await player.slash(server.channel, "matches"))
    assert "in a tournament" in listed
    opened = (await player.click(round_card, label="Table")).followups[-1]
    assert text(opened).startswith("### Pjawns January Cup\n**Stage 1**")
    await server.bot.app.matches.play.resign(match.id, match.users[0])
    await server.pass_time(minutes=2)
    assert labels(thread.history()[-1])[-1] == "Table"


async def test_matches_that_do_not_begin_say_what_the_table_makes_of_them(server: Server) -> None:
    await begun(server)
    first, *others = await running(server)
    board = text(threads.board(server, first))
    assert "No first move by then is a forfeit in the tournament." in board
    await server.bot.app.matches.admin.abort(first.id, UserId(77), GuildId(server.guild.id))
    await server.pass_time(days=6)
    await server.pass_time(minutes=2)
    assert text(threads.board(server, first)).endswith(
        "**Cancelled** by a server admin, <@77>. Nobody won. An organiser of its tournament can set a result."
    )
    for match in others:
        ended = text(threads.board(server, match))
        assert "made in time. In its tournament that's a forfeit, unless the round was over." in ended
    games = text((await server.challenger.click(card(server), label="My games")).followups[-1])
    assert games.count("cancelled: an organiser decides") + games.count("(by forfeit)") == 2


@refusing
async def test_who_leaves_later_is_asked_and_who_comes_later_is_told_so(server: Server) -> None:
    people = await begun(server)
    question = await leaves(server.challenger, card(server))
    assert text(question).startswith("### Leave Pjawns January Cup?\nYour running games go on")
    await server.challenger.click(question, label="Stay in it")
    assert len((await seen(server)).active) == 3
    question = await leaves(server.opponent, card(server))
    await server.opponent.click(question, label="Leave the tournament")
    assert text(question).startswith("You've left")
    assert len((await seen(server)).active) == 2
    old = "Entries for this tournament are over."
    (late,) = newcomers(server, 1)
    assert text(panel_of(await pressed(server, late, "tourjoin"))).startswith(old)
    await resign_all(server, people)
    assert (await seen(server)).state is TournamentState.OVER
    assert text(panel_of(await pressed(server, late, "tourjoin"))).startswith(old)
    said = text(panel_of(await pressed(server, server.challenger, "tourleave")))
    assert said.startswith("This tournament has ended")


async def test_too_few_is_called_off(server: Server) -> None:
    await made(server)
    await server.bot.app[Tournaments].enter(FIRST, id_of(server.challenger))
    await server.pass_time(days=8)
    await run(server)
    (shown,) = [one for one in server.channel.history() if "Cancelled" in text(one)]
    assert "Cancelled: it takes 3 players, and there were 1." in text(shown)
    assert labels(shown) == []


async def test_a_restart_between_the_steps_loses_nothing(server: Server) -> None:
    people = [server.challenger, server.opponent, server.visitor]
    await made(server, most=4)
    await server.restart()
    for who in [*people, *newcomers(server, 1)]:
        await who.click(card(server), label="Join")
    await server.restart()
    await run(server)
    assert len(await running(server)) == 6
    await server.restart()
    await resign_all(server, people)
    assert (await seen(server)).state is TournamentState.OVER
    cards = [one for one in server.channel.history() if ids(one, r"tour(?!news)\w+:0:0:1\b")]
    assert len(cards) == 1, "one card, whatever happened"


async def test_a_line_above_a_thread_that_may_not_be_deleted_holds_nothing_up(server: Server) -> None:
    path = f"/channels/{server.channel.id}/messages/*"
    server.env.inject_error("DELETE", path, status=403, code=50013, times=None)
    await begun(server)
    lines = [one for one in server.channel.history() if one.type is MessageType.thread_created]
    assert len(lines) == len(server.channel.threads) == len(await running(server)) == 3


async def test_a_thread_that_was_made_before_an_outage_is_found_again(server: Server) -> None:
    """Its thread is there, but the line above it could not be looked for."""
    server.env.inject_error("GET", f"/channels/{server.channel.id}/messages", status=500, times=2)
    await begun(server)
    await server.pass_time(minutes=5)
    await run(server)
    homes = {match.shown.home for match in await running(server)}
    assert homes == {thread.id for thread in server.channel.threads} and len(homes) == 3
    assert not [one for one in server.channel.history() if one.type is MessageType.thread_created]
