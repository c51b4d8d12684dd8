"""Simuls: hosted, joined, started, played to the end; what is refused; what gets lost on the way."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace

import pytest
from sqlalchemy import delete

from cogs.simuls import texts as said
from cogs.simuls.delivery import WAVE, SimulKeeper
from cogs.simuls.rules import SimulCard, SimulError, SimulId, SimulPhase, SimulProblem
from cogs.simuls.service import Simuls
from cogs.text.en.lists import MY_FINISHED
from data.schema import fact
from matches import Phase
from matches.guilds.posts import MOST_LOST
from matches.players import Human
from tests.cogs import threads
from tests.cogs.blocks import block
from tests.cogs.community import id_of, newcomers
from tests.cogs.governing import allow, panel_of
from tests.cogs.played import TABS
from tests.cogs.privacy import opened_in
from tests.cogs.refusing import refusing
from tests.cogs.server import Server, ids, labels, parts, private, text
from tests.cogs.simuls import hosting as simuls
from tests.cogs.simuls.hosting import ONE, end, host, hosting, join, public, simul, started

ENDED = "simul 1 end told"
"""The fact that the first simul's end was told."""


async def test_a_simul_of_two_from_the_command_to_its_result(server: Server) -> None:
    answer = await host(server, places=3, side="white", pace="2d")
    card = public(server)
    assert text(answer) == said.posted((await simul(server)).simul) and labels(answer) == []
    assert f"/{card.id}" in text(answer) and "*Start*" in text(answer)
    panel = await hosting(server)
    assert text(panel).startswith("### Your simul of Pjawns\n**0 of 3 places taken**")
    assert labels(panel) == ["Start", "Cancel…"]
    assert f"<@{server.challenger.id}> plays all who join, each on a board of their own." in text(card)
    assert f"2 days a move · unrated · <@{server.challenger.id}> plays white" in text(card)
    assert labels(card) == ["Join", "Host…"]
    await join(server, server.opponent, server.visitor)
    people = f"<@{server.opponent.id}>, <@{server.visitor.id}>"
    assert f"**2 of 3 places taken**: {people}" in text(public(server))
    assert public(server).id == card.id, "it is edited"
    assert labels(public(server)) == ["Join", "Start", "Host…"]
    not_theirs = private(await server.opponent.click(public(server), label="Start"))
    assert not_theirs.startswith("Only the host of this simul can do that.")
    panel = await hosting(server)
    started_ = await server.challenger.click(public(server), label="Start")
    assert text(started_.followups[-1]).startswith("### Your simul of Pjawns\nIt has started.")
    found = await simul(server)
    assert [match.phase for match in found.boards] == [Phase.PLAYING] * 2
    assert {match.challenger for match in found.boards} == {Human(id_of(server.challenger))}
    assert {match.side_of(id_of(server.challenger)) for match in found.boards} == {"white"}
    assert not any(match.rated for match in found.boards)
    assert len(server.channel.threads) == 2
    assert "against 2 players: **0–0**, 2 boards to go." in text(public(server))
    assert f"1. <@{server.opponent.id}>: playing in <#{server.channel.threads[0].id}>" in text(public(server))
    await server.challenger.click(panel, label="Start")
    assert "This simul has started" in text(panel) and labels(panel) == ["Next board"], "an old panel"
    assert f"A board of <@{server.challenger.id}>'s simul." in text(server.card)
    assert "2 running" in private(await server.challenger.slash(server.channel, "matches"))
    first, second = [await server.match(match.id) for match in found.boards]
    await end(server, first, server.opponent)
    await end(server, second, None)
    await server.pass_time(minutes=1)
    assert (await simul(server)).simul.phase is SimulPhase.FINISHED
    shown = text(public(server))
    assert f"It's over: <@{server.challenger.id}> scored **½ of 2**." in shown
    assert f"1. <@{server.opponent.id}>: **won**" in shown and f"2. <@{server.visitor.id}>: draw" in shown
    assert not labels(public(server))
    told = server.channel.history()[-1]
    assert text(told).startswith(f"### <@{server.challenger.id}> scored ½ of 2\n")
    # As if the bot had been killed before it noted that: nothing is told twice.
    await server.store.write(lambda connection: connection.execute(delete(fact).where(fact.c.key == ENDED)))
    with server.env.as_bot():
        await server.bot.app[SimulKeeper].attend(ONE)
    assert server.channel.history()[-1].id == told.id


@refusing  # the last click on *Next board* is refused
@pytest.mark.slow
async def test_a_simul_of_twenty_to_its_end(server: Server) -> None:
    """Joined, started in waves, found in one list, played board by board; 7½ points are the host's."""
    players = newcomers(server, 20)
    app, chance = server.bot.app, random.Random(43)
    await host(server, places=20)
    await join(server, *players[:-1])
    await app[Simuls].join(ONE, id_of(players[-1]))  # the card doesn't show it yet
    late = private(await server.visitor.click(public(server), label="Join"))
    assert late.startswith("All places are taken.")
    await server.pass_time(days=2)
    await server.pass_time(minutes=2)
    assert "**20 of 20 places taken**" in text(public(server)) and labels(public(server))[0] == "Join"
    panel = await hosting(server)
    await server.challenger.click(panel, label="Start")
    opened = len((await simul(server)).boards)
    assert WAVE <= opened < 20, "not all at once"
    assert f"{20 - opened} more boards opening" in text(public(server))
    for _ in range(5):
        await server.pass_time(minutes=1)
    found = await simul(server)
    assert not found.simul.waiting and len(found.boards) == len(server.channel.threads) == 20
    assert [match.users[1] for match in found.boards] == [player.id for player in players]
    sides = [match.side_of(id_of(server.challenger)) for match in found.boards]
    assert sides == ["white", "black"] * 10, "they change from board to board"
    # One line for all of them, and a button that leads from board to board.
    listed = panel_of(await server.challenger.slash(server.channel, "matches"))
    assert "· 20 running, **your turn in 10** · 0–0" in text(listed)
    assert text(listed).count("match ") == 0 and labels(listed)[:2] == ["Move", "New match"]
    for turns in range(10, 0, -1):
        board = (await server.challenger.click(listed, label="Move")).followups[-1]
        waiting = (await simul(server)).waiting_for(Human(id_of(server.challenger)))
        assert len(waiting) == turns and f"Pjawns #{waiting[0].id}" in text(board)
        action = app.matches.history(await server.match(waiting[0].id)).position.legal_actions()[0]
        await app.matches.play.turn(waiting[0].id, id_of(server.challenger), str(action))
    none = await server.challenger.click(listed, label="Move")
    assert text(none.followups[-1]) == said.NO_BOARD_WAITS
    listed = panel_of(await server.challenger.slash(server.channel, "matches"))
    assert "· 20 running, their turn in all · 0–0" in text(listed)
    assert labels(listed) == ["New match", MY_FINISHED, *TABS]
    boards = [await server.match(match.id) for match in found.boards]
    chance.shuffle(boards)
    for number, match in enumerate(boards, 1):
        rival = next(player for player in players if player.id in match.users)
        winner = server.challenger if number <= 7 else None if number == 8 else rival
        if winner is server.challenger:
            await threads.resign(server, rival, match)
        elif winner is None:
            await end(server, match, None)
        else:
            await threads.resign(server, server.challenger, match)
        if number == 10:
            await server.pass_time(hours=3)
            assert "against 20 players: **7½–2½**, 10 boards to go." in text(public(server))
    await server.pass_time(hours=1)
    assert (await simul(server)).simul.phase is SimulPhase.FINISHED
    assert f"It's over: <@{server.challenger.id}> scored **7½ of 20**." in text(public(server))
    card, end_ = server.channel.history()
    assert card.id == public(server).id, "its card and its end are all that's left in the channel"
    assert text(end_).startswith(f"### <@{server.challenger.id}> scored 7½ of 20\n-# Simul of Pjawns")
    assert end_.flags.suppress_notifications and labels(end_) == ["The simul"]
    assert "Simul" not in private(await server.challenger.slash(server.channel, "matches"))
    shown = (await server.visitor.click(server.card, label="The simul")).followups[-1]
    assert "scored **7½ of 20**" in text(shown)
    threads.check_sent(server, 0, boards)


@refusing
async def test_who_may_not_join_is_told_why(server: Server) -> None:
    await host(server, places=2)
    first, second, third = newcomers(server, 3)
    assert private(await server.challenger.click(public(server), label="Join")).startswith(
        "That's your own simul"
    )
    await block(server, server.opponent, server.challenger)
    told_so = private(await server.opponent.click(public(server), label="Join"))
    assert (
        told_so
        == f"You've blocked <@{server.challenger.id}>, so you two can't play. Undo it on their `/profile`."
    )
    await block(server, server.challenger, server.visitor)
    told_so = private(await server.visitor.click(public(server), label="Join"))
    assert told_so.startswith("You two can't play each other."), "not by whom"
    role = server.guild.create_role("Players")
    await allow(server, role=role)
    assert f"<@&{role.id}>" in private(await first.click(public(server), label="Join"))
    await server.bot.app[Simuls].join(ONE, id_of(first), frozenset({role.id}))
    await server.bot.app[Simuls].join(ONE, id_of(second), frozenset({role.id}))
    card = next(one for one in server.channel.history() if ids(one, "simuljoin"))
    with suppress(Exception):
        await third.click(card, label="Join")
    assert (await simul(server)).simul.waiting == (id_of(first), id_of(second))


@refusing
async def test_a_double_tap_takes_one_place_and_leaving_gives_it_back(server: Server) -> None:
    await host(server)
    server.env.settle_timeout = 0.0
    for _ in range(2):
        with suppress(TimeoutError):
            await server.opponent.click(public(server), label="Join")
    server.env.settle_timeout = 60.0
    await server.env.settle()
    assert (await simul(server)).simul.waiting == (id_of(server.opponent),)
    again = (await server.opponent.click(public(server), label="Join")).followups[-1]
    assert text(again).startswith("You have a place already.") and labels(again) == ["Leave"]
    await server.opponent.click(again, label="Leave")
    assert text(again) == said.LEFT
    assert "**0 of 10 places taken**" in text(public(server))
    await join(server, server.visitor)
    again = (await server.visitor.click(public(server), label="Join")).followups[-1]
    await server.bot.app[Simuls].leave(ONE, id_of(server.visitor))
    refused = await server.visitor.click(again, label="Leave")
    assert text(refused.followups[-1]).startswith("There's no such place")


@refusing
async def test_only_the_host_has_the_controls_and_who_is_taken_out_stays_out(server: Server) -> None:
    await host(server)
    await join(server, server.opponent)
    assert private(await server.opponent.click(public(server), label="Host…")) == said.ONLY_HOST
    panel = (await server.challenger.click(public(server), label="Join")).followups[-1]
    assert text(panel).startswith(said.OWN), "the host is shown their controls"
    (begin,) = ids(panel, "simulstart")
    button = next(part for part in parts(panel) if part.get("custom_id") == begin)
    assert button["disabled"]
    with pytest.raises(SimulError) as refused:
        await server.bot.app[Simuls].start(ONE, id_of(server.opponent))
    assert refused.value.problem is SimulProblem.NOT_HOST
    with pytest.raises(SimulError) as refused:
        await server.bot.app[Simuls].start(ONE, id_of(server.challenger))
    assert refused.value.problem is SimulProblem.TOO_FEW
    await join(server, server.visitor)
    panel = await hosting(server)
    (menu,) = ids(panel, "simulout")
    options = next(part["options"] for part in parts(panel) if part.get("custom_id") == menu)
    assert [option["label"] for option in options] == ["1. opponent", "2. visitor"]
    await server.challenger.select(panel, [str(server.opponent.id)], custom_id=menu)
    assert "**1 of 10 places taken**" in text(panel)
    assert f"**1 of 10 places taken**: <@{server.visitor.id}>" in text(public(server))
    assert (await simul(server)).simul.taken_out == {id_of(server.opponent)}


@refusing
async def test_cancelled_it_is_closed_for_all(server: Server) -> None:
    await host(server)
    panel = await hosting(server)
    await join(server, server.opponent)
    question = (await server.challenger.click(panel, label="Cancel…")).followups[-1]
    assert "1 player would lose their place." in text(question)
    old = public(server)
    await server.challenger.click(question, label="Cancel the simul")
    assert text(question) == said.CANCELLED
    assert text(public(server)).endswith(f"<@{server.challenger.id}> cancelled it.")
    assert not labels(public(server))
    with pytest.raises(SimulError) as refused:
        await server.bot.app[Simuls].join(ONE, id_of(server.visitor))
    assert said.problem(refused.value).startswith("This simul was cancelled. `/play`")
    await server.challenger.click(panel, label="Cancel…")
    assert "This simul was cancelled." in text(panel), "an old panel says so"
    assert old.id == public(server).id
    assert text(await host(server)).startswith("Your simul is [posted]"), "there's room for another"


async def test_without_a_start_it_closes_after_a_week(server: Server) -> None:
    await host(server)
    await join(server, server.opponent)
    listed = private(await server.opponent.slash(server.channel, "matches"))
    assert f"against <@{server.challenger.id}> · not started yet" in listed
    own = panel_of(await server.challenger.slash(server.channel, "matches"))
    assert "1 of 10 places taken · not started yet" in text(own)
    assert labels(own) == ["Host…", "New match", MY_FINISHED, *TABS]
    panel = panel_of(await opened_in(server.challenger, server.channel))
    assert "1 simul you host or hosted" in text(panel)
    await server.challenger.click(panel, label="Delete everything…")
    assert "You'd cancel **your simul of Pjawns**." in text(panel)
    await server.pass_time(days=6, hours=23)
    assert (await simul(server)).simul.phase is SimulPhase.OPEN
    await server.pass_time(hours=2)
    assert (await simul(server)).simul.phase is SimulPhase.EXPIRED
    assert "didn't start it in time, so it's closed." in text(public(server))
    assert "Simul" not in private(await server.opponent.slash(server.channel, "matches"))


@refusing
async def test_two_hosts_and_one_place_with_each(server: Server) -> None:
    await host(server)
    await host(server, server.opponent, game="prudh")
    again = text(panel_of(await simuls.asked(server, game="prudh")))
    assert again.startswith("You have a simul that hasn't started yet.")
    first, second = (one for one in server.channel.history() if text(one).startswith("### Simul"))
    for card in (first, second):
        assert private(await server.visitor.click(card, label="Join")).startswith("You're in")
    (player,) = newcomers(server, 1)
    await player.click(first, label="Join")
    await server.bot.app[Simuls].start(ONE, id_of(server.challenger))
    await server.pass_time(minutes=1)
    await host(server)
    refused = private(await server.visitor.click(public(server), label="Join"))
    assert refused.startswith("You're in another simul of this host")


async def test_who_leaves_the_server_has_no_board_and_hosts_nothing(server: Server) -> None:
    await host(server)
    players = newcomers(server, 3)
    await join(server, *players)
    server.env.backend.remove_member(server.guild.id, players[1].id)
    panel = await hosting(server)
    await server.challenger.click(panel, label="Start")
    await server.pass_time(minutes=1)
    assert [match.users[1] for match in (await simul(server)).boards] == [players[0].id, players[2].id]
    await host(server, server.opponent)
    await server.bot.app.leaderboards.record_presence(
        (await simul(server)).simul.guild_id, id_of(server.opponent), there=False
    )
    assert (await simul(server, SimulId(2))).simul.phase is SimulPhase.CALLED_OFF


async def test_everything_about_a_player_and_then_the_host_is_deleted(server: Server) -> None:
    players = newcomers(server, 4)
    await started(server, *players)
    app = server.bot.app
    for who in (players[0], server.challenger):
        await app.privacy.ask_to_be_forgotten(id_of(who))
        with server.env.as_bot():
            assert await app.erasure.finish(id_of(who))
        await server.env.settle()
        assert not any((await app.privacy.counts(id_of(who))).values())
    await server.pass_time(minutes=1)
    found = await simul(server)
    assert found.simul.phase is SimulPhase.FINISHED
    assert found.score == (2, 6), "one player resigned, then the host did on the others"
    assert "It's over: a player who left scored **1 of 4**." in text(public(server))
    assert str(server.challenger.id) not in text(public(server))


async def test_the_host_is_told_of_a_card_that_is_not_there(server: Server) -> None:
    await host(server)
    found = await simul(server)
    for lost, of_it in ((0, "I couldn't post"), (MOST_LOST, "I couldn't post"), (MOST_LOST + 1, "is gone")):
        without = replace(found, simul=replace(found.simul, card=SimulCard(lost=lost)))
        assert of_it in said.panel(without)
