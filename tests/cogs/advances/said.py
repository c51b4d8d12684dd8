"""Moves in advance in stories: said past the panels, listed, and looked up in the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cogs.advances.service import Advances
from matches.advances import Advance
from tests.cogs.community import id_of
from tests.cogs.forged import OwnMessage
from tests.cogs.server import Server, ids, private

FIRST: Final = "d4-e3 f5-e6 e3>e1 e6>e4"
"""From the start of Prudh: two turns of dark, each answered by light."""
SECOND: Final = "d4-e5 f5-e4"
"""Another first turn, with the same answer."""


async def say(server: Server, who: Any, line: str, *, whatever: int | None = None) -> None:
    """``who`` says the moves of a line from the present position in advance, without the panels."""
    app, match = server.bot.app, await server.match()
    ply = len(app.matches.history(match).played)
    await app[Advances].say(match.id, id_of(who), line.split(), ply, whatever=whatever)


async def theirs(server: Server, who: Any) -> list[Advance]:
    """What ``who`` has said in the match."""
    return list(await server.bot.app[Advances].of((await server.match()).id, id_of(who)))


async def listing(server: Server, who: Any) -> Callable[[], Any]:
    """``who`` opens the list from the card; returns how to look at it."""
    panel = await server.open(who, "⋯")
    await who.click(panel(), custom_id=ids(panel(), "advances:")[0])
    return panel


async def forged(server: Server, who: Any, custom_id: str, value: str | None = None) -> str:
    """What ``who`` is told who presses, on a private message of their own, a control that is another's."""
    own = OwnMessage(server, who, server.channel)
    return private(await (own.click(custom_id) if value is None else own.select(custom_id, value)))
