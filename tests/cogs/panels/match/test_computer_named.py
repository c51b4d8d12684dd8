"""The computer is named in words wherever a match against it is told of, never by a mention of its number."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from tests.cogs import computer
from tests.cogs.doing import done
from tests.cogs.governing import an_admin, panel_of
from tests.cogs.privacy import opened_in
from tests.cogs.server import Server, ids, private, text

INVENTED: Final = re.compile(r"<@!?[1-5]>")
NAME: Final = "the computer (level 3)"


def payloads(server: Server) -> list[str]:
    """The bodies of all requests so far, as texts."""
    return [json.dumps(entry.json, ensure_ascii=False) for entry in server.env.http_requests if entry.json]


def pinged(server: Server) -> set[str]:
    """Whom all messages so far ping."""
    told: list[Any] = [entry.json for entry in server.env.http_requests if isinstance(entry.json, dict)]
    return {str(user) for body in told for user in (body.get("allowed_mentions") or {}).get("users") or ()}


async def looked_at(server: Server) -> list[str]:
    """What the player is told of their matches by every command that lists or shows one."""
    words = ("list", "history", "live", "record", "board", "film")
    return [private(await server.challenger.slash(server.home, "match", number=word)) for word in words]


async def test_no_payload_names_an_invented_user(server: Server) -> None:
    admin = an_admin(server)
    await admin.slash(server.channel, "server set", results=server.channel, lists=server.channel)
    await computer.begin(server, side="white", pace="3d")
    match = await server.match()
    action = str(server.bot.app.matches.history(match).position.legal_actions()[0])
    await server.challenger.slash(server.home, "pjawns move", action=action)
    await computer.answered(server)
    told = await looked_at(server)
    assert NAME in told[0]
    await done(server.challenger, server.home, "takeback")
    await done(server.challenger, server.home, "pause")
    panel = await server.open(server.challenger, "⋯")
    await server.challenger.click(panel(), label="Resign")
    await server.challenger.click(panel(), label="Resign")
    told = await looked_at(server)
    assert NAME in told[1]
    assert "### The computer (level 3) won" in text(server.card)
    await server.challenger.click(server.card, label="Rematch")
    await server.visitor.slash(server.channel, "matches", show="running")
    await server.visitor.slash(server.channel, "ranking")
    await server.visitor.slash(server.channel, "profile", player=server.challenger)
    await opened_in(server.challenger, server.channel)
    await server.pass_time(days=8)
    assert not [body for body in payloads(server) if INVENTED.search(body)]
    assert pinged(server) <= {str(who.id) for who in (server.challenger, server.visitor, admin)}


async def test_the_card_names_it_from_the_first_to_the_last(server: Server) -> None:
    await computer.begin(server, 5, game="prudh")
    assert "the computer (level 5)" in text(server.card)
    await server.resign(server.challenger)
    assert "### The computer (level 5) won" in text(server.card)
    assert ids(server.card, "rematch:")


async def test_secret_picks_and_the_coin_name_it(server: Server) -> None:
    shown = await computer.begin(server, 2, game="prawns")
    said = "Drawn: the computer (level 2) moves first."
    assert said in text(server.card)
    assert panel_of(shown) is not None
