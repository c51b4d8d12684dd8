"""Blocks, as people ask for them."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor

from tests.cogs.server import Server, private


async def block(server: Server, who: MemberActor, other: Any) -> str:
    """What somebody is told who blocks another."""
    return private(await who.slash(server.channel, "block", player=other))


async def unblock(server: Server, who: MemberActor, other: Any) -> str:
    """What somebody is told who lets another off."""
    return private(await who.slash(server.channel, "unblock", player=other))
