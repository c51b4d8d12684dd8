"""*Catch up* as cards had it that are still there, with their own button for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simcord.actors import MemberActor

from tests.cogs.forged import posted
from tests.cogs.server import Server


async def caught_up(server: Server, who: MemberActor) -> Callable[[], Any]:
    """``who`` presses the button of an older card; returns how to look at what they are told."""
    match = await server.match()
    custom_id = f"catchup:{match.id}:{match.version}"
    card = await posted(server, server.channel, [custom_id])
    opened = await who.click(card, custom_id=custom_id)
    return lambda: opened.followups[-1]
