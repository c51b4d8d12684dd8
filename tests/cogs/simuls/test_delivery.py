"""Boards of simuls opened in waves, and the public card: deleted, refused, found again after a crash."""

from __future__ import annotations

import pytest

from cogs.connection.requests import Budget
from cogs.simuls.delivery import WAVE, SimulKeeper
from cogs.simuls.rules import SimulCard
from cogs.simuls.service import Simuls
from services.core import LEASE
from tests.cogs.community import id_of, newcomers, removed
from tests.cogs.governing import panel_of
from tests.cogs.places import UNKNOWN, delete
from tests.cogs.server import Server, labels, private, text
from tests.cogs.simuls import hosting as simuls
from tests.cogs.simuls.hosting import ONE, host, join, public, simul


async def test_a_deleted_card_is_posted_again_once(server: Server) -> None:
    await host(server)
    for deletions, code in enumerate((UNKNOWN[0], UNKNOWN[2]), 1):
        delete(server, public(server), code)
        await server.bot.app[Simuls].join(ONE, id_of((server.opponent, server.visitor)[deletions - 1]))
        await server.pass_time(minutes=3)
        cards = [one for one in server.channel.history() if text(one).startswith("### Simul")]
        assert len(cards) == 2 - deletions
    own = panel_of(await server.challenger.slash(server.channel, "matches"))
    panel = (await server.challenger.click(own, label="Host…")).followups[-1]
    assert f"Its card in <#{server.channel.id}> is gone" in text(panel)
    await server.challenger.click(panel, label="Start")
    assert len((await simul(server)).boards) == 2, "it goes on without its card"


async def test_a_lost_channel_ends_no_simul(server: Server) -> None:
    club = server.guild.create_text_channel("club")
    await simuls.asked(server, place=club)
    for who in (server.opponent, server.visitor):
        await server.bot.app[Simuls].join(ONE, id_of(who))
    server.env.backend.delete_channel(club.id)
    await server.pass_time(minutes=2)
    assert (await simul(server)).simul.card.message is None
    await server.bot.app[Simuls].start(ONE, id_of(server.challenger))
    await server.pass_time(minutes=2)
    assert len((await simul(server)).boards) == 2


async def test_it_survives_a_restart_in_the_middle(server: Server) -> None:
    players = newcomers(server, 8)
    await host(server)
    await join(server, *players)
    await server.restart()
    await server.bot.app[Simuls].start(ONE, id_of(server.challenger))
    await server.restart()
    await server.pass_time(minutes=1)
    await server.pass_time(minutes=1)
    found = await simul(server)
    assert len(found.boards) == len(server.channel.threads) == 8 and not found.simul.waiting
    assert "against 8 players" in text(public(server))


async def test_while_discord_has_enough_to_do_no_board_is_opened(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = server.bot.app
    await host(server)
    await join(server, *newcomers(server, 3))
    with monkeypatch.context() as patched:
        patched.setattr(Budget, "short", property(lambda _: True))
        await app[Simuls].start(ONE, id_of(server.challenger))
        await app[SimulKeeper].attend(ONE)
        await server.env.settle()
        assert not (await simul(server)).boards
        assert "3 more boards opening" in text(public(server))
    await server.pass_time(minutes=1)
    assert len((await simul(server)).boards) == 3


async def test_a_wave_at_a_time(server: Server) -> None:
    await host(server)
    await join(server, *newcomers(server, WAVE + 1))
    await server.bot.app[Simuls].start(ONE, id_of(server.challenger))
    with server.env.as_bot():
        await server.bot.app[SimulKeeper].attend(ONE)
    await server.env.settle()
    assert len((await simul(server)).boards) == WAVE


async def test_a_card_that_was_posted_before_a_crash_is_found_again(server: Server) -> None:
    await host(server)
    card = public(server)
    await server.pass_time(minutes=5)
    await server.bot.app[Simuls].record_card(ONE, SimulCard())
    await server.bot.app[Simuls].join(ONE, id_of(server.opponent))
    await server.pass_time(minutes=1)
    assert public(server).id == card.id and f"<@{server.opponent.id}>" in text(public(server))
    assert (await simul(server)).simul.card.message == card.id


async def test_a_process_that_died_with_it_gives_it_up(server: Server) -> None:
    await host(server)
    assert await server.bot.app[Simuls].claim(ONE)
    await server.bot.app[Simuls].join(ONE, id_of(server.opponent))
    await server.pass_time(seconds=LEASE.total_seconds() / 2)
    assert "**0 of 10 places taken**" in text(public(server)), "another process has it"
    await server.pass_time(seconds=LEASE.total_seconds())
    assert "**1 of 10 places taken**" in text(public(server))


async def test_a_minute_after_a_crash_a_started_simul_goes_on(server: Server) -> None:
    players = newcomers(server, 3)
    await host(server)
    await join(server, *players)
    await server.stop_loops()
    app = server.bot.app
    await app[Simuls].start(ONE, id_of(server.challenger))
    assert await app[Simuls].claim(ONE), "the process dies with it"
    listed = private(await server.challenger.slash(server.channel, "matches"))
    assert "· 3 boards opening · 0–0" in listed, "none is said to run"
    await app[Simuls].open_board((await simul(server)).simul)
    listed = private(await server.challenger.slash(server.channel, "matches"))
    assert "· 1 running, " in listed and ", 2 more boards opening · 0–0" in listed
    await server.restart()
    await server.pass_time(seconds=LEASE.total_seconds() + 1)
    await server.pass_time(seconds=30)
    assert len((await simul(server)).boards) == 3
    assert "against 3 players" in text(public(server)) and "Join" not in labels(public(server))


async def test_one_that_goes_on_keeps_its_claim(server: Server) -> None:
    """However long Discord holds back the threads of its boards."""
    simuls = server.bot.app[Simuls]
    await host(server)
    await server.stop_loops()
    assert await simuls.claim(ONE)
    for _ in range(3):
        await server.env.advance_time(LEASE.total_seconds() * 0.9)
        await simuls.renew(ONE)
    assert not await simuls.claim(ONE), "another process leaves it alone"


@pytest.mark.parametrize(("status", "wait"), [(500, {"minutes": 3}), (403, {"hours": 7})])
async def test_a_card_that_is_refused_is_posted_later(
    server: Server, status: int, wait: dict[str, float]
) -> None:
    path = f"/channels/{server.channel.id}/messages"
    server.env.inject_error("POST", path, status=status, times=1)
    panel = await host(server)
    assert f"I couldn't post its card in <#{server.channel.id}> yet." in text(panel)
    assert (await simul(server)).simul.card.message is None
    await server.pass_time(**wait)
    assert (await simul(server)).simul.card.message == public(server).id


# --- who has left the server ---------------------------------------------------------------------


async def test_a_simul_gives_no_board_to_who_left_a_minute_ago(server: Server) -> None:
    await host(server)
    players = newcomers(server, 4)
    await join(server, *players)
    removed(server, players[2])
    await server.pass_time(minutes=1)
    panel = (await server.challenger.click(public(server), label="Host…")).followups[-1]
    await server.challenger.click(panel, label="Start")
    await server.pass_time(minutes=1)
    boards = (await simul(server)).boards
    assert [match.users[1] for match in boards] == [id_of(one) for one in players if one is not players[2]]


async def test_a_simul_isnt_started_with_too_few_left_in_the_server(server: Server) -> None:
    await host(server)
    players = newcomers(server, 2)
    await join(server, *players)
    panel = (await server.challenger.click(public(server), label="Host…")).followups[-1]
    removed(server, players[0])
    await server.challenger.click(panel, label="Start")
    assert (await simul(server)).boards == ()
