"""Finished matches for stories of the archive: played by the services, and taken in at once."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor

from cogs.archive.service import Archive
from matches import Match
from tests.cogs import played
from tests.cogs.played import TABS, described, id_of_menu, menu, running
from tests.cogs.server import Server

__all__ = [
    "TABS",
    "archive",
    "choose",
    "described",
    "finished",
    "id_of_menu",
    "listed",
    "menu",
    "running",
    "taken_in",
]


async def finished(server: Server, winner: MemberActor, loser: MemberActor, *turns: str, **how: Any) -> Match:
    """A match that the loser gave up after these turns, in the archive."""
    match = await played.finished(server, winner, loser, *turns, **how)
    await taken_in(server)
    return match


async def taken_in(server: Server) -> None:
    """Have the archive take in everything that is over."""
    while await server.bot.app[Archive].archive_some(50):
        pass


async def archive(server: Server, who: MemberActor | None = None, **options: Any) -> Any:
    """The private list."""
    result = await (who or server.visitor).slash(server.channel, "matches", show="finished", **options)
    assert result.response is not None and result.response.ephemeral
    return result.response


async def choose(server: Server, shown: Any, verb: str, *values: str) -> None:
    """Choose in a menu of the list."""
    await server.visitor.select(shown, list(values), custom_id=id_of_menu(shown, verb))


def listed(shown: Any) -> list[int]:
    """The numbers of the matches on a page, as they stand in its menu."""
    return [int(value) for value, _ in menu(shown, "archivematch")]
