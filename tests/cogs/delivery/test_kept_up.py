"""Every kind of card that is kept up to date, over a restart: what changes afterwards is shown.

The same over the wire, with ``kill -9`` and another process that takes over: ``loopback/test_kept_up.py``.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from sqlalchemy import text as sql

from matches import ChallengeTerms, MatchId
from tests.additions import added
from tests.cogs.community import id_of, place_of
from tests.cogs.front_door.doors import door_in, with_a_door
from tests.cogs.kept_cards import Kept
from tests.cogs.server import Server, make_bot, text
from tests.kept_up import behind
from tests.store import rows

GAME: Final = "pjawns"
FIRST: Final = MatchId(1)


# --- the cards -----------------------------------------------------------------------------------


async def _open_challenge(server: Server) -> None:
    """Anybody may play the visitor."""
    wishes = ChallengeTerms(GAME, {})
    await server.bot.app.matches.challenges.challenge(id_of(server.visitor), None, wishes, place_of(server))


async def _door(server: Server) -> None:
    server.panel = await with_a_door(server)


async def _move(server: Server) -> None:
    """Whoever is to move does, and their click is cut off before anything is shown."""
    await server.bot.app.matches.play.turn(FIRST, id_of(server.challenger), "@e1")


async def _decline(server: Server) -> None:
    await server.bot.app.matches.challenges.decline(FIRST, id_of(server.opponent), 1)


KINDS: Final[dict[str, Kept]] = {
    **added("kept_up"),
    "front door": Kept(_door, _open_challenge, lambda server: text(door_in(server.panel)), "· expires "),
    "match": Kept(
        lambda server: server.begin(GAME), _move, lambda server: text(server.card), "pjawn placed on e1"
    ),
    "challenge": Kept(
        lambda server: server.challenge(server.opponent),
        _decline,
        lambda server: text(server.invitation),
        "declined",
    ),
}


# --- the stories ---------------------------------------------------------------------------------


async def _at_rest(server: Server) -> None:
    """Time passes until each card is as it should be."""
    for _ in range(5):
        await server.pass_time(minutes=2)
        left = await rows(server.store, sql(behind(server.bot.app.clock())))
        if not left:
            return
    raise AssertionError(left)


async def _killed(server: Server) -> Any:
    """Another bot starts on the database of one that is gone; returns that, to be closed at last."""
    dead = server.bot
    await server.env.restart_bot(make_bot(server.path, server.coin, server.child))
    return dead


@pytest.mark.gate(draw=8)
@pytest.mark.parametrize("age", [0, 2], ids=["fresh", "hours old"])
@pytest.mark.parametrize("ended", ["orderly", "killed"])
@pytest.mark.parametrize("kind", KINDS)
async def test_after_a_restart_it_is_brought_up_to_date(
    server: Server, kind: str, ended: str, age: int
) -> None:
    kept, dead = KINDS[kind], None
    await kept.post(server)
    await _at_rest(server)
    await server.pass_time(hours=age)
    assert kept.afterwards not in kept.says(server)
    if ended == "orderly":
        await server.restart()
    else:
        dead = await _killed(server)
    try:
        await kept.change(server)
        await _at_rest(server)
        assert kept.afterwards in kept.says(server)
    finally:
        if dead is not None:
            await dead.close()
