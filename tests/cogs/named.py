"""People of a server who are called by names, for stories of what is called after them."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor

from tests.cogs.server import Server


def member(server: Server, name: str, **more: Any) -> MemberActor:
    """Somebody of the server who is called like this."""
    return server.guild.add_member(server.env.create_user(f"{name}-login".lower(), global_name=name), **more)


def named_pair(server: Server) -> Server:
    """The server, in which Ada and Ben play."""
    server.challenger, server.opponent = member(server, "Ada"), member(server, "Benedict", nick="Ben")
    return server


def names(server: Server) -> list[str]:
    """The names of the threads, oldest first."""
    return [str(thread.name) for thread in server.channel.threads]
