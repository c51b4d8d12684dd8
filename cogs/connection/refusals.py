"""Refusals by Discord that concern a whole server, for reasons that no permission shows.

They are known from the answers to all requests, and hold until Discord takes a request of the same kind
there. The server's panel tells of them.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from typing import Final

import discord
from discord.ext import commands
from discord.http import Route

from cogs.connection.requests import watch_answers
from cogs.kit.failures import THREADS_FULL

log = logging.getLogger(__name__)

TWO_FACTORS: Final = 60003
"""The server asks moderators for two-factor authentication, and the account that owns the bot has none."""
_REASONS: Final = {
    TWO_FACTORS: "the server asks moderators for two-factor authentication: the account that owns the bot "
    "needs it, too",
    **dict.fromkeys(THREADS_FULL, "the server has as many active threads as Discord allows"),
}


class ServerRefusals:
    """The last refusals of each server, recorded from every request of ``bot`` from now on."""

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self._bot = bot
        self._codes: defaultdict[int, dict[str, int]] = defaultdict(dict)
        """For each server the codes of the last answers, by the kind of request."""
        watch_answers(bot.http, self._answered)

    def needs_two_factors(self, guild_id: int, ending: str) -> bool:
        """True if Discord asks for two factors for requests to paths with this ``ending``."""
        codes = self._codes.get(guild_id, {})
        return any(code == TWO_FACTORS and path.endswith(ending) for path, code in codes.items())

    def is_full(self, guild_id: int) -> bool:
        """True if a server has no room for another active thread."""
        return not THREADS_FULL.isdisjoint(self._codes.get(guild_id, {}).values())

    def _answered(self, route: Route, error: discord.HTTPException | None) -> None:
        if error is None:
            if self._codes:
                self._record(route, None)
        elif error.code in _REASONS:
            self._record(route, error.code)

    def _record(self, route: Route, code: int | None) -> None:
        """Record the code that a request was refused with, or None for one that Discord took."""
        guild_id = self._guild_of(route)
        known = self._codes.get(guild_id, {}) if guild_id is not None else {}
        # Threads on messages have the same limit.
        kind = route.path.replace("/messages/{message_id}/threads", "/threads")
        if guild_id is None or known.get(kind) == code:
            return
        if code is not None:
            self._codes[guild_id][kind] = code
            log.warning("guild=%s refuses %s %s: %s", guild_id, route.method, kind, _REASONS[code])
        else:
            del known[kind]
            if not known:
                del self._codes[guild_id]

    def _guild_of(self, route: Route) -> int | None:
        if route.guild_id is not None:
            return int(route.guild_id)
        channel = None if route.channel_id is None else self._bot.get_channel(int(route.channel_id))
        guild = getattr(channel, "guild", None)
        return None if guild is None else int(guild.id)
