"""Simuls in the list of open challenges."""

from __future__ import annotations

from cogs.simuls.service import Simuls
from data import stores
from services.lobby import PAGE
from tests.cogs.challenge_forms import find, post
from tests.cogs.community import id_of, newcomers
from tests.cogs.server import Server, labels, parts, text
from tests.cogs.simuls.hosting import ONE, host


async def test_an_open_simul_is_joined_from_the_list(server: Server) -> None:
    await host(server)
    shown = text(await find(server))
    assert "places taken" in shown and "Nobody is waiting" in shown, "it is there by itself"
    assert "places taken" not in text(await find(server, server.challenger)), "it's their own"
    assert "places taken" not in text(await find(server, game="prudh")), "it's another game"
    await post(server)
    panel = await find(server)
    assert f"by {server.challenger.mention} · 0 of 10 places taken" in text(panel)
    told = text((await server.visitor.click(panel, label="Join")).followups[-1])
    assert told.startswith("You're in, as player 1 of 10.")
    assert "places taken" not in text(await find(server)), "they have a place"
    assert "1 of 10 places taken" in text(await find(server, server.opponent))


async def test_a_simul_that_cannot_be_joined_is_not_offered(server: Server) -> None:
    await host(server, places=2)
    app = server.bot.app
    await server.store.write(
        stores.privacy.add_block, id_of(server.challenger), id_of(server.visitor), app.clock()
    )
    assert "places taken" not in text(await find(server)), "its host has blocked them"
    one, *rest = newcomers(server, 3)
    for who in rest:
        await app[Simuls].join(ONE, id_of(who))
    assert "places taken" not in text(await find(server, one)), "it is full"
    await app[Simuls].leave(ONE, id_of(rest[0]))
    assert "places taken" in text(await find(server, one))
    await app[Simuls].call_off(ONE, id_of(server.challenger))
    assert "places taken" not in text(await find(server, one))


async def test_a_list_full_of_challenges_has_room_for_simuls(server: Server) -> None:
    hosts = newcomers(server, PAGE + 3)
    for who in hosts[: PAGE + 1]:
        await post(server, who)
    for who in hosts[-3:]:
        await host(server, who)
    panel = await find(server)
    assert labels(panel).count("Join") == 2
    assert len(list(parts(panel))) <= 40
    await server.visitor.click(panel, label="▶")
    assert "Join" not in labels(panel)
