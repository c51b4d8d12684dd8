"""The settings of servers."""

from __future__ import annotations

from collections.abc import Mapping

from data import stores
from matches.guilds.posts import weekly
from matches.guilds.settings import WEEKLY
from matches.model import GuildId
from services.core import Core


class Guilds:
    """A server's settings for its matches."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db
        self.rules = core.guild_rules

    @property
    def host_has_computer(self) -> bool:
        """True if the host allows the computer at all."""
        return self._core.policy.computer

    async def has_computer(self, guild: GuildId) -> bool:
        """True if users may play the computer in a server: both the server and the host allow it."""
        return self.host_has_computer and (await self.rules(guild)).computer

    async def change(self, guild: GuildId, chosen: Mapping[str, str | None]) -> Mapping[str, str]:
        """Change a server's settings, by key, all at once; None removes one. Returns the previous settings.

        Setting a channel for the weekly summary also schedules that of the current week.
        """
        now = self._core.now()
        owed = [weekly(guild, now)] if chosen.get(WEEKLY) is not None else []
        before = await self._db.write(stores.people.change_guild, guild, chosen, notify=owed, now=now)
        self._core.changed_guilds.add(guild)
        return before
