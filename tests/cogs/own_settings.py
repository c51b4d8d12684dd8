"""Somebody's own settings: the panel, and a page of it."""

from __future__ import annotations

from typing import Any

from cogs.text import settings_texts
from tests.cogs.governing import panel_of
from tests.cogs.server import Server


async def settings(server: Server, who: Any, page: str = "", *, place: Any = None) -> Any:
    """The panel that ``who`` opens, turned to a ``page``; without one at its first."""
    panel = panel_of(await who.slash(place or server.channel, "settings"))
    if page:
        await who.click(panel, label=settings_texts.TO[page])
    return panel
