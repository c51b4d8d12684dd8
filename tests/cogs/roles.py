"""Roles that the bot gives: whether it may, and who has one."""

from __future__ import annotations

from typing import Any

import discord
from simcord.actors import MemberActor

from tests.cogs.server import Server


def let_give_roles(server: Server, allowed: bool) -> None:
    """Give the bot *Manage Roles*, or take it away, in the role that it has from its invitation."""
    permissions = discord.Permissions.all()
    permissions.update(administrator=False, manage_roles=allowed)
    roles = server.env.backend.get_guild(server.guild.id).roles.values()
    (own,) = (role for role in roles if role.managed)
    server.env.backend.edit_role(server.guild.id, own.id, {"permissions": permissions.value})


def wears(server: Server, who: MemberActor, role: Any) -> bool:
    """Whether somebody has the role."""
    return role.id in server.env.backend.get_member(server.guild.id, who.id).role_ids
