"""A tournament in an open channel, where ids are forged."""

from __future__ import annotations

from typing import Any, Final

from tests.cogs.forged import About
from tests.cogs.governing import an_admin
from tests.cogs.server import Server
from tests.cogs.tournaments.stories import created


async def tournament(server: Server) -> Any:
    """A tournament of Pjawns whose panel is open."""
    return await created(server, an_admin(server), game="Pjawns")


ADDED: Final = {"tournament": About(("tournament_organiser",), open=tournament)}
