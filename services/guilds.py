"""The settings of servers."""

from __future__ import annotations

from collections.abc import Mapping

from data import stores
from matches.guild_settings import WEEKLY
from matches.model import GuildId
from matches.week import weekly
from services.core import Core


class Guilds:
    """The settings of a server for the matches in it."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._db = core.db
        self.rules = core.guild_rules

    @property
    def host_has_computer(self) -> bool:
        """True if the host lets the computer play at all."""
        return self._core.policy.computer

    async def has_computer(self, guild: GuildId) -> bool:
        """True if people may play the computer in a server: neither it nor the host has it off."""
        return self.host_has_computer and (await self.rules(guild)).computer

    async def change(self, guild: GuildId, chosen: Mapping[str, str | None]) -> Mapping[str, str]:
        """Set things for a server, by key, all at once; None removes one. Returns what was set before.

        Whoever sets a channel for the weekly summary is owed the one of the week that goes on.
        """
        now = self._core.now()
        owed = [weekly(guild, now)] if chosen.get(WEEKLY) is not None else []
        return await self._db.write(stores.people.change_guild, guild, chosen, notify=owed, now=now)
