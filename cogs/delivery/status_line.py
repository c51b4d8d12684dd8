"""The bot's status line: how many matches run."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from cogs.text import entry_points_texts, speaking
from matches import Phase
from services import Host

if TYPE_CHECKING:
    from discord.ext import commands

log = logging.getLogger(__name__)


class StatusLine:
    """Keeps the status of the process's shards. Raises no Discord errors."""

    def __init__(self, bot: commands.AutoShardedBot, host: Host) -> None:
        self._bot = bot
        self._host = host
        self._told: dict[int, str] = {}
        """What each shard was told last."""

    async def renew(self) -> None:
        """Tell the shards of this process how many matches run, unless they know."""
        counts = await self._host.open_by_phase()
        running = sum(count for phase, count in counts.items() if phase in (Phase.SETUP, Phase.PLAYING))
        with speaking("en"):
            said = entry_points_texts.status(running)
        # A shard that connects says it at once.
        self._bot.activity = activity = discord.CustomActivity(said)
        for number, shard in self._bot.shards.items():
            if self._told.get(number) != said and not shard.is_closed():
                try:
                    await self._bot.change_presence(activity=activity, shard_id=number)
                except (aiohttp.ClientError, OSError, discord.ConnectionClosed) as error:
                    log.info("shard=%s its status line was not renewed: %s", number, error)
                else:
                    self._told[number] = said
