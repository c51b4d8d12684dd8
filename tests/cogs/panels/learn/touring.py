"""Tours as newcomers take them, for the stories about them."""

from __future__ import annotations

from typing import Any

from cogs.panels.learn.tours import Stage, stages_of
from tests.cogs.governing import panel_of
from tests.cogs.server import Server, labels


async def begin(server: Server, key: str = "pjawns") -> Any:
    """A visitor, who has never played, begins a tour; returns the panel, always as it is now."""
    return panel_of(await server.visitor.slash(server.channel, "learn", game=key))


async def finish_turn(server: Server, panel: Any, stage: Stage) -> None:
    """The visitor does the best in a stage, and goes on to the next one."""
    label = next(offer.label for offer in stage.offers if offer.after)
    await server.visitor.click(panel, label=label)
    (on,) = labels(panel)
    await server.visitor.click(panel, label=on)


async def finish(server: Server, panel: Any, key: str = "pjawns") -> None:
    """The visitor does the best up to the end of a tour."""
    for stage in stages_of(key)[:-1]:
        await finish_turn(server, panel, stage)
