"""A server with somebody who manages it, for the stories of ``/server``."""

from __future__ import annotations

from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from data import stores
from matches import GuildId
from tests.cogs.server import Server, private


def an_admin(server: Server) -> MemberActor:
    """Somebody who manages the server and plays in none of its matches."""
    role = server.guild.create_role("Harbour masters", permissions=discord.Permissions(manage_guild=True))
    return server.guild.add_member(server.env.create_user("admin"), roles=[role])


def an_admin_of_roles(server: Server) -> MemberActor:
    """An admin who may give the server's roles, too."""
    admin = an_admin(server)
    allowed = discord.Permissions(manage_guild=True, manage_roles=True)
    high = server.guild.create_role("Admiral", permissions=allowed, position=15)
    server.env.backend.add_member_role(server.guild.id, admin.id, high.id)
    return admin


async def stored(server: Server) -> dict[str, str]:
    """What the server has set."""
    return dict(await server.store.read(stores.people.settings_of_guild, GuildId(server.guild.id)))


async def told(server: Server, admin: MemberActor, command: str, **options: Any) -> str:
    """What the administrator is told in answer to a command in the channel."""
    return private(await admin.slash(server.channel, f"server {command}", **options))


async def asked(server: Server, admin: MemberActor, act: str, **options: Any) -> InteractionResult:
    """The question that the administrator is asked before an act, in the match's own thread."""
    return await admin.slash(server.home, f"server {act}", **options)


def panel_of(question: InteractionResult) -> ResponseMessage:
    """The private panel of a question, as it is now."""
    assert question.response is not None
    return question.response
