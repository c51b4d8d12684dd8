"""Discord's scheduled events in stories: whether the bot may make them, and those that are there."""

from __future__ import annotations

from typing import Any

from discord import Permissions

from tests.cogs.server import Server


def allow(server: Server, *, events: bool) -> None:
    """Give the bot the permission to make events, or take it; simcord goes by the one to manage them."""
    guild = server.bot.get_guild(server.guild.id)
    assert guild is not None
    role = guild.me.roles[-1]
    permissions = Permissions(role.permissions.value)
    permissions.update(create_events=events, manage_events=events)
    server.env.backend.edit_role(server.guild.id, role.id, {"permissions": permissions.value})


def events(server: Server) -> list[Any]:
    """The events of the server, oldest first."""
    found = server.env.backend.get_guild(server.guild.id).scheduled_events
    return sorted(found.values(), key=lambda one: one.id)
