"""Blocks, as people ask for them."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor

from tests.cogs.governing import panel_of
from tests.cogs.server import Server, ids, private, text


async def block(server: Server, who: MemberActor, other: Any) -> str:
    """What somebody is told who blocks another."""
    opened = await who.slash(server.channel, "profile", player=other)
    panel = panel_of(opened)
    if not ids(panel, "blockask:"):
        return private(opened)
    question = (await who.click(panel, label="Block…")).followups[-1]
    return private(await who.click(question, label="Block")) or text(question)


async def unblock(server: Server, who: MemberActor, other: Any) -> str:
    """What somebody is told who lets another off."""
    opened = await who.slash(server.channel, "profile", player=other)
    return private(await who.click(panel_of(opened), label="Unblock"))
