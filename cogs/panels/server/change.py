"""Changes of a server's settings: stored all at once, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cogs.text import server_texts as texts
from matches import GuildId
from matches.guild_settings import CHAMPION

if TYPE_CHECKING:
    from cogs.app import App


async def change(app: App, guild: GuildId, chosen: Mapping[str, str | None]) -> str:
    """Store what was chosen, by key (None takes a setting away); returns what has changed, in words."""
    before = await app.guilds.change(guild, chosen)
    if before.get(CHAMPION) != chosen.get(CHAMPION, before.get(CHAMPION)):
        # Nothing else would take it from them later: it is not the champions' role any more.
        await app.season_closer.take_all_roles(guild)
    return texts.changed([key for key, value in chosen.items() if before.get(key) != value])
