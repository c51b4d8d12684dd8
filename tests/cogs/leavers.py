"""People who leave the server, and what Discord answers about them."""

from __future__ import annotations

from simcord.actors import MemberActor

from tests.cogs.server import Server

OTHER_ANSWERS = ((404, 10004), (404, 10013), (403, 50001), (500, 0), (404, 0))
"""Answers that say nothing about a member: no such server, no such account, refused, broken, unknown."""


def answers(server: Server, who: MemberActor, status: int, code: int) -> None:
    """Discord answers so when it is asked about ``who``."""
    path = f"/guilds/{server.guild.id}/members/{who.id}"
    server.env.inject_error("GET", path, status=status, code=code, times=None)


def lookups(server: Server) -> int:
    """The members that were asked for one by one."""
    path = f"/guilds/{server.guild.id}/members/"
    return sum(one.method == "GET" and path in one.path for one in server.env.http_requests)
