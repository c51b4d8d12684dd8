"""A standing offer that is turned off, which its owner is told."""

from __future__ import annotations

from typing import Final

from matches.model import NoticeKind
from tests.cogs.notices import Told
from tests.cogs.server import Server
from tests.cogs.standing_offers.kept import GAME, kept_by_taps


async def a_match_by_offer(server: Server) -> None:
    """Two who keep matches going get one; who is to act never does, and gets no more."""
    server.command = GAME
    for who in (server.challenger, server.opponent):
        await kept_by_taps(server, who, 1)
    await server.pass_time(minutes=2)
    for action in ("c1", "c8"):
        await server.act(action, len(server.channel.threads))
    for _ in range(12):
        await server.pass_time(days=1)


ADDED: Final = {"offer turned off": Told(NoticeKind.OFFER_OFF, a_match_by_offer)}
