"""A finished match to play on from, and the cards of practice, which nobody else sees."""

from __future__ import annotations

from typing import Any, Final

from matches import Match
from tests.cogs.community import id_of
from tests.cogs.going_on import gone_on, shown
from tests.cogs.server import Server, ids

PLAY_ON: Final = "Play on"
"""The label of the button that goes on from the position that is shown."""


async def finished(server: Server, *turns: str) -> Match:
    """A match of Pjawns of two people that the opponent gave up, after three turns unless told otherwise."""
    await server.begin("pjawns")
    match = await gone_on(server, *(turns or ("@e1", "@d8", "@d1")))
    return await shown(server, await server.bot.app.matches.play.resign(match.id, id_of(server.opponent)))


async def looked_at(server: Server, who: Any, back: int = 1) -> Any:
    """The panel of a position of the finished match, some actions before its end."""
    opened = await who.click(server.card, custom_id=ids(server.card, "openfilm:")[0])
    panel = opened.followups[-1]
    await who.click(panel, label="Step through")
    for _ in range(back):
        await who.click(panel, label="◀")
    return panel


async def private_card(server: Server, number: int = 1) -> Any:
    """The latest message in the thread of a match."""
    match = await server.match(number)
    thread = next(place for place in server.channel.threads if place.id == match.shown.home)
    return thread.history()[-1]
