"""Changes to a server's settings: stores them all at once, and takes care of their side effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cogs.text import server_texts
from matches import GuildId
from matches.guild_settings import CHAMPION

if TYPE_CHECKING:
    from cogs.app import App


async def change(app: App, guild: GuildId, chosen: Mapping[str, str | None]) -> str:
    """Store settings by key (None resets one); returns a text that says what changed."""
    before = await app.guilds.change(guild, chosen)
    if before.get(CHAMPION) != chosen.get(CHAMPION, before.get(CHAMPION)):
        # Only now: later, nothing would recognise the old role as the champions' and take it from them.
        await app.season_closer.take_all_roles(guild)
    return server_texts.changed([key for key, value in chosen.items() if before.get(key) != value])
